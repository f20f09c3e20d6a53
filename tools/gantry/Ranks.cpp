#include "Ranks.hpp"

#include <gantry/Error.hpp>
#include <gantry/ports.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>

namespace gantry::tools {

namespace {

constexpr double kFailureTimeout = 10;
constexpr const char* kInstance = "ranks";

/// Variables that MPI launchers set in the processes they start: Open MPI, MPICH and its relatives,
/// PMIx.
bool launchedByMpi() {
    constexpr std::array kVariables{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK",
                                    "MPI_LOCALNRANKS"};
    return std::any_of(kVariables.begin(), kVariables.end(),
                       [](const char* variable) { return std::getenv(variable) != nullptr; });
}

}  // namespace

Ranks::Ranks(Mode mode, const std::vector<std::filesystem::path>& componentPath)
    : machinery_(componentPath),
      underMpi_(mode == Mode::Mpi || (mode == Mode::Detect && launchedByMpi())) {
    const std::string className = underMpi_ ? "parallel.Mpi" : "parallel.Single";
    try {
        machinery_.createInstance(className, kInstance);
    } catch (const gov::cca::CCAException& error) {
        const std::string hint = underMpi_ ? "; this run was started by an MPI launcher: build "
                                             "Gantry with MPI (package libopenmpi-dev), or "
                                             "pass --mpi no to run every process alone"
                                           : "";
        throw Error(gov::cca::CCAExceptionType::Nonstandard, error.getNote() + hint);
    }
    upcalls_ =
        castPort<parallel::Upcalls>(machinery_.providedPort(kInstance, "upcalls"), "upcalls");
}

void Ranks::serve(framework::Framework& assembly) const {
    assembly.addService("parallel.Upcalls", upcalls_);
    if (underMpi_) {
        assembly.addService("parallel.MPIService", machinery_.providedPort(kInstance, "mpi"));
    }
}

void Ranks::checkAllWell() const {
    if (!upcalls_->agree(true, 0)) {
        const double failed = lowestFailed(size());
        throw AnotherRankFailed("rank " + std::to_string(static_cast<int>(failed)) + " has failed");
    }
}

double Ranks::lowestFailed(double candidate) const {
    return upcalls_->reduceMinimum({candidate})[0];
}

bool Ranks::reportFailure(const std::string& reason) const {
    if (size() == 1) {
        return true;
    }
    try {
        upcalls_->agree(false, kFailureTimeout);
        return lowestFailed(rank()) == rank();
    } catch (const gov::cca::CCAException&) {
        std::cerr << "gantry: rank " << rank() << ": " << reason << "\ngantry: rank " << rank()
                  << ": the other ranks did not stop; ending the run\n";
        upcalls_->abort(1);
        return true;
    }
}

}  // namespace gantry::tools
