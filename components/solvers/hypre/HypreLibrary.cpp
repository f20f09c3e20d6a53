#include "HypreLibrary.hpp"

#include <array>
#include <string>

#include "solvers/common/mpi/LoadedLibrary.hpp"
#include "solvers/common/mpi/MpiUse.hpp"

namespace solvers {
namespace {

void findMethod(const LoadedLibrary& library, HypreLibrary::Krylov& method,
                const std::string& prefix) {
    library.find(method.create, prefix + "Create");
    library.find(method.destroy, prefix + "Destroy");
    library.find(method.setup, prefix + "Setup");
    library.find(method.solve, prefix + "Solve");
    library.find(method.setTolerance, prefix + "SetTol");
    library.find(method.setMaxIterations, prefix + "SetMaxIter");
    library.find(method.setPreconditioner, prefix + "SetPrecond");
    library.find(method.getIterations, prefix + "GetNumIterations");
}

void findArrays(const LoadedLibrary& library, HypreLibrary& hypre) {
    library.find(hypre.matrixCreate, "HYPRE_IJMatrixCreate");
    library.find(hypre.matrixDestroy, "HYPRE_IJMatrixDestroy");
    library.find(hypre.matrixSetType, "HYPRE_IJMatrixSetObjectType");
    library.find(hypre.matrixSetRowSizes, "HYPRE_IJMatrixSetRowSizes");
    library.find(hypre.matrixInitialize, "HYPRE_IJMatrixInitialize");
    library.find(hypre.matrixSetValues, "HYPRE_IJMatrixSetValues");
    library.find(hypre.matrixAssemble, "HYPRE_IJMatrixAssemble");
    library.find(hypre.matrixGetObject, "HYPRE_IJMatrixGetObject");
    library.find(hypre.vectorCreate, "HYPRE_IJVectorCreate");
    library.find(hypre.vectorDestroy, "HYPRE_IJVectorDestroy");
    library.find(hypre.vectorSetType, "HYPRE_IJVectorSetObjectType");
    library.find(hypre.vectorInitialize, "HYPRE_IJVectorInitialize");
    library.find(hypre.vectorSetValues, "HYPRE_IJVectorSetValues");
    library.find(hypre.vectorGetValues, "HYPRE_IJVectorGetValues");
    library.find(hypre.vectorAssemble, "HYPRE_IJVectorAssemble");
    library.find(hypre.vectorGetObject, "HYPRE_IJVectorGetObject");
}

void findMethods(const LoadedLibrary& library, HypreLibrary& hypre) {
    library.find(hypre.amgCreate, "HYPRE_BoomerAMGCreate");
    library.find(hypre.amgDestroy, "HYPRE_BoomerAMGDestroy");
    library.find(hypre.amgSetup, "HYPRE_BoomerAMGSetup");
    library.find(hypre.amgSolve, "HYPRE_BoomerAMGSolve");
    library.find(hypre.amgSetTolerance, "HYPRE_BoomerAMGSetTol");
    library.find(hypre.amgSetMaxIterations, "HYPRE_BoomerAMGSetMaxIter");
    library.find(hypre.amgSetCoarsening, "HYPRE_BoomerAMGSetCoarsenType");
    library.find(hypre.amgSetInterpolation, "HYPRE_BoomerAMGSetInterpType");
    library.find(hypre.amgSetSmoother, "HYPRE_BoomerAMGSetRelaxType");
    library.find(hypre.amgSetStrongThreshold, "HYPRE_BoomerAMGSetStrongThreshold");
    library.find(hypre.amgSetPrintLevel, "HYPRE_BoomerAMGSetPrintLevel");
    library.find(hypre.amgGetIterations, "HYPRE_BoomerAMGGetNumIterations");
    library.find(hypre.diagonalSolve, "HYPRE_ParCSRDiagScale");
    library.find(hypre.diagonalSetup, "HYPRE_ParCSRDiagScaleSetup");
    findMethod(library, hypre.cg, "HYPRE_ParCSRPCG");
    findMethod(library, hypre.gmres, "HYPRE_ParCSRGMRES");
    findMethod(library, hypre.bicgstab, "HYPRE_ParCSRBiCGSTAB");
    library.find(hypre.cgSetTwoNorm, "HYPRE_PCGSetTwoNorm");
    library.find(hypre.gmresSetRestart, "HYPRE_ParCSRGMRESSetKDim");
}

// At the first solve, not when the component is loaded: the library brings many others with it, MPI
// among them, and the component is listed where it is missing (docs/decisions/0045).
HypreLibrary load() {
    const LoadedLibrary library("hypre", GANTRY_HYPRE_LIBRARY);
    HypreLibrary hypre{};
    library.find(hypre.getError, "HYPRE_GetError");
    library.find(hypre.clearErrors, "HYPRE_ClearAllErrors");
    library.find(hypre.describeError, "HYPRE_DescribeError");
    findArrays(library, hypre);
    findMethods(library, hypre);
    decltype(&::HYPRE_Init) initialize = nullptr;
    library.find(initialize, "HYPRE_Init");
    initializeMpi("hypre");
    initialize();
    hypre.check();
    return hypre;
}

}  // namespace

const HypreLibrary& HypreLibrary::get() {
    if (mpiHasEnded()) {
        throw Breakdown("MPI, which hypre needs, has already ended in this process");
    }
    // Loaded once, by the first thread; where that throws, the next call tries again.
    static const HypreLibrary kLoaded = load();
    requireMpiThread("hypre");
    return kLoaded;
}

// hypre keeps its error flags in globals, so one thread of the process uses it at a time.
std::mutex& HypreLibrary::inUse() {
    static std::mutex mutex;
    return mutex;
}

void HypreLibrary::check() const {
    const HYPRE_Int error = getError();
    // hypre keeps its errors until they are cleared: the next check would report this one.
    clearErrors();
    if ((error & ~HYPRE_ERROR_CONV) != 0) {
        std::array<char, 256> text{};
        describeError(error, text.data());
        throw Breakdown("hypre: error " + std::to_string(error) + ", " + text.data());
    }
}

}  // namespace solvers
