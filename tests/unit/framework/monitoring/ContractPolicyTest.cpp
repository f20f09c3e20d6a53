#include <framework/Monitoring.hpp>

#include <atomic>
#include <thread>

#include "embedding.hpp"
#include "monitoring/contractSampling.hpp"

TEST_SUITE_BEGIN("framework.monitoring.ContractPolicy");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

using Kind = ContractPolicy::Kind;

ContractPolicy policyOf(const std::vector<std::string>& words) {
    std::size_t first = 0;
    ContractPolicy policy = readContractPolicy(words, first);
    CHECK(first == words.size());
    return policy;
}

std::string refusalOf(const std::vector<std::string>& words) {
    std::size_t first = 0;
    return complaintOf([&] { readContractPolicy(words, first); }).note;
}

/// A clock that shows what the test sets.
struct ScriptedClock {
    std::shared_ptr<std::atomic<std::int64_t>> now = std::make_shared<std::atomic<std::int64_t>>(0);
    [[nodiscard]] WallClock clock() const {
        return [now = now] { return now->load(); };
    }
};

std::shared_ptr<gantry::ContractSampling> budget(double percent, const ScriptedClock& clock) {
    return makeSampling({.kind = Kind::Budget, .share = percent / 100}, clock.clock());
}

}  // namespace

TEST_CASE("each policy is read as it is written, and written as it is read") {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"never"},
                                               {"always"},
                                               {"periodic", "7"},
                                               {"random", "0.25", "42"},
                                               {"budget", "2%"}}) {
        std::string text = words[0];
        for (std::size_t i = 1; i < words.size(); ++i) {
            text += ' ' + words[i];
        }
        CHECK(toText(policyOf(words)) == text);
    }
    CHECK(policyOf({"budget", "0.5"}).share == doctest::Approx(0.005));
    CHECK(policyOf({"random", "1"}).seed == 1);
}

TEST_CASE("words behind a policy are left alone") {
    std::size_t first = 1;
    const std::vector<std::string> words{"contracts", "random", "0.5", "integrate"};

    CHECK(readContractPolicy(words, first).kind == Kind::Random);
    CHECK(first == 3);
}

TEST_CASE("a policy that makes no sense is refused") {
    CHECK(refusalOf({}).find("never, always") != std::string::npos);
    CHECK(refusalOf({"alway"}).find("'always'") != std::string::npos);
    for (const char* number : {"0", "-1", "x", "1.5", "99999999999999999999999"}) {
        CHECK_FALSE(refusalOf({"periodic", number}).empty());
    }
    for (const char* chance : {"0", "-0.1", "1.1", "nan", "x"}) {
        CHECK_FALSE(refusalOf({"random", chance}).empty());
    }
    for (const char* share : {"0%", "-2%", "101%", "%", "", "2%%", "nan%"}) {
        CHECK_FALSE(refusalOf({"budget", share}).empty());
    }
    CHECK_FALSE(refusalOf({"periodic"}).empty());
    CHECK_FALSE(refusalOf({"random"}).empty());
    CHECK_FALSE(refusalOf({"budget"}).empty());
}

TEST_CASE("never has no sampling at all") {
    CHECK_FALSE(makeSampling({}, steadyWallClock()));
    CHECK_FALSE(SamplingFactory({}).next());
}

TEST_CASE("always checks every call") {
    const auto sampling = makeSampling({.kind = Kind::Always}, steadyWallClock());

    for (int i = 0; i < 10; ++i) {
        CHECK(sampling->due());
        sampling->checked(1'000'000);
    }
}

TEST_CASE("periodic checks the first call and every N-th after it, over all threads") {
    const auto sampling = makeSampling({.kind = Kind::Periodic, .period = 3}, steadyWallClock());
    std::vector<bool> due;
    for (int i = 0; i < 7; ++i) {
        due.push_back(sampling->due());
    }
    CHECK(due == std::vector<bool>{true, false, false, true, false, false, true});

    std::atomic<int> checks = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 300; ++i) {
                checks += sampling->due() ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(checks == 400);
}

