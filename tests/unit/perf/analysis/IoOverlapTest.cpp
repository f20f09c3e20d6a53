#include <perf/analysis/ModuleTable.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

constexpr std::int64_t kMs = 1'000'000;

struct Thread {
    std::int64_t ioMs;
    std::int64_t cpuMs;
    std::int32_t process = 0;
    bool ended = true;
};

// Of a run of 100 ms: each thread called read() for that long.
Profile profileOf(const std::vector<Thread>& threads) {
    Profile profile = samples::fullProfile();
    profile.timeNs = 100 * kMs;
    profile.metrics = {{"wall", "ns", "a clock"}};
    profile.timers = {{0, "main", "", "", TimerKind::Timer, -1},
                      {1, "read", "I/O", "POSIX", TimerKind::Timer, -1}};
    profile.threads.clear();
    for (const Thread& each : threads) {
        ThreadProfile thread;
        thread.id = static_cast<std::uint32_t>(profile.threads.size());
        thread.ended = each.ended;
        thread.cpuNs = each.cpuMs * kMs;
        thread.process = each.process;
        thread.nodes.resize(2);
        thread.nodes[0].calls = 1;
        thread.nodes[0].inclusive[0] = 100 * kMs;
        thread.nodes[1].timer = 1;
        thread.nodes[1].parent = 0;
        thread.nodes[1].calls = 1;
        thread.nodes[1].inclusive[0] = each.ioMs * kMs;
        profile.threads.push_back(thread);
    }
    profile.processes.assign(2, {});
    profile.processes[0].rank = 0;
    profile.processes[1].rank = 1;
    profile.modules = {{"posix",
                        1,
                        "",
                        {{"opens", "calls", Reduction::Sum},
                         {"bytes_read", "B", Reduction::Sum},
                         {"read_time", "ns", Reduction::Sum}},
                        {{"/a", 0, {1, 1, 1}}}}};
    return profile;
}

// Threads, I/O, least and most in ms of each row; empty where there is no such table.
std::vector<std::array<std::int64_t, 4>> overlaps(const Profile& profile) {
    std::vector<std::array<std::int64_t, 4>> rows;
    for (const ReportTable& table : ioTables(profile)) {
        for (const auto& row : table.rows) {
            if (table.view == "ioOverlap") {
                rows.push_back(
                    {std::get<std::int64_t>(row[1]), std::get<std::int64_t>(row[2]) / kMs,
                     std::get<std::int64_t>(row[3]) / kMs, std::get<std::int64_t>(row[4]) / kMs});
            }
        }
    }
    return rows;
}

using Rows = std::vector<std::array<std::int64_t, 4>>;

}  // namespace

TEST_SUITE("perf.analysis.IoOverlap") {
    TEST_CASE("I/O of a process with one thread runs beside nothing") {
        CHECK(overlaps(profileOf({{40, 60}})) == Rows{{1, 40, 0, 0}});
    }
    TEST_CASE("I/O and computing that together are longer than the run must overlap") {
        CHECK(overlaps(profileOf({{60, 5}, {0, 70}})) == Rows{{2, 60, 30, 60}});
    }
    TEST_CASE("I/O and computing overlap for no longer than the shorter one") {
        CHECK(overlaps(profileOf({{60, 5}, {0, 20}})) == Rows{{2, 60, 0, 20}});
        CHECK(overlaps(profileOf({{10, 5}, {0, 20}, {0, 30}})) == Rows{{3, 10, 0, 10}});
    }
    TEST_CASE("CPU time of a thread may be that of its own I/O") {
        // At least 70 - 50 ms were computing.
        CHECK(overlaps(profileOf({{90, 0}, {50, 70}})) == Rows{{2, 140, 10, 70}});
    }
    TEST_CASE("threads of other processes do not count, and processes with more I/O come first") {
        CHECK(overlaps(profileOf({{10, 0, 0}, {90, 0, 1}, {0, 100, 1}})) ==
              Rows{{2, 90, 90, 90}, {1, 10, 0, 0}});
    }
    TEST_CASE("CPU time that nobody told may have been anything") {
        CHECK(overlaps(profileOf({{60, 5}, {0, 0, 0, false}})) == Rows{{2, 60, 0, 60}});
    }
    TEST_CASE("without a wall clock nothing is said") {
        Profile profile = profileOf({{60, 5}, {0, 70}});
        profile.metrics.front().name = "cpu";
        CHECK(overlaps(profile).empty());
        CHECK(overlaps(profileOf({{0, 5}, {0, 70}})).empty());
    }
}
