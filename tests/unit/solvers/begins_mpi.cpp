// A shared object that begins MPI as a solver component does; two of them are loaded.
#include <cstring>

#include "solvers/common/mpi/MpiUse.hpp"

/// True where MPI can be used; else the reason is in text, which has room for 256 bytes.
extern "C" [[gnu::visibility("default")]] bool beginMpi(char* text) {
    try {
        solvers::initializeMpi("the library");
        return true;
    } catch (const solvers::Breakdown& breakdown) {
        std::strncpy(text, breakdown.what(), 255);
        return false;
    }
}
