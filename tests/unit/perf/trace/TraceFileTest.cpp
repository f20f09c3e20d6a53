#include <perf/trace/Replay.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/TraceCursor.hpp>
#include <perf/trace/TraceDrainer.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "TestFolder.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::size_t kFileHeader = 32;

void callAtRandom(Engine& engine, const std::vector<TimerId>& timers, unsigned seed, int pairs) {
    std::mt19937 random(seed);
    for (int i = 0; i < pairs; ++i) {
        const TimerId timer = timers[random() % timers.size()];
        engine.start(timer);
        engine.start(timers[0]);
        engine.stop(timers[0]);
        engine.stop(timer);
    }
}

std::vector<TimerId> someTimers(Engine& engine, int count) {
    std::vector<TimerId> timers;
    for (int i = 0; i < count; ++i) {
        timers.push_back(engine.registerTimer("timer " + std::to_string(i)));
    }
    return timers;
}

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A file of several chunks of records, and the chunks.
std::vector<std::string> sampleChunks() {
    TracedEngine s(TraceMode::Latest);
    const std::vector<TimerId> timers = someTimers(s.engine, 3);
    std::vector<std::string> chunks;
    TraceEncoder encoder;
    chunks.push_back(encodeTables(readTables(bytesOf(s.engine.segment()))));
    for (std::uint64_t i = 0; i < 5; ++i) {
        callAtRandom(s.at(100 * i), timers, static_cast<unsigned>(i), 10);
        const TraceCopy copy = traceOf(s.engine, 0);
        TraceRun run{0, i * 40, 0, {}};
        run.records.assign(copy.records.begin() + static_cast<std::ptrdiff_t>(run.first),
                           copy.records.begin() + static_cast<std::ptrdiff_t>(run.first + 40));
        chunks.push_back(encoder.encode(run));
    }
    chunks.push_back(endChunk());
    return chunks;
}

template <class Function>
TraceError::Kind kindOfError(const Function& function) {
    try {
        function();
    } catch (const TraceError& error) {
        return error.kind();
    }
    FAIL("nothing was thrown");
    return {};
}

}  // namespace

TEST_SUITE_BEGIN("perf.trace.TraceFile");

TEST_CASE("what was written is read again") {
    const TestFolder folder;
    const std::vector<std::string> chunks = sampleChunks();
    TraceFile file(folder.path / "a.trace");
    for (const std::string& chunk : chunks) {
        file.append(chunk);
    }

    const TraceFileContent content = readTraceFile(file.path());

    CHECK(content.chunks == chunks);
    CHECK(content.damaged == 0);
    CHECK(content.cutBytes == 0);
    CHECK(looksLikeTrace(file.path()));
    CHECK(read(file.path()) == traceFileOf(chunks));
    CHECK(Trace(content.chunks).ended());
}

TEST_CASE("a file cut at any byte gives the whole chunks before the cut, and says it is cut") {
    const std::vector<std::string> chunks = sampleChunks();
    const std::string bytes = traceFileOf(chunks);
    std::size_t whole = 0;
    std::size_t ends = kFileHeader;
    for (std::size_t size = kFileHeader; size < bytes.size(); ++size) {
        CAPTURE(size);
        while (size >= ends + chunks[whole].size()) {
            ends += chunks[whole++].size();
        }

        const TraceFileContent content = readTraceBytes(bytes.substr(0, size), "cut");

        REQUIRE(content.chunks.size() == whole);
        CHECK(content.cutBytes == size - ends);
        CHECK(!Trace(content.chunks).ended());
    }
}

TEST_CASE("what a file has in all is counted chunk by chunk, without one that is cut") {
    const TestFolder folder;
    const std::filesystem::path path = folder.path / "some.trace";
    const std::vector<std::string> chunks = sampleChunks();
    const std::string bytes = traceFileOf(chunks);
    const std::uint64_t records = Trace(chunks).records();
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, chunks.back().size()}) {
        CAPTURE(cut);
        std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() - cut);

        const TraceFileTotals totals = totalsOfTraceFile(path);

        CHECK(totals.records == records);
        CHECK(totals.bytes == bytes.size() - kFileHeader - (cut == 0 ? 0 : chunks.back().size()));
    }
    CHECK_THROWS_AS(totalsOfTraceFile(folder.path / "none.trace"), TraceError);
}

