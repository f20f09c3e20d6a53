#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <tuning/Strategy.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>
#include <vector>

#include "Harness.hpp"

using contract::Harness;
using tuning::Choice;
using tuning::Outcome;
using tuning::Status;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

tuning::Candidate candidate(const std::string& name) {
    return {name, "1.0", true, true, false};
}

sidl::array<tuning::Candidate> candidates(const std::vector<std::string>& names) {
    std::vector<tuning::Candidate> all;
    for (const std::string& name : names) {
        all.push_back(candidate(name));
    }
    return sidl::array<tuning::Candidate>(all);
}

const sidl::array<std::string> kNoNames;
const sidl::array<double> kNoFeatures;

// A strategy that replays needs a log: this one takes candidate "slow" in context "one" for ever.
class LogOfOneChoice final {
public:
    LogOfOneChoice() {
        std::ofstream(file_) << R"({"format":"gantry-decisions","version":1})"
                             << "\n"
                             << R"({"time":0,"port":"p","request":1,"repeats":1000000,)"
                             << R"("context":"one","candidate":"slow","reason":"incumbent",)"
                             << R"("text":"","limit":null,"fallback":"","status":"completed",)"
                             << R"("cost":1,"seconds":1,"quality":null,"estimates":[]})"
                             << "\n";
    }
    ~LogOfOneChoice() { std::filesystem::remove(file_); }
    LogOfOneChoice(const LogOfOneChoice&) = delete;
    LogOfOneChoice& operator=(const LogOfOneChoice&) = delete;
    [[nodiscard]] std::string file() const { return file_.string(); }

private:
    std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                  ("gantry-contract-" + std::to_string(getpid()) + ".decisions");
};

struct Fixture {
    LogOfOneChoice log;
    Harness harness;
    std::shared_ptr<tuning::Strategy> strategy = harness.port<tuning::Strategy>("tuning.Strategy");
    bool replays = false;

    Fixture() {
        for (const auto& parameter : harness.description().parameters) {
            replays = replays || parameter.key == "log";
        }
        if (replays) {
            const auto port =
                harness.port<gov::cca::ports::ParameterPort>("gov.cca.ports.ParameterPort");
            const auto values = port->readConfigurationMap();
            values->putString("log", log.file());
            port->writeConfigurationMap(values);
        }
    }

    int beginInContextOne(std::int64_t seed = 1) const {
        strategy->begin(candidates({"slow", "fast", "slower"}), seed);
        return strategy->enterContext("one", kNoNames, kNoFeatures);
    }

    // Calls what was chosen, whose costs are these, until the request is served.
    std::vector<Choice> serve(int context, const std::vector<double>& costs) const {
        std::vector<Choice> made;
        while (made.size() < 100) {
            const Choice choice = strategy->choose(context);
            made.push_back(choice);
            const double cost = costs[static_cast<std::size_t>(choice.candidate)];
            const bool completes = cost <= choice.limit;
            tell(choice, choice.candidate, completes ? cost : choice.limit,
                 completes ? Status::Completed : Status::Aborted);
            if (completes) {
                return made;
            }
            if (choice.fallback >= 0) {
                tell(choice, choice.fallback, costs[static_cast<std::size_t>(choice.fallback)],
                     Status::Completed);
                return made;
            }
        }
        return made;
    }

    void tell(const Choice& choice, int called, double cost, Status status) const {
        strategy->outcome(outcome(choice, called, cost, status));
    }

    static Outcome outcome(const Choice& choice, int called, double cost, Status status) {
        Outcome what;
        what.request = choice.request;
        what.context = choice.context;
        what.candidate = called;
        what.status = status;
        what.cost = cost;
        what.seconds = cost;
        what.quality = kNaN;
        return what;
    }
};

}  // namespace

