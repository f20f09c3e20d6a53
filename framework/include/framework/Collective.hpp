#pragma once

#include <framework/RankAgreement.hpp>
#include <gantry/Error.hpp>

#include <functional>
#include <memory>
#include <string>

namespace gantry::framework {

/// A command failed on one rank, and all ranks rolled it back. The note names the rank and the
/// reason; it is the same on every rank.
class RankFailure final : public Error {
public:
    explicit RankFailure(const std::string& report)
        : Error(gov::cca::CCAExceptionType::Unexpected, report) {}
};

/// The ranks no longer hold the same assembly; the run cannot continue. The same on every rank.
class RanksDiffer final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Commands that either every rank of a parallel run carries out, or none. A nested command belongs
/// to the one around it. In a run of one rank a command is carried out without communication. One
/// thread at a time.
class Collective final {
public:
    /// Rolls a command back; an empty function: it cannot be rolled back.
    using Undo = std::function<void()>;

    struct Command {
        /// The same text on every rank; shown in messages.
        std::string text;
        std::function<void()> work;
    };

    /// ranks and timeout: as of RankAgreement.
    explicit Collective(std::shared_ptr<parallel::Upcalls> ranks = nullptr, double timeout = 0)
        : agreement_(std::move(ranks), timeout) {}

    [[nodiscard]] RankAgreement& agreement() noexcept { return agreement_; }
    [[nodiscard]] bool isAlone() const { return agreement_.size() == 1; }

    /// Carries out a command that changes the assembly. The ranks begin when all of them have
    /// reached the same command. undo is called on the ranks where work succeeded if it failed on
    /// others. Throws RankFailure on every rank, in a run of one rank what work throws, and
    /// RanksDiffer if a rank cannot be rolled back. Costs two agreements.
    void change(const Command& command, const Undo& undo);
    /// Carries out a command that does not change the assembly and compares its outcome: throws
    /// RankFailure on every rank if it failed on one. Costs one agreement.
    void compare(const Command& command);
    /// Waits for all ranks in the middle of a command. Throws RankFailure if one failed meanwhile.
    /// place appears in messages.
    void confirm(const std::string& place);

private:
    class Level;

    void agree(const std::string& place);
    /// Calls work and agrees on its outcome; done: whether it succeeded here.
    [[nodiscard]] RankAgreement::Outcome outcomeOf(const Command& command, bool& done);
    void rollBack(const Command& command, const Undo& undo, bool done,
                  const RankAgreement::Outcome& outcome);
    [[noreturn]] void abandon(const RankAgreement::Outcome& outcome);

    RankAgreement agreement_;
    int depth_ = 0;
    /// Why the enclosing command has ended on another rank; empty if it has not.
    std::string ended_;
};

}  // namespace gantry::framework
