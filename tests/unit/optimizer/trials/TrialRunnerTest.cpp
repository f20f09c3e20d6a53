#include <gantry/Error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "PolicyStrategy.hpp"
#include "exhaustive/ExhaustivePolicy.hpp"
#include "requests/ScriptedParts.hpp"
#include "trials/TrialRunner.hpp"

namespace {

using optimizer::Pairing;
using optimizer_test::ScriptedDecisionLog;
using optimizer_test::ScriptedMeter;
using tuning::Status;

// Each candidate once in each context.
class Exhaustive final : public strategies::PolicyStrategy {
    std::unique_ptr<const strategies::Policy> makePolicy(
        const std::vector<tuning::Candidate>&) override {
        return std::make_unique<strategies::ExhaustivePolicy>(1);
    }
};

// Calls take as long as the test says, by candidate; some fail or are wrong.
class ScriptedWorkload final : public optimizer::Workload {
public:
    explicit ScriptedWorkload(ScriptedMeter& meter) : meter_(meter) {}

    std::map<std::string, double> seconds;
    std::set<std::string> failing;
    std::set<std::string> wrong;
    std::vector<Pairing> begun;
    int open = 0;

    void begin(const optimizer::Assembly::Provider& candidate,
               const std::string& subject) override {
        begun.push_back({candidate.instance, subject});
        ++open;
    }
    void call() override {
        meter_.now += seconds[begun.back().candidate];
        if (failing.count(begun.back().candidate) != 0) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "it threw");
        }
    }
    optimizer::WorstCall result() override {
        optimizer::WorstCall result;
        result.error = wrong.count(begun.back().candidate) != 0 ? 1 : 1e-9;
        return result;
    }
    [[nodiscard]] bool isExact() const override { return true; }
    void end() noexcept override { open = 0; }
    void adopt(const optimizer::Assembly::Provider&) override {}

private:
    ScriptedMeter& meter_;
};

struct Bench {
    optimizer::TrialSettings settings;
    ScriptedMeter meter;
    ScriptedWorkload workload{meter};
    Exhaustive strategy;
    ScriptedDecisionLog log;
    std::set<std::size_t> broken;
    std::vector<std::size_t> created;
    std::vector<tuning::Trial> trials;

    Bench() {
        settings.type = optimizer::kIntegratorType;
        settings.problem = {{"A", "B"}, {"f", "g"}, 1e-6};
        settings.repetitions = 3;
        settings.enoughSeconds = 100;
        settings.maxEvaluations = 1000;
        workload.seconds = {{"A", 2}, {"B", 1}};
    }

    void run(const std::string& metric = "seconds") {
        const optimizer::CostExpression cost(metric,
                                             {"seconds", "wall", "PAPI_TOT_INS_u", "quality"});
        std::vector<tuning::Candidate> candidates;
        for (const std::string& name : settings.problem.candidates) {
            candidates.emplace_back().name = name;
        }
        if (!candidates.empty()) {
            strategy.begin(sidl::array<tuning::Candidate>(candidates), 1);
        }
        optimizer::DecisionRecorder recorder(&log, &strategy, "user.port", candidates);
        optimizer::TrialRunner runner({settings, workload,
                                       [&](std::size_t candidate) { return create(candidate); },
                                       strategy, meter, cost, recorder, nullptr});
        runner.run([&](const tuning::Trial& trial) { trials.push_back(trial); });
    }

    optimizer::Assembly::Provider create(std::size_t candidate) {
        created.push_back(candidate);
        if (broken.count(candidate) != 0) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "no such class");
        }
        return {settings.problem.candidates[candidate], "port"};
    }
};

}  // namespace

TEST_SUITE("optimizer.trials.TrialRunner") {
    TEST_CASE_FIXTURE(
        Bench, "every pairing is run once, the candidates of one subject one after the other") {
        workload.failing = {"A", "B"};

        run();

        CHECK(workload.begun ==
              std::vector<Pairing>{{"A", "f"}, {"B", "f"}, {"A", "g"}, {"B", "g"}});
        CHECK(trials.size() == 4);
        CHECK(workload.open == 0);
    }

    TEST_CASE_FIXTURE(Bench, "without subjects there is nothing to run") {
        settings.problem.subjects.clear();

        run();

        CHECK(trials.empty());
    }

    TEST_CASE_FIXTURE(Bench, "a trial has the median of its calls, and is accurate") {
        run();

        REQUIRE(trials.size() == 4);
        CHECK(trials[0].calls == 3);
        CHECK(trials[0].seconds == doctest::Approx(2));
        CHECK(trials[0].cost == doctest::Approx(2));
        CHECK(trials[0].accurate);
        CHECK(trials[0].exact);
        CHECK(trials[1].seconds == doctest::Approx(1));
    }

    TEST_CASE_FIXTURE(Bench, "a trial that takes long is not repeated") {
        settings.enoughSeconds = 0.1;

        run();

        CHECK(trials[0].calls == 1);
    }

    TEST_CASE_FIXTURE(Bench, "the metric gives the cost, from the quality of the result too") {
        workload.wrong = {"B"};

        run("PAPI_TOT_INS_u * quality");

        CHECK(trials[0].seconds == doctest::Approx(2));
        CHECK(trials[0].cost == doctest::Approx(4e9 * 1e-3));
        CHECK(trials[1].cost == doctest::Approx(2e9 * 1e6));
        CHECK_FALSE(trials[1].accurate);
    }

    TEST_CASE_FIXTURE(Bench, "a metric that is not a cost makes the trial fail") {
        run("0 - seconds");

        CHECK(trials[0].failure.find("is not a cost") != std::string::npos);
    }

    TEST_CASE_FIXTURE(Bench, "a candidate that cannot be created fails on every subject") {
        broken = {0};

        run();

        CHECK(created == std::vector<std::size_t>{0, 1});
        CHECK(trials[0].failure == "no such class");
        CHECK(trials[2].failure == "no such class");
        CHECK(trials[3].failure.empty());
    }

    TEST_CASE_FIXTURE(Bench, "every trial is in the decision log, with its reason and status") {
        workload.wrong = {"B"};
        broken = {0};

        run();

        REQUIRE(log.entries.size() == 4);
        CHECK(log.entries[0].port == "user.port");
        CHECK(log.entries[0].context == "f");
        CHECK(log.entries[0].candidate == "A");
        CHECK(log.entries[0].reason == tuning::Reason::Untested);
        CHECK(log.entries[0].status == Status::Failed);
        CHECK(log.entries[0].text.find("no such class") != std::string::npos);
        CHECK(log.entries[1].status == Status::Wrong);
        CHECK(log.entries[1].quality == doctest::Approx(1e6));
        CHECK(log.entries[3].context == "g");
    }
}
