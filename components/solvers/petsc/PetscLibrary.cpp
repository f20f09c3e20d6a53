#include "PetscLibrary.hpp"

#include <mpi.h>

#include <string>

#include "solvers/common/mpi/LoadedLibrary.hpp"
#include "solvers/common/mpi/MpiUse.hpp"

namespace solvers {
namespace {

void findKrylov(const LoadedLibrary& library, PetscLibrary& petsc) {
    library.find(petsc.kspCreate, "KSPCreate");
    library.find(petsc.kspDestroy, "KSPDestroy");
    library.find(petsc.kspSetOperators, "KSPSetOperators");
    library.find(petsc.kspSetType, "KSPSetType");
    library.find(petsc.kspGetPC, "KSPGetPC");
    library.find(petsc.kspSetPCSide, "KSPSetPCSide");
    library.find(petsc.kspSetNormType, "KSPSetNormType");
    library.find(petsc.kspSetTolerances, "KSPSetTolerances");
    library.find(petsc.kspSetInitialGuessNonzero, "KSPSetInitialGuessNonzero");
    library.find(petsc.kspSetConvergenceTest, "KSPSetConvergenceTest");
    library.find(petsc.kspSetUp, "KSPSetUp");
    library.find(petsc.kspSolve, "KSPSolve");
    library.find(petsc.kspGetConvergedReason, "KSPGetConvergedReason");
    library.find(petsc.kspGetIterationNumber, "KSPGetIterationNumber");
    library.find(petsc.kspGmresSetRestart, "KSPGMRESSetRestart");
    library.find(petsc.pcSetType, "PCSetType");
    library.find(petsc.pcFactorSetLevels, "PCFactorSetLevels");
    library.find(petsc.pcHypreSetType, "PCHYPRESetType");
}

PetscLibrary load() {
    const LoadedLibrary library("PETSc", GANTRY_PETSC_LIBRARY);
    PetscLibrary petsc{};
    library.find(petsc.errorMessage, "PetscErrorMessage");
    library.find(petsc.initialize, "PetscInitializeNoArguments");
    library.find(petsc.setOption, "PetscOptionsSetValue");
    library.find(petsc.pushErrorHandler, "PetscPushErrorHandler");
    library.find(petsc.returnErrorHandler, "PetscReturnErrorHandler");
    library.find(petsc.matCreate, "MatCreateSeqAIJWithArrays");
    library.find(petsc.matSetOption, "MatSetOption");
    library.find(petsc.matDestroy, "MatDestroy");
    library.find(petsc.vecCreate, "VecCreateSeqWithArray");
    library.find(petsc.vecDestroy, "VecDestroy");
    findKrylov(library, petsc);
    MPI_Comm* world = nullptr;
    library.find(world, "PETSC_COMM_WORLD");
    initializeMpi("PETSc");
    // Before it is initialised, as PETSc wants it: else it would take all ranks of the program for
    // its own.
    *world = MPI_COMM_SELF;
    // The program's handlers stay.
    petsc.setOption(nullptr, "-no_signal_handler", "1");
    petsc.check(petsc.initialize());
    petsc.check(petsc.pushErrorHandler(petsc.returnErrorHandler, nullptr));
    return petsc;
}

}  // namespace

const PetscLibrary& PetscLibrary::get() {
    if (mpiHasEnded()) {
        throw Breakdown("MPI, which PETSc needs, has already ended in this process");
    }
    // Loaded once, by the first thread; where that throws, the next call tries again.
    static const PetscLibrary kLoaded = load();
    requireMpiThread("PETSc");
    return kLoaded;
}

std::mutex& PetscLibrary::inUse() {
    static std::mutex mutex;
    return mutex;
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
