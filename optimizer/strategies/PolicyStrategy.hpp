#pragma once

#include <tuning/Strategy.hpp>

#include <memory>
#include <string>
#include <vector>

#include "ContextTable.hpp"
#include "Policy.hpp"
#include "Random.hpp"

namespace strategies {

/// A tuning.Strategy without its policy: contexts, what was learned, estimates, and all checks. A
/// component derives from it and supplies the policy. One thread at a time. All methods are as
/// tuning.Strategy describes them, and throw gantry::Error for input that it forbids.
class PolicyStrategy : public virtual tuning::Strategy {
public:
    void begin(const sidl::array<tuning::Candidate>& candidates, std::int64_t seed) override;
    std::int32_t enterContext(const std::string& key, const sidl::array<std::string>& featureNames,
                              const sidl::array<double>& features) override;
    tuning::Choice choose(std::int32_t context) override;
    void outcome(const tuning::Outcome& what) override;
    std::string getReason() override;
    sidl::array<tuning::Estimate> getEstimates(std::int32_t context) override;
    std::int32_t getIncumbent(std::int32_t context) override;
    sidl::array<tuning::Learned> getLearned() override;
    std::int32_t restore(const sidl::array<tuning::Learned>& known) override;
    tuning::Forecast forecast(std::int64_t calls) override;

protected:
    PolicyStrategy() = default;

    /// The policy for these candidates, from the current parameters of the component. Throws
    /// gantry::Error if they are invalid.
    virtual std::unique_ptr<const Policy> makePolicy(
        const std::vector<tuning::Candidate>& candidates) = 0;

private:
    [[nodiscard]] ContextState& kept(std::int32_t context);
    /// Why an outcome is invalid; empty if it is valid.
    [[nodiscard]] std::string faultOf(const tuning::Outcome& what) const;
    /// The limit of the choice that a call was ended at; 0 for any other outcome.
    [[nodiscard]] double limitOf(const tuning::Outcome& what) const;

    std::vector<tuning::Candidate> candidates_;
    std::unique_ptr<const Policy> policy_;
    ContextTable contexts_;
    Random random_;
    Learning learning_;
    std::int64_t choices_ = 0;
    tuning::Choice last_;
    /// The best cost known (logarithm) when the last choice was made; infinity for none.
    double bestThen_ = kInfinity;
};

}  // namespace strategies
