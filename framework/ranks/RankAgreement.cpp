#include <base/hash/Fnv1a.hpp>
#include <framework/RankAgreement.hpp>
#include <gov/cca/CCAException.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <utility>

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

/// What ranks said, and which ones.
struct Statement {
    std::string text;
    std::vector<std::size_t> ranks;
};

void add(std::vector<Statement>& statements, const std::string& text, std::size_t rank) {
    for (Statement& known : statements) {
        if (known.text == text) {
            known.ranks.push_back(rank);
            return;
        }
    }
    statements.push_back({text, {rank}});
}

/// "rank 2", "ranks 1, 2 and 5"; of many ranks the first ones.
std::string nameOf(const std::vector<std::size_t>& ranks) {
    constexpr std::size_t kMostNamed = 8;
    const std::size_t named = std::min(ranks.size(), kMostNamed);
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < named; ++i) {
        const bool isLast = i + 1 == ranks.size();
        text += (i == 0 ? "" : isLast ? " and " : ", ") + std::to_string(ranks[i]);
    }
    return text +
           (named < ranks.size() ? " and " + std::to_string(ranks.size() - named) + " more" : "");
}

/// "rank 2: REASON; ranks 0 and 3: OTHER REASON".
std::string listed(const std::vector<Statement>& statements) {
    constexpr std::size_t kMostShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(statements.size(), kMostShown); ++i) {
        text += (i == 0 ? "" : "; ") + nameOf(statements[i].ranks) + ": " + statements[i].text;
    }
    return text + (statements.size() > kMostShown ? "; and others" : "");
}

/// Lists the failures; if there is none, the places.
std::string wordsOn(const sidl::array<std::string>& said) {
    std::vector<Statement> places;
    std::vector<Statement> failures;
    for (std::size_t rank = 0; rank < said.size(); ++rank) {
        const std::string text = said[static_cast<int>(rank)];
        const std::size_t end = text.find('\0');
        add(places, text.substr(0, end), rank);
        if (end != std::string::npos) {
            add(failures, text.substr(end + 1), rank);
        }
    }
    if (failures.empty()) {
        return "the ranks came to different places: " + listed(places);
    }
    const bool isEverybody = failures.size() == 1 && failures.front().ranks.size() == said.size();
    return isEverybody ? failures.front().text : listed(failures);
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
    Outcome outcome;
    const int numRanks = size();
    if (numRanks == 1) {
        if (failure) {
            outcome = {1, 0, false, *failure};
        }
        return outcome;
    }
    const double digest = digestOf(place);
    const double lowest = failure ? numRanks - ranks_->getRank() : 0;
    const double limit = failure && timeout_ <= 0 ? kFailureTimeout : timeout_;
    const std::vector<double> all = maximum({digest, -digest, lowest}, limit, place, failure);
    outcome.diverged = all[0] != -all[1];
    if (all[2] > 0) {
        outcome.lowestFailed = numRanks - static_cast<int>(all[2]);
    }
    if (outcome.diverged || outcome.lowestFailed >= 0) {
        outcome.report = report(place, failure, outcome);
    }
    return outcome;
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

std::string RankAgreement::report(const std::string& place,
                                  const std::optional<std::string>& failure, Outcome& outcome) {
    const sidl::array<std::string> said =
        ranks_->gather(place + (failure ? '\0' + *failure : ""), 0);
    outcome.failed = static_cast<int>(ranks_->reduceSum({failure ? 1.0 : 0.0})[0]);
    std::string words = ranks_->getRank() == 0 ? wordsOn(said) : "";
    ranks_->broadcast(words, 0);
    return words;
}

}  // namespace gantry::framework
