/* A chain of 2000 springs: PETSc solves it by conjugate gradients, whose dot products are reductions
 * and whose products with the matrix exchange what neighbours need. */
#include <petscksp.h>

int main(int argc, char** argv) {
    const PetscInt size = 2000;
    PetscInt begin = 0;
    PetscInt end = 0;
    PetscInt steps = 0;
    Mat matrix;
    Vec right;
    Vec solution;
    KSP solver;
    PC conditioner;
    PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
    PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, size, size, 3, NULL, 1, NULL,
                           &matrix));
    PetscCall(MatGetOwnershipRange(matrix, &begin, &end));
    for (PetscInt row = begin; row < end; ++row) {
        PetscCall(MatSetValue(matrix, row, row, 2.01, INSERT_VALUES));
        if (row > 0) {
            PetscCall(MatSetValue(matrix, row, row - 1, -1, INSERT_VALUES));
        }
        if (row + 1 < size) {
            PetscCall(MatSetValue(matrix, row, row + 1, -1, INSERT_VALUES));
        }
    }
    PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    PetscCall(MatCreateVecs(matrix, &solution, &right));
    PetscCall(VecSet(right, 1));
    PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
    PetscCall(KSPSetOperators(solver, matrix, matrix));
    PetscCall(KSPSetType(solver, KSPCG));
    PetscCall(KSPGetPC(solver, &conditioner));
    PetscCall(PCSetType(conditioner, PCJACOBI));
    PetscCall(KSPSetTolerances(solver, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(KSPSetFromOptions(solver));
    PetscCall(KSPSolve(solver, right, solution));
    PetscCall(KSPGetIterationNumber(solver, &steps));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d steps\n", (int)steps));
    PetscCall(KSPDestroy(&solver));
    PetscCall(VecDestroy(&right));
    PetscCall(VecDestroy(&solution));
    PetscCall(MatDestroy(&matrix));
    PetscCall(PetscFinalize());
    return 0;
}
