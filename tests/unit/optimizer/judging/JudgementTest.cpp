#include <doctest/doctest.h>

#include <algorithm>

#include "judging/Judgement.hpp"

namespace {

/// Two ranks, of which the other one brings fixed values to every reduction.
class TwoRanks final : public parallel::Upcalls {
public:
    explicit TwoRanks(sidl::array<double> other) : other_(std::move(other)) {}

    std::int32_t getRank() override { return 0; }
    std::int32_t getSize() override { return 2; }
    void barrier() override {}
    void broadcast(std::string&, std::int32_t) override {}
    sidl::array<double> reduceSum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override {
        sidl::array<double> larger = values.clone();
        for (int i = 0; i < larger.length(); ++i) {
            larger[i] = std::max(larger[i], other_[i]);
        }
        return larger;
    }
    sidl::array<std::string> gather(const std::string&, std::int32_t) override { return {}; }
    bool agree(bool ok, double) override { return ok; }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double) override {
        return reduceMaximum(values);
    }
    sidl::array<std::int32_t> getMissing() override { return {}; }
    void abort(std::int32_t) override {}
    void send(const std::string&, std::int32_t, std::int32_t) override {}
    std::string receive(std::int32_t, std::int32_t) override { return {}; }

private:
    sidl::array<double> other_;
};

tuning::Trial goodTrial() {
    tuning::Trial trial;
    trial.candidate = "integrators.Simpson";
    trial.seconds = 2;
    trial.error = 1e-6;
    trial.accurate = true;
    return trial;
}

}  // namespace

TEST_SUITE("optimizer.judging.Judgement") {
    TEST_CASE("the largest spread counts as the spread of all") {
        TwoRanks ranks({1, 0, 0, 0, 0.5, 0, 0, 0});

        CHECK(optimizer::agreeOnTrial(&ranks, goodTrial()).spread == 0.5);
    }

    TEST_CASE("the slowest rank counts as the time of all") {
        TwoRanks ranks({3, 0, 0, 0, 0, 0, 0, 0});

        const tuning::Trial agreed = optimizer::agreeOnTrial(&ranks, goodTrial());

        CHECK(agreed.seconds == 3);
        CHECK(agreed.error == 1e-6);
        CHECK(agreed.accurate);
        CHECK(agreed.failure.empty());
    }

    TEST_CASE("a candidate that is not accurate on one rank is accurate on none") {
        TwoRanks ranks({1, 1e-2, 1, 0, 0, 0, 0, 0});

        const tuning::Trial agreed = optimizer::agreeOnTrial(&ranks, goodTrial());

        CHECK(agreed.seconds == 2);
        CHECK(agreed.error == 1e-2);
        CHECK_FALSE(agreed.accurate);
    }

    TEST_CASE("a candidate that failed on another rank has failed on this one") {
        TwoRanks ranks({0, 0, 1, 1, 0, 0, 0, 0});

        const tuning::Trial agreed = optimizer::agreeOnTrial(&ranks, goodTrial());

        CHECK(agreed.failure == "it failed on another rank");
        CHECK_FALSE(agreed.accurate);
    }
}
