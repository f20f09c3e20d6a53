#include <doctest/doctest.h>

#include <LogSummary.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace {

tuning::Estimate estimate(const std::string& candidate, double cost, double factor) {
    tuning::Estimate made;
    made.candidate = candidate;
    made.calls = 10;
    made.cost = cost;
    made.low = cost / factor;
    made.high = cost * factor;
    return made;
}

tuning::Entry entry(const std::string& candidate, tuning::Status status, double cost,
                    std::int64_t repeats = 1) {
    tuning::Entry made;
    made.port = "user.solver";
    made.context = "small";
    made.candidate = candidate;
    made.status = status;
    made.cost = cost;
    made.seconds = cost;
    made.repeats = repeats;
    return made;
}

/// Slow is the initial one, fast the choice, odd fails.
std::vector<tuning::Entry> run() {
    std::vector<tuning::Entry> entries{
        entry("slow", tuning::Status::Completed, 8), entry("odd", tuning::Status::Wrong, 1),
        entry("lame", tuning::Status::Aborted, 3), entry("fast", tuning::Status::Completed, 2, 10)};
    entries.back().estimates = sidl::array<tuning::Estimate>(std::vector<tuning::Estimate>{
        estimate("slow", 8, 1.1), estimate("fast", 2, 1.1), estimate("lame", 0, 1)});
    return entries;
}

}  // namespace

TEST_SUITE_BEGIN("optimizer.records.LogSummary");

TEST_CASE("a context has its choice, its regret, and the calls that repay it") {
    const auto contexts = records::contextsOf(run());
    REQUIRE(contexts.size() == 1);
    CHECK(contexts[0].choice == "fast");
    CHECK(contexts[0].served == 11);
    CHECK(contexts[0].cost == doctest::Approx(2));
    // 8 + 1 + 3 + 20, instead of 11 calls at 2.
    CHECK(contexts[0].regret == doctest::Approx(10));
    // 10 at a gain of 6 for each call.
    CHECK(contexts[0].breakEven == doctest::Approx(2));
    CHECK(contexts[0].confidence > 0.99);
}

TEST_CASE("confidence is what the estimates leave: a half for equals, unknown without estimates") {
    auto entries = run();
    entries.back().estimates = sidl::array<tuning::Estimate>(
        std::vector<tuning::Estimate>{estimate("slow", 2, 1.5), estimate("fast", 2, 1.5)});
    CHECK(records::contextsOf(entries)[0].confidence == doctest::Approx(0.5));
    CHECK(std::isinf(records::contextsOf(entries)[0].breakEven));
    entries.back().estimates = {};
    CHECK(std::isnan(records::contextsOf(entries)[0].confidence));
}

TEST_CASE("a context in which nobody served has no choice") {
    const auto contexts = records::contextsOf({entry("odd", tuning::Status::Failed, 1)});
    REQUIRE(contexts.size() == 1);
    CHECK(contexts[0].choice.empty());
    CHECK(contexts[0].served == 0);
    CHECK(contexts[0].regret == doctest::Approx(1));
}

TEST_CASE("a candidate that failed has no total beside those that did not") {
    auto entries = run();
    entries.push_back(entry("odd", tuning::Status::Completed, 0.5));
    const std::string text = records::summaryText(entries);
    const auto lineOf = [&](const std::string& candidate) {
        const auto begin = text.find("  " + candidate + " ", text.find("Candidates"));
        REQUIRE(begin != std::string::npos);
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    CHECK(lineOf("odd").ends_with("-"));
    CHECK(lineOf("fast").find("20") != std::string::npos);
    CHECK(records::summaryText({}).empty());
}

TEST_SUITE_END();
