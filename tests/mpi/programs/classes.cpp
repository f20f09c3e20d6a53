// The classes of MPI 2 for C++, whose functions are in a library of their own: 1 message of 40
// bytes from rank 0 to rank 1, 1 of 8 bytes back, and 1 reduction.
#include <mpi.h>

#include <cstdlib>

int main(int argc, char** argv) {
    MPI::Init(argc, argv);
    const int rank = MPI::COMM_WORLD.Get_rank();
    double values[5] = {1, 2, 3, 4, 5};
    double answer = 0;
    if (rank == 0) {
        MPI::COMM_WORLD.Send(values, 5, MPI::DOUBLE, 1, 0);
        MPI::COMM_WORLD.Recv(&answer, 1, MPI::DOUBLE, 1, 0);
    } else if (rank == 1) {
        MPI::COMM_WORLD.Recv(values, 5, MPI::DOUBLE, 0, 0);
        answer = values[4];
        MPI::COMM_WORLD.Send(&answer, 1, MPI::DOUBLE, 0, 0);
    }
    MPI::COMM_WORLD.Allreduce(MPI::IN_PLACE, &answer, 1, MPI::DOUBLE, MPI::SUM);
    MPI::Finalize();
    return answer == 10 ? EXIT_SUCCESS : EXIT_FAILURE;
}
