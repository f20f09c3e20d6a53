#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf::samples {

/// Numbers in one of the two byte orders.
class DarshanBytes final {
public:
    explicit DarshanBytes(bool isSwapped) : isSwapped_(isSwapped) {}

    DarshanBytes& whole(std::uint64_t value, std::size_t bytes = 8) {
        for (std::size_t i = 0; i < bytes; ++i) {
            const std::size_t place = isSwapped_ ? bytes - 1 - i : i;
            text_ += static_cast<char>(value >> 8 * place & 0xffU);
        }
        return *this;
    }
    DarshanBytes& real(double value) { return whole(std::bit_cast<std::uint64_t>(value)); }
    DarshanBytes& text(const std::string& text, std::size_t bytes) {
        text_ += text;
        text_.append(bytes - text.size(), '\0');
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return text_; }

private:
    bool isSwapped_;
    std::string text_;
};

/// A log of 4 ranks that ran for 12 s, written by the layout of Darshan's log format: POSIX, STDIO,
/// MPI-IO, and a heat map.
struct DarshanSample {
    std::string version = "3.41";
    bool isSwapped = false;
    std::uint8_t compression = 2;  // 0 zlib, 1 bzip2, 2 none
    std::function<std::string(const std::string&)> pack = [](const std::string& bytes) {
        return bytes;
    };
    std::uint32_t posixVersion = 4;
    std::uint32_t stdioVersion = 2;
    bool isPartial = false;
    /// Values other than those of the sample, of the shared file's POSIX record.
    std::map<std::size_t, std::int64_t> counters{};
    std::map<std::size_t, double> reals{};
    std::int64_t rank = -1;
    /// Of the job, of version 3.41.
    std::uint64_t seconds = 12;
};

