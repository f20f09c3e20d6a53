#include "PerfGroup.hpp"

#include <base/files/Descriptor.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

base::Descriptor openEvent(const PerfEvent& event, bool kernelToo, int leader) noexcept {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = event.type;
    attributes.config = event.config;
    attributes.read_format = PERF_FORMAT_GROUP;
    attributes.exclude_kernel = static_cast<__u64>(!kernelToo) & 1U;
    attributes.exclude_hv = 1;
    // A hardware group is on the processor whenever the thread is, or an error: never in part.
    attributes.pinned = static_cast<__u64>(leader < 0 && event.hardware()) & 1U;
    // An event that joins a group which counts already would begin at the next context switch.
    attributes.disabled = static_cast<__u64>(leader < 0) & 1U;
    return base::Descriptor(static_cast<int>(
        ::syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC)));
}

class PerfCounters final : public ThreadCounters {
public:
    /// 0, or the kernel's error number.
    int open(const std::vector<PerfEvent>& events, bool kernelToo) noexcept {
        for (const PerfEvent& event : events) {
            base::Descriptor file = openEvent(event, kernelToo, files_[0].number());
            if (!file) {
                return errno;
            }
            files_[count_++] = std::move(file);
        }
        if (::ioctl(files_[0].number(), PERF_EVENT_IOC_ENABLE, 0) != 0) {
            return errno;
        }
        std::array<std::uint64_t, 1 + kMaxMetrics> buffer{};
        // The kernel accepts a pinned group that does not fit the counters, and reports that only
        // when it is read: as the end of the file.
        return readGroup(buffer) ? 0 : ENOSPC;
    }

    void read(std::uint64_t* values) noexcept override {
        std::array<std::uint64_t, 1 + kMaxMetrics> buffer{};
        if (readGroup(buffer)) {
            std::copy_n(buffer.begin() + 1, count_, last_.begin());
        }
        std::copy_n(last_.begin(), count_, values);
    }

private:
    bool readGroup(std::array<std::uint64_t, 1 + kMaxMetrics>& buffer) const noexcept {
        const std::size_t bytes = (1 + count_) * sizeof(std::uint64_t);
        return ::read(files_[0].number(), buffer.data(), bytes) == static_cast<ssize_t>(bytes);
    }

    std::array<base::Descriptor, kMaxMetrics> files_;  // the first leads the group
    std::size_t count_ = 0;
    std::array<std::uint64_t, kMaxMetrics> last_{};
};

// Whether the kernel's own work can be counted too.
bool countsKernel() {
    // Asked once: the answer depends on the system's settings, and all metrics should count the
    // same.
    static const bool allowed = [] {
        const PerfEvent probe{"", "", "", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES};
        PerfCounters counters;
        return counters.open({probe}, true) == 0;
    }();
    return allowed;
}

std::vector<Metric> described(const std::vector<PerfEvent>& events) {
    const std::string part = countsKernel() ? "" : ", without what the kernel does for it";
    std::vector<Metric> metrics;
    metrics.reserve(events.size());
    for (const PerfEvent& event : events) {
        metrics.push_back(
            {event.name, event.unit,
             std::string("perf_event_open, ") + event.what + " of the thread" + part});
    }
    return metrics;
}

}  // namespace

PerfGroup::PerfGroup(std::vector<PerfEvent> events)
    : PerThreadGroup(described(events)), events_(std::move(events)) {}

std::unique_ptr<ThreadCounters> PerfGroup::makeCounters() noexcept {
    try {
        auto counters = std::make_unique<PerfCounters>();
        return counters->open(events_, countsKernel()) == 0 ? std::move(counters) : nullptr;
    } catch (const std::exception&) {
        return nullptr;
    }
}

int tryPerfEvents(const std::vector<PerfEvent>& events) {
    PerfCounters counters;
    return counters.open(events, countsKernel());
}

}  // namespace gantry::perf
