// What modules add to a call: the same calls bare and measured, batch after batch in one process.
// Bare calls go to the C library past the modules that intercept them; the begin and end of an
// announced region are bare where they call nothing.
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#ifdef GANTRY_BENCH_HDF5
#include "modules/Hdf5Rows.hpp"
#endif
#include "modules/ModuleRows.hpp"
#include "modules/QuickOpen.h"
#include "modules/RegionPairs.hpp"

namespace {

#ifdef GANTRY_BENCH_HDF5
constexpr const char* kFileModules = "posix,stdio,hdf5,";
#else
constexpr const char* kFileModules = "posix,stdio,";
#endif

struct Functions {
    ssize_t (*read)(int, void*, std::size_t, off_t) = &::pread;
    int (*open)(const char*, int, ...) = &::open;
    int (*quickOpen)(const char*, int, ...) = &::open;
    int (*close)(int) = &::close;
    std::size_t (*write)(const void*, std::size_t, std::size_t, FILE*) = &std::fwrite;
    int (*get)(FILE*) = &std::fgetc;
};

template <class Function>
void take(Function& function, void* library, const char* name) {
    void* const found = library != nullptr ? ::dlsym(library, name) : nullptr;
    if (found == nullptr) {
        std::fprintf(stderr, "bench-modules: cannot find the bare %s\n", name);
        std::exit(EXIT_FAILURE);  // NOLINT(concurrency-mt-unsafe): no other thread
    }
    function = reinterpret_cast<Function>(found);
}

Functions bareFunctions() {
    Functions bare;
    void* const library = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    take(bare.read, library, "pread");
    take(bare.open, library, "open");
    take(bare.quickOpen, ::dlopen(GANTRY_BENCH_QUICK_LIBRARY, RTLD_LAZY | RTLD_NOLOAD), "open");
    take(bare.close, library, "close");
    take(bare.write, library, "fwrite");
    take(bare.get, library, "fgetc");
    return bare;
}

// What is read and written; relative to the folder of the run.
struct Files {
    int known = -1;
    int excluded = -1;
    FILE* stream = nullptr;
    std::string absolute;
    Functions bare;
};

using Operation = void (*)(const Functions&, const Files&, int times);

void reads(const Functions& calls, const Files& files, int times) {
    char byte = 0;
    for (int i = 0; i < times; ++i) {
        (void)calls.read(files.known, &byte, 1, 0);
    }
}

void excludedReads(const Functions& calls, const Files& files, int times) {
    char byte = 0;
    for (int i = 0; i < times; ++i) {
        (void)calls.read(files.excluded, &byte, 1, 0);
    }
}

// Closed by the bare function in both, so that the difference is that of opening.
void opens(const Functions& calls, const Files& files, int times) {
    for (int i = 0; i < times; ++i) {
        (void)files.bare.close(calls.open(files.absolute.c_str(), O_RDONLY));
    }
}

void relativeOpens(const Functions& calls, const Files& files, int times) {
    for (int i = 0; i < times; ++i) {
        (void)files.bare.close(calls.open("file", O_RDONLY));
    }
}

void excludedOpens(const Functions& calls, const Files& files, int times) {
    for (int i = 0; i < times; ++i) {
        (void)files.bare.close(calls.open("/etc/passwd", O_RDONLY));
    }
}

// Without the kernel: what is left is the module's.
void quickOpens(const Functions& calls, const char* name, int times) {
    for (int i = 0; i < times; ++i) {
        (void)calls.quickOpen(name, O_RDONLY | GANTRY_BENCH_QUICK);
    }
}

void quickAbsolute(const Functions& calls, const Files& files, int times) {
    quickOpens(calls, files.absolute.c_str(), times);
}

void quickRelative(const Functions& calls, const Files& /*files*/, int times) {
    quickOpens(calls, "file", times);
}

void quickExcluded(const Functions& calls, const Files& /*files*/, int times) {
    quickOpens(calls, "/etc/passwd", times);
}

void streamWrites(const Functions& calls, const Files& files, int times) {
    for (int i = 0; i < times; ++i) {
        (void)calls.write(&times, 1, sizeof times, files.stream);
    }
    std::rewind(files.stream);
}

void characters(const Functions& calls, const Files& files, int times) {
    std::rewind(files.stream);
    for (int i = 0; i < times; ++i) {
        (void)calls.get(files.stream);
    }
}

struct Row {
    const char* name;
    Operation operation;
    double goalNs;  // 0: none
};

constexpr std::array<Row, 10> kRows{{{"pread of 1 B from a cached file", reads, 100},
                                     {"the same, of an excluded path", excludedReads, 30},
                                     {"open by an absolute name", opens, 500},
                                     {"open by a relative name", relativeOpens, 500},
                                     {"open of an excluded path", excludedOpens, 30},
                                     {"open that returns at once", quickAbsolute, 100},
                                     {"the same, by a relative name", quickRelative, 100},
                                     {"the same, of an excluded path", quickExcluded, 30},
                                     {"fwrite of 4 B", streamWrites, 100},
                                     {"fgetc", characters, 30}}};

double nsOf(const Row& row, const Functions& calls, const Files& files, int times) {
    const auto begin = std::chrono::steady_clock::now();
    row.operation(calls, files, times);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / times;
}

void measure(int batches, bool json, const Files& files) {
    constexpr int kTimes = 500;
    const Functions measured;
    gantry::bench::ModuleRows table(json, "added");
    for (const Row& row : kRows) {
        gantry::bench::ModuleRow found{row.name, {}, {}, {}, row.goalNs};
        for (int batch = 0; batch < batches; ++batch) {
            found.bareNs.push_back(nsOf(row, files.bare, files, kTimes));
            found.measuredNs.push_back(nsOf(row, measured, files, kTimes));
            found.extraNs.push_back(found.measuredNs.back() - found.bareNs.back());
        }
        table.print(found);
    }
#ifdef GANTRY_BENCH_HDF5
    gantry::bench::printHdf5Rows(table, batches);
#endif
    gantry::bench::printRegionPairs(table, batches);
}

int measureInFolder(int batches, bool json) {
    const char* const temporary =
        std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): no other thread
    std::string folder = temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
    folder += "/bench-modules-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr || ::chdir(folder.c_str()) != 0) {
        std::perror(("bench-modules: " + folder).c_str());
        return EXIT_FAILURE;
    }
    Files files;
    files.bare = bareFunctions();
    files.absolute = folder + "/file";
    files.stream = std::fopen(files.absolute.c_str(), "w+");
    files.known = ::open(files.absolute.c_str(), O_RDWR);
    files.excluded = ::open("/etc/passwd", O_RDONLY);
    const std::vector<char> some(4096, 'x');
    const bool ready = files.stream != nullptr && files.known >= 0 && files.excluded >= 0 &&
                       std::fwrite(some.data(), 1, some.size(), files.stream) == some.size();
    if (ready) {
        measure(batches, json, files);
    } else {
        std::perror("bench-modules: a file to measure with");
    }
    (void)std::fclose(files.stream);
    ::unlink(files.absolute.c_str());
    ::rmdir(folder.c_str());
    return ready ? EXIT_SUCCESS : EXIT_FAILURE;
}