TEST_CASE("a flipped bit costs the chunk it is in, never more, and is never taken for data") {
    const std::vector<std::string> chunks = sampleChunks();
    const std::string bytes = traceFileOf(chunks);
    std::mt19937 random(7);
    for (int i = 0; i < 300; ++i) {
        const std::size_t at = kFileHeader + random() % (bytes.size() - kFileHeader);
        CAPTURE(at);
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << random() % 8));

        const TraceFileContent content = readTraceBytes(changed, "flipped");

        CHECK(content.chunks.size() == chunks.size() - 1);
        CHECK(content.damaged + (content.cutBytes > 0 ? 1 : 0) == 1);
        for (const std::string& chunk : content.chunks) {
            CHECK(std::find(chunks.begin(), chunks.end(), chunk) != chunks.end());
        }
    }
}

TEST_CASE("a chunk that is missing shows as that many lost records") {
    std::vector<std::string> chunks = sampleChunks();
    chunks.erase(chunks.begin() + 2);
    const Trace trace(std::move(chunks));

    TraceCursor cursor(trace, 0);
    std::uint64_t lost = 0;
    std::uint64_t others = 0;
    for (TraceRecord record{}; cursor.next(record);) {
        (record.kind() == TraceKind::Lost ? lost : others) +=
            record.kind() == TraceKind::Lost ? record.id() : 1;
    }

    CHECK(lost == 40);
    CHECK(others == 160);
}

TEST_CASE("files of another kind, version or byte order are refused, each by its kind") {
    const TestFolder folder;
    const auto path = folder.path / "other.trace";
    const std::string good = traceFileOf(sampleChunks());
    const auto kindOf = [&](const std::string& bytes) {
        write(path, bytes);
        return kindOfError([&] { readTraceFile(path); });
    };
    std::string damaged = good;
    damaged[20] = 1;
    std::string swapped = good;
    swapped[12] = 1;

    CHECK(kindOf("") == TraceError::Kind::WrongKind);
    CHECK(kindOf("{\"format\": \"gantry-profile\"}") == TraceError::Kind::WrongKind);
    CHECK(kindOf(good.substr(0, 31)) == TraceError::Kind::WrongKind);
    CHECK(kindOf(damaged) == TraceError::Kind::Damaged);
    CHECK(kindOf(swapped) == TraceError::Kind::Damaged);
    CHECK(kindOfError([&] { readTraceFile(folder.path / "none"); }) == TraceError::Kind::File);
    CHECK(kindOfError([&] { readTraceFile(folder.path); }) == TraceError::Kind::File);
    CHECK(kindOfError([&] { TraceFile none(folder.path / "no" / "such"); }) ==
          TraceError::Kind::File);
}

TEST_CASE("every kind of record survives, with any id, time and value") {
    std::mt19937_64 random(11);
    TraceEncoder encoder;
    for (int round = 0; round < 50; ++round) {
        TraceRun run{7, random() >> 20U, 3, {}};
        std::uint64_t time = random();
        for (std::uint64_t i = 0; i < 200; ++i) {
            const auto kind = static_cast<TraceKind>(1 + random() % kLastTraceKind);
            // Small steps, and any leap, also back.
            time += random() >> (random() % 8 == 0 ? 0U : 54U);
            const std::uint64_t bits = kind == TraceKind::Value ? random() : time;
            const auto id = static_cast<std::uint32_t>(random() >> (random() % 2 == 0 ? 32U : 62U));
            run.records.push_back(TraceRecord::make(kind, id, bits, run.first + i));
        }

        const TraceRun read = decodeRun(encoder.encode(run));

        CHECK(read.records == run.records);
        CHECK(read.thread == run.thread);
        CHECK(read.first == run.first);
        CHECK(read.lost == run.lost);
    }
}

TEST_CASE("the example of docs/formats/trace.md is what is written") {
    TraceRun run;
    run.records = {TraceRecord::make(TraceKind::Start, 5, 100, 0),
                   TraceRecord::make(TraceKind::Stop, 5, 350, 1)};
    const std::string expected(
        "\x01\0\0\0"
        "\0\0\0\0"
        "\0\0\0\0\0\0\0\0"
        "\x64\0\0\0\0\0\0\0"
        "\x5e\x01\0\0\0\0\0\0"
        "\0\0\0\0\0\0\0\0"
        "\x02\0\0\0"
        "\0\0\0\0"
        "\x06\0\0\0"
        "\x06\0\0\0"
        "\x02\x29\x07\0\xfa\x01",
        62);

    const std::string chunk = TraceEncoder().encode(run);

    CHECK(chunk.substr(0, 4) == "GTCK");
    CHECK(chunk.substr(8) == expected);
}

