#include "PetscLibrary.hpp"

#include <mpi.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string>

#include "solvers/common/Solver.hpp"

namespace solvers {
namespace {

class Symbols final {
public:
    Symbols() : handle_(dlopen(GANTRY_PETSC_LIBRARY, RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) {
            throw Breakdown(std::string("PETSc cannot be loaded: ") + dlerror());
        }
    }
    template <class Function>
    void find(Function& function, const char* name) const {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        if (function == nullptr) {
            throw Breakdown(std::string("PETSc lacks ") + name + " (" GANTRY_PETSC_LIBRARY ")");
        }
    }

private:
    void* handle_;
};

void endMpi() {
    if (!PetscLibrary::ended()) {
        MPI_Finalize();
    }
}

// Open MPI loads further libraries that look for its symbols, but this library was loaded
// privately.
void openMpiGlobally() {
    Dl_info library{};
    if (dladdr(reinterpret_cast<const void*>(&MPI_Init_thread), &library) != 0) {
        dlopen(library.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
    }
}

void beginMpi() {
    int begun = 0;
    MPI_Initialized(&begun);
    if (begun != 0) {
        return;
    }
    openMpiGlobally();
    int provided = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
        throw Breakdown("MPI, which PETSc needs, cannot be begun");
    }
    std::atexit(endMpi);
}

void findKrylov(const Symbols& symbols, PetscLibrary& petsc) {
    symbols.find(petsc.kspCreate, "KSPCreate");
    symbols.find(petsc.kspDestroy, "KSPDestroy");
    symbols.find(petsc.kspSetOperators, "KSPSetOperators");
    symbols.find(petsc.kspSetType, "KSPSetType");
    symbols.find(petsc.kspGetPC, "KSPGetPC");
    symbols.find(petsc.kspSetPCSide, "KSPSetPCSide");
    symbols.find(petsc.kspSetNormType, "KSPSetNormType");
    symbols.find(petsc.kspSetTolerances, "KSPSetTolerances");
    symbols.find(petsc.kspSetInitialGuessNonzero, "KSPSetInitialGuessNonzero");
    symbols.find(petsc.kspSetConvergenceTest, "KSPSetConvergenceTest");
    symbols.find(petsc.kspSetUp, "KSPSetUp");
    symbols.find(petsc.kspSolve, "KSPSolve");
    symbols.find(petsc.kspGetConvergedReason, "KSPGetConvergedReason");
    symbols.find(petsc.kspGetIterationNumber, "KSPGetIterationNumber");
    symbols.find(petsc.kspGmresSetRestart, "KSPGMRESSetRestart");
    symbols.find(petsc.pcSetType, "PCSetType");
    symbols.find(petsc.pcFactorSetLevels, "PCFactorSetLevels");
    symbols.find(petsc.pcHypreSetType, "PCHYPRESetType");
}

PetscLibrary load() {
    const Symbols symbols;
    PetscLibrary petsc{};
    symbols.find(petsc.errorMessage, "PetscErrorMessage");
    symbols.find(petsc.initialize, "PetscInitializeNoArguments");
    symbols.find(petsc.setOption, "PetscOptionsSetValue");
    symbols.find(petsc.pushErrorHandler, "PetscPushErrorHandler");
    symbols.find(petsc.returnErrorHandler, "PetscReturnErrorHandler");
    symbols.find(petsc.matCreate, "MatCreateSeqAIJWithArrays");
    symbols.find(petsc.matSetOption, "MatSetOption");
    symbols.find(petsc.matDestroy, "MatDestroy");
    symbols.find(petsc.vecCreate, "VecCreateSeqWithArray");
    symbols.find(petsc.vecDestroy, "VecDestroy");
    findKrylov(symbols, petsc);
    MPI_Comm* world = nullptr;
    symbols.find(world, "PETSC_COMM_WORLD");
    beginMpi();
    *world = MPI_COMM_SELF;
    petsc.setOption(nullptr, "-no_signal_handler", "1");
    petsc.check(petsc.initialize());
    petsc.check(petsc.pushErrorHandler(petsc.returnErrorHandler, nullptr));
    return petsc;
}

}  // namespace

const PetscLibrary& PetscLibrary::get() {
    if (ended()) {
        throw Breakdown("MPI, which PETSc needs, has already ended in this process");
    }
    static const PetscLibrary kLoaded = load();
    return kLoaded;
}

std::mutex& PetscLibrary::inUse() {
    static std::mutex mutex;
    return mutex;
}

bool PetscLibrary::ended() {
    int ended = 0;
    MPI_Finalized(&ended);
    return ended != 0;
}

void PetscLibrary::check(PetscErrorCode code) const {
    if (code != 0) {
        const char* text = nullptr;
        errorMessage(code, &text, nullptr);
        throw Breakdown("PETSc: error " + std::to_string(code) +
                        (text ? std::string(", ") + text : ""));
    }
}

}  // namespace solvers
