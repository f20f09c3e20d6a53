#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

constexpr double kNs = 1e-9;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

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

// The ranks with the least and the most, and the variance over all; not a number: not known.
struct Spread {
    double leastRank = kUnknown;
    double least = kUnknown;
    double mostRank = kUnknown;
    double most = kUnknown;
    double variance = kUnknown;
};

struct SharedFile {
    std::int64_t ranks = 0;
    Spread seconds;
    Spread bytes;
};

using SharedFiles = std::map<std::string_view, SharedFile>;

template <class Value>
Spread spreadOf(const RankShares& shares, Value value) {
    const auto isLess = [&](const Entry& a, const Entry& b) {
        return value(a.second) < value(b.second);
    };
    const auto least = std::min_element(shares.begin(), shares.end(), isLess);
    const auto most = std::max_element(shares.begin(), shares.end(), isLess);
    const auto count = static_cast<double>(shares.size());
    double mean = 0;
    for (const auto& [rank, share] : shares) {
        mean += value(share) / count;
    }
    // Of the population: these are all ranks that used the file, and no sample of them.
    double variance = 0;
    for (const auto& [rank, share] : shares) {
        variance += (value(share) - mean) * (value(share) - mean) / count;
    }
    return {static_cast<double>(least->first), value(least->second),
            static_cast<double>(most->first), value(most->second), variance};
}

double square(double value) {
    return value * value;
}

// What the record of all ranks together says of single ones, as in a log of Darshan.
void addOfAllRanks(SharedFiles& files, const ModuleRecords& module) {
    const auto fastest = fieldOf(module, "fastest_rank");
    if (!fastest) {
        return;
    }
    for (const ModuleRecord& record : module.records) {
        const auto value = [&](std::string_view field) {
            return static_cast<double>(sumOf(module, record, {field}));
        };
        const std::int64_t ranks = sumOf(module, record, {"ranks"});
        if (record.process < 0 && ranks > 1 && isOneFile(record.name)) {
            const Spread seconds{value("fastest_rank"), value("fastest_rank_time") * kNs,
                                 value("slowest_rank"), value("slowest_rank_time") * kNs,
                                 square(value("rank_time_deviation") * kNs)};
            Spread bytes;
            bytes.variance = square(value("rank_bytes_deviation"));
            files.try_emplace(record.name, SharedFile{ranks, seconds, bytes});
        }
    }
}

SharedFiles sharedFilesOf(const Profile& profile, const ModuleRecords& module) {
    SharedFiles files;
    for (const auto& [name, shares] : sharesOf(profile, module)) {
        if (shares.size() > 1) {
            files[name] = {
                static_cast<std::int64_t>(shares.size()),
                spreadOf(shares,
                         [](const RankShare& a) { return static_cast<double>(a.ns) * kNs; }),
                spreadOf(shares, [](const RankShare& a) { return static_cast<double>(a.bytes); })};
        }
    }
    addOfAllRanks(files, module);
    return files;
}

std::vector<ReportValue> rowOf(const FileFigures& file, const SharedFile& shared) {
    const auto& [ranks, seconds, bytes] = shared;
    return {file.name,
            file.module,
            ranks,
            seconds.leastRank,
            std::round(seconds.least / kNs),
            seconds.mostRank,
            std::round(seconds.most / kNs),
            std::sqrt(seconds.variance) / kNs,
            seconds.variance,
            bytes.leastRank,
            bytes.least,
            bytes.mostRank,
            bytes.most,
            std::sqrt(bytes.variance),
            bytes.variance};
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
    std::map<std::string_view, SharedFiles> modules;
    for (const ModuleRecords& module : profile.modules) {
        modules[module.name].merge(sharedFilesOf(profile, module));
    }
    for (const FileFigures& file : files) {
        const SharedFiles& shared = modules[file.module];
        if (const auto found = shared.find(file.name); found != shared.end()) {
            table.rows.push_back(rowOf(file, found->second));
        }
    }
    return table;
}

}  // namespace gantry::perf
