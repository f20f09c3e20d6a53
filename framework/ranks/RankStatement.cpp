#include "ranks/RankStatement.hpp"

#include <base/text/Joined.hpp>

#include <algorithm>
#include <limits>
#include <sstream>

namespace gantry::framework {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

/// A text that some ranks have in common.
struct Shared {
    std::string text;
    std::vector<std::size_t> ranks;
};

void add(std::vector<Shared>& texts, const std::string& text, std::size_t rank) {
    for (Shared& known : texts) {
        if (known.text == text) {
            known.ranks.push_back(rank);
            return;
        }
    }
    texts.push_back({text, {rank}});
}

/// "rank 2: REASON; ranks 0 and 3: OTHER REASON".
std::string listed(const std::vector<Shared>& texts) {
    constexpr std::size_t kMostShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(texts.size(), kMostShown); ++i) {
        text += (i == 0 ? "" : "; ") + nameOf(texts[i].ranks) + ": " + texts[i].text;
    }
    return text + (texts.size() > kMostShown ? "; and others" : "");
}

std::size_t placeOfFailure(const RankStatement& statement) {
    return statement.failure ? statement.places.size() - 1 : kNowhere;
}

/// Whether all ranks that got so far reached the same place there. A rank that failed before is not
/// expected to; one that ended without a failure is.
bool isCommon(const std::vector<RankStatement>& statements, std::size_t number) {
    const std::string* common = nullptr;
    bool hasEnded = false;
    for (const RankStatement& statement : statements) {
        if (number >= statement.places.size()) {
            hasEnded = hasEnded || !statement.failure;
            continue;
        }
        const std::string& place = statement.places[number];
        if (common && *common != place) {
            return false;
        }
        common = &place;
    }
    return !(hasEnded && common);
}

std::size_t firstDifference(const std::vector<RankStatement>& statements) {
    std::size_t longest = 0;
    for (const RankStatement& statement : statements) {
        longest = std::max(longest, statement.places.size());
    }
    for (std::size_t number = 0; number < longest; ++number) {
        if (!isCommon(statements, number)) {
            return number;
        }
    }
    return kNowhere;
}

}  // namespace

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

std::string toText(const RankStatement& statement) {
    const std::string text = base::joined(statement.places, "\n");
    return statement.failure ? text + '\0' + *statement.failure : text;
}

RankStatement statementOf(const std::string& text) {
    RankStatement statement;
    const std::size_t end = text.find('\0');
    std::istringstream places(text.substr(0, end));
    for (std::string place; std::getline(places, place);) {
        statement.places.push_back(place);
    }
    if (statement.places.empty()) {
        statement.places.emplace_back();
    }
    if (end != std::string::npos) {
        statement.failure = text.substr(end + 1);
    }
    return statement;
}

// The first place where something is wrong counts: a difference before a failure explains it.
RankAgreement::Outcome compared(const std::vector<RankStatement>& statements) {
    std::size_t failed = kNowhere;
    for (const RankStatement& statement : statements) {
        failed = std::min(failed, placeOfFailure(statement));
    }
    const std::size_t different = firstDifference(statements);
    RankAgreement::Outcome outcome;
    outcome.first = std::min(failed, different);
    outcome.diverged = different <= failed;
    std::vector<Shared> texts;
    for (std::size_t rank = 0; rank < statements.size(); ++rank) {
        const RankStatement& statement = statements[rank];
        if (different < failed) {
            add(texts, statement.places[std::min(different, statement.places.size() - 1)], rank);
        } else if (placeOfFailure(statement) == failed) {
            add(texts, *statement.failure, rank);
            outcome.lowestFailed =
                outcome.failed == 0 ? static_cast<int>(rank) : outcome.lowestFailed;
            ++outcome.failed;
        }
    }
    const bool isEverybody = texts.size() == 1 && texts.front().ranks.size() == statements.size();
    outcome.report = different < failed ? "the ranks are at different points: " + listed(texts)
                     : isEverybody      ? texts.front().text
                                        : listed(texts);
    return outcome;
}

std::string toText(const RankAgreement::Outcome& outcome) {
    std::ostringstream text;
    text << outcome.failed << ' ' << outcome.lowestFailed << ' ' << outcome.diverged << ' '
         << outcome.first << '\n'
         << outcome.report;
    return text.str();
}

RankAgreement::Outcome outcomeOf(const std::string& text) {
    RankAgreement::Outcome outcome;
    const std::size_t end = text.find('\n');
    std::istringstream numbers(text.substr(0, end));
    numbers >> outcome.failed >> outcome.lowestFailed >> outcome.diverged >> outcome.first;
    outcome.report = text.substr(end + 1);
    return outcome;
}

}  // namespace gantry::framework
