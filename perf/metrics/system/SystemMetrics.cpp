#include <base/files/Descriptor.hpp>
#include <perf/engine/MetricPlugin.hpp>
#include <perf/engine/PerThreadGroup.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): all of the plug-in contract
using namespace gantry::perf;

constexpr MetricPluginDescription kDescription{
    kMetricPluginAbi,
    "process-cpu resident-memory page-faults major-faults context-switches forced-switches",
    "process-cpu resident-memory page-faults major-faults context-switches forced-switches",
    "CPU time, memory, page faults and switches as the operating system counts them"};

constexpr const char* kStatm = "/proc/self/statm";

// What one reading may need.
class SystemReading final {
public:
    explicit SystemReading(int statm) : statm_(statm) {}

    const rusage& thread() noexcept {
        if (!threadRead_) {
            threadRead_ = true;
            ::getrusage(RUSAGE_THREAD, &thread_);
        }
        return thread_;
    }

    // Resident pages of the process; 0 where they cannot be read.
    std::uint64_t residentPages() const noexcept {
        std::array<char, 128> text{};
        if (::pread(statm_, text.data(), text.size() - 1, 0) <= 0) {
            return 0;
        }
        const char* const second = std::find(text.begin(), text.end(), ' ');
        return std::strtoull(second, nullptr, 10);
    }

private:
    int statm_;
    bool threadRead_ = false;
    rusage thread_{};
};

// The growth of a size that also shrinks, as one thread sees it: a counter that never goes back.
struct Growth {
    std::uint64_t last = 0;
    std::uint64_t grown = 0;

    std::uint64_t add(std::uint64_t now) noexcept {
        grown += now > last ? now - last : 0;
        last = now;
        return grown;
    }
};

std::uint64_t unsignedOf(long value) noexcept {
    return static_cast<std::uint64_t>(value);
}

std::uint64_t processCpu(SystemReading& /*reading*/, Growth& /*growth*/) noexcept {
    return clockNs(CLOCK_PROCESS_CPUTIME_ID);
}
std::uint64_t residentMemory(SystemReading& reading, Growth& growth) noexcept {
    static const std::uint64_t pageSize = unsignedOf(::sysconf(_SC_PAGESIZE));
    return growth.add(reading.residentPages()) * pageSize;
}
std::uint64_t pageFaults(SystemReading& reading, Growth& /*growth*/) noexcept {
    return unsignedOf(reading.thread().ru_minflt) + unsignedOf(reading.thread().ru_majflt);
}
std::uint64_t majorFaults(SystemReading& reading, Growth& /*growth*/) noexcept {
    return unsignedOf(reading.thread().ru_majflt);
}
std::uint64_t contextSwitches(SystemReading& reading, Growth& /*growth*/) noexcept {
    return unsignedOf(reading.thread().ru_nvcsw) + unsignedOf(reading.thread().ru_nivcsw);
}
std::uint64_t forcedSwitches(SystemReading& reading, Growth& /*growth*/) noexcept {
    return unsignedOf(reading.thread().ru_nivcsw);
}

struct SystemMetric {
    const char* name;
    const char* unit;
    const char* source;
    std::uint64_t (*read)(SystemReading&, Growth&) noexcept;
};

constexpr std::array kMetrics{
    SystemMetric{"process-cpu", "ns",
                 "clock_gettime(CLOCK_PROCESS_CPUTIME_ID), all threads of the process",
                 &processCpu},
    SystemMetric{"resident-memory", "B",
                 "growth of the process's resident memory according to /proc/self/statm between "
                 "the thread's readings; shrinking in between is not subtracted",
                 &residentMemory},
    SystemMetric{"page-faults", "faults", "getrusage(RUSAGE_THREAD), minor and major page faults",
                 &pageFaults},
    SystemMetric{"major-faults", "faults",
                 "getrusage(RUSAGE_THREAD), page faults that read from a disk", &majorFaults},
    SystemMetric{"context-switches", "switches",
                 "getrusage(RUSAGE_THREAD), voluntary and forced context switches",
                 &contextSwitches},
    SystemMetric{"forced-switches", "switches",
                 "getrusage(RUSAGE_THREAD), context switches forced by the scheduler",
                 &forcedSwitches}};

