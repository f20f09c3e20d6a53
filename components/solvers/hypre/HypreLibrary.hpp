#pragma once

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <HYPRE_utilities.h>

#include <mutex>

namespace solvers {

/// The functions of hypre that are called. hypre depends on more than twenty libraries, MPI among
/// them, so the first solve loads it; listing the component does not.
struct HypreLibrary {
    /// Loads and initializes hypre for this process alone; initializes MPI unless the process has
    /// done so. Throws Breakdown if hypre is not available, or MPI has been finalized: after
    /// mpiHasEnded() no function of hypre may be called.
    static const HypreLibrary& get();
    /// Held by the one thread that uses hypre.
    static std::mutex& inUse();

    /// Clears hypre's error and throws Breakdown with its text. That a method has not converged is
    /// not an error here.
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
    /// The functions of one Krylov method; hypre's differ in names only.
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
