#include "ProcessFacts.hpp"

#include <perf/segment/SegmentFile.hpp>

#include <cstdlib>
#include <exception>
#include <string>
#include <unistd.h>

namespace performance::native {

void noteProcess(gantry::perf::Engine& engine) noexcept {
    try {
        if (const char* const shared = std::getenv("GANTRY_SESSION"); shared != nullptr) {
            engine.addFact(gantry::perf::kSessionFact, shared);
        }
        if (const std::string command = gantry::perf::commandOf(::getpid()); !command.empty()) {
            engine.addFact(gantry::perf::kCommandFact, command);
        }
    } catch (const std::exception&) {
        // No room: what is measured counts more.
        return;
    }
}

}  // namespace performance::native
