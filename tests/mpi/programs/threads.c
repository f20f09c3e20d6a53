/* 4 threads of each rank send 1,000 messages of 8 bytes each to the same thread of the next rank at
 * the same time. */
#include <mpi.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kThreads = 4, kRounds = 1000 };

static int rank;
static int size;

static void* turn(void* argument) {
    const int tag = *(const int*)argument;
    double out = rank;
    double in = 0;
    for (int round = 0; round < kRounds; ++round) {
        MPI_Request request;
        MPI_Irecv(&in, 1, MPI_DOUBLE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
        MPI_Send(&out, 1, MPI_DOUBLE, (rank + 1) % size, tag, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t threads[kThreads];
    int tags[kThreads];
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) {
        puts("no MPI_THREAD_MULTIPLE here");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int thread = 0; thread < kThreads; ++thread) {
        tags[thread] = thread;
        pthread_create(&threads[thread], NULL, turn, &tags[thread]);
    }
    for (int thread = 0; thread < kThreads; ++thread) {
        pthread_join(threads[thread], NULL);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
