#include "MpiModule.hpp"

#include <dlfcn.h>
#include <gantry_offer.h>
#include <stdexcept>

namespace gantry::tools {

namespace {

namespace fs = std::filesystem;

// Global: what is loaded later, privately or not, looks there first. Neither is ever unloaded.
void* openGlobally(const fs::path& library) {
    void* const opened = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (opened == nullptr) {
        throw std::runtime_error(std::string("the module for MPI cannot be loaded: ") +
                                 ::dlerror() +
                                 "; build or install Gantry whole, or run without the module");
    }
    return opened;
}

// So that messages have tags and orders, by which they are matched. A module may be older.
void traceMessages(const MpiModuleChoice& choice) {
    using Traced = void (*)();
    auto* const traced = reinterpret_cast<Traced>(::dlsym(RTLD_DEFAULT, "gantry_mpi_traced_1"));
    if (choice.isTraced && traced != nullptr) {
        traced();
    }
}

fs::path moduleIn(const fs::path& folder, bool mpich) {
    const fs::path own = folder / "mpich.so";
    return mpich && fs::exists(own) ? own : folder / "mpi.so";
}

}  // namespace

// The order matters: the module looks for libgantry.so, and its timers, which are made when MPI
// begins, wait for the engine of the run only where one has been announced.
void loadMpiModule(const MpiModuleChoice& choice, bool mpich) {
    using Wanted = MpiModuleChoice::Wanted;
    const fs::path module = moduleIn(choice.folder, mpich);
    if (choice.wanted == Wanted::No || (choice.wanted == Wanted::IfThere && !fs::exists(module))) {
        return;
    }
    // One that is there already, by `gantry exec`, measures for who put it there, until the run
    // does.
    if (::dlsym(RTLD_DEFAULT, "gantry_mpi_uncounted_1") != nullptr) {
        traceMessages(choice);
        return;
    }
    void* const library =
        openGlobally((choice.folder / ".." / ".." / "libgantry.so").lexically_normal());
    if (auto* const offer =
            reinterpret_cast<gantry_offer_function*>(::dlsym(library, GANTRY_OFFER_FUNCTION))) {
        offer(nullptr);
    }
    openGlobally(module);
    traceMessages(choice);
}

}  // namespace gantry::tools
