#pragma once

#include <framework/RankAgreement.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gantry::framework {

/// What a rank says in an agreement: the places it reached, in order and at least one, and why it
/// failed at the last of them. Places have no line ends.
struct RankStatement {
    std::vector<std::string> places;
    std::optional<std::string> failure{};
};

/// As text: the places, a line each; before a failure a zero.
std::string toText(const RankStatement& statement);
RankStatement statementOf(const std::string& text);

/// What follows from the statements of all ranks, which are in rank order and not all the same, or
/// one of which has a failure.
RankAgreement::Outcome compared(const std::vector<RankStatement>& statements);

/// As text, to be read by outcomeOf.
std::string toText(const RankAgreement::Outcome& outcome);
RankAgreement::Outcome outcomeOf(const std::string& text);

/// "rank 2", "ranks 1, 2 and 5"; of many ranks the first ones.
std::string nameOf(const std::vector<std::size_t>& ranks);

}  // namespace gantry::framework
