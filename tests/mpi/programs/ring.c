/* Each rank sends 500 doubles to the next one, 100 times, with a reduction each time. The counts
 * and bytes are known, so that a test can compare them with what was measured. */
#include <mpi.h>

#include <stdlib.h>

enum { kRounds = 100, kSent = 500, kRoom = 1000 };

int main(int argc, char** argv) {
    static double received[kRoom];
    static const double sent[kSent];
    int rank = 0;
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < kRounds; ++round) {
        MPI_Request request;
        int sum = 1;
        MPI_Irecv(received, kRoom, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                  &request);
        MPI_Send(sent, kSent, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (sum != size) {
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        }
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
