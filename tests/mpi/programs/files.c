/* Known calls of MPI-IO. Without words each rank writes 1000 B and reads them by a call of every
 * kind; with "apart" the ranks write 600 blocks of 64 B each into one file, independently. */
#include <mpi.h>

#include <stdlib.h>
#include <string.h>

enum { Block = 1000, Small = 64, Times = 600 };

static int rank = 0;
static int ranks = 0;

static MPI_File opened(const char* name, int mode) {
    MPI_File file;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", "enable");
    MPI_Info_set(info, "cb_buffer_size", "65536");
    MPI_File_open(MPI_COMM_WORLD, name, mode, info, &file);
    MPI_Info_free(&info);
    return file;
}

static void writeEach(MPI_File file, char* data) {
    MPI_Offset at = (MPI_Offset)rank * Block;
    MPI_Request request;
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_write_at(file, at, data, Block, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, at, data, Block, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_seek(file, at, MPI_SEEK_SET);
    MPI_File_write_all(file, data, Block / 8, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, at, data, Block, MPI_BYTE);
    MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, at, data, Block, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
}

static void readEach(MPI_File file, char* data) {
    MPI_Offset at = (MPI_Offset)rank * Block;
    MPI_Request request;
    MPI_Status status;
    MPI_File_read_at(file, at, data, Block, MPI_BYTE, &status);
    MPI_File_read_at_all(file, at, data, Block, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(file, at, data, Block, MPI_BYTE);
    MPI_File_read_at_all_end(file, data, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, at, data, Block, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    /* The last 400 bytes of the file are all that there is behind this offset. */
    MPI_File_read_at(file, (MPI_Offset)ranks * Block - 400, data, Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char data[Block];
    memset(data, 'a' + rank, sizeof data);
    if (argc > 1 && strcmp(argv[1], "apart") == 0) {
        MPI_File file = opened("shared", MPI_MODE_CREATE | MPI_MODE_WRONLY);
        for (int i = 0; i < Times; ++i) {
            MPI_File_write_at(file, ((MPI_Offset)i * ranks + rank) * Small, data, Small, MPI_BYTE,
                              MPI_STATUS_IGNORE);
        }
        MPI_File_close(&file);
    } else {
        MPI_File own;
        MPI_File file = opened("data", MPI_MODE_CREATE | MPI_MODE_RDWR);
        writeEach(file, data);
        MPI_Barrier(MPI_COMM_WORLD);
        readEach(file, data);
        MPI_File_close(&file);
        MPI_File_open(MPI_COMM_SELF, rank == 0 ? "own0" : "own1",
                      MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &own);
        MPI_File_write(own, data, 10, MPI_BYTE, MPI_STATUS_IGNORE);
        MPI_File_close(&own);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
