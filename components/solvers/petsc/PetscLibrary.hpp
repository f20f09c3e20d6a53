#pragma once

#include <petscksp.h>

#include <mutex>

namespace solvers {

/// The functions of PETSc that are called. Loading PETSc and the thirty libraries it depends on
/// takes a tenth of a second, so the first solve does it; listing the component does not.
struct PetscLibrary {
    /// Loads and initializes PETSc for this process alone: on MPI_COMM_SELF, without signal
    /// handlers, its errors returned and not printed. Initializes MPI unless the process has done
    /// so. Throws Breakdown if PETSc is not available, or MPI has been finalized: after
    /// mpiHasEnded() no function of PETSc may be called.
    static const PetscLibrary& get();
    /// Held by the one thread that uses PETSc.
    static std::mutex& inUse();

    /// Throws Breakdown with PETSc's text for an error.
    void check(PetscErrorCode code) const;

    decltype(&::PetscErrorMessage) errorMessage;
    decltype(&::PetscInitializeNoArguments) initialize;
    decltype(&::PetscOptionsSetValue) setOption;
    decltype(&::PetscPushErrorHandler) pushErrorHandler;
    decltype(&::PetscReturnErrorHandler) returnErrorHandler;
    decltype(&::MatCreateSeqAIJWithArrays) matCreate;
    decltype(&::MatSetOption) matSetOption;
    decltype(&::MatDestroy) matDestroy;
    decltype(&::VecCreateSeqWithArray) vecCreate;
    decltype(&::VecDestroy) vecDestroy;
    decltype(&::KSPCreate) kspCreate;
    decltype(&::KSPDestroy) kspDestroy;
    decltype(&::KSPSetOperators) kspSetOperators;
    decltype(&::KSPSetType) kspSetType;
    decltype(&::KSPGetPC) kspGetPC;
    decltype(&::KSPSetPCSide) kspSetPCSide;
    decltype(&::KSPSetNormType) kspSetNormType;
    decltype(&::KSPSetTolerances) kspSetTolerances;
    decltype(&::KSPSetInitialGuessNonzero) kspSetInitialGuessNonzero;
    decltype(&::KSPSetConvergenceTest) kspSetConvergenceTest;
    decltype(&::KSPSetUp) kspSetUp;
    decltype(&::KSPSolve) kspSolve;
    decltype(&::KSPGetConvergedReason) kspGetConvergedReason;
    decltype(&::KSPGetIterationNumber) kspGetIterationNumber;
    decltype(&::KSPGMRESSetRestart) kspGmresSetRestart;
    decltype(&::PCSetType) pcSetType;
    decltype(&::PCFactorSetLevels) pcFactorSetLevels;
    decltype(&::PCHYPRESetType) pcHypreSetType;
};

}  // namespace solvers
