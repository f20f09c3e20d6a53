#pragma once

#include <framework/Collective.hpp>
#include <framework/Framework.hpp>
#include <parallel/Upcalls.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::framework {

/// Another rank of the run has failed and says why.
class AnotherRankFailed final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The processes of this run: those an MPI launcher started together, or this one alone. Everything
/// goes through the upcalls port, whose component is loaded into a framework of its own.
class Ranks final {
public:
    struct Options {
        /// auto: MPI where a launcher's environment variables are found; yes, no, or the class of
        /// the component with the upcalls.
        std::string mpi = "auto";
        /// How many seconds a rank waits for the others; 0: as long as it takes.
        double patience = 0;
        /// What messages advise where MPI is not there, and where it is another one than the
        /// launcher's: "choose ... to run every process alone".
        std::string runAlone = "run every process alone";
        std::string chooseClass = "choose another class";
        /// Called before the first library of MPI is loaded; not where there is no MPI. mpich: it
        /// is MPICH beside another one.
        std::function<void(bool mpich)> beforeMpi{};
    };

    /// Throws gantry::Error where MPI is wanted and its component is missing, or is of another MPI
    /// than the launcher; std::runtime_error where the module for MPI cannot be loaded.
    Ranks(const Options& options, const std::vector<std::filesystem::path>& componentPath);

    [[nodiscard]] int rank() const { return upcalls_->getRank(); }
    [[nodiscard]] int size() const { return upcalls_->getSize(); }
    [[nodiscard]] parallel::Upcalls& upcalls() const { return *upcalls_; }
    /// For commands that all ranks carry out together. Valid as long as this object.
    [[nodiscard]] Collective& collective() const { return *collective_; }

    /// Lets the components of the assembly use the upcalls and, under MPI, the communicator.
    void serve(Framework& assembly) const;

    /// To be called by every rank at the same places of the run. Throws AnotherRankFailed, or
    /// RanksMissing.
    void checkAllWell(const std::string& place) const;

    /// What a rank that fails has to tell the user.
    enum class Telling { Nothing, ItsOwn, OfAllRanks };
    /// Notifies the others, at their next meeting, that this rank has failed: the lowest failed
    /// rank reports why, for all where every rank failed. Throws RanksMissing where they
    /// do not come there. Not to be called after AnotherRankFailed.
    [[nodiscard]] Telling reportFailure(const std::string& reason) const;
    /// Ends every rank at once. hasSpoken: this rank has said why; the others wait for the one that
    /// does, two seconds at most.
    [[noreturn]] void end(bool hasSpoken) const;

private:
    void checkLauncher(const std::string& className, const std::string& chooseClass) const;

    Framework machinery_;
    std::shared_ptr<parallel::Upcalls> upcalls_;
    std::unique_ptr<Collective> collective_;
    bool underMpi_ = false;
};

}  // namespace gantry::framework
