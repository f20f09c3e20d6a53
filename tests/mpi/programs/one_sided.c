/* Each rank puts 16 bytes into the memory of the next one between fences, gets 8 bytes from it
 * under a lock, and adds 8 bytes to rank 0 under a lock. */
#include <mpi.h>

#include <stdlib.h>

int main(int argc, char** argv) {
    double memory[2] = {0, 0};
    double own[2] = {1, 2};
    double got = 0;
    int rank = 0;
    int size = 0;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int next = (rank + 1) % size;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(own, 2, MPI_DOUBLE, next, 0, 2, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
    MPI_Get(&got, 1, MPI_DOUBLE, next, 1, 1, MPI_DOUBLE, window);
    MPI_Win_unlock(next, window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Accumulate(own, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return got == 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