TEST_SUITE("contract.tuning.Strategy") {
    TEST_CASE_FIXTURE(Fixture,
                      "what ended before its limit costs at least the limit if that is why, and "
                      "else what it took") {
        const int context = beginInContextOne();
        for (const Status status : {Status::Aborted, Status::Cancelled}) {
            Choice trial = strategy->choose(context);
            for (int made = 1; made < 50 && std::isinf(trial.limit); ++made) {
                tell(trial, trial.candidate, 5, Status::Completed);
                trial = strategy->choose(context);
            }
            // A strategy that ends no call, or a log without one.
            if (std::isinf(trial.limit) || trial.limit == 0) {
                return;
            }
            const auto boundOf = [&] {
                return strategy->getEstimates(context)[trial.candidate].bound;
            };
            const double before = boundOf();
            const double spent = trial.limit / 1000;
            tell(trial, trial.candidate, spent, status);
            const double least = status == Status::Aborted ? trial.limit : spent;
            CHECK(boundOf() == doctest::Approx(std::max(before, least)));
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a choice is of a candidate there is, numbered from one, and has a reason") {
        const int context = beginInContextOne();
        CHECK(strategy->getReason().empty());

        std::int64_t number = 0;
        for (int request = 0; request < 50; ++request) {
            for (const Choice& choice : serve(context, {3, 1, 5})) {
                CHECK(choice.request == ++number);
                CHECK(choice.context == context);
                CHECK(choice.candidate >= 0);
                CHECK(choice.candidate < 3);
                CHECK(choice.fallback >= -1);
                CHECK(choice.fallback < 3);
                CHECK(choice.fallback != choice.candidate);
                CHECK(choice.limit >= 0);
                CHECK_FALSE(strategy->getReason().empty());
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "every request is served after few choices") {
        const int context = beginInContextOne();

        for (int request = 0; request < 200; ++request) {
            CHECK(serve(context, {3, 1, 5}).size() < 60);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the same seed and outcomes give the same choices") {
        std::vector<Choice> first;
        std::vector<Choice> again;
        for (std::vector<Choice>* made : {&first, &again}) {
            const int context = beginInContextOne(42);
            for (int request = 0; request < 300; ++request) {
                for (Choice choice : serve(context, {3, 2.9, 5})) {
                    choice.context = 0;
                    made->push_back(choice);
                }
            }
        }

        CHECK(first == again);
    }

    TEST_CASE_FIXTURE(
        Fixture, "the incumbent is the candidate that was cheapest, once something has finished") {
        const int context = beginInContextOne();
        CHECK(strategy->getIncumbent(context) == -1);

        Outcome seen;
        seen.context = context;
        for (int i = 0; i < 3; ++i) {
            seen.candidate = i;
            seen.cost = std::vector<double>{3, 1, 5}[static_cast<std::size_t>(i)];
            strategy->outcome(seen);
        }

        CHECK(strategy->getIncumbent(context) == 1);
        const sidl::array<tuning::Estimate> estimates = strategy->getEstimates(context);
        REQUIRE(estimates.length() == 3);
        CHECK(estimates[0].candidate == "slow");
        CHECK(estimates[0].calls == 1);
        CHECK(estimates[0].cost == doctest::Approx(3));
        CHECK(estimates[0].low < 3);
        CHECK(estimates[0].high > 3);
    }

    TEST_CASE_FIXTURE(Fixture, "what fails is in quarantine, and for longer when it fails again") {
        const int context = beginInContextOne();
        Outcome failed;
        failed.context = context;
        failed.status = Status::Crashed;
        strategy->outcome(failed);
        const std::int64_t first = strategy->getEstimates(context)[0].quarantine;
        strategy->outcome(failed);

        CHECK(first > 0);
        CHECK(strategy->getEstimates(context)[0].quarantine > first);
    }

    TEST_CASE_FIXTURE(Fixture, "a result whose error is larger than allowed counts as wrong") {
        const int context = beginInContextOne();
        Outcome wrong;
        wrong.context = context;
        wrong.cost = 1;
        wrong.quality = 1.5;
        strategy->outcome(wrong);

        CHECK(strategy->getIncumbent(context) == -1);
        CHECK(strategy->getEstimates(context)[0].quarantine > 0);
    }

    TEST_CASE_FIXTURE(Fixture, "candidates that cannot be are refused, and nothing is changed") {
        const int context = beginInContextOne();
        CHECK_THROWS_AS(strategy->begin({}, 1), gov::cca::CCAException);
        CHECK_THROWS_AS(strategy->begin(candidates({"a", ""}), 1), gov::cca::CCAException);
        CHECK_THROWS_AS(strategy->begin(candidates({"a", "b", "a"}), 1), gov::cca::CCAException);

        CHECK(strategy->getEstimates(context).length() == 3);
        CHECK_NOTHROW(strategy->choose(context));
    }

    TEST_CASE_FIXTURE(Fixture, "before it has begun a strategy refuses to do anything") {
        CHECK_THROWS_AS(strategy->enterContext("one", kNoNames, kNoFeatures),
                        gov::cca::CCAException);
        CHECK_THROWS_AS(strategy->choose(0), gov::cca::CCAException);
        CHECK_THROWS_AS(strategy->outcome({}), gov::cca::CCAException);
        CHECK_THROWS_AS(strategy->restore({}), gov::cca::CCAException);
        CHECK(strategy->getLearned().empty());
    }

    TEST_CASE_FIXTURE(Fixture, "a context that was never entered is refused") {
        beginInContextOne();
        for (const int context :
             {-1, 0, 1, std::numeric_limits<int>::max(), std::numeric_limits<int>::lowest()}) {
            CAPTURE(context);
            CHECK_THROWS_AS(strategy->choose(context), gov::cca::CCAException);
            CHECK_THROWS_AS(strategy->getEstimates(context), gov::cca::CCAException);
            CHECK_THROWS_AS(strategy->getIncumbent(context), gov::cca::CCAException);
            Outcome lost;
            lost.context = context;
            CHECK_THROWS_AS(strategy->outcome(lost), gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "features without values, or that are no numbers, are refused") {
        beginInContextOne();
        CHECK_THROWS_AS(strategy->enterContext("two", {"rows"}, kNoFeatures),
                        gov::cca::CCAException);
        for (const double bad : {kNaN, kInfinity, -kInfinity}) {
            CHECK_THROWS_AS(strategy->enterContext("two", {"rows"},
                                                   sidl::array<double>(std::vector<double>{bad})),
                            gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "outcomes that cannot be are refused, and nothing is learned from them") {
        const int context = beginInContextOne();
        const Choice choice = strategy->choose(context);
        std::vector<Outcome> bad(8, outcome(choice, choice.candidate, 1, Status::Completed));
        bad[0].cost = kNaN;
        bad[1].cost = -1;
        bad[2].cost = kInfinity;
        bad[3].candidate = 3;
        bad[4].candidate = -1;
        bad[5].request = choice.request + 1;
        bad[6].request = -1;
        bad[7].status = static_cast<Status>(77);
        for (const Outcome& what : bad) {
            CHECK_THROWS_AS(strategy->outcome(what), gov::cca::CCAException);
        }

        CHECK(strategy->getIncumbent(context) == -1);
        CHECK(strategy->getLearned().empty());
    }

    TEST_CASE_FIXTURE(Fixture, "the same key is the same context, and too many let the oldest go") {
        const int one = beginInContextOne();
        CHECK(strategy->enterContext("one", kNoNames, kNoFeatures) == one);
        Outcome seen;
        seen.context = one;
        seen.cost = 1;
        strategy->outcome(seen);

        int last = one;
        for (int i = 0; i < 200; ++i) {
            last = strategy->enterContext(std::to_string(i), kNoNames, kNoFeatures);
            CHECK(last != one);
        }

        CHECK_THROWS_AS(strategy->choose(one), gov::cca::CCAException);
        CHECK_NOTHROW(strategy->outcome(seen));
        CHECK(strategy->getIncumbent(last) == -1);
        CHECK(strategy->getIncumbent(strategy->enterContext("one", kNoNames, kNoFeatures)) == -1);
    }

    TEST_CASE_FIXTURE(Fixture, "what was learned can be taken over by the next run") {
        const int context = beginInContextOne();
        Outcome seen;
        seen.context = context;
        for (const double cost : {3.0, 3.1, 2.9}) {
            seen.cost = cost;
            strategy->outcome(seen);
        }
        const sidl::array<tuning::Learned> learned = strategy->getLearned();
        REQUIRE(learned.length() == 1);
        CHECK(learned[0].context == "one");
        CHECK(learned[0].candidate == "slow");
        CHECK(learned[0].calls == 3);
        CHECK(learned[0].cost == doctest::Approx(3).epsilon(0.03));

        strategy->begin(candidates({"fast", "slow"}), 1);
        CHECK(strategy->restore(learned) == 1);
        const int again = strategy->enterContext("one", kNoNames, kNoFeatures);

        CHECK(strategy->getIncumbent(again) == 1);
        CHECK(strategy->getEstimates(again)[1].calls == 1);
    }

    TEST_CASE_FIXTURE(Fixture, "what was learned of others, or makes no sense, is ignored") {
        beginInContextOne();
        tuning::Learned good;
        good.context = "two";
        good.candidate = "fast";
        good.componentVersion = "1.0";
        good.calls = 5;
        good.cost = 1;
        std::vector<tuning::Learned> known(8, good);
        known[1].candidate = "unknown";
        known[2].componentVersion = "0.9";
        known[3].cost = kNaN;
        known[4].cost = -1;
        known[5].spread = -1;
        known[6].age = kNaN;
        known[7].calls = -5;

        CHECK(strategy->restore(sidl::array<tuning::Learned>(known)) == 1);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a forecast is of the contexts that were restored, and of no others") {
        CHECK_THROWS_AS(strategy->forecast(100), gov::cca::CCAException);
        serve(beginInContextOne(), {1, 1, 1});
        CHECK(strategy->forecast(100).contexts == 0);
        tuning::Learned known;
        known.context = "two";
        known.candidate = "slow";
        known.componentVersion = "1.0";
        known.calls = 5;
        known.cost = 1;
        strategy->restore(sidl::array<tuning::Learned>(std::vector<tuning::Learned>{known}));
        const tuning::Forecast forecast = strategy->forecast(100);
        // One that replays decides by its log.
        CHECK(forecast.contexts == (replays ? 0 : 1));
        if (!replays) {
            CHECK(forecast.calls == 100);
            // There is no other candidate to be faster.
            CHECK(forecast.paying == 0);
            CHECK(forecast.ratioMiddle >= 1);
        }
        CHECK_THROWS_AS(strategy->forecast(0), gov::cca::CCAException);
        CHECK_THROWS_AS(strategy->forecast(100'001), gov::cca::CCAException);
    }
}
