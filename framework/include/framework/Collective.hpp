#pragma once

#include <framework/RankAgreement.hpp>
#include <gantry/Error.hpp>

#include <functional>
#include <memory>
#include <string>

namespace gantry::framework {

/// A command that no rank has carried out, or whose result no rank keeps, because it failed on one
/// of them: the note says on which, and why. The same on every rank.
class RankFailure final : public Error {
public:
    explicit RankFailure(const std::string& report)
        : Error(gov::cca::CCAExceptionType::Unexpected, report) {}
};

/// The ranks do not hold the same assembly any more: the run cannot go on. The same on every rank.
class RanksDiffer final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Commands that every rank of a parallel run carries out, or none. Nested ones belong to the one
/// around them. In a run of one rank a command is simply carried out.
class Collective final {
public:
    /// How a command is rolled back; an empty function: it cannot be.
    using Undo = std::function<void()>;

    struct Command {
        /// The same text on every rank; shown in messages.
        std::string text;
        std::function<void()> work;
    };

    explicit Collective(std::shared_ptr<parallel::Upcalls> ranks = nullptr, double timeout = 0)
        : agreement_(std::move(ranks), timeout) {}

    [[nodiscard]] RankAgreement& agreement() noexcept { return agreement_; }
    [[nodiscard]] bool isAlone() const { return agreement_.size() == 1; }

    /// A command that changes the assembly. The ranks begin it together, when all of them have come
    /// with the same one. undo is called on the ranks where work succeeded while it failed on
    /// others. Throws RankFailure on every rank, what work throws in a run of one rank, and
    /// RanksDiffer where some rank keeps what others do not have.
    void change(const Command& command, const Undo& undo);
    /// A command that leaves the assembly as it is. The ranks compare its outcome: throws
    /// RankFailure on every rank where it failed on one.
    void compare(const Command& command);
    /// Waits for all ranks in the middle of a command; throws RankFailure where one failed
    /// meanwhile.
    void confirm(const std::string& place);

private:
    class Level;

    void agree(const std::string& place);
    /// What work throws as a text; the outcome of the meeting after it.
    [[nodiscard]] RankAgreement::Outcome outcomeOf(const Command& command, bool& done);
    void rollBack(const Command& command, const Undo& undo, bool done,
                  const RankAgreement::Outcome& outcome);
    [[noreturn]] void abandon(const RankAgreement::Outcome& outcome);

    RankAgreement agreement_;
    int depth_ = 0;
    /// Why the command around this one has ended on another rank; empty where it has not.
    std::string ended_;
};

}  // namespace gantry::framework
