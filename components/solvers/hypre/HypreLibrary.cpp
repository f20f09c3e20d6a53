#include "HypreLibrary.hpp"

#include <mpi.h>

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

#include "solvers/common/Solver.hpp"

namespace solvers {
namespace {

class Symbols final {
public:
    Symbols() : handle_(dlopen(GANTRY_HYPRE_LIBRARY, RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) {
            throw Breakdown(std::string("hypre cannot be loaded: ") + dlerror());
        }
    }
    template <class Function>
    void find(Function& function, const std::string& name) const {
        function = reinterpret_cast<Function>(dlsym(handle_, name.c_str()));
        if (function == nullptr) {
            throw Breakdown("hypre lacks " + name + " (" GANTRY_HYPRE_LIBRARY ")");
        }
    }
    void find(HypreLibrary::Krylov& method, const std::string& prefix) const {
        find(method.create, prefix + "Create");
        find(method.destroy, prefix + "Destroy");
        find(method.setup, prefix + "Setup");
        find(method.solve, prefix + "Solve");
        find(method.setTolerance, prefix + "SetTol");
        find(method.setMaxIterations, prefix + "SetMaxIter");
        find(method.setPreconditioner, prefix + "SetPrecond");
        find(method.getIterations, prefix + "GetNumIterations");
    }

private:
    void* handle_;
};

void endMpi() {
    if (!HypreLibrary::ended()) {
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
        throw Breakdown("MPI, which hypre needs, cannot be begun");
    }
    std::atexit(endMpi);
}

void findArrays(const Symbols& symbols, HypreLibrary& hypre) {
    symbols.find(hypre.matrixCreate, "HYPRE_IJMatrixCreate");
    symbols.find(hypre.matrixDestroy, "HYPRE_IJMatrixDestroy");
    symbols.find(hypre.matrixSetType, "HYPRE_IJMatrixSetObjectType");
    symbols.find(hypre.matrixSetRowSizes, "HYPRE_IJMatrixSetRowSizes");
    symbols.find(hypre.matrixInitialize, "HYPRE_IJMatrixInitialize");
    symbols.find(hypre.matrixSetValues, "HYPRE_IJMatrixSetValues");
    symbols.find(hypre.matrixAssemble, "HYPRE_IJMatrixAssemble");
    symbols.find(hypre.matrixGetObject, "HYPRE_IJMatrixGetObject");
    symbols.find(hypre.vectorCreate, "HYPRE_IJVectorCreate");
    symbols.find(hypre.vectorDestroy, "HYPRE_IJVectorDestroy");
    symbols.find(hypre.vectorSetType, "HYPRE_IJVectorSetObjectType");
    symbols.find(hypre.vectorInitialize, "HYPRE_IJVectorInitialize");
    symbols.find(hypre.vectorSetValues, "HYPRE_IJVectorSetValues");
    symbols.find(hypre.vectorGetValues, "HYPRE_IJVectorGetValues");
    symbols.find(hypre.vectorAssemble, "HYPRE_IJVectorAssemble");
    symbols.find(hypre.vectorGetObject, "HYPRE_IJVectorGetObject");
}

void findMethods(const Symbols& symbols, HypreLibrary& hypre) {
    symbols.find(hypre.amgCreate, "HYPRE_BoomerAMGCreate");
    symbols.find(hypre.amgDestroy, "HYPRE_BoomerAMGDestroy");
    symbols.find(hypre.amgSetup, "HYPRE_BoomerAMGSetup");
    symbols.find(hypre.amgSolve, "HYPRE_BoomerAMGSolve");
    symbols.find(hypre.amgSetTolerance, "HYPRE_BoomerAMGSetTol");
    symbols.find(hypre.amgSetMaxIterations, "HYPRE_BoomerAMGSetMaxIter");
    symbols.find(hypre.amgSetCoarsening, "HYPRE_BoomerAMGSetCoarsenType");
    symbols.find(hypre.amgSetInterpolation, "HYPRE_BoomerAMGSetInterpType");
    symbols.find(hypre.amgSetSmoother, "HYPRE_BoomerAMGSetRelaxType");
    symbols.find(hypre.amgSetStrongThreshold, "HYPRE_BoomerAMGSetStrongThreshold");
    symbols.find(hypre.amgSetPrintLevel, "HYPRE_BoomerAMGSetPrintLevel");
    symbols.find(hypre.amgGetIterations, "HYPRE_BoomerAMGGetNumIterations");
    symbols.find(hypre.diagonalSolve, "HYPRE_ParCSRDiagScale");
    symbols.find(hypre.diagonalSetup, "HYPRE_ParCSRDiagScaleSetup");
    symbols.find(hypre.cg, "HYPRE_ParCSRPCG");
    symbols.find(hypre.gmres, "HYPRE_ParCSRGMRES");
    symbols.find(hypre.bicgstab, "HYPRE_ParCSRBiCGSTAB");
    symbols.find(hypre.cgSetTwoNorm, "HYPRE_PCGSetTwoNorm");
    symbols.find(hypre.gmresSetRestart, "HYPRE_ParCSRGMRESSetKDim");
}

HypreLibrary load() {
    const Symbols symbols;
    HypreLibrary hypre{};
    symbols.find(hypre.getError, "HYPRE_GetError");
    symbols.find(hypre.clearErrors, "HYPRE_ClearAllErrors");
    symbols.find(hypre.describeError, "HYPRE_DescribeError");
    findArrays(symbols, hypre);
    findMethods(symbols, hypre);
    decltype(&::HYPRE_Init) initialize = nullptr;
    symbols.find(initialize, "HYPRE_Init");
    beginMpi();
    initialize();
    hypre.check();
    return hypre;
}

}  // namespace

const HypreLibrary& HypreLibrary::get() {
    if (ended()) {
        throw Breakdown("MPI, which hypre needs, has already ended in this process");
    }
    static const HypreLibrary kLoaded = load();
    return kLoaded;
}

std::mutex& HypreLibrary::inUse() {
    static std::mutex mutex;
    return mutex;
}

bool HypreLibrary::ended() {
    int ended = 0;
    MPI_Finalized(&ended);
    return ended != 0;
}

void HypreLibrary::check() const {
    const HYPRE_Int error = getError();
    clearErrors();
    if ((error & ~HYPRE_ERROR_CONV) != 0) {
        std::array<char, 256> text{};
        describeError(error, text.data());
        throw Breakdown("hypre: error " + std::to_string(error) + ", " + text.data());
    }
}

}  // namespace solvers
