#pragma once

#include "Strategy.hpp"

namespace optimizer {

/// Runs every candidate on every subject, the candidates of one subject one after the other.
class ExhaustiveStrategy final : public Strategy {
public:
    [[nodiscard]] std::optional<Pairing> next(
        const Problem& problem, const std::vector<tuning::Trial>& done) const override;
    [[nodiscard]] std::vector<tuning::Decision> decide(
        const Problem& problem, const std::vector<tuning::Trial>& done) const override;
};

}  // namespace optimizer
