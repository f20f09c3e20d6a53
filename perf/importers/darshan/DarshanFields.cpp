#include "DarshanFields.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gantry::perf {

namespace {

constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;  // of an archive
constexpr std::int16_t kNone = -1;

enum class Take : std::uint8_t {
    Count,    // counters: plus less minus
    End,      // a largest offset: one byte before the end
    Seconds,  // a real as a duration
    Moment,   // a real as a time since the job began
    Sharing,  // the ranks that share the file
    // Of files that ranks share:
    SharedRank,     // one of these ranks
    SharedSeconds,  // a real as a duration
    SharedRoot,     // the square root of a real, in s
    SharedBytes,    // the same in B
};

// Of counters or of reals.
using Places = std::array<std::int16_t, 4>;

struct Source {
    const char* name = "";
    const char* unit = "";
    Reduction reduction{};
    Take take{};
    Places plus{kNone, kNone, kNone, kNone};
    Places minus{kNone, kNone, kNone, kNone};
};

constexpr Places places(std::int16_t one, std::int16_t two = kNone, std::int16_t three = kNone,
                        std::int16_t four = kNone) {
    return {one, two, three, four};
}
constexpr Source calls(const char* name, Places counters, Places less = places(kNone)) {
    return {name, "calls", Reduction::Sum, Take::Count, counters, less};
}
constexpr Source calls(const char* name, std::int16_t counter) {
    return calls(name, places(counter));
}
constexpr Source bytes(const char* name, std::int16_t counter) {
    return {name, "B", Reduction::Sum, Take::Count, places(counter)};
}
constexpr Source end(const char* name, std::int16_t counter) {
    return {name, "B", Reduction::Max, Take::End, places(counter)};
}
constexpr Source seconds(const char* name, std::int16_t real, Reduction how = Reduction::Sum) {
    return {name, "ns", how, Take::Seconds, places(real)};
}
constexpr Source first(const char* name, std::int16_t real) {
    return {name, "ns", Reduction::First, Take::Moment, places(real)};
}
constexpr Source last(const char* name, std::int16_t real) {
    return {name, "ns", Reduction::Last, Take::Moment, places(real)};
}
constexpr Source sharing() {
    return {"ranks", "ranks", Reduction::Max, Take::Sharing};
}
constexpr Source rank(const char* name, std::int16_t counter) {
    return {name, "", Reduction::None, Take::SharedRank, places(counter)};
}
constexpr Source fastest(std::int16_t real) {
    return {"fastest_rank_time", "ns", Reduction::None, Take::SharedSeconds, places(real)};
}
constexpr Source slowest(std::int16_t real) {
    return {"slowest_rank_time", "ns", Reduction::Max, Take::SharedSeconds, places(real)};
}
constexpr Source timeVariance(std::int16_t real) {
    return {"rank_time_deviation", "ns", Reduction::None, Take::SharedRoot, places(real)};
}
constexpr Source bytesVariance(std::int16_t real) {
    return {"rank_bytes_deviation", "B", Reduction::None, Take::SharedBytes, places(real)};
}

// The numbers are those of the counters in a record of Darshan's current version.
constexpr Source kPosix[]{
    calls("opens", places(0), places(1, 2)),
    calls("reads", 3),
    calls("writes", 4),
    calls("seeks", 5),
    calls("stats", 6),
    calls("syncs", places(8, 9)),
    calls("maps", 7),
    calls("renames", 10),
    calls("duplicates", 2),
    bytes("bytes_read", 14),
    bytes("bytes_written", 15),
    end("read_up_to", 16),
    end("written_up_to", 17),
    calls("reads_onward", 20),
    calls("reads_adjacent", 18),
    calls("writes_onward", 21),
    calls("writes_adjacent", 19),
    calls("turns", 22),
    calls("unaligned", 25),
    rank("fastest_rank", 65),
    rank("slowest_rank", 67),
};
constexpr Source kStdio[]{
    calls("opens", places(0), places(1)),
    calls("reads", 2),
    calls("writes", 3),
    calls("seeks", 4),
    calls("flushes", 5),
    bytes("bytes_read", 7),
    bytes("bytes_written", 6),
    end("read_up_to", 8),
    end("written_up_to", 9),
    seconds("meta_time", 0),
    seconds("read_time", 2),
    seconds("write_time", 1),
    first("first_open", 3),
    last("last_open", 7),
    first("first_read", 6),
    last("last_read", 10),
    first("first_write", 5),
    last("last_write", 9),
    first("first_close", 4),
    last("last_close", 8),
    sharing(),
    rank("fastest_rank", 10),
    rank("slowest_rank", 12),
    fastest(11),
    slowest(12),
    timeVariance(13),
    bytesVariance(14),
};
constexpr Source kMpiIo[]{
    calls("opens", places(0, 1)),
    calls("collective_opens", 1),
    calls("reads", places(2, 4, 6, 8)),
    calls("writes", places(3, 5, 7, 9)),
    calls("independent_reads", 2),
    calls("independent_writes", 3),
    calls("collective_reads", 4),
    calls("collective_writes", 5),
    calls("split_reads", 6),
    calls("split_writes", 7),
    calls("nonblocking_reads", 8),
    calls("nonblocking_writes", 9),
    calls("syncs", 10),
    calls("views", 12),
    {"hints", "hints", Reduction::Sum, Take::Count, places(11)},
    bytes("bytes_read", 14),
    bytes("bytes_written", 15),
    calls("turns", 16),
    rank("fastest_rank", 47),
    rank("slowest_rank", 49),
};
// What POSIX and MPI-IO have in the same order.
constexpr Source kTimes[]{
    seconds("meta_time", 10),
    seconds("read_time", 8),
    seconds("write_time", 9),
    seconds("longest_read", 11, Reduction::Max),
    seconds("longest_write", 12, Reduction::Max),
    first("first_open", 0),
    last("last_open", 4),
    first("first_read", 1),
    last("last_read", 5),
    first("first_write", 2),
    last("last_write", 6),
    first("first_close", 3),
    last("last_close", 7),
    sharing(),
    fastest(13),
    slowest(14),
    timeVariance(15),
    bytesVariance(16),
};

// Access sizes are in ten classes for reads, then as many for writes; common sizes and their counts
// are four each.
struct Sizes {
    std::size_t classesAt;
    std::size_t commonAt;
};

constexpr std::array<const char*, 10> kClasses{"to_100B", "to_1KiB",   "to_10KiB", "to_100KiB",
                                               "to_1MiB", "to_4MiB",   "to_10MiB", "to_100MiB",
                                               "to_1GiB", "above_1GiB"};
constexpr std::size_t kCommon = 4;

constexpr std::size_t kPosixAdded[]{1, 2, 10, 11, 12};
constexpr std::size_t kStdioAdded[]{1};
constexpr DarshanRecords kPosixRecords{"posix", 69, 17, 4, kPosixAdded};
constexpr DarshanRecords kStdioRecords{"stdio", 14, 15, 2, kStdioAdded};
// The version before has other moments.
constexpr DarshanRecords kMpiIoRecords{"mpiio", 51, 17, 3, {}};

struct Table {
    std::span<const Source> own;
    std::span<const Source> times;
    Sizes sizes;  // 0: none
};

Table tableOf(DarshanModule module) {
    switch (module) {
        case DarshanModule::MpiIo:
            return {kMpiIo, kTimes, {19, 39}};
        case DarshanModule::Stdio:
            return {kStdio, {}, {0, 0}};
        default:
            return {kPosix, kTimes, {29, 57}};
    }
}

// Sums of counters; -1 is Darshan's "not known". Each is in the range of an archive.
std::int64_t sumOf(const DarshanCounters& record, const Places& places) {
    std::int64_t sum = 0;
    for (const std::int16_t place : places) {
        sum += place < 0
                   ? 0
                   : std::max<std::int64_t>(0, record.counters[static_cast<std::size_t>(place)]);
    }
    return sum;
}

constexpr double kNsPerSecond = 1e9;

// Nothing where it is not possible.
std::optional<std::int64_t> wholeOf(double value) {
    const double whole = std::round(value);
    const bool isPossible = whole >= 0 && whole <= static_cast<double>(kMostValue);
    return isPossible ? std::optional(static_cast<std::int64_t>(whole)) : std::nullopt;
}

double realOf(const DarshanCounters& record, const Source& source) {
    return record.reals[static_cast<std::size_t>(source.plus[0])];
}

// Of files that ranks share; nothing where it is not possible.
std::optional<std::int64_t> sharedValueOf(const Source& source, const DarshanCounters& record) {
    switch (source.take) {
        case Take::SharedRank:
            return sumOf(record, source.plus);
        case Take::SharedRoot:
            return wholeOf(std::sqrt(realOf(record, source)) * kNsPerSecond);
        case Take::SharedBytes:
            return wholeOf(std::sqrt(realOf(record, source)));
        default:
            return wholeOf(realOf(record, source) * kNsPerSecond);
    }
}

std::optional<std::int64_t> valueOf(const Source& source, const DarshanCounters& record,
                                    std::int64_t sharingRanks) {
    const std::int64_t sum =
        source.take == Take::Count || source.take == Take::End ? sumOf(record, source.plus) : 0;
    switch (source.take) {
        case Take::Count:
            // More less than there is: a counter that was not kept.
            return std::max<std::int64_t>(0, sum - sumOf(record, source.minus));
        case Take::End:
            return sum > 0 ? sum + 1 : 0;
        case Take::Sharing:
            return sharingRanks;
        case Take::Seconds:
        case Take::Moment:
            return wholeOf(realOf(record, source) * kNsPerSecond);
        default:
            return sharingRanks > 0 ? sharedValueOf(source, record)
                                    : std::optional<std::int64_t>(0);
    }
}

void addSizes(std::vector<ModuleField>& fields) {
    for (const char* const way : {"reads_", "writes_"}) {
        for (const char* const end : kClasses) {
            fields.push_back({std::string(way) + end, "calls", Reduction::Sum});
        }
    }
    for (std::size_t i = 1; i <= kCommon; ++i) {
        fields.push_back({"common_size_" + std::to_string(i), "B", Reduction::None});
    }
    for (std::size_t i = 1; i <= kCommon; ++i) {
        fields.push_back({"common_count_" + std::to_string(i), "calls", Reduction::None});
    }
}

bool isRead(const Table& table, std::size_t counter) {
    const auto isAmong = [counter](const Places& places) {
        return std::find(places.begin(), places.end(), static_cast<std::int16_t>(counter)) !=
               places.end();
    };
    const Sizes& sizes = table.sizes;
    return std::any_of(table.own.begin(), table.own.end(),
                       [&](const Source& source) {
                           return (source.take == Take::Count || source.take == Take::End) &&
                                  (isAmong(source.plus) || isAmong(source.minus));
                       }) ||
           (sizes.classesAt > 0 && counter >= sizes.classesAt &&
            counter < sizes.classesAt + 2 * kClasses.size()) ||
           (sizes.classesAt > 0 && counter >= sizes.commonAt &&
            counter < sizes.commonAt + 2 * kCommon);
}

}  // namespace

