#include <base/text/NumberText.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

constexpr std::string_view kModule = "io_bins";
// As many intervals as a line of 80 columns has room for beside the names.
constexpr std::int64_t kMostIntervals = 40;
constexpr std::int64_t kShortestNs = 10'000'000;
constexpr double kNs = 1e-9;
constexpr double kMostBytes = 9e18;  // fits 64 bits
// From little to much; a blank is nothing at all.
constexpr std::string_view kShades = ".:-=+*#%@";

struct Bin {
    std::string module;
    std::int32_t process;
    std::int64_t begin;
    std::int64_t width;
    std::int64_t read;
    std::int64_t written;
};

// A bin is named by its module and its number.
std::string moduleOf(const std::string& name) {
    return name.substr(0, name.rfind(' '));
}

void addBins(std::vector<Bin>& bins, const ModuleRecords& module) {
    const auto begin = fieldOf(module, "begin");
    const auto width = fieldOf(module, "width");
    const auto read = fieldOf(module, "bytes_read");
    const auto written = fieldOf(module, "bytes_written");
    if (!begin || !width || !read || !written) {
        return;
    }
    for (const ModuleRecord& record : module.records) {
        Bin bin{moduleOf(record.name), record.process,       record.values[*begin],
                record.values[*width], record.values[*read], record.values[*written]};
        // An archive may come from anywhere; a sum of these must not overflow.
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
        // Records of many processes that were put together have bins of different times.
        if (bin.process >= 0 && bin.width > 0 && bin.width < kMost && bin.begin >= 0 &&
            bin.begin < kMost && bin.read >= 0 && bin.written >= 0) {
            bins.push_back(std::move(bin));
        }
    }
}

std::vector<Bin> binsOf(const Profile& profile) {
    std::vector<Bin> bins;
    for (const ModuleRecords& module : profile.modules) {
        if (module.name == kModule) {
            addBins(bins, module);
        }
    }
    return bins;
}

// The bytes of one module of one process in each interval.
struct Line {
    std::string module;
    std::int32_t process = -1;
    bool isWrite = false;
    std::vector<double> bytes;

    [[nodiscard]] double sum() const {
        double all = 0;
        for (const double each : bytes) {
            all += each;
        }
        return std::min(all, kMostBytes);
    }
};

// The bytes of a bin, in equal parts for each ns of it.
void add(Line& line, const Bin& bin, std::int64_t bytes, std::int64_t interval) {
    const auto each = static_cast<double>(bytes) / static_cast<double>(bin.width);
    const std::int64_t end = bin.begin + bin.width;
    for (std::int64_t from = bin.begin; from < end;) {
        const std::int64_t place = from / interval;
        const std::int64_t to = std::min(end, (place + 1) * interval);
        line.bytes[static_cast<std::size_t>(place)] += each * static_cast<double>(to - from);
        from = to;
    }
}

std::vector<Line> linesOf(const std::vector<Bin>& bins, std::int64_t interval,
                          std::size_t intervals) {
    std::map<std::tuple<std::string, std::int32_t, bool>, Line> lines;
    for (const Bin& bin : bins) {
        for (const bool writes : {false, true}) {
            const std::int64_t bytes = writes ? bin.written : bin.read;
            if (bytes != 0) {
                const auto [line, isNew] = lines.try_emplace({bin.module, bin.process, writes});
                if (isNew) {
                    line->second = {bin.module, bin.process, writes,
                                    std::vector<double>(intervals)};
                }
                add(line->second, bin, bytes, interval);
            }
        }
    }
    std::vector<Line> sorted;
    sorted.reserve(lines.size());
    for (auto& [key, line] : lines) {
        sorted.push_back(std::move(line));
    }
    return sorted;
}

std::string shadesOf(const Line& line, double most) {
    std::string text;
    for (const double bytes : line.bytes) {
        const auto last = static_cast<double>(kShades.size() - 1);
        text += bytes <= 0 ? ' ' : kShades[static_cast<std::size_t>(last * bytes / most)];
    }
    return text;
}

std::string numbersOf(const Line& line) {
    std::string text;
    for (const double bytes : line.bytes) {
        text +=
            (text.empty() ? "" : " ") + std::to_string(std::llround(std::min(bytes, kMostBytes)));
    }
    return text;
}

}  // namespace

std::string nameOfProcess(const Profile& profile, std::int32_t process) {
    if (process < 0 || static_cast<std::size_t>(process) >= profile.processes.size()) {
        return "all";
    }
    const ProcessInfo& info = profile.processes[static_cast<std::size_t>(process)];
    return info.rank >= 0 ? "rank " + std::to_string(info.rank) : std::to_string(info.pid);
}

ReportTable ioMapTable(const Profile& profile) {
    ReportTable table{"ioMap", "interval", {}, {}, {}, 0};
    const std::vector<Bin> bins = binsOf(profile);
    std::int64_t end = 0;
    for (const Bin& bin : bins) {
        end = std::max(end, bin.begin + bin.width);
    }
    std::int64_t interval = kShortestNs;
    while (end / interval >= kMostIntervals) {
        interval *= 2;
    }
    const std::int64_t intervals = end / interval + 1;
    const std::vector<Line> lines = linesOf(bins, interval, static_cast<std::size_t>(intervals));
    const std::string title =
        "over time, " + base::duration(static_cast<double>(interval) * kNs) + " a character";
    table.columns = {
        {"module", "module", ""},
        {"process", "process", ""},
        {"direction", "moved", ""},
        {"bytes", "bytes", "B"},
        {"map", title, ""},
        {"interval", "interval", "ns", ReportColumn::Shown::ToPrograms},
        {"bytesOfIntervals", "bytes of intervals", "", ReportColumn::Shown::ToPrograms}};
    double most = 0;
    for (const Line& line : lines) {
        most = std::max(most, *std::max_element(line.bytes.begin(), line.bytes.end()));
    }
    for (const Line& line : lines) {
        table.rows.push_back({line.module, nameOfProcess(profile, line.process),
                              std::string(line.isWrite ? "written" : "read"),
                              static_cast<std::int64_t>(std::llround(line.sum())),
                              shadesOf(line, most), interval, numbersOf(line)});
    }
    return table;
}

}  // namespace gantry::perf
