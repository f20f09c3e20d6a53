/* Solves the equation of Poisson on a line of 1000 points by conjugate gradients of PETSc, with 20
 * iterations, in a stage of its own. Twice, with PETSc finalised in between, where the first word
 * is "twice". */
#include <petscksp.h>

#include <string.h>

static PetscErrorCode solve(void) {
    const PetscInt size = 1000;
    Mat matrix;
    Vec right;
    Vec solution;
    KSP solver;
    PC none;
    PetscLogStage stage;
    PetscInt iterations = 0;
    PetscFunctionBeginUser;
    PetscCall(PetscLogStageRegister("solving", &stage));
    PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, size, size, 3, NULL, &matrix));
    for (PetscInt row = 0; row < size; ++row) {
        PetscCall(MatSetValue(matrix, row, row, 2.0, INSERT_VALUES));
        if (row > 0) {
            PetscCall(MatSetValue(matrix, row, row - 1, -1.0, INSERT_VALUES));
            PetscCall(MatSetValue(matrix, row - 1, row, -1.0, INSERT_VALUES));
        }
    }
    PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    PetscCall(MatCreateVecs(matrix, &solution, &right));
    PetscCall(VecSet(right, 1.0));
    PetscCall(KSPCreate(PETSC_COMM_SELF, &solver));
    PetscCall(KSPSetType(solver, KSPCG));
    PetscCall(KSPSetOperators(solver, matrix, matrix));
    PetscCall(KSPGetPC(solver, &none));
    PetscCall(PCSetType(none, PCNONE));
    PetscCall(KSPSetTolerances(solver, 1e-50, 1e-50, PETSC_DEFAULT, 20));
    PetscCall(KSPSetFromOptions(solver));
    PetscCall(PetscLogStagePush(stage));
    PetscCall(KSPSolve(solver, right, solution));
    PetscCall(PetscLogStagePop());
    PetscCall(KSPGetIterationNumber(solver, &iterations));
    PetscCall(PetscPrintf(PETSC_COMM_SELF, "%d iterations\n", (int)iterations));
    PetscCall(KSPDestroy(&solver));
    PetscCall(VecDestroy(&right));
    PetscCall(VecDestroy(&solution));
    PetscCall(MatDestroy(&matrix));
    PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
    /* Begun by PETSc it would end with PETSc, and it begins once. */
    MPI_Init(&argc, &argv);
    const int times = argc > 1 && strcmp(argv[1], "twice") == 0 ? 2 : 1;
    for (int i = 0; i < times; ++i) {
        PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
        PetscCall(solve());
        PetscCall(PetscFinalize());
    }
    MPI_Finalize();
    return 0;
}
