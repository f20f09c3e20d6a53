// What Kokkos calls in a tool of the interface Kokkos Tools. The declarations are those of its C
// interface, so that no Kokkos is needed to build this.
#include <gantry.h>

#include <EventNames.hpp>
#include <OpenRegions.hpp>
#include <TimerNames.hpp>
#include <atomic>
#include <cstdint>

#include "FunctorName.hpp"
#include "ToolVariable.hpp"

namespace gantry::kokkos {

namespace {

using regions::EventNames;
using regions::OpenRegions;
using regions::TimerNames;

// By which an end finds its begin.
enum Kind : std::uint32_t { Kernel, Region, Copy };

constinit TimerNames names{"Kokkos", functorName};
constinit EventNames allocated{"Kokkos allocated in", "[B]"};
constinit EventNames freed{"Kokkos freed in", "[B]"};
constinit EventNames copied{"Kokkos copied to", "[B]"};
constinit std::atomic<bool> isOn{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local OpenRegions open;

bool on() noexcept {
    return isOn.load(std::memory_order_relaxed);
}

void beginKernel(const char* name, const char* type, std::uint64_t* id) noexcept {
    if (on()) {
        const TimerNames::Number number = names.numberOf(name, type);
        *id = number;
        open.begin(names, number, Kernel);
    }
}

void endKernel(std::uint64_t id) noexcept {
    if (on()) {
        open.endNumber(names, static_cast<TimerNames::Number>(id));
    }
}

[[gnu::constructor]] void begin() noexcept {
    const bool measures = gantry_measuring() != 0;
    isOn.store(measures, std::memory_order_release);
    if (measures) {
        setToolVariable();
    }
}

[[gnu::destructor]] void end() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

#define GANTRY_EXPORTED extern "C" [[gnu::visibility("default")]]

// By value, as in the C interface.
struct SpaceHandle {
    char name[64];
};

GANTRY_EXPORTED void kokkosp_init_library(int /*sequence*/, std::uint64_t /*version*/,
                                          std::uint32_t /*devices*/, void* /*info*/) noexcept {}

GANTRY_EXPORTED void kokkosp_begin_parallel_for(const char* name, std::uint32_t /*device*/,
                                                std::uint64_t* id) noexcept {
    beginKernel(name, "parallel_for", id);
}
GANTRY_EXPORTED void kokkosp_end_parallel_for(std::uint64_t id) noexcept {
    endKernel(id);
}
GANTRY_EXPORTED void kokkosp_begin_parallel_reduce(const char* name, std::uint32_t /*device*/,
                                                   std::uint64_t* id) noexcept {
    beginKernel(name, "parallel_reduce", id);
}
GANTRY_EXPORTED void kokkosp_end_parallel_reduce(std::uint64_t id) noexcept {
    endKernel(id);
}
GANTRY_EXPORTED void kokkosp_begin_parallel_scan(const char* name, std::uint32_t /*device*/,
                                                 std::uint64_t* id) noexcept {
    beginKernel(name, "parallel_scan", id);
}
GANTRY_EXPORTED void kokkosp_end_parallel_scan(std::uint64_t id) noexcept {
    endKernel(id);
}
GANTRY_EXPORTED void kokkosp_begin_fence(const char* name, std::uint32_t /*device*/,
                                         std::uint64_t* id) noexcept {
    beginKernel(name, "fence", id);
}
GANTRY_EXPORTED void kokkosp_end_fence(std::uint64_t id) noexcept {
    endKernel(id);
}

GANTRY_EXPORTED void kokkosp_push_profile_region(const char* name) noexcept {
    if (on()) {
        open.begin(names, names.numberOf(name, "region"), Region);
    }
}
GANTRY_EXPORTED void kokkosp_pop_profile_region() noexcept {
    if (on()) {
        open.end(names, Region);
    }
}

GANTRY_EXPORTED void kokkosp_begin_deep_copy(SpaceHandle toSpace, const char* to,
                                             const void* /*toData*/, SpaceHandle /*fromSpace*/,
                                             const char* /*from*/, const void* /*fromData*/,
                                             std::uint64_t size) noexcept {
    if (on()) {
        open.begin(names, names.numberOf(to, "deep_copy"), Copy);
        copied.trigger(toSpace.name, static_cast<double>(size));
    }
}
GANTRY_EXPORTED void kokkosp_end_deep_copy() noexcept {
    if (on()) {
        open.end(names, Copy);
    }
}

GANTRY_EXPORTED void kokkosp_allocate_data(SpaceHandle space, const char* /*label*/,
                                           const void* /*data*/, std::uint64_t size) noexcept {
    if (on()) {
        allocated.trigger(space.name, static_cast<double>(size));
    }
}
GANTRY_EXPORTED void kokkosp_deallocate_data(SpaceHandle space, const char* /*label*/,
                                             const void* /*data*/, std::uint64_t size) noexcept {
    if (on()) {
        freed.trigger(space.name, static_cast<double>(size));
    }
}

}  // namespace gantry::kokkos
