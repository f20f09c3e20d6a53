#include <doctest/doctest.h>
#include <mpi.h>

#include <array>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using Begin = bool(char*);

// Loaded as the framework loads a component.
Begin* load(const char* file) {
    void* const library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
    return library == nullptr ? nullptr : reinterpret_cast<Begin*>(::dlsym(library, "beginMpi"));
}

/// Each case has a process of its own, because MPI begins once in a process. Whether work returned
/// true there.
template <class Work>
bool inProcess(const Work& work) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        // Ends MPI by its exit handler.
        std::exit(work() ? 0 : 1);
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

TEST_SUITE_BEGIN("solvers.MpiUse");

// By a symbol that is unique in the process, which g++ alone can make.
#if !defined(__clang__)
TEST_CASE("two libraries that begin MPI at the same time begin it once") {
    CHECK(inProcess([] {
        Begin* const one = load(GANTRY_BEGINS_MPI_ONE);
        Begin* const two = load(GANTRY_BEGINS_MPI_TWO);
        if (one == nullptr || two == nullptr || one == two) {
            return false;
        }
        std::barrier together(2);
        bool first = false;
        std::thread other([&] {
            std::array<char, 256> text{};
            together.arrive_and_wait();
            first = one(text.data());
        });
        std::array<char, 256> text{};
        together.arrive_and_wait();
        const bool second = two(text.data());
        other.join();
        return first && second;
    }));
}
#endif

TEST_CASE("where the program lets one thread alone call MPI, other threads are refused") {
    CHECK(inProcess([] {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
        Begin* const begin = load(GANTRY_BEGINS_MPI_ONE);
        if (begin == nullptr) {
            return false;
        }
        bool well = false;
        std::thread other([&] {
            std::array<char, 256> text{};
            const bool isAllowed = begin(text.data());
            // An MPI may give more than it was asked for.
            well = provided >= MPI_THREAD_SERIALIZED
                       ? isAllowed
                       : !isAllowed &&
                             std::string(text.data()).find("thread level") != std::string::npos;
        });
        other.join();
        std::array<char, 256> text{};
        well = well && begin(text.data());
        MPI_Finalize();
        return well;
    }));
}

TEST_SUITE_END();