const SystemMetric& metricOf(const std::string& name) {
    const auto found = std::find_if(kMetrics.begin(), kMetrics.end(),
                                    [&name](const SystemMetric& one) { return one.name == name; });
    if (found == kMetrics.end()) {
        throw std::invalid_argument("there is no metric '" + name + "' here");
    }
    return *found;
}

class SystemCounters final : public ThreadCounters {
public:
    SystemCounters(const std::vector<const SystemMetric*>& metrics, int statm)
        : metrics_(metrics), statm_(statm), growth_(metrics.size()) {
        // A first reading as the origin, so that growth begins at 0 in each thread.
        std::array<std::uint64_t, kMaxMetrics> first{};
        SystemCounters::read(first.data());
        for (Growth& growth : growth_) {
            growth.grown = 0;
        }
    }

    void read(std::uint64_t* values) noexcept override {
        SystemReading reading(statm_);
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            values[m] = metrics_[m]->read(reading, growth_[m]);
        }
    }

private:
    const std::vector<const SystemMetric*>& metrics_;
    int statm_;
    std::vector<Growth> growth_;
};

class SystemGroup final : public PerThreadGroup {
public:
    SystemGroup(std::vector<const SystemMetric*> metrics, gantry::base::Descriptor statm)
        : PerThreadGroup(described(metrics)),
          metrics_(std::move(metrics)),
          statm_(opened(std::move(statm))) {}
    SystemGroup(const SystemGroup&) = delete;
    SystemGroup& operator=(const SystemGroup&) = delete;
    ~SystemGroup() override { closeOf(statm_.load()); }

private:
    static std::vector<Metric> described(const std::vector<const SystemMetric*>& metrics) {
        std::vector<Metric> all;
        all.reserve(metrics.size());
        for (const SystemMetric* metric : metrics) {
            all.push_back({metric->name, metric->unit, metric->source});
        }
        return all;
    }

    std::unique_ptr<ThreadCounters> makeCounters() noexcept override {
        try {
            return std::make_unique<SystemCounters>(metrics_, statmOfProcess());
        } catch (const std::exception&) {
            return nullptr;
        }
    }

    // The file with the process that opened it, of whose memory it reports.
    static std::uint64_t opened(gantry::base::Descriptor file) noexcept {
        return std::uint64_t{static_cast<std::uint32_t>(::getpid())} << 32U |
               static_cast<std::uint32_t>(file.release());
    }
    static void closeOf(std::uint64_t statm) noexcept {
        gantry::base::Descriptor(static_cast<int>(static_cast<std::uint32_t>(statm))).close();
    }

    int statmOfProcess() noexcept {
        std::uint64_t known = statm_.load();
        const bool inUse = static_cast<int>(static_cast<std::uint32_t>(known)) >= 0;
        // /proc/self was resolved when the file was opened: after fork it shows the parent's
        // memory.
        if (inUse && known >> 32U != static_cast<std::uint32_t>(::getpid())) {
            const std::uint64_t own =
                opened(gantry::base::Descriptor(::open(kStatm, O_RDONLY | O_CLOEXEC)));
            // Several threads of the child may come here at once; one file wins, the others are
            // closed.
            if (statm_.compare_exchange_strong(known, own)) {
                closeOf(known);
                known = own;
            } else {
                closeOf(own);
            }
        }
        return static_cast<int>(static_cast<std::uint32_t>(known));
    }

    std::vector<const SystemMetric*> metrics_;
    std::atomic<std::uint64_t> statm_;
};

std::unique_ptr<MetricGroup> openSystem(const std::vector<std::string>& names,
                                        std::vector<MetricRefusal>& refused) {
    std::vector<const SystemMetric*> metrics;
    gantry::base::Descriptor statm;
    for (const std::string& name : names) {
        const SystemMetric& metric = metricOf(name);
        if (metric.read == &residentMemory) {
            statm = gantry::base::Descriptor(::open(kStatm, O_RDONLY | O_CLOEXEC));
            if (!statm) {
                refused.push_back({name,
                                   "/proc/self/statm cannot be opened; mount /proc, or measure "
                                   "page-faults instead"});
                continue;
            }
        }
        metrics.push_back(&metric);
    }
    return metrics.empty() ? nullptr
                           : std::make_unique<SystemGroup>(std::move(metrics), std::move(statm));
}

}  // namespace

GANTRY_METRICS(openSystem, kDescription);
