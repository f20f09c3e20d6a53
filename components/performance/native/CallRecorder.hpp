#pragma once

#include <perf/engine/Engine.hpp>
#include <sidl/array.hpp>

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "CallRecord.hpp"

namespace performance::native {

/// The records of one engine, and for each thread the recorded calls that run on it. Costs are
/// differences of what the calling thread's clocks show, taken call by call, so that recursion and
/// other threads spoil nothing. Any thread may use it.
class CallRecorder final {
public:
    /// The engine outlives the recorder. limit: the most rows of a record.
    CallRecorder(gantry::perf::Engine& engine, std::size_t limit)
        : engine_(engine), limit_(limit) {}

    /// A call begins on this thread. Where there is no memory for it, it is not recorded.
    void start(const std::string& name) noexcept;
    /// The innermost call of that name on this thread ends.
    void stop(const std::string& name, const sidl::array<std::string>& names,
              const sidl::array<double>& values) noexcept;

    /// Made where there is none.
    std::shared_ptr<CallRecord> record(const std::string& name);
    /// Null where there is none.
    [[nodiscard]] std::shared_ptr<CallRecord> find(const std::string& name) const;
    /// False where there is none.
    bool erase(const std::string& name);
    /// In the order in which the records began.
    [[nodiscard]] std::vector<std::string> names() const;

private:
    struct OpenCall {
        std::shared_ptr<CallRecord> record;
        gantry::perf::MetricTicks start{};
        gantry::perf::MetricTicks inChildren{};
    };
    /// Used by its own thread only.
    using Stack = std::vector<OpenCall>;

    Stack& stackOf(std::uint32_t thread);
    void close(Stack& stack, const gantry::perf::MetricTicks& now,
               const sidl::array<std::string>& names, const sidl::array<double>& values,
               std::uint32_t thread);

    gantry::perf::Engine& engine_;
    const std::size_t limit_;
    mutable std::shared_mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<CallRecord>> records_;
    std::vector<std::string> order_;
    std::unordered_map<std::uint32_t, std::unique_ptr<Stack>> stacks_;
};

}  // namespace performance::native
