#pragma once

#include <framework/Collective.hpp>
#include <framework/Framework.hpp>
#include <parallel/Upcalls.hpp>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "MpiModule.hpp"

namespace gantry::tools {

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
        /// Only under MPI.
        MpiModuleChoice module{};
    };

    /// Throws gantry::Error where MPI is wanted and its component is missing, or is of another MPI
    /// than the launcher; std::runtime_error where the module for MPI cannot be loaded.
    Ranks(const Options& options, const std::vector<std::filesystem::path>& componentPath);

    [[nodiscard]] int rank() const { return upcalls_->getRank(); }
    [[nodiscard]] int size() const { return upcalls_->getSize(); }
    [[nodiscard]] parallel::Upcalls& upcalls() const { return *upcalls_; }
    [[nodiscard]] framework::Collective& collective() const { return *collective_; }

    /// Lets the components of the assembly use the upcalls and, under MPI, the communicator.
    void serve(framework::Framework& assembly) const;

    /// To be called by every rank at the same places of the run. Throws AnotherRankFailed, or
    /// framework::RanksMissing.
    void checkAllWell(const std::string& place) const;

    /// What a rank that fails has to tell the user.
    enum class Telling { Nothing, ItsOwn, OfAllRanks };
    /// Notifies the others, at their next meeting, that this rank has failed: the lowest failed
    /// rank reports why, for all where every rank failed. Throws framework::RanksMissing where they
    /// do not come there. Not to be called after AnotherRankFailed.
    [[nodiscard]] Telling reportFailure(const std::string& reason) const;
    /// Ends every rank at once, with one message.
    [[noreturn]] void end(const std::string& message, bool isReporter) const;

private:
    void checkLauncher(const std::string& className) const;

    framework::Framework machinery_;
    std::shared_ptr<parallel::Upcalls> upcalls_;
    std::unique_ptr<framework::Collective> collective_;
    bool underMpi_ = false;
};

}  // namespace gantry::tools
