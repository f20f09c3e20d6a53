#include <perf/recording/CoreUseCounters.hpp>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace gantry::perf {

namespace {

// The fields of the first line, "cpu", by proc(5). What follows them, the time of guests, is in
// the time of users as well.
constexpr std::size_t kIdle = 3;
constexpr std::size_t kWaitingForFiles = 4;
constexpr std::size_t kFields = 8;

double secondsOf(const rusage& usage) {
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double ownSeconds() {
    rusage self{};
    rusage children{};
    ::getrusage(RUSAGE_SELF, &self);
    ::getrusage(RUSAGE_CHILDREN, &children);
    return secondsOf(self) + secondsOf(children);
}

}  // namespace

std::optional<CoreSeconds> coreSecondsIn(std::string_view statistics, long ticksPerSecond) {
    std::istringstream line(std::string(statistics.substr(0, statistics.find('\n'))));
    std::string name;
    std::vector<double> fields;
    line >> name;
    for (double field = 0; fields.size() < kFields && line >> field;) {
        fields.push_back(field);
    }
    if (name != "cpu" || fields.size() < kFields || ticksPerSecond <= 0) {
        return std::nullopt;
    }
    const double all = std::accumulate(fields.begin(), fields.end(), 0.0);
    const auto ticks = static_cast<double>(ticksPerSecond);
    return CoreSeconds{all / ticks, (all - fields[kIdle] - fields[kWaitingForFiles]) / ticks};
}

CoreUseCounters::CoreUseCounters() : begin_(read()) {}

std::optional<CoreUseCounters::Reading> CoreUseCounters::read() {
    std::ifstream file("/proc/stat");
    std::string line;
    std::getline(file, line);
    const auto seconds = coreSecondsIn(line, ::sysconf(_SC_CLK_TCK));
    if (!seconds) {
        return std::nullopt;
    }
    return Reading{seconds->all, seconds->busy, ownSeconds()};
}

std::optional<CoreUse> CoreUseCounters::use() const {
    const std::optional<Reading> now = read();
    if (!begin_ || !now || !(now->all > begin_->all)) {
        return std::nullopt;
    }
    // The time in which a core waits for files may go back (proc(5)), and with it that of all.
    const double available = now->all - begin_->all;
    return CoreUse{available, std::clamp(now->busy - begin_->busy, 0.0, available),
                   now->own - begin_->own};
}

}  // namespace gantry::perf
