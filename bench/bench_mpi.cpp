// What the module for MPI adds to a call: the same calls bare and measured, batch after batch in
// one run of two ranks. Bare calls go to MPI's own library past the module that stands before it.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

namespace {

constexpr double kGoalNs = 45;
constexpr double kTracedGoalNs = 80;

struct Functions {
    decltype(&MPI_Send) send = &MPI_Send;
    decltype(&MPI_Recv) receive = &MPI_Recv;
    decltype(&MPI_Irecv) receiveLater = &MPI_Irecv;
    decltype(&MPI_Wait) wait = &MPI_Wait;
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
    take(bare.receive, "MPI_Recv");
    take(bare.receiveLater, "MPI_Irecv");
    take(bare.wait, "MPI_Wait");
    return bare;
}

struct Ranks {
    int rank = 0;
    int other = 0;
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

struct Row {
    const char* name;
    Operation operation;
    int calls;  // on the way of one operation
};

constexpr std::array<Row, 3> kRows{{{"round trip of 8 B, 2 ranks", roundTrips, 4},
                                    {"Irecv, Send, Wait to itself", messagesToSelf, 3},
                                    {"Send to MPI_PROC_NULL", sendsToNobody, 1}}};

double nsOf(const Row& row, const Functions& mpi, const Ranks& ranks, int times) {
    PMPI_Barrier(MPI_COMM_WORLD);
    const auto begin = std::chrono::steady_clock::now();
    row.operation(mpi, ranks, times);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / times;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void measure(int batches, bool json, double goalNs, const Ranks& ranks) {
    constexpr int kTimes = 1000;
    const Functions bare = bareFunctions();
    const Functions measured;
    const bool prints = ranks.rank == 0;
    if (prints) {
        std::printf(json ? "{\"rows\": [" : "%-28s %9s %9s %6s %9s %5s\n", "operation", "bare",
                    "measured", "ratio", "per call", "goal");
    }
    for (const Row& row : kRows) {
        std::vector<double> without;
        std::vector<double> with;
        std::vector<double> extra;
        for (int batch = 0; batch < batches; ++batch) {
            without.push_back(nsOf(row, bare, ranks, kTimes));
            with.push_back(nsOf(row, measured, ranks, kTimes));
            extra.push_back((with.back() - without.back()) / row.calls);
        }
        const double ratio = median(with) / median(without);
        if (prints && json) {
            std::printf(
                "%s{\"name\": \"%s\", \"bare_ns\": %.1f, \"measured_ns\": %.1f, \"ratio\": %.3f, "
                "\"extra_ns\": %.1f, \"goal_ns\": %.0f}",
                &row == kRows.data() ? "" : ", ", row.name, median(without), median(with), ratio,
                median(extra), goalNs);
        } else if (prints) {
            std::printf("%-28s %6.1f ns %6.1f ns %6.2f %6.1f ns %5.0f\n", row.name, median(without),
                        median(with), ratio, median(extra), goalNs);
        }
    }
    if (prints && json) {
        std::puts("]}");
    }
}

// This program again, on two ranks and measured.
int launch(bool traced, int argc, char** argv) {
    std::array<char, 4096> self{};
    if (::readlink("/proc/self/exe", self.data(), self.size() - 1) < 0) {
        std::perror("bench-mpi: /proc/self/exe");
        return EXIT_FAILURE;
    }
    const std::string folder =
        std::string(self.data()).substr(0, std::string_view(self.data()).rfind('/'));
    const std::string gantry = folder + "/gantry";
    const std::string output = "/tmp/bench-mpi." + std::to_string(::getpid()) + ".gantry";
    std::vector<const char*> words{gantry.c_str(), "exec", "--quiet", "--output", output.c_str()};
    if (traced) {
        words.insert(words.end(), {"--trace", "latest"});
    }
    words.insert(words.end(), {"--", GANTRY_MPIRUN, "-n", "2", self.data()});
    words.insert(words.end(), argv + 1, argv + argc);
    words.push_back(nullptr);
    pid_t child = 0;
    const int error = ::posix_spawn(&child, gantry.c_str(), nullptr, nullptr,
                                    const_cast<char* const*>(words.data()), environ);
    if (error != 0) {
        std::fprintf(stderr, "bench-mpi: cannot run %s: %s\n", gantry.c_str(),
                     std::strerror(error));
        return EXIT_FAILURE;
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ::unlink(output.c_str());
    for (const char* const rank : {"0", "1"}) {
        const std::string stem = output.substr(0, output.rfind('.'));
        ::unlink((stem + ".rank" + rank + ".trace").c_str());
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

constexpr const char* kHelp =
    "bench-mpi [--json] [--trace] [--batches N]\n"
    "What the module for MPI adds to a call, on two ranks: medians of interleaved batches\n"
    "of 1,000 bare and measured operations, their ratio, and ns per call on the way.\n"
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
        return launch(traced, argc, argv);
    }
    Ranks ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    ranks.other = 1 - ranks.rank;
    measure(batches, json, traced ? kTracedGoalNs : kGoalNs, ranks);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