const DarshanRecords& darshanRecords(DarshanModule module) {
    switch (module) {
        case DarshanModule::MpiIo:
            return kMpiIoRecords;
        case DarshanModule::Stdio:
            return kStdioRecords;
        default:
            return kPosixRecords;
    }
}

std::vector<ModuleField> darshanFields(DarshanModule module) {
    const Table table = tableOf(module);
    std::vector<ModuleField> fields;
    for (const std::span<const Source> sources : {table.own, table.times}) {
        for (const Source& source : sources) {
            fields.push_back({source.name, source.unit, source.reduction});
        }
    }
    if (table.sizes.classesAt > 0) {
        addSizes(fields);
    }
    return fields;
}

std::string takeDarshanValues(DarshanModule module, const DarshanCounters& record,
                              std::int64_t sharingRanks, std::vector<std::int64_t>& values) {
    const Table table = tableOf(module);
    values.clear();
    for (std::size_t i = 0; i < record.counters.size(); ++i) {
        // Not of what is not read, such as ids and strides.
        if (record.counters[i] > kMostValue && isRead(table, i)) {
            return "a value of a record is beyond 2^56";
        }
    }
    for (const std::span<const Source> sources : {table.own, table.times}) {
        for (const Source& source : sources) {
            const std::optional<std::int64_t> value = valueOf(source, record, sharingRanks);
            if (!value || *value > kMostValue) {
                return "a value of a record is beyond 2^56, or a time is negative";
            }
            values.push_back(*value);
        }
    }
    const auto take = [&](std::size_t at, std::size_t count) {
        for (std::size_t i = at; i < at + count; ++i) {
            values.push_back(std::max<std::int64_t>(record.counters[i], 0));
        }
    };
    if (table.sizes.classesAt > 0) {
        take(table.sizes.classesAt, 2 * kClasses.size());
        take(table.sizes.commonAt, 2 * kCommon);
    }
    return {};
}

}  // namespace gantry::perf
