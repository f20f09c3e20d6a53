/* Another tool that stands before MPI, as such tools are usually written: it counts what it sees
 * and forwards to the functions with P. */
#include <mpi.h>

#include <stdio.h>

static int sends;

int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    ++sends;
    return PMPI_Send(data, count, type, to, tag, comm);
}

int MPI_Finalize(void) {
    printf("the other tool saw %d sends\n", sends);
    fflush(stdout);
    return PMPI_Finalize();
}
