#pragma once

#include "Policy.hpp"

namespace strategies {

/// Always the same candidate, even if it fails: a person has decided.
class FixedPolicy final : public Policy {
public:
    explicit FixedPolicy(int candidate) : candidate_(candidate) {}

    Pick pick(const Request&) const override {
        return {candidate_, kInfinity, tuning::Reason::Pinned};
    }
    [[nodiscard]] bool avoidsFailures() const override { return false; }

private:
    int candidate_;
};

}  // namespace strategies
