// A command that changes the assembly meets the other ranks twice: before its work, to be sure that
// all ranks are at the same command, and after it, to compare the outcome. If it failed somewhere,
// the ranks where it succeeded roll back and meet once more.
//
// Commands that are changed later meet once for many of them. A rank that failed goes to that
// meeting at once, while the others may be some commands further: they roll these back as well.
//
// Nested commands use the same agreements. After a rank has left a command (`ended_`), the ranks
// must not meet at the ends of the enclosing commands, where that rank will never arrive.

#include <framework/Collective.hpp>

#include <optional>
#include <utility>

#include "core/Failure.hpp"

namespace gantry::framework {

/// One command inside another.
class Collective::Level final {
public:
    explicit Level(Collective& collective) : collective_(collective) { ++collective_.depth_; }
    ~Level() {
        if (--collective_.depth_ == 0) {
            collective_.ended_.clear();
        }
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

private:
    Collective& collective_;
};

void Collective::abandon(const RankAgreement::Outcome& outcome) {
    // Another rank is not in this command any more, so that no one will meet us at the end of those
    // around it.
    if (outcome.diverged) {
        ended_ = outcome.report;
    }
    throw RankFailure(outcome.report);
}

void Collective::agree(const std::string& place) {
    const RankAgreement::Outcome outcome = agreement_.agree(place);
    if (!outcome.isSuccess()) {
        abandon(outcome);
    }
}

// RanksMissing and RanksDiffer end the run and are not outcomes of a command.
RankAgreement::Outcome Collective::outcomeOf(const Command& command, bool& done) {
    std::optional<std::string> failure;
    try {
        command.work();
        done = true;
    } catch (const RanksMissing&) {
        throw;
    } catch (const RanksDiffer&) {
        throw;
    } catch (...) {
        failure = currentFailure().text;
    }
    if (!ended_.empty()) {
        return {1, 0, true, 0, ended_};
    }
    return agreement_.agree("the end of '" + command.text + "'", failure);
}

void Collective::rollBack(const Command& command, const Undo& undo, bool done,
                          const RankAgreement::Outcome& outcome) {
    if (outcome.failed == agreement_.size()) {
        return;
    }
    const std::string advice =
        "; the ranks no longer hold the same assembly, and the run cannot continue";
    if (!undo && !outcome.diverged) {
        throw RanksDiffer(outcome.report + "; '" + command.text +
                          "' cannot be rolled back on the others" + advice);
    }
    std::optional<std::string> failure;
    try {
        if (done && undo) {
            undo();
        }
    } catch (...) {
        failure = currentFailure().text;
    }
    if (outcome.diverged) {
        return;
    }
    const RankAgreement::Outcome undone =
        agreement_.agree("'" + command.text + "' rolled back", failure);
    if (!undone.isSuccess()) {
        throw RanksDiffer(outcome.report + "; to take '" + command.text +
                          "' back on the others failed: " + undone.report + advice);
    }
}

void Collective::change(const Command& command, const Undo& undo) {
    if (isAlone()) {
        command.work();
        return;
    }
    const Level level(*this);
    agree("the beginning of '" + command.text + "'");
    bool done = false;
    const RankAgreement::Outcome outcome = outcomeOf(command, done);
    if (outcome.isSuccess()) {
        return;
    }
    rollBack(command, undo, done, outcome);
    abandon(outcome);
}

// The entry is made before the work, so that nested commands come after it.
void Collective::changeLater(const Command& command, Undo undo) {
    if (isAlone()) {
        command.work();
        return;
    }
    unsettled_.push_back({"the end of '" + command.text + "'", {}});
    std::optional<std::string> failure;
    try {
        command.work();
    } catch (const RanksMissing&) {
        unsettled_.clear();
        throw;
    } catch (const RanksDiffer&) {
        unsettled_.clear();
        throw;
    } catch (...) {
        failure = currentFailure().text;
    }
    if (failure) {
        settle(failure);
    } else {
        unsettled_.back().undo = std::move(undo);
    }
}

void Collective::settle() {
    if (!unsettled_.empty()) {
        settle(std::nullopt);
    }
}

// Undone from the last to the first that is not common; what ranks did before that place stays.
void Collective::settle(const std::optional<std::string>& failure) {
    std::vector<Unsettled> commands = std::exchange(unsettled_, {});
    std::vector<std::string> places;
    places.reserve(commands.size());
    for (const Unsettled& command : commands) {
        places.push_back(command.place);
    }
    const RankAgreement::Outcome outcome = agreement_.agreeOnAll(places, failure);
    if (outcome.isSuccess()) {
        return;
    }
    std::optional<std::string> stuck;
    try {
        for (; commands.size() > outcome.first; commands.pop_back()) {
            if (commands.back().undo) {
                commands.back().undo();
            }
        }
    } catch (...) {
        stuck = currentFailure().text;
    }
    if (outcome.diverged) {
        // Others may be elsewhere, and do not meet this rank again here.
        ended_ = depth_ > 0 ? outcome.report : "";
    } else {
        stuck = agreement_.agree("the commands after it rolled back", stuck).report;
    }
    if (stuck && !stuck->empty()) {
        throw RanksDiffer(outcome.report +
                          "; to roll back the commands after it failed: " + *stuck +
                          "; the ranks do not hold the same assembly any more, and the run cannot "
                          "continue");
    }
    throw RankFailure(outcome.report, outcome.first);
}

void Collective::compare(const Command& command) {
    if (isAlone()) {
        command.work();
        return;
    }
    const Level level(*this);
    bool done = false;
    const RankAgreement::Outcome outcome = outcomeOf(command, done);
    if (!outcome.isSuccess()) {
        abandon(outcome);
    }
}

void Collective::confirm(const std::string& place) {
    if (!isAlone()) {
        agree(place);
    }
}

}  // namespace gantry::framework
