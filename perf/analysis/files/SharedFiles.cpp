#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

constexpr double kNs = 1e-9;

struct RankShare {
    std::int64_t ns = 0;
    std::int64_t bytes = 0;
};

// By rank: of equal ranks the first one is named.
using RankShares = std::map<std::int32_t, RankShare>;
using Entry = RankShares::value_type;

std::int64_t sumOf(const ModuleRecords& module, const ModuleRecord& record,
                   std::initializer_list<std::string_view> fields) {
    std::int64_t sum = 0;
    for (const std::string_view name : fields) {
        const auto place = fieldOf(module, name);
        sum += place ? record.values[*place] : 0;
    }
    return sum;
}

// "(pipe)" and the like stand for many objects, each of which one rank may have for itself.
bool isOneFile(std::string_view name) {
    return !name.empty() && name[0] != '(' && name[0] != '<';
}

std::int32_t rankOf(const Profile& profile, const ModuleRecord& record) {
    const auto place = static_cast<std::size_t>(record.process);
    return record.process < 0 || place >= profile.processes.size() ? -1
                                                                   : profile.processes[place].rank;
}

// Several processes of one rank, such as its children, count as that rank.
std::map<std::string_view, RankShares> sharesOf(const Profile& profile,
                                                const ModuleRecords& module) {
    std::map<std::string_view, RankShares> files;
    for (const ModuleRecord& record : module.records) {
        const std::int32_t rank = isOneFile(record.name) ? rankOf(profile, record) : -1;
        if (rank >= 0) {
            RankShare& share = files[record.name][rank];
            share.ns += sumOf(module, record, {"read_time", "write_time", "meta_time"});
            share.bytes += sumOf(module, record, {"bytes_read", "bytes_written"});
        }
    }
    return files;
}

// Of the population: these are all ranks that used the file, and no sample of them.
template <class Value>
double varianceOf(const RankShares& shares, Value value) {
    const auto count = static_cast<double>(shares.size());
    double mean = 0;
    for (const auto& [rank, share] : shares) {
        mean += value(share) / count;
    }
    double squares = 0;
    for (const auto& [rank, share] : shares) {
        const double off = value(share) - mean;
        squares += off * off;
    }
    return squares / count;
}

std::vector<ReportValue> rowOf(const std::string& module, std::string_view file,
                               const RankShares& shares) {
    const auto isFaster = [](const Entry& a, const Entry& b) { return a.second.ns < b.second.ns; };
    const auto isLess = [](const Entry& a, const Entry& b) {
        return a.second.bytes < b.second.bytes;
    };
    const auto fastest = std::min_element(shares.begin(), shares.end(), isFaster);
    const auto slowest = std::max_element(shares.begin(), shares.end(), isFaster);
    const auto least = std::min_element(shares.begin(), shares.end(), isLess);
    const auto most = std::max_element(shares.begin(), shares.end(), isLess);
    const double timeVariance =
        varianceOf(shares, [](const RankShare& a) { return static_cast<double>(a.ns) * kNs; });
    const double bytesVariance =
        varianceOf(shares, [](const RankShare& a) { return static_cast<double>(a.bytes); });
    const auto whole = [](std::int64_t value) { return ReportValue(value); };
    return {std::string(file),
            module,
            whole(static_cast<std::int64_t>(shares.size())),
            whole(fastest->first),
            whole(fastest->second.ns),
            whole(slowest->first),
            whole(slowest->second.ns),
            std::sqrt(timeVariance) / kNs,
            timeVariance,
            whole(least->first),
            whole(least->second.bytes),
            whole(most->first),
            whole(most->second.bytes),
            std::sqrt(bytesVariance),
            bytesVariance};
}

}  // namespace

ReportTable sharedFilesTable(const Profile& profile, const std::vector<FileFigures>& files) {
    ReportTable table{"ioShared", "shared file", {}, {}, {}, 0};
    constexpr auto kToPrograms = ReportColumn::Shown::ToPrograms;
    table.columns = {{"file", "shared file", ""},
                     {"module", "module", ""},
                     {"ranks", "ranks", ""},
                     {"fastestRank", "fastest", ""},
                     {"fastestTime", "time", "ns"},
                     {"slowestRank", "slowest", ""},
                     {"slowestTime", "time", "ns"},
                     {"timeDeviation", "deviation", "ns"},
                     {"timeVariance", "variance", "s^2", kToPrograms},
                     {"leastRank", "least", ""},
                     {"leastBytes", "bytes", "B"},
                     {"mostRank", "most", ""},
                     {"mostBytes", "bytes", "B"},
                     {"bytesDeviation", "deviation", "B"},
                     {"bytesVariance", "variance", "B^2", kToPrograms}};
    std::map<std::string_view, std::map<std::string_view, RankShares>> modules;
    for (const ModuleRecords& module : profile.modules) {
        modules[module.name].merge(sharesOf(profile, module));
    }
    for (const FileFigures& file : files) {
        const auto& shares = modules[file.module];
        if (const auto found = shares.find(file.name);
            found != shares.end() && found->second.size() > 1) {
            table.rows.push_back(rowOf(file.module, file.name, found->second));
        }
    }
    return table;
}

}  // namespace gantry::perf