TEST_CASE("tables are read again, and later parts add to them") {
    TraceTables tables;
    tables.timers[3] = {3, std::string("a\0b", 3), "Class", "group", TimerKind::Parameter, 2};
    tables.events[0] = "event";
    tables.threads[0] = {4711, "main", true, false, 100, 2};
    tables.clock = TraceClock{"wall", "ns", 5, 6, -7};
    TraceTables later;
    later.threads[0] = {4711, "main", true, true, 200, 3};
    later.events[1] = "other";

    TraceTables read = decodeTables(encodeTables(tables));
    CHECK(read == tables);
    read.add(decodeTables(encodeTables(later)));

    CHECK(read.threads[0].records == 200);
    CHECK(read.events.size() == 2);
    CHECK(read.timers == tables.timers);
    CHECK(read.clock == tables.clock);
}

TEST_CASE("a timer whose base is not an earlier timer has none") {
    for (const std::int32_t base : {5, 6, INT32_MAX}) {
        TraceTables tables;
        tables.timers[5] = {5, "a", "", "group", TimerKind::Parameter, base};
        tables.timers[6] = {6, "b", "", "group", TimerKind::Parameter, 5};
        const TraceTables read = decodeTables(encodeTables(tables));

        CHECK(read.timers.at(5).base == -1);
        CHECK(read.timers.at(6).base == 5);
    }
}

TEST_CASE("a drained trace of several threads is complete, and takes less than 4 bytes a record") {
    const TestFolder folder;
    EngineOptions options = traced(TraceMode::Drain, std::size_t{1} << 21U);
    Engine engine(options);
    const std::vector<TimerId> timers = someTimers(engine, 100);
    const auto path = folder.path / "drained.trace";
    Profile profile;
    {
        TraceDrainer drainer(engine.segment(), path);
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < 3; ++i) {
            threads.emplace_back([&, i] { callAtRandom(engine, timers, i, 10'000); });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        CHECK(drainer.problem().empty());
        // Before the end of the file, which then has the clock as this knows it.
        profile = engine.snapshot();
    }

    const TraceFileContent content = readTraceFile(path);
    const Trace trace(content.chunks);
    const TotalsCheck check = compareTotals(trace, profile);

    INFO(check.why);
    CHECK(check.verdict == TotalsCheck::Verdict::Equal);
    CHECK(trace.ended());
    CHECK(trace.records() == 3 * (4 * 10'000 + 1));
    CHECK(static_cast<double>(std::filesystem::file_size(path)) <
          4.0 * static_cast<double>(trace.records()));
}

TEST_CASE("flush brings everything recorded before it into the file") {
    const TestFolder folder;
    Engine engine(traced(TraceMode::Drain, std::size_t{1} << 16U));
    const std::vector<TimerId> timers = someTimers(engine, 2);
    TraceDrainer drainer(engine.segment(), folder.path / "f.trace");

    for (std::uint64_t round = 1; round < 4; ++round) {
        callAtRandom(engine, timers, 1, 5);
        drainer.flush();
        CHECK(Trace(readTraceFile(drainer.file()).chunks).records() == 20 * round + 1);
    }
}

TEST_CASE("a ring too small for the pace loses records, which are counted to the last") {
    const TestFolder folder;
    Engine engine(traced(TraceMode::Drain, kLeastRing));
    const std::vector<TimerId> timers = someTimers(engine, 4);
    const auto path = folder.path / "lost.trace";
    {
        TraceDrainer drainer(engine.segment(), path);
        std::thread([&] { callAtRandom(engine, timers, 5, 50'000); }).join();
    }

    const Trace trace(readTraceFile(path).chunks);
    std::uint64_t there = 0;
    std::uint64_t noted = 0;
    TraceCursor cursor(trace, 0);
    for (TraceRecord record{}; cursor.next(record);) {
        (record.kind() == TraceKind::Lost ? noted : there) +=
            record.kind() == TraceKind::Lost ? record.id() : 1;
    }

    const std::uint64_t lost = trace.tables().threads.at(0).lost;
    CHECK(lost > 0);
    CHECK(there + lost == 200'001);
    CHECK(noted <= lost);
}

TEST_SUITE_END();
