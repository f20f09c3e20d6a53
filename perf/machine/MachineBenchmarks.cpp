#include <base/files/Descriptor.hpp>
#include <base/text/TimeText.hpp>
#include <perf/engine/Machine.hpp>
#include <perf/machine/MachineBenchmarks.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <unistd.h>

namespace gantry::perf {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kBatches = 40;
constexpr std::size_t kBlock = std::size_t{1} << 20U;

double nsSince(Clock::time_point since) {
    return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

MachineCost costOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double median = values[values.size() / 2];
    const double half =
        (values[values.size() - 1 - values.size() / 4] - values[values.size() / 4]) / 2;
    return {median, median > 0 ? half / median : 0};
}

// The time of one of `each`, in batches.
MachineCost measured(double each, const std::function<void()>& batch) {
    std::vector<double> values;
    batch();
    for (int i = 0; i < kBatches; ++i) {
        const Clock::time_point since = Clock::now();
        batch();
        values.push_back(nsSince(since) / each);
    }
    return costOf(std::move(values));
}

void readClock(clockid_t clock, int times) {
    timespec time{};
    for (int i = 0; i < times; ++i) {
        (void)::clock_gettime(clock, &time);
    }
}

// By the deviation of the logarithms around their median: a preempted batch says nothing of the
// work.
double noiseOfWork() {
    constexpr int kSteps = 400'000;
    std::vector<double> times;
    volatile double sink = 1;
    for (int i = 0; i < kBatches; ++i) {
        timespec begin{};
        timespec end{};
        (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
        double value = sink;
        for (int step = 0; step < kSteps; ++step) {
            value = value * 0.999 + 0.001;
        }
        sink = value;
        (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        times.push_back(static_cast<double>(end.tv_sec - begin.tv_sec) * 1e9 +
                        static_cast<double>(end.tv_nsec - begin.tv_nsec));
    }
    // Half of the middle half of a normal distribution is 0.6745 deviations.
    constexpr double kHalfOfMiddle = 0.6745;
    constexpr double kLeastNoise = 0.002;
    return std::max(kLeastNoise, costOf(std::move(times)).spread / kHalfOfMiddle);
}

// Nothing where a file cannot be written or read: a call that failed says nothing about its cost.
void measureFiles(MachineModel& machine) {
    const char* const folder = std::getenv("TMPDIR");
    std::string name =
        std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/gantry-XXXXXX";
    const base::Descriptor file(::mkstemp(name.data()));
    if (!file) {
        return;
    }
    ::unlink(name.c_str());
    std::vector<char> data(kBlock, 'x');
    for (const std::size_t size : {std::size_t{4096}, kBlock}) {
        const std::string text = size == kBlock ? "1 MiB" : "4 KiB";
        bool isWhole = true;
        const auto transfer = [&](auto function) {
            return measured(1, [&] {
                const ssize_t moved = function(file.number(), data.data(), size, 0);
                isWhole = isWhole && moved == static_cast<ssize_t>(size);
            });
        };
        const MachineCost write = transfer(::pwrite);
        const MachineCost read = transfer(::pread);
        if (isWhole) {
            machine.costs.push_back({"file write " + text, write});
            machine.costs.push_back({"file read " + text, read});
        }
    }
}

void measureMemory(MachineModel& machine) {
    constexpr std::size_t kDoubles = std::size_t{1} << 22U;
    std::vector<double> from(kDoubles, 1);
    std::vector<double> to(kDoubles, 0);
    constexpr double kBytes = 2.0 * sizeof(double) * kDoubles;
    machine.costs.push_back({"memory copy, a byte", measured(kBytes, [&] {
                                 std::copy(from.begin(), from.end(), to.begin());
                                 from[0] += to[kDoubles - 1];
                             })});
}

std::string outputOf(const std::string& command) {
    std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::string text;
    char part[512];
    while (pipe && std::fgets(part, sizeof(part), pipe.get()) != nullptr) {
        text += part;
    }
    return text;
}

std::map<std::string, MachineCost> costsIn(const std::string& text) {
    std::map<std::string, MachineCost> costs;
    std::istringstream lines(text);
    std::string name;
    MachineCost cost;
    while (lines >> name >> cost.ns >> cost.spread) {
        costs[name] = cost;
    }
    return costs;
}

}  // namespace

MachineModel measureMachine() {
    constexpr int kReadings = 1000;
    const Machine here = readMachine();
    MachineModel machine;
    machine.host = here.host;
    machine.cpuModel = here.cpuModel;
    machine.cores = here.cores;
    machine.created = base::isoTime(std::chrono::system_clock::now());
    machine.noise = noiseOfWork();
    machine.costs.push_back(
        {"clock", measured(kReadings, [] { readClock(CLOCK_MONOTONIC, kReadings); })});
    machine.costs.push_back({"clock of CPU time of a thread", measured(kReadings, [] {
                                 readClock(CLOCK_THREAD_CPUTIME_ID, kReadings);
                             })});
    measureMemory(machine);
    measureFiles(machine);
    return machine;
}

std::string measureMessages(MachineModel& machine, std::uint32_t ranks,
                            const std::filesystem::path& program) {
    if (!std::filesystem::exists(program)) {
        return "Gantry was built without MPI";
    }
    const auto costs =
        costsIn(outputOf("OMPI_MCA_rmaps_base_oversubscribe=1 mpirun -n " + std::to_string(ranks) +
                         " '" + std::filesystem::canonical(program).string() + "' 2>&1"));
    for (const char* const name : {"message8", "message262144", "stream", "barrier"}) {
        if (costs.count(name) == 0) {
            return "mpirun -n " + std::to_string(ranks) +
                   " did not work here; is MPI installed, and may it run so many ranks?";
        }
    }
    MessageCosts found;
    found.ranks = ranks;
    found.shared = machine.cores > 0 && ranks > machine.cores;
    found.latency = costs.at("message8");
    found.call = costs.at("stream");
    if (found.shared) {
        found.call.ns /= 2;  // both sides on one core, one after the other
    }
    constexpr double kLargest = 262144;
    const MachineCost& large = costs.at("message262144");
    found.byte = {std::max(0.0, large.ns - found.latency.ns) / kLargest, large.spread};
    found.barrier = costs.at("barrier");
    machine.messages.push_back(found);
    for (const auto& [name, cost] : costs) {
        if (name.rfind("message", 0) == 0) {
            machine.costs.push_back(
                {"message of " + name.substr(7) + " B, " + std::to_string(ranks) + " ranks", cost});
        }
    }
    return {};
}

}  // namespace gantry::perf
