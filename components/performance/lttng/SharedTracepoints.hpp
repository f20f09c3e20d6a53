#pragma once

#include <atomic>
#include <cstdint>

#include "Tracepoints.hpp"
#include "performance/common/GroupFlags.hpp"

namespace performance::lttng {

/// What all objects of one component share; each of them keeps it alive. Any thread.
struct SharedTracepoints {
    explicit SharedTracepoints(const gantry_Tracepoints& all) : tracepoints(all) {}

    const gantry_Tracepoints& tracepoints;
    common::GroupFlags groups{};
    std::atomic<std::uint32_t> lastNumber{0};

    /// A number for a timer or event, from 1 on.
    std::uint32_t newNumber() noexcept {
        return lastNumber.fetch_add(1, std::memory_order_relaxed) + 1;
    }
};

}  // namespace performance::lttng
