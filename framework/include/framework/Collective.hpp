#pragma once

#include <framework/RankAgreement.hpp>
#include <gantry/Error.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gantry::framework {

/// A command failed on one rank, and all ranks rolled it back. The note names the rank and the
/// reason; it is the same on every rank.
class RankFailure final : public Error {
public:
    /// command: see Collective::settle.
    explicit RankFailure(const std::string& report, std::size_t command = 0)
        : Error(gov::cca::CCAExceptionType::Unexpected, report), command_(command) {}

    /// The number, from 0, of the command that failed among those that were changed later.
    [[nodiscard]] std::size_t command() const noexcept { return command_; }

private:
    std::size_t command_;
};

/// The ranks no longer hold the same assembly; the run cannot continue. The same on every rank.
class RanksDiffer final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Commands that either every rank of a parallel run carries out, or none. A nested command belongs
/// to the one around it. In a run of one rank a command is carried out without communication. One
/// thread at a time.
///
///     collective.change({"connect driver integrator", [&] { connection = assembly.connect(...);
///     }},
///                       [&] { assembly.disconnect(connection); });
class Collective final {
public:
    /// Rolls a command back; an empty function: it cannot be rolled back.
    using Undo = std::function<void()>;

    /// What one rank contributes to a change: `work` may differ from rank to rank, the text may
    /// not.
    struct Command {
        /// The same text on every rank; shown in messages.
        std::string text;
        std::function<void()> work;
    };

    /// ranks and timeout: as of RankAgreement.
    explicit Collective(std::shared_ptr<parallel::Upcalls> ranks = nullptr, double timeout = 0)
        : agreement_(std::move(ranks), timeout) {}

    /// For agreements that are no commands. Valid as long as this object.
    [[nodiscard]] RankAgreement& agreement() noexcept { return agreement_; }
    /// Whether the run has one rank.
    [[nodiscard]] bool isAlone() const { return agreement_.size() == 1; }

    /// Carries out a command that changes the assembly. The ranks begin when all of them have
    /// reached the same command. undo is called on the ranks where work succeeded if it failed on
    /// others. Throws RankFailure on every rank, in a run of one rank what work throws, and
    /// RanksDiffer if a rank cannot be rolled back. Costs two agreements.
    void change(const Command& command, const Undo& undo);
    /// Carries out a command that changes the assembly without waiting for the other ranks, which
    /// compare it at the next settle. For commands whose work neither meets the other ranks nor
    /// shows anything: it may be rolled back although it succeeded everywhere, because an earlier
    /// one failed on another rank. undo is not empty. Throws as settle if work fails here, in a run
    /// of one rank what work throws.
    void changeLater(const Command& command, Undo undo);
    /// Compares the commands that were changed later since the last settle, by one agreement; none
    /// if there are none. If one failed on some rank, or the ranks gave different commands, it and
    /// those after it are rolled back everywhere, the last first. Throws RankFailure with the
    /// number of that command on every rank, and RanksDiffer if a rank cannot be rolled back. Every
    /// other member that meets the ranks is called with nothing left to settle.
    void settle();

    /// Carries out a command that does not change the assembly and compares its outcome: throws
    /// RankFailure on every rank if it failed on one. Costs one agreement.
    void compare(const Command& command);
    /// Waits for all ranks in the middle of a command. Throws RankFailure if one failed meanwhile.
    /// place appears in messages.
    void confirm(const std::string& place);

private:
    // Counts depth_ for a scope: only the outermost command meets the other ranks.
    class Level;
    struct Unsettled {
        std::string place;
        /// Empty if the command failed.
        Undo undo;
    };

    void settle(const std::optional<std::string>& failure);

    void agree(const std::string& place);
    /// Calls work and agrees on its outcome; done: whether it succeeded here.
    [[nodiscard]] RankAgreement::Outcome outcomeOf(const Command& command, bool& done);
    void rollBack(const Command& command, const Undo& undo, bool done,
                  const RankAgreement::Outcome& outcome);
    [[noreturn]] void abandon(const RankAgreement::Outcome& outcome);

    RankAgreement agreement_;
    // What changeLater() did since the last settle(), in that order.
    std::vector<Unsettled> unsettled_;
    int depth_ = 0;
    /// Why the enclosing command has ended on another rank; empty if it has not.
    std::string ended_;
};

}  // namespace gantry::framework
