#include <base/text/NameSuggestion.hpp>
#include <framework/Ranks.hpp>
#include <gantry/Error.hpp>
#include <gantry/ports.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace gantry::framework {

namespace {

constexpr const char* kInstance = "ranks";
constexpr const char* kSingle = "parallel.Single";
constexpr const char* kLocal = "parallel.Local";
constexpr const char* kMpi = "parallel.Mpi";
constexpr const char* kMpich = "parallel.Mpich";

/// Variables that launchers set in the processes they start.
constexpr const char* kOpenMpiSize = "OMPI_COMM_WORLD_SIZE";
constexpr const char* kMpichSize = "PMI_SIZE";
constexpr std::array kOfMpich{kMpichSize, "PMI_RANK", "MPI_LOCALNRANKS"};
constexpr const char* kOfPmix = "PMIX_RANK";

bool isSet(const char* variable) {
    return std::getenv(variable) != nullptr;
}

bool launchedByMpich() {
    return !isSet(kOpenMpiSize) && std::any_of(kOfMpich.begin(), kOfMpich.end(), isSet);
}

bool launchedByMpi() {
    return isSet(kOpenMpiSize) || isSet(kOfPmix) || launchedByMpich();
}

bool isAvailable(const Framework& machinery, const std::string& className) {
    const auto classes = machinery.availableClasses();
    return std::any_of(classes.begin(), classes.end(),
                       [&](const ClassInfo& known) { return known.name == className; });
}

void requireClass(const std::string& className, const Framework& machinery) {
    if (isAvailable(machinery, className)) {
        return;
    }
    std::vector<std::string> known;
    for (const ClassInfo& info : machinery.availableClasses()) {
        if (info.name.starts_with("parallel.")) {
            known.push_back(info.name);
        }
    }
    throw std::invalid_argument("there is no component class '" + className + "'" +
                                base::suggest(className, known));
}

/// The component with the upcalls of this run.
std::string classFor(const std::string& word, const Framework& machinery) {
    if (word == "no" || (word == "auto" && !launchedByMpi())) {
        return kSingle;
    }
    if (word != "yes" && word != "auto") {
        requireClass(word, machinery);
        return word;
    }
    return launchedByMpich() && isAvailable(machinery, kMpich) ? kMpich : kMpi;
}

}  // namespace

// The component with the upcalls is in a framework of its own, so that no command of a script can
// destroy it or connect something else to it.
Ranks::Ranks(const Options& options, const std::vector<std::filesystem::path>& componentPath)
    : machinery_(componentPath) {
    const std::string className = classFor(options.mpi, machinery_);
    underMpi_ = className != kSingle && className != kLocal;
    if (underMpi_ && options.beforeMpi) {
        options.beforeMpi(className == kMpich);
    }
    try {
        machinery_.createInstance(className, kInstance);
    } catch (const gov::cca::CCAException& error) {
        const std::string hint = underMpi_ ? "; this run was started by an MPI launcher: build "
                                             "Gantry with MPI (package libopenmpi-dev), or " +
                                                 options.runAlone
                                           : "";
        throw Error(gov::cca::CCAExceptionType::Nonstandard, error.getNote() + hint);
    }
    upcalls_ =
        castPort<parallel::Upcalls>(machinery_.providedPort(kInstance, "upcalls"), "upcalls");
    if (underMpi_) {
        checkLauncher(className, options.chooseClass);
    }
    collective_ = std::make_unique<Collective>(upcalls_, options.patience);
}

// A program with another MPI than its launcher starts without an error, as that many runs of one
// rank each, which would then overwrite each other's files.
void Ranks::checkLauncher(const std::string& className, const std::string& chooseClass) const {
    const char* const variable = isSet(kOpenMpiSize) ? kOpenMpiSize : kMpichSize;
    const char* const started = std::getenv(variable);
    if (size() == 1 && started && std::string(started) != "1") {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "the launcher started " + std::string(started) + " processes (" + variable +
                        "), but " + className +
                        " finds only this process: it was built with another MPI; start with the "
                        "mpirun of that MPI, or " +
                        chooseClass);
    }
}

void Ranks::serve(Framework& assembly) const {
    assembly.addService("parallel.Upcalls", upcalls_);
    if (underMpi_) {
        assembly.addService("parallel.MPIService", machinery_.providedPort(kInstance, "mpi"));
    }
}

void Ranks::checkAllWell(const std::string& place) const {
    const RankAgreement::Outcome outcome = collective_->agreement().agree(place);
    if (!outcome.isSuccess()) {
        throw AnotherRankFailed(outcome.report);
    }
}

// Collective. One rank speaks for all, so that a failure of the whole run is printed once.
Ranks::Telling Ranks::reportFailure(const std::string& reason) const {
    const RankAgreement::Outcome outcome =
        collective_->agreement().agree("the end of the run", reason);
    if (outcome.lowestFailed != rank()) {
        return Telling::Nothing;
    }
    return outcome.failed == size() ? Telling::OfAllRanks : Telling::ItsOwn;
}

void Ranks::end(bool hasSpoken) const {
    constexpr std::chrono::seconds kUntilSpoken{2};
    if (!hasSpoken) {
        // The one that speaks ends this rank, too.
        std::this_thread::sleep_for(kUntilSpoken);
    }
    // Ends the other ranks, which may wait in a collective call, and does not return where MPI ends
    // all processes.
    upcalls_->abort(1);
    std::abort();
}

}  // namespace gantry::framework