TEST_CASE("random checks about the share of calls, the same ones for the same seed") {
    const ContractPolicy policy{.kind = Kind::Random, .probability = 0.25, .seed = 42};
    const auto sequence = [](const ContractPolicy& wanted) {
        const auto sampling = makeSampling(wanted, steadyWallClock());
        std::vector<bool> due;
        for (int i = 0; i < 10'000; ++i) {
            due.push_back(sampling->due());
        }
        return due;
    };
    const auto first = sequence(policy);

    CHECK(sequence(policy) == first);
    CHECK(sequence({.kind = Kind::Random, .probability = 0.25, .seed = 43}) != first);
    const auto checks = std::count(first.begin(), first.end(), true);
    CHECK(checks > 2300);
    CHECK(checks < 2700);
    const auto always = sequence({.kind = Kind::Random, .probability = 1});
    CHECK(std::count(always.begin(), always.end(), true) == 10'000);
}

TEST_CASE("a budget checks as often as the share of the time allows") {
    const ScriptedClock clock;
    const auto sampling = budget(10, clock);
    int checks = 0;
    // Calls of 100 ns, checks of 50 ns: 0.1 (1000 * 100 + n * 50) = n * 50 gives n = 222.
    for (int call = 0; call < 1000; ++call) {
        *clock.now += 100;
        if (sampling->due()) {
            *clock.now += 50;
            sampling->checked(50);
            ++checks;
        }
        CHECK((checks - 1) * 500 <= clock.now->load());
    }
    CHECK(checks >= 220);
    CHECK(checks <= 223);
}

TEST_CASE("a check that took too long is paid off before the next") {
    const ScriptedClock clock;
    const auto sampling = budget(1, clock);
    *clock.now = 1;
    REQUIRE(sampling->due());
    sampling->checked(1000);

    *clock.now = 100'000;
    CHECK_FALSE(sampling->due());
    *clock.now = 199'999;
    CHECK_FALSE(sampling->due());
    *clock.now = 200'000;
    CHECK(sampling->due());
}

TEST_CASE("checks that are under way count as long as the longest") {
    const ScriptedClock clock;
    const auto sampling = budget(100, clock);
    *clock.now = 100;
    REQUIRE(sampling->due());
    sampling->checked(100);

    *clock.now = 300;
    CHECK(sampling->due());
    CHECK(sampling->due());
    CHECK_FALSE(sampling->due());
    sampling->checked(0);
    CHECK(sampling->due());
}

TEST_CASE("the threads of a budget spend it together") {
    const ScriptedClock clock;
    const auto sampling = budget(50, clock);
    *clock.now = 1;
    REQUIRE(sampling->due());
    sampling->checked(10);
    *clock.now = 20'020;
    std::atomic<int> checks = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 1000; ++i) {
                if (sampling->due()) {
                    ++checks;
                    sampling->checked(10);
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    // 10,010 ns are allowed and 10 were spent before. A thread that asked while others checked was
    // refused, and what they left is still there.
    CHECK(checks <= 1000);
    while (sampling->due()) {
        ++checks;
        sampling->checked(10);
    }
    CHECK(checks == 1000);
}

TEST_CASE("a budget is one for all methods of a request, other policies are each method's own") {
    const ScriptedClock clock;
    const SamplingFactory budgets({.kind = Kind::Budget, .share = 1}, clock.clock());
    const SamplingFactory periods({.kind = Kind::Periodic, .period = 2});
    *clock.now = 100;

    const auto first = budgets.next();
    REQUIRE(first->due());
    first->checked(100);
    CHECK_FALSE(budgets.next()->due());
    CHECK(periods.next()->due());
    CHECK(periods.next()->due());
}

TEST_CASE("the checks of each method are counted") {
    const SamplingFactory periods({.kind = Kind::Periodic, .period = 2});
    const auto method = periods.next();
    const auto other = periods.next();

    for (int call = 0; call < 5; ++call) {
        method->due();
    }

    CHECK(method->checks() == 3);
    CHECK(other->checks() == 0);
}

TEST_SUITE_END();
