#pragma once

#include <gantry/Error.hpp>
#include <parallel/Upcalls.hpp>
#include <tuning/DecisionLog.hpp>
#include <tuning/Strategy.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include "measuring/Meter.hpp"

namespace optimizer_test {

/// Measures by a clock that the test turns.
class ScriptedMeter final : public optimizer::Meter {
public:
    /// Seconds.
    double now = 0;

    void start(std::size_t) override { begun_ = now; }
    void stop() noexcept override {
        if (begun_ >= 0) {
            figures_ = {now - begun_, 1e9 * (now - begun_), 2e9 * (now - begun_)};
            begun_ = -1;
        }
    }
    [[nodiscard]] const std::vector<double>& figures() override { return figures_; }

private:
    double begun_ = -1;
    std::vector<double> figures_{0, 0, 0};
};

/// Makes the choices of the test, and keeps the outcomes.
class ScriptedStrategy final : public tuning::Strategy {
public:
    std::deque<tuning::Choice> choices;
    std::vector<tuning::Outcome> outcomes;
    std::vector<std::string> keys;
    bool refuses = false;
    int estimatesAsked = 0;

    /// The next choice.
    void lay(std::int32_t candidate, double limit = HUGE_VAL, std::int32_t fallback = -1,
             tuning::Reason reason = tuning::Reason::Exploration) {
        tuning::Choice choice;
        choice.request = ++laid_;
        choice.candidate = candidate;
        choice.limit = limit;
        choice.fallback = fallback;
        choice.reason = reason;
        choices.push_back(choice);
    }

    std::int32_t enterContext(const std::string& key, const sidl::array<std::string>&,
                              const sidl::array<double>&) override {
        keys.push_back(key);
        return static_cast<std::int32_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
    }
    tuning::Choice choose(std::int32_t context) override {
        if (refuses) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "the log has ended");
        }
        tuning::Choice next = choices.front();
        choices.pop_front();
        next.context = context;
        return next;
    }
    void outcome(const tuning::Outcome& what) override { outcomes.push_back(what); }
    void begin(const sidl::array<tuning::Candidate>&, std::int64_t) override {}
    std::string getReason() override { return "because"; }
    sidl::array<tuning::Estimate> getEstimates(std::int32_t) override {
        ++estimatesAsked;
        tuning::Estimate estimate;
        estimate.candidate = "a";
        estimate.calls = static_cast<std::int64_t>(outcomes.size());
        return {estimate};
    }
    std::int32_t getIncumbent(std::int32_t) override { return -1; }
    sidl::array<tuning::Learned> getLearned() override { return {}; }
    std::int32_t restore(const sidl::array<tuning::Learned>&) override { return 0; }
    tuning::Forecast forecast(std::int64_t) override { return {}; }

private:
    std::int64_t laid_ = 0;
};

/// Keeps its entries.
class ScriptedDecisionLog final : public tuning::DecisionLog {
public:
    std::vector<tuning::Entry> entries;
    void add(const tuning::Entry& what) override { entries.push_back(what); }
    void flush() override {}
    std::int32_t getNumEntries() override { return 0; }
    tuning::Entry getEntry(std::int32_t) override { return {}; }
    std::int64_t getNumDropped() override { return 0; }
};

/// One rank of two; what the other one says is laid ready.
class ScriptedRanks final : public parallel::Upcalls {
public:
    std::vector<double> other;

    std::int32_t getRank() override { return 0; }
    std::int32_t getSize() override { return 2; }
    void barrier() override {}
    void broadcast(std::string&, std::int32_t) override {}
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override { return values; }
    sidl::array<std::string> gather(const std::string&, std::int32_t) override { return {}; }
    bool agree(bool ok, double) override { return ok; }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double) override {
        return reduceMaximum(values);
    }
    sidl::array<std::int32_t> getMissing() override { return {}; }
    void abort(std::int32_t) override {}
    void send(const std::string&, std::int32_t, std::int32_t) override {}
    std::string receive(std::int32_t, std::int32_t) override { return ""; }
    sidl::array<double> reduceSum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override {
        std::vector<double> largest = values.toVector();
        for (std::size_t i = 0; i < std::min(other.size(), largest.size()); ++i) {
            largest[i] = std::max(largest[i], other[i]);
        }
        return sidl::array<double>(largest);
    }
};

}  // namespace optimizer_test
