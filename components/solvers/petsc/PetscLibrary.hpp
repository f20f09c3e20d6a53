#pragma once

#include <mutex>
#include <petscksp.h>

namespace solvers {

/// The functions of PETSc that are called. Loading PETSc takes a tenth of a second and brings
/// thirty libraries, so it is done by the first solve and not where the component is only looked
/// at.
struct PetscLibrary {
    /// Loads and initialises PETSc for this process alone: on MPI_COMM_SELF, without signal
    /// handlers, its errors returned and not printed. An MPI that runs is used; else one is begun,
    /// and ended with the process. Throws Breakdown where PETSc cannot be had.
    static const PetscLibrary& get();
    /// PETSc is used by one thread at a time.
    static std::mutex& inUse();
    /// Whether MPI has ended, after which nothing of PETSc may be called.
    static bool ended();

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
