#pragma once

#include <gantry/Error.hpp>
#include <tuning/TrialLog.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace optimizer {

/// The trials and decisions of a run so far. Any thread may read it.
class TrialFindings final : public tuning::TrialLog {
public:
    /// A new run: forgets the findings of the last one.
    void begin(double accuracy) {
        const std::lock_guard lock(mutex_);
        accuracy_ = accuracy;
        trials_.clear();
        decisions_.clear();
    }
    /// One more trial, in the order in which they were made.
    void add(const tuning::Trial& trial) {
        const std::lock_guard lock(mutex_);
        trials_.push_back(trial);
    }
    /// The decisions, all at once, at the end.
    void decide(const std::vector<tuning::Decision>& decisions) {
        const std::lock_guard lock(mutex_);
        decisions_ = decisions;
    }
    /// A copy of the trials so far.
    [[nodiscard]] std::vector<tuning::Trial> trials() const {
        const std::lock_guard lock(mutex_);
        return trials_;
    }

    double getAccuracy() override {
        const std::lock_guard lock(mutex_);
        return accuracy_;
    }
    std::int32_t getNumTrials() override {
        const std::lock_guard lock(mutex_);
        return static_cast<std::int32_t>(trials_.size());
    }
    tuning::Trial getTrial(std::int32_t index) override {
        const std::lock_guard lock(mutex_);
        return element(trials_, index, "trial");
    }
    std::int32_t getNumDecisions() override {
        const std::lock_guard lock(mutex_);
        return static_cast<std::int32_t>(decisions_.size());
    }
    tuning::Decision getDecision(std::int32_t index) override {
        const std::lock_guard lock(mutex_);
        return element(decisions_, index, "decision");
    }

private:
    template <class Element>
    static Element element(const std::vector<Element>& elements, std::int32_t index,
                           const std::string& what) {
        if (index < 0 || static_cast<std::size_t>(index) >= elements.size()) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "there is no " + what + " " + std::to_string(index) +
                                    ": the log has " + std::to_string(elements.size()) +
                                    ", counted from 0");
        }
        return elements[static_cast<std::size_t>(index)];
    }

    mutable std::mutex mutex_;
    double accuracy_ = 0;
    std::vector<tuning::Trial> trials_;
    std::vector<tuning::Decision> decisions_;
};

}  // namespace optimizer
