#pragma once

#include <perf/engine/ThreadArea.hpp>
#include <perf/engine/ThreadRegistry.hpp>

#include <cstdint>
#include <memory>

namespace gantry::perf {

/// The engine the calling thread used last, and its area there. Engine numbers are never used
/// twice, so a stale anchor is never taken for another engine's.
struct ThreadAnchor {
    std::uint64_t engine;
    ThreadArea* area;
};

extern constinit thread_local ThreadAnchor threadAnchor;

/// A number no other engine of this process has or had; never 0.
std::uint64_t newEngineNumber() noexcept;

/// Whether the calling thread has already given its areas back.
bool threadIsOver() noexcept;

/// The area of the calling thread in that engine, or nullptr; makes it the anchor.
ThreadArea* findArea(std::uint64_t engine) noexcept;

/// Keeps an area until the calling thread ends, when its registry is told; makes it the anchor.
/// Throws std::bad_alloc.
void keepArea(std::uint64_t engine, std::shared_ptr<ThreadRegistry> registry, ThreadArea* area);

}  // namespace gantry::perf