// 0 where the text does not begin with a number.
int numberIn(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

constexpr const char* kHelp =
    "bench-modules [--json] [--batches N]\n"
    "What the modules for files add to a call (HDF5: where it was found when this was built), and\n"
    "those for announced regions to the begin and end of a region: medians of interleaved batches\n"
    "of bare and measured calls, their ratio, and the ns added.\n"
    "\n"
    "Example: bench-modules --batches 200\n";

}  // namespace

int main(int argc, char** argv) {
    int batches = 200;
    bool json = false;
    bool measured = false;
    for (int place = 1; place < argc; ++place) {
        const std::string_view word = argv[place];
        if (word == "--help" || word == "-h") {
            std::fputs(kHelp, stdout);
            return EXIT_SUCCESS;
        }
        json = json || word == "--json";
        measured = measured || word == "--measured";
        if (word == "--batches" && place + 1 < argc) {
            batches = numberIn(argv[++place]);
        } else if (word != "--json" && word != "--measured") {
            batches = 0;
        }
        if (batches < 1) {
            std::fprintf(stderr, "bench-modules: '%s' is not understood\n%s", argv[place], kHelp);
            return 2;
        }
    }
    if (measured) {
        return measureInFolder(batches, json);
    }
    std::vector<std::string> words(argv + 1, argv + argc);
    words.emplace_back("--measured");
    const std::string modules = std::string(kFileModules) + gantry::bench::kRegionModules;
    return gantry::bench::runMeasured({"--modules", modules}, {}, words);
}
