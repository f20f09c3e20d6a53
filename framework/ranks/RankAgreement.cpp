#include <base/hash/Fnv1a.hpp>
#include <framework/RankAgreement.hpp>
#include <gov/cca/CCAException.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <utility>

#include "ranks/RankStatement.hpp"

namespace gantry::framework {
namespace {

/// How long a rank that failed waits for the others, if no one said how long.
constexpr double kFailureTimeout = 10;
/// How often a rank comes again after others came with an agreement of their own.
constexpr int kAttempts = 8;

/// A number that a double holds exactly; different for different texts but by rare chance.
double digestOf(const std::string& text) {
    return static_cast<double>(base::fnv1a(text) >> 12);
}

/// missing is in rising order.
int lowestPresent(const sidl::array<std::int32_t>& missing) {
    int lowest = 0;
    for (const std::int32_t rank : missing) {
        lowest += rank == lowest ? 1 : 0;
    }
    return lowest;
}

std::string absence(const sidl::array<std::int32_t>& missing, const std::string& place,
                    double seconds) {
    const std::vector<std::size_t> ranks(missing.begin(), missing.end());
    std::ostringstream text;
    text << nameOf(ranks) << (ranks.size() == 1 ? " has" : " have") << " not come to " << place;
    if (seconds > 0) {
        text << " within " << seconds << " s";
    }
    return text.str();
}

}  // namespace

RankAgreement::RankAgreement(std::shared_ptr<parallel::Upcalls> ranks, double timeout)
    : ranks_(std::move(ranks)), timeout_(timeout) {}

int RankAgreement::size() const {
    return ranks_ ? ranks_->getSize() : 1;
}

RankAgreement::Outcome RankAgreement::agree(const std::string& place,
                                            const std::optional<std::string>& failure) {
    return agreeOnAll({place}, failure);
}

// One reduction shows everything in the usual case: the maxima of the digest and of its negative
// are equal only where all digests are.
RankAgreement::Outcome RankAgreement::agreeOnAll(const std::vector<std::string>& places,
                                                 const std::optional<std::string>& failure) {
    const int numRanks = size();
    if (numRanks == 1) {
        return failure ? Outcome{1, 0, false, places.size() - 1, *failure} : Outcome();
    }
    const std::string said = toText(RankStatement{places, failure});
    const double digest = digestOf(said.substr(0, said.find('\0')));
    const double limit = failure && timeout_ <= 0 ? kFailureTimeout : timeout_;
    const std::vector<double> all =
        maximum({digest, -digest, failure ? 1.0 : 0.0}, limit, places.back(), failure);
    return all[0] == -all[1] && all[2] == 0 ? Outcome() : explained(said);
}

std::vector<double> RankAgreement::maximum(const std::vector<double>& values, double limit,
                                           const std::string& place,
                                           const std::optional<std::string>& failure) {
    for (int attempt = 1;; ++attempt) {
        try {
            return ranks_->agreeOnMaximum(sidl::array<double>(values), limit).toVector();
        } catch (const gov::cca::CCAException&) {
            const sidl::array<std::int32_t> missing = ranks_->getMissing();
            if (!missing.empty()) {
                throw RanksMissing(
                    (failure ? *failure + "; and " : "") + absence(missing, place, limit),
                    lowestPresent(missing) == ranks_->getRank());
            }
            // Others are in an agreement of a component, which ends for them as it does here.
            if (attempt == kAttempts) {
                throw;
            }
        }
    }
}

// Every rank gets the text that rank 0 composed, so all throw the same message.
RankAgreement::Outcome RankAgreement::explained(const std::string& said) {
    const sidl::array<std::string> all = ranks_->gather(said, 0);
    std::string text;
    if (ranks_->getRank() == 0) {
        std::vector<RankStatement> statements;
        for (const std::string& one : all) {
            statements.push_back(statementOf(one));
        }
        text = toText(compared(statements));
    }
    ranks_->broadcast(text, 0);
    return outcomeOf(text);
}

}  // namespace gantry::framework
