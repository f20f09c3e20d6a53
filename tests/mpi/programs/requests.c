/* The uses of requests, sources and communicators that are easily counted wrong. Run on 2 ranks;
 * each sends to the other. What every rank sends is said beside each call. */
#include <mpi.h>

#include <stdlib.h>
#include <unistd.h>

static int other;

static void persistent(void) {
    int in = 0;
    int out = 7;
    MPI_Request requests[2];
    MPI_Recv_init(&in, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&out, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 3; ++round) { /* 3 messages of 4 bytes */
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void cancelled(void) {
    int in = 0;
    MPI_Request request;
    MPI_Irecv(&in, 1, MPI_INT, other, 99, MPI_COMM_WORLD, &request); /* nobody sends it */
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void derived(void) {
    double in[8] = {0};
    double out[8] = {0};
    MPI_Datatype every_second;
    MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &every_second);
    MPI_Type_commit(&every_second);
    /* 1 message of 32 bytes */
    MPI_Sendrecv(out, 1, every_second, other, 2, in, 1, every_second, other, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&every_second);
}

/* In the communicator the ranks have the reverse order. */
static void communicator(int rank) {
    char in = 0;
    char out = 'x';
    MPI_Comm reversed;
    MPI_Request request;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Irecv(&in, 1, MPI_CHAR, rank, 3, reversed, &request);
    MPI_Send(&out, 1, MPI_CHAR, rank, 3, reversed); /* 1 message of 1 byte */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&reversed);
}

static void tested(void) {
    short in[10];
    short out[5] = {0};
    int done = 0;
    MPI_Request request;
    MPI_Irecv(in, 10, MPI_SHORT, other, 4, MPI_COMM_WORLD, &request);
    MPI_Send(out, 5, MPI_SHORT, other, 4, MPI_COMM_WORLD); /* 1 message of 10 bytes */
    while (!done) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Send(out, 5, MPI_SHORT, MPI_PROC_NULL, 4, MPI_COMM_WORLD); /* to nobody */
}

int main(int argc, char** argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    persistent();
    cancelled();
    derived();
    communicator(rank);
    tested();
    if (argc > 1) {
        _exit(EXIT_SUCCESS); /* without MPI_Finalize */
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
