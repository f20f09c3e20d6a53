#include "ScriptPrefix.hpp"

#include <base/files/OwnProgram.hpp>

#include <cstdlib>

namespace gantry::tools {

void setScriptPrefix() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread has begun
    ::setenv("GANTRY_PREFIX", base::ownProgramFolder().parent_path().c_str(), 1);
}

}  // namespace gantry::tools
