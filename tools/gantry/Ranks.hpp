#pragma once

#include <framework/Framework.hpp>
#include <parallel/Upcalls.hpp>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

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
    enum class Mode { Detect, Mpi, Single };

    /// Detect: MPI where a launcher's environment variables are found. Throws gantry::Error where
    /// MPI is wanted and its component is missing.
    Ranks(Mode mode, const std::vector<std::filesystem::path>& componentPath);

    [[nodiscard]] int rank() const { return upcalls_->getRank(); }
    [[nodiscard]] int size() const { return upcalls_->getSize(); }
    [[nodiscard]] parallel::Upcalls& upcalls() const { return *upcalls_; }

    /// Lets the components of the assembly use the upcalls and, under MPI, the communicator.
    void serve(framework::Framework& assembly) const;

    /// To be called by every rank at the same places of the run. Throws AnotherRankFailed.
    void checkAllWell() const;
    /// Tells the others, at their next checkAllWell, that this rank has failed. Ends the whole run
    /// where they do not come there within some seconds. Returns whether this rank is the lowest
    /// failed one and should print the reason. Not to be called after AnotherRankFailed.
    [[nodiscard]] bool reportFailure(const std::string& reason) const;

private:
    [[nodiscard]] double lowestFailed(double candidate) const;

    framework::Framework machinery_;
    std::shared_ptr<parallel::Upcalls> upcalls_;
    bool underMpi_ = false;
};

}  // namespace gantry::tools
