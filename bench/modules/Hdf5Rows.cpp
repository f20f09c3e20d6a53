#include "Hdf5Rows.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <hdf5.h>
#include <type_traits>
#include <utility>

namespace gantry::bench {

namespace {

constexpr double kGoalNs = 100;
constexpr int kTimes = 1000;

struct Functions {
    decltype(&H5Dwrite) write = &H5Dwrite;
    decltype(&H5Dread) read = &H5Dread;
};

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "bench-modules: %s\n", what);
    std::exit(EXIT_FAILURE);  // NOLINT(concurrency-mt-unsafe): no other thread
}

// Past the module. Of HDF5 there may be several libraries; the one meant is that of this program.
Functions bareFunctions() {
    Dl_info info{};
    void* const known = ::dlsym(RTLD_DEFAULT, "H5get_libversion");
    void* const library =
        ::dladdr(known, &info) != 0 ? ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    Functions bare;
    const auto take = [library](auto& function, const char* name) {
        void* const found = library != nullptr ? ::dlsym(library, name) : nullptr;
        if (found == nullptr || found == ::dlsym(RTLD_DEFAULT, name)) {
            fail("nothing stands before HDF5: the module hdf5 was not loaded");
        }
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
    };
    take(bare.write, "H5Dwrite");
    take(bare.read, "H5Dread");
    return bare;
}

// A file in memory that is not stored, with a dataset of one number.
class Dataset final {
public:
    Dataset() {
        constexpr std::size_t kIncrement = 1 << 16;
        const hsize_t size = 1;
        const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
        H5Pset_fapl_core(access, kIncrement, 0);
        file_ = H5Fcreate("bench.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
        space_ = H5Screate_simple(1, &size, nullptr);
        id_ = H5Dcreate2(file_, "numbers", H5T_NATIVE_DOUBLE, space_, H5P_DEFAULT, H5P_DEFAULT,
                         H5P_DEFAULT);
        H5Pclose(access);
        if (file_ < 0 || id_ < 0) {
            fail("HDF5 cannot make a dataset");
        }
    }
    ~Dataset() {
        H5Dclose(id_);
        H5Sclose(space_);
        H5Fclose(file_);
    }
    Dataset(const Dataset&) = delete;
    Dataset& operator=(const Dataset&) = delete;

    [[nodiscard]] hid_t id() const { return id_; }

private:
    hid_t file_ = -1;
    hid_t space_ = -1;
    hid_t id_ = -1;
};

using Operation = void (*)(const Functions&, hid_t dataset);

void writes(const Functions& calls, hid_t dataset) {
    const double value = 1;
    for (int i = 0; i < kTimes; ++i) {
        (void)calls.write(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value);
    }
}

void reads(const Functions& calls, hid_t dataset) {
    double value = 0;
    for (int i = 0; i < kTimes; ++i) {
        (void)calls.read(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value);
    }
}

double nsOf(Operation operation, const Functions& calls, hid_t dataset) {
    const auto begin = std::chrono::steady_clock::now();
    operation(calls, dataset);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / kTimes;
}

}  // namespace

void printHdf5Rows(ModuleRows& table, int batches) {
    const Functions bare = bareFunctions();
    const Functions measured;
    const Dataset dataset;
    for (const auto& [name, operation] :
         {std::pair<const char*, Operation>{"H5Dwrite of 8 B", writes},
          {"H5Dread of 8 B", reads}}) {
        ModuleRow found{name, {}, {}, {}, kGoalNs};
        for (int batch = 0; batch < batches; ++batch) {
            found.bareNs.push_back(nsOf(operation, bare, dataset.id()));
            found.measuredNs.push_back(nsOf(operation, measured, dataset.id()));
            found.extraNs.push_back(found.measuredNs.back() - found.bareNs.back());
        }
        table.print(found);
    }
}

}  // namespace gantry::bench
