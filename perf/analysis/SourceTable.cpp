#include <perf/analysis/SourceTable.hpp>
#include <perf/model/ModuleRecords.hpp>
#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace gantry::perf {

namespace {

struct LineTime {
    std::int64_t ownNs = 0;
    std::int64_t wholeNs = 0;
};
using Lines = std::map<std::int64_t, LineTime>;

std::map<std::string, Lines> linesOf(const Profile& profile) {
    std::map<std::string, Lines> files;
    for (const ModuleRecords& module : profile.modules) {
        const auto own = fieldOf(module, "own");
        const auto whole = fieldOf(module, "whole");
        if (module.name != kSourceModule || !own || !whole) {
            continue;
        }
        for (const ModuleRecord& record : module.records) {
            const std::size_t colon = record.name.rfind(':');
            std::int64_t number = 0;
            const char* const end = record.name.data() + record.name.size();
            if (colon == std::string::npos ||
                std::from_chars(record.name.data() + colon + 1, end, number).ptr != end) {
                continue;
            }
            LineTime& line = files[record.name.substr(0, colon)][number];
            line.ownNs += record.values[*own];
            line.wholeNs += record.values[*whole];
        }
    }
    return files;
}

double sampledNs(const Profile& profile) {
    const auto metric = sampledMetric(profile);
    double all = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            all += metric && node.parent < 0 ? static_cast<double>(node.inclusive[*metric]) : 0;
        }
    }
    return all;
}

double percent(std::int64_t part, double whole) {
    return whole > 0 ? 100 * static_cast<double>(part) / whole : 0;
}

bool endsWithPath(const std::string& path, const std::string& wanted) {
    return path == wanted ||
           (path.size() > wanted.size() && path.ends_with(wanted) &&
            (wanted.starts_with('/') || path[path.size() - wanted.size() - 1] == '/'));
}

std::string fileNamed(const std::map<std::string, Lines>& files, const std::string& wanted) {
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> found;
    std::string known;
    std::size_t named = 0;
    for (const auto& [path, lines] : files) {
        if (endsWithPath(path, wanted)) {
            found.push_back(path);
        }
        if (named++ < kMostNamed) {
            known += (known.empty() ? "" : ", ") + path;
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (files.empty()) {
        throw std::invalid_argument(
            "no source line is known: sample the program, and compile it with -g");
    }
    if (found.empty()) {
        throw std::invalid_argument("no sample is in a file '" + wanted + "'; samples are in: " +
                                    known + (named > kMostNamed ? ", ..." : ""));
    }
    throw std::invalid_argument("'" + wanted + "' is the end of " + found[0] + " and of " +
                                found[1] + "; give more of its path");
}

std::vector<std::string> textOf(const std::optional<std::string>& source) {
    std::vector<std::string> lines;
    std::istringstream text(source.value_or(""));
    for (std::string line; std::getline(text, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

ReportTable sourceFiles(const Profile& profile) {
    ReportTable table{"sources", "file", {}, {}, {}, 0};
    table.columns = {{"file", "file", ""}, {"own", "own", "%"}, {"lines", "lines", ""}};
    const double all = sampledNs(profile);
    for (const auto& [path, lines] : linesOf(profile)) {
        std::int64_t own = 0;
        for (const auto& [number, line] : lines) {
            own += line.ownNs;
        }
        table.rows.push_back({path, percent(own, all), static_cast<std::int64_t>(lines.size())});
    }
    sortRows(table, "own");
    return table;
}

ReportTable sourceLines(const Profile& profile, const std::string& file, const SourceReader& read) {
    constexpr std::int64_t kAround = 2;
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const std::map<std::string, Lines> files = linesOf(profile);
    const std::string path = fileNamed(files, file);
    const Lines& times = files.at(path);
    const std::vector<std::string> text = textOf(read(path));
    const auto count = static_cast<std::int64_t>(text.size());
    std::map<std::int64_t, const LineTime*> shown;
    for (const auto& [number, line] : times) {
        for (std::int64_t at = number - kAround; at <= number + kAround; ++at) {
            if (at >= 1 && at <= count) {
                shown.try_emplace(at, nullptr);
            }
        }
        shown[number] = &line;
    }
    ReportTable table{"source", "line", {}, {}, {}, 0};
    table.columns = {{"own", "own", "%"},
                     {"whole", "with calls", "%"},
                     {"line", "line", ""},
                     {"text", path, ""}};
    const double all = sampledNs(profile);
    for (const auto& [number, line] : shown) {
        table.rows.push_back({line != nullptr ? percent(line->ownNs, all) : kNone,
                              line != nullptr ? percent(line->wholeNs, all) : kNone, number,
                              number <= count
                                  ? text[static_cast<std::size_t>(number - 1)]
                                  : std::string(count == 0 ? "(its text is gone)" : "")});
    }
    return table;
}

}  // namespace gantry::perf
