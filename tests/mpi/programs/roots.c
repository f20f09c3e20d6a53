/* Collective calls with a root, in the world and in a communicator of its ranks in the opposite
 * order, and one-sided operations. Each rank prints what it calls: the rank that is the root, or -1
 * for none; the other rank of a put or get, and the bytes. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    double memory[2] = {0, 0};
    double own[2] = {1, 2};
    double one = 1;
    double all[16];
    int rank = 0;
    int size = 0;
    MPI_Comm turned;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 3 || size > 16) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    for (int i = 0; i < size; ++i) {
        all[i] = i;
    }
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;

    MPI_Bcast(&one, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    printf("collective\t%d\tBCAST\t1\n", rank);
    MPI_Reduce(&one, own, 1, MPI_DOUBLE, MPI_SUM, 2, MPI_COMM_WORLD);
    printf("collective\t%d\tREDUCE\t2\n", rank);
    MPI_Gather(&one, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, turned);
    printf("collective\t%d\tGATHER\t%d\n", rank, size - 1);
    MPI_Scatter(all, 1, MPI_DOUBLE, &one, 1, MPI_DOUBLE, size - 1, turned);
    printf("collective\t%d\tSCATTER\t0\n", rank);
    MPI_Allreduce(&one, own, 1, MPI_DOUBLE, MPI_SUM, turned);
    printf("collective\t%d\tALLREDUCE\t-1\n", rank);

    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(own, 2, MPI_DOUBLE, next, 0, 2, MPI_DOUBLE, window);
    printf("put\t%d\t%d\t16\n", rank, next);
    MPI_Win_fence(0, window);
    MPI_Get(&one, 1, MPI_DOUBLE, before, 1, 1, MPI_DOUBLE, window);
    printf("get\t%d\t%d\t8\n", rank, before);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Comm_free(&turned);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
