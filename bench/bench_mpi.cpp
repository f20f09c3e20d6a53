// What the module for MPI adds to a call: the same calls bare and measured, batch after batch in
// one run of two ranks. Bare calls go to MPI's own library past the module that stands before it.
#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unistd.h>
#include <vector>

#include "modules/ModuleRows.hpp"

namespace {

constexpr double kGoalNs = 45;
constexpr double kTracedGoalNs = 80;
constexpr double kFileGoalNs = 100;  // with the record of the file

struct Functions {
    decltype(&MPI_Send) send = &MPI_Send;
    decltype(&MPI_Recv) receive = &MPI_Recv;
    decltype(&MPI_Irecv) receiveLater = &MPI_Irecv;
    decltype(&MPI_Wait) wait = &MPI_Wait;
    decltype(&MPI_File_read_at) read = &MPI_File_read_at;
    decltype(&MPI_File_write_at) write = &MPI_File_write_at;
};

// Past all that stands before MPI. Handles are looked for in the library that has them.
Functions bareFunctions() {
    Functions bare;
    Dl_info info{};
    void* const known = ::dlsym(RTLD_DEFAULT, "MPI_Get_library_version");
    void* const library =
        ::dladdr(known, &info) != 0 ? ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    const auto take = [library](auto& function, const char* name) {
        using Function = std::remove_reference_t<decltype(function)>;
        void* const found = library != nullptr ? ::dlsym(library, name) : nullptr;
        if (found == nullptr) {
            std::fprintf(stderr, "bench-mpi: cannot find the bare %s\n", name);
            std::exit(EXIT_FAILURE);
        }
        function = reinterpret_cast<Function>(found);
    };
    take(bare.send, "MPI_Send");
    if (::dlsym(RTLD_DEFAULT, "MPI_Send") == ::dlsym(library, "MPI_Send")) {
        std::fputs(
            "bench-mpi: nothing stands before MPI; run it without mpirun, or load the module\n",
            stderr);
        std::exit(EXIT_FAILURE);
    }
    take(bare.receive, "MPI_Recv");
    take(bare.receiveLater, "MPI_Irecv");
    take(bare.wait, "MPI_Wait");
    take(bare.read, "MPI_File_read_at");
    take(bare.write, "MPI_File_write_at");
    return bare;
}

struct Ranks {
    int rank = 0;
    int other = 0;
    MPI_File file = MPI_FILE_NULL;  // of this rank alone
};

using Operation = void (*)(const Functions&, const Ranks&, int times);

void roundTrips(const Functions& mpi, const Ranks& ranks, int times) {
    double value = 0;
    for (int round = 0; round < times; ++round) {
        if (ranks.rank == 0) {
            mpi.send(&value, 1, MPI_DOUBLE, ranks.other, 0, MPI_COMM_WORLD);
        }
        mpi.receive(&value, 1, MPI_DOUBLE, ranks.other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (ranks.rank != 0) {
            mpi.send(&value, 1, MPI_DOUBLE, ranks.other, 0, MPI_COMM_WORLD);
        }
    }
}

void messagesToSelf(const Functions& mpi, const Ranks& ranks, int times) {
    double in = 0;
    const double out = 0;
    for (int round = 0; round < times; ++round) {
        MPI_Request request{};
        mpi.receiveLater(&in, 1, MPI_DOUBLE, ranks.rank, 1, MPI_COMM_WORLD, &request);
        mpi.send(&out, 1, MPI_DOUBLE, ranks.rank, 1, MPI_COMM_WORLD);
        mpi.wait(&request, MPI_STATUS_IGNORE);
    }
}

void sendsToNobody(const Functions& mpi, const Ranks&, int times) {
    const double out = 0;
    for (int round = 0; round < times; ++round) {
        mpi.send(&out, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    }
}

void fileWrites(const Functions& mpi, const Ranks& ranks, int times) {
    const double out = 0;
    for (int round = 0; round < times; ++round) {
        mpi.write(ranks.file, 0, &out, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    }
}

void fileReads(const Functions& mpi, const Ranks& ranks, int times) {
    double in = 0;
    for (int round = 0; round < times; ++round) {
        mpi.read(ranks.file, 0, &in, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    }
}

struct Row {
    const char* name = "";
    Operation operation = nullptr;
    int calls = 0;  // on the way of one operation
    bool ofFile = false;
};

constexpr std::array<Row, 5> kRows{{{"round trip of 8 B, 2 ranks", roundTrips, 4},
                                    {"Irecv, Send, Wait to itself", messagesToSelf, 3},
                                    {"Send to MPI_PROC_NULL", sendsToNobody, 1},
                                    {"MPI_File_write_at of 8 B", fileWrites, 1, true},
                                    {"MPI_File_read_at of 8 B", fileReads, 1, true}}};

double nsOf(const Row& row, const Functions& mpi, const Ranks& ranks, int times) {
    PMPI_Barrier(MPI_COMM_WORLD);
    const auto begin = std::chrono::steady_clock::now();
    row.operation(mpi, ranks, times);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / times;
}

void measure(int batches, bool json, double goalNs, const Ranks& ranks) {
    constexpr int kTimes = 1000;
    const Functions bare = bareFunctions();
    const Functions measured;
    std::optional<gantry::bench::ModuleRows> table;
    if (ranks.rank == 0) {
        table.emplace(json, "per call");
    }
    for (const Row& row : kRows) {
        gantry::bench::ModuleRow found{row.name, {}, {}, {}, row.ofFile ? kFileGoalNs : goalNs};
        for (int batch = 0; batch < batches; ++batch) {
            found.bareNs.push_back(nsOf(row, bare, ranks, kTimes));
            found.measuredNs.push_back(nsOf(row, measured, ranks, kTimes));
            found.extraNs.push_back((found.measuredNs.back() - found.bareNs.back()) / row.calls);
        }
        if (table) {
            table->print(found);
        }
    }
}

// Removed when it is closed. Errors of files are returned, those of MPI end the program.
MPI_File openFile(int rank) {
    const char* const temporary = std::getenv("TMPDIR");
    const std::string name = (temporary != nullptr && *temporary != '\0' ? temporary : "/tmp") +
                             std::string("/bench-mpi-") + std::to_string(::getpid()) + "-" +
                             std::to_string(rank);
    MPI_File file = MPI_FILE_NULL;
    if (MPI_File_open(MPI_COMM_SELF, name.c_str(),
                      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &file) != MPI_SUCCESS) {
        std::fprintf(stderr, "bench-mpi: cannot open %s\n", name.c_str());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return file;
}

constexpr const char* kHelp =
    "bench-mpi [--json] [--trace] [--batches N]\n"
    "What the module for MPI adds to a call, on two ranks: medians of interleaved batches\n"
    "of 1,000 bare and measured operations, their ratio, and ns per call on the way. Calls of\n"
    "MPI-IO are of each rank on a file of its own, below TMPDIR.\n"
    "With --trace each call and message is kept one by one as well, in a ring of 1 MiB.\n"
    "\n"
    "Example: bench-mpi --batches 200\n";

}  // namespace

int main(int argc, char** argv) {
    int batches = 200;
    bool json = false;
    bool traced = false;
    for (int place = 1; place < argc; ++place) {
        const std::string_view word = argv[place];
        if (word == "--help" || word == "-h") {
            std::fputs(kHelp, stdout);
            return EXIT_SUCCESS;
        }
        json = json || word == "--json";
        traced = traced || word == "--trace";
        if (word == "--batches" && place + 1 < argc) {
            batches = std::atoi(argv[++place]);
        } else if ((word != "--json" && word != "--trace") || batches < 1) {
            std::fprintf(stderr, "bench-mpi: '%s' is not understood\n%s", argv[place], kHelp);
            return 2;
        }
    }
    if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr && std::getenv("PMI_RANK") == nullptr) {
        const std::vector<std::string> latest{"--trace", "latest"};
        return gantry::bench::runMeasured(traced ? latest : std::vector<std::string>{},
                                          {GANTRY_MPIRUN, "-n", "2"}, {argv + 1, argv + argc});
    }
    Ranks ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    ranks.other = 1 - ranks.rank;
    ranks.file = openFile(ranks.rank);
    measure(batches, json, traced ? kTracedGoalNs : kGoalNs, ranks);
    MPI_File_close(&ranks.file);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
