#pragma once

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <HYPRE_utilities.h>
#include <mutex>

namespace solvers {

/// The functions of hypre that are called. hypre brings more than twenty libraries, MPI among them,
/// so it is loaded by the first solve and not where the component is only looked at.
struct HypreLibrary {
    /// Loads and initialises hypre for this process alone. An MPI that runs is used; else one is
    /// begun, and ended with the process. Throws Breakdown where hypre cannot be had.
    static const HypreLibrary& get();
    /// hypre is used by one thread at a time.
    static std::mutex& inUse();
    /// Whether MPI has ended, after which nothing of hypre may be called.
    static bool ended();

    /// Throws Breakdown with hypre's text for an error, but for the one that a method has not
    /// converged, and forgets it.
    void check() const;

    decltype(&::HYPRE_GetError) getError;
    decltype(&::HYPRE_ClearAllErrors) clearErrors;
    decltype(&::HYPRE_DescribeError) describeError;
    decltype(&::HYPRE_IJMatrixCreate) matrixCreate;
    decltype(&::HYPRE_IJMatrixDestroy) matrixDestroy;
    decltype(&::HYPRE_IJMatrixSetObjectType) matrixSetType;
    decltype(&::HYPRE_IJMatrixSetRowSizes) matrixSetRowSizes;
    decltype(&::HYPRE_IJMatrixInitialize) matrixInitialize;
    decltype(&::HYPRE_IJMatrixSetValues) matrixSetValues;
    decltype(&::HYPRE_IJMatrixAssemble) matrixAssemble;
    decltype(&::HYPRE_IJMatrixGetObject) matrixGetObject;
    decltype(&::HYPRE_IJVectorCreate) vectorCreate;
    decltype(&::HYPRE_IJVectorDestroy) vectorDestroy;
    decltype(&::HYPRE_IJVectorSetObjectType) vectorSetType;
    decltype(&::HYPRE_IJVectorInitialize) vectorInitialize;
    decltype(&::HYPRE_IJVectorSetValues) vectorSetValues;
    decltype(&::HYPRE_IJVectorGetValues) vectorGetValues;
    decltype(&::HYPRE_IJVectorAssemble) vectorAssemble;
    decltype(&::HYPRE_IJVectorGetObject) vectorGetObject;
    decltype(&::HYPRE_BoomerAMGCreate) amgCreate;
    decltype(&::HYPRE_BoomerAMGDestroy) amgDestroy;
    decltype(&::HYPRE_BoomerAMGSetup) amgSetup;
    decltype(&::HYPRE_BoomerAMGSolve) amgSolve;
    decltype(&::HYPRE_BoomerAMGSetTol) amgSetTolerance;
    decltype(&::HYPRE_BoomerAMGSetMaxIter) amgSetMaxIterations;
    decltype(&::HYPRE_BoomerAMGSetCoarsenType) amgSetCoarsening;
    decltype(&::HYPRE_BoomerAMGSetInterpType) amgSetInterpolation;
    decltype(&::HYPRE_BoomerAMGSetRelaxType) amgSetSmoother;
    decltype(&::HYPRE_BoomerAMGSetStrongThreshold) amgSetStrongThreshold;
    decltype(&::HYPRE_BoomerAMGSetPrintLevel) amgSetPrintLevel;
    decltype(&::HYPRE_BoomerAMGGetNumIterations) amgGetIterations;
    decltype(&::HYPRE_ParCSRDiagScale) diagonalSolve;
    decltype(&::HYPRE_ParCSRDiagScaleSetup) diagonalSetup;
    /// Of the Krylov methods, in one form for all: hypre's differ in names only.
    struct Krylov {
        HYPRE_Int (*create)(MPI_Comm, HYPRE_Solver*);
        HYPRE_Int (*destroy)(HYPRE_Solver);
        HYPRE_Int (*setup)(HYPRE_Solver, HYPRE_ParCSRMatrix, HYPRE_ParVector, HYPRE_ParVector);
        HYPRE_Int (*solve)(HYPRE_Solver, HYPRE_ParCSRMatrix, HYPRE_ParVector, HYPRE_ParVector);
        HYPRE_Int (*setTolerance)(HYPRE_Solver, HYPRE_Real);
        HYPRE_Int (*setMaxIterations)(HYPRE_Solver, HYPRE_Int);
        HYPRE_Int (*setPreconditioner)(HYPRE_Solver, HYPRE_PtrToParSolverFcn,
                                       HYPRE_PtrToParSolverFcn, HYPRE_Solver);
        HYPRE_Int (*getIterations)(HYPRE_Solver, HYPRE_Int*);
    };
    Krylov cg;
    Krylov gmres;
    Krylov bicgstab;
    decltype(&::HYPRE_PCGSetTwoNorm) cgSetTwoNorm;
    decltype(&::HYPRE_ParCSRGMRESSetKDim) gmresSetRestart;
};

}  // namespace solvers
