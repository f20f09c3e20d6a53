#include "CallRecorder.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace performance::native {

void CallRecorder::start(const std::string& name) noexcept {
    try {
        const auto thread = engine_.threadId();
        if (!thread) {
            return;
        }
        auto record = this->record(name);
        Stack& stack = stackOf(*thread);
        stack.push_back({std::move(record), {}, {}});
        // Last, so that the search above is not counted.
        stack.back().start = engine_.readMetrics();
    } catch (const std::exception&) {
        // No memory for one more call: it is not recorded, and its stop will be counted.
    }
}

void CallRecorder::stop(const std::string& name, const sidl::array<std::string>& names,
                        const sidl::array<double>& values) noexcept {
    // First, so that the search below is not counted.
    const gantry::perf::MetricTicks now = engine_.readMetrics();
    try {
        const auto thread = engine_.threadId();
        if (!thread) {
            return;
        }
        Stack& stack = stackOf(*thread);
        const auto open = std::find_if(stack.rbegin(), stack.rend(), [&](const OpenCall& call) {
            return call.record->name() == name;
        });
        if (open == stack.rend()) {
            record(name)->countUnmatched();
            return;
        }
        for (auto inner = stack.rbegin(); inner != open; ++inner) {
            // Calls inside that were never stopped: they end with this one, without a row.
            inner->record->countUnmatched();
        }
        stack.resize(static_cast<std::size_t>(stack.rend() - open));
        close(stack, now, names, values, *thread);
    } catch (const std::exception&) {
        // No memory for one more row: the call is not recorded.
    }
}

void CallRecorder::close(Stack& stack, const gantry::perf::MetricTicks& now,
                         const sidl::array<std::string>& names, const sidl::array<double>& values,
                         std::uint32_t thread) {
    const OpenCall call = std::move(stack.back());
    stack.pop_back();
    gantry::perf::MetricTicks taken{};
    for (std::size_t m = 0; m < taken.size(); ++m) {
        taken[m] = now[m] - call.start[m];
        // All that a call takes is in the children of the one around it.
        if (!stack.empty()) {
            stack.back().inChildren[m] += taken[m];
        }
    }
    call.record->add(names, values, {engine_.units(taken), engine_.units(call.inChildren)}, thread);
}

CallRecorder::Stack& CallRecorder::stackOf(std::uint32_t thread) {
    {
        const std::shared_lock lock(mutex_);
        if (const auto known = stacks_.find(thread); known != stacks_.end()) {
            return *known->second;
        }
    }
    const std::unique_lock lock(mutex_);
    // Only its own thread uses a stack; the map is what the lock is for.
    return *stacks_.emplace(thread, std::make_unique<Stack>()).first->second;
}

std::shared_ptr<CallRecord> CallRecorder::record(const std::string& name) {
    if (auto known = find(name)) {
        return known;
    }
    auto made = std::make_shared<CallRecord>(CallRecord::Identity{name, engine_.metrics(), limit_});
    const std::unique_lock lock(mutex_);
    const auto [place, isNew] = records_.emplace(name, std::move(made));
    // Another thread may have been faster: then its record is used, and ours goes.
    if (isNew) {
        order_.push_back(name);
    }
    return place->second;
}

std::shared_ptr<CallRecord> CallRecorder::find(const std::string& name) const {
    const std::shared_lock lock(mutex_);
    const auto known = records_.find(name);
    return known == records_.end() ? nullptr : known->second;
}

bool CallRecorder::erase(const std::string& name) {
    const std::unique_lock lock(mutex_);
    std::erase(order_, name);
    return records_.erase(name) > 0;
}

std::vector<std::string> CallRecorder::names() const {
    const std::shared_lock lock(mutex_);
    return order_;
}

}  // namespace performance::native