namespace darshan {

using Counters = std::map<std::size_t, std::int64_t>;
using Reals = std::map<std::size_t, double>;

// A record: id, rank, counters, reals.
// NOLINTNEXTLINE(readability-function-size): what a record consists of
inline std::string record(bool isSwapped, std::uint64_t id, std::int64_t rank,
                          const std::pair<std::size_t, Counters>& counters,
                          const std::pair<std::size_t, Reals>& reals,
                          const std::vector<std::size_t>& absent = {}) {
    DarshanBytes bytes(isSwapped);
    bytes.whole(id).whole(static_cast<std::uint64_t>(rank));
    for (std::size_t i = 0; i < counters.first; ++i) {
        bool isAbsent = false;
        for (const std::size_t each : absent) {
            isAbsent = isAbsent || each == i;
        }
        const auto value = counters.second.find(i);
        if (!isAbsent) {
            bytes.whole(value == counters.second.end() ? 0
                                                       : static_cast<std::uint64_t>(value->second));
        }
    }
    for (std::size_t i = 0; i < reals.first; ++i) {
        const auto value = reals.second.find(i);
        bytes.real(value == reals.second.end() ? 0 : value->second);
    }
    return bytes.bytes();
}

inline std::string posix(const DarshanSample& sample) {
    Counters shared{{0, 7},    {1, 1},      {2, 2},     {3, 10},    {4, 20},  {5, 3},   {8, 1},
                    {9, 2},    {14, 40960}, {15, 2000}, {16, 4095}, {17, -1}, {18, 8},  {19, 15},
                    {20, 9},   {21, 18},    {22, 1},    {25, 5},    {31, 10}, {39, 20}, {57, 4096},
                    {58, 100}, {61, 10},    {62, 20},   {65, 2},    {67, 1}};
    Reals times{{0, 0.25},  {1, 0.5},  {2, 1.5},   {3, 11},    {4, 0.375},  {5, 1},
                {6, 10},    {7, 11.5}, {8, 2.5},   {9, 1.25},  {10, 0.125}, {11, 0.5},
                {12, 0.25}, {13, 0.5}, {14, 1.75}, {15, 0.25}, {16, 10000}};
    for (const auto& [place, value] : sample.counters) {
        shared[place] = value;
    }
    for (const auto& [place, value] : sample.reals) {
        times[place] = value;
    }
    const std::vector<std::size_t> absent = sample.posixVersion < 4
                                                ? std::vector<std::size_t>{1, 2, 10, 11, 12}
                                                : std::vector<std::size_t>{};
    return record(sample.isSwapped, 11, sample.rank, {69, shared}, {17, times}, absent) +
           record(sample.isSwapped, 12, 2, {69, {{0, 1}, {4, 1}, {15, 512}}}, {17, {{9, 0.5}}},
                  absent);
}

inline std::string stdio(const DarshanSample& sample) {
    return record(
        sample.isSwapped, 13, 0, {14, {{0, 3}, {1, 1}, {3, 5}, {5, 2}, {6, 60}}},
        {15, {{0, 0.5}, {1, 0.25}, {5, 3}}},
        sample.stdioVersion < 2 ? std::vector<std::size_t>{1} : std::vector<std::size_t>{});
}

inline std::string mpiio(const DarshanSample& sample) {
    return record(sample.isSwapped, 11, -1,
                  {51, {{1, 4}, {3, 400}, {11, 2}, {15, 25600}, {30, 400}}},
                  {17, {{9, 0.002}, {14, 0.001}}});
}

inline std::string heatMap(const DarshanSample& sample) {
    DarshanBytes bytes(sample.isSwapped);
    bytes.whole(14).whole(0).real(0.1).whole(3).whole(0xdead).whole(0xbeef);
    for (const std::uint64_t written : {0ULL, 0ULL, 700ULL}) {
        bytes.whole(written);
    }
    for (const std::uint64_t read : {100ULL, 0ULL, 0ULL}) {
        bytes.whole(read);
    }
    return bytes.bytes();
}

inline std::string names(const DarshanSample& sample) {
    std::string all;
    const std::vector<std::pair<std::uint64_t, std::string>> known{
        {11, "/data/shared"}, {12, "/data/own"}, {13, "<STDOUT>"}, {14, "heatmap:POSIX"}};
    for (const auto& [id, name] : known) {
        all += DarshanBytes(sample.isSwapped).whole(id).text(name, name.size() + 1).bytes();
    }
    return all;
}

inline std::string job(const DarshanSample& sample) {
    DarshanBytes bytes(sample.isSwapped);
    bytes.whole(1000).whole(1'700'000'000);
    if (sample.version == "3.41") {
        bytes.whole(250'000'000).whole(1'700'000'000 + sample.seconds).whole(250'000'000);
    } else {
        bytes.whole(1'700'000'011);
    }
    bytes.whole(4).whole(77).text("lib_ver=3.4.4\nh=romio\n", 1024);
    const std::string texts = "./app input\next4\t/\ntmpfs\t/tmp";
    return bytes.text(texts, 4096 - bytes.bytes().size()).bytes();
}

struct Region {
    std::size_t module;  // its number in the header
    std::uint32_t version;
    std::string bytes;
};

inline std::vector<Region> regions(const DarshanSample& sample) {
    const bool isWide = sample.version == "3.41";
    const std::size_t shift = sample.version == "3.10" ? 7U : isWide ? 9U : 8U;
    std::vector<Region> all{{1, sample.posixVersion, posix(sample)},
                            {2, 3, mpiio(sample)},
                            {shift, sample.stdioVersion, stdio(sample)}};
    if (sample.version != "3.10") {
        all.push_back({isWide ? 15U : 14U, 1, heatMap(sample)});
    }
    return all;
}

}  // namespace darshan

inline std::string darshanLog(const DarshanSample& sample = {}) {
    const bool isWide = sample.version == "3.41";
    const std::size_t modules = isWide ? 64 : 16;
    const std::size_t headSize = (isWide ? 48U : 40U) + modules * 20;
    const std::string job = sample.pack(darshan::job(sample));
    const std::string names = sample.pack(darshan::names(sample));
    std::string body = job + names;
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> maps;
    std::map<std::size_t, std::uint32_t> versions;
    for (const darshan::Region& region : darshan::regions(sample)) {
        const std::string packed = sample.pack(region.bytes);
        maps[region.module] = {headSize + body.size(), packed.size()};
        versions[region.module] = region.version;
        body += packed;
    }
    DarshanBytes head(sample.isSwapped);
    head.text(sample.version, 8).whole(6567223).whole(sample.compression, 1);
    const std::uint64_t flags = sample.isPartial ? 2 : 0;
    if (isWide) {
        head.text("", 7).whole(flags);
    } else {
        head.text("", 3).whole(flags, 4);
    }
    head.whole(headSize + job.size()).whole(names.size());
    for (std::size_t module = 0; module < modules; ++module) {
        head.whole(maps[module].first).whole(maps[module].second);
    }
    for (std::size_t module = 0; module < modules; ++module) {
        head.whole(versions[module], 4);
    }
    return head.bytes() + body;
}

}  // namespace gantry::perf::samples
