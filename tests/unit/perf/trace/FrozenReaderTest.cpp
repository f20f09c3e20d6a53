// Old files with today's reader, today's files with the old reader, and tomorrow's with today's
// (frozen/README.md).

#include <base/bytes/Varint.hpp>
#include <perf/trace/PackedChunk.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/SizedRecords.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceCursor.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFacts.hpp>
#include <perf/trace/TraceFile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "OtherOrder.hpp"
#include "TracedEngine.hpp"
#include "frozen/FrozenReader1.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::array kOldFiles{"small", "threads", "lost", "cut"};

std::string sample(const std::string& name) {
    std::ifstream file(
        std::string(GANTRY_SOURCE_DIRECTORY) + "/tests/unit/perf/trace/frozen/samples/1/" + name,
        std::ios::binary);
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

// Each record as the frozen reader puts it.
void describeRecords(const Trace& trace, std::ostream& text) {
    constexpr std::array kNames{"", "start", "stop", "event", "value", "lost", "thread"};
    for (const auto& [thread, chunks] : trace.threads()) {
        for (const std::string* const chunk : chunks) {
            const TraceRun run = decodeRun(*chunk);
            std::uint64_t number = run.first;
            for (const TraceRecord& record : run.records) {
                text << thread << ' ' << number++ << ' '
                     << kNames[static_cast<std::size_t>(record.kind())] << ' ' << record.id() << ' '
                     << record.time << '\n';
            }
        }
    }
}

// What today's reader finds, in the words of the frozen one.
std::string describeNow(const std::string& file) {
    const Trace trace(readTraceBytes(file, "file").chunks);
    const TraceTables& tables = trace.tables();
    std::ostringstream text;
    text << "clock ";
    if (tables.clock) {
        text << tables.clock->unitsPerTick << ' ' << tables.clock->startTicks << ' '
             << static_cast<std::uint64_t>(tables.clock->startUtcNs) << ' '
             << quoted(tables.clock->name) << ' ' << quoted(tables.clock->unit);
    }
    text << '\n';
    for (const auto& [id, timer] : tables.timers) {
        text << "timer " << id << ' ' << static_cast<int>(timer.kind) << ' ' << timer.base + 1
             << ' ' << quoted(timer.name) << ' ' << quoted(timer.type) << ' ' << quoted(timer.group)
             << '\n';
    }
    for (const auto& [id, event] : tables.events) {
        text << "event " << id << ' ' << quoted(event) << '\n';
    }
    for (const auto& [id, thread] : tables.threads) {
        text << "thread " << id << ' ' << static_cast<std::uint32_t>(thread.systemId) << ' '
             << (thread.traced ? 1 : 0) + (thread.ended ? 2 : 0) << ' ' << thread.records << ' '
             << thread.lost << ' ' << quoted(thread.name) << '\n';
    }
    for (const auto& [key, value] : factsOf(trace)) {
        text << "fact " << key << " = " << value << '\n';
    }
    describeRecords(trace, text);
    text << (trace.ended() ? "ended" : "not ended") << '\n';
    return text.str();
}

std::string writtenNow() {
    TracedEngine s(TraceMode::Latest);
    const TimerId solve = s.engine.registerTimer("solve [{a.cpp} {12,5}]", "Solver", "numerics");
    const TimerId send = s.engine.registerTimer("MPI_Send", "", "MPI");
    const EventId size = s.engine.registerEvent("MPI message 0 -> 1, 1 B, MPI_COMM_WORLD");
    s.at(100).start(solve);
    s.at(150).start(send);
    s.at(160).trigger(size, 1);
    s.at(170).stop(send);
    s.at(300).stop(solve);
    return traceFileOf(chunksOf(bytesOf(s.engine.segment())));
}

// The same file in all tests: each has the moment of its own in it.
const std::string& todaysFile() {
    static const std::string file = writtenNow();
    return file;
}

// A kind, a version and a type that do not exist yet.
TraceKinds laterKinds() {
    TraceKinds kinds = knownKinds();
    kinds.records[18].version = 2;
    kinds.records[18].fields.push_back({"why", 2, "", "added by a later version"});
    kinds.records[900] = {"energy",
                          1,
                          "what a socket needed",
                          {{"socket", 0, "", "its number"},
                           {"energy", 1, "J", "in all"},
                           {"balance", 4, "J", "against the one before"},
                           {"place", 98, "", "of an unknown type with a length"},
                           {"label", 2, "", "its name"}}};
    kinds.operations[77] = {"offload", "runs on an accelerator"};
    return kinds;
}

SizedRecord recordOf(std::uint32_t kind, const std::string& fields) {
    SizedRecord record;
    record.kind = kind;
    record.fields = fields;
    return record;
}

const std::string kEnergy("\x02\x00\x00\x00\x00\x00\x00\x04\x40\x03\x02\xab\xcd\x03pkg", 17);

std::vector<std::string> laterChunks() {
    std::vector<std::string> chunks = readTraceBytes(todaysFile(), "now").chunks;
    chunks.insert(chunks.end() - 1, encodeKinds(laterKinds()));
    const auto sized = sizedChunks({recordOf(900, kEnergy),
                                    recordOf(18, std::string("\x00\x64\x65\x07\x04"
                                                             "full",
                                                             9)),
                                    recordOf(16, std::string("\x01\x4d\x00\x00\x00\x09", 6)),
                                    recordOf(5000, "\x01\x02")});
    chunks.insert(chunks.end() - 1, sized.begin(), sized.end());
    chunks.insert(chunks.begin(), packedChunk(99, "a chunk of a later kind"));
    return chunks;
}

std::string textOf(const std::vector<RawField>& fields) {
    std::string text;
    for (const RawField& field : fields) {
        text += field.name + '=' + field.text + (field.unit.empty() ? "" : ' ' + field.unit) + ';';
    }
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.trace.FrozenReader");

TEST_CASE("files of the first version are read as their time read them") {
    CHECK(describeNow(sample("small.trace")) == sample("small.txt"));
    for (const char* const name : kOldFiles) {
        CAPTURE(name);
        const std::string file = sample(std::string(name) + ".trace");
        CHECK(describeNow(file) == frozen1::describe(file));
    }
}

TEST_CASE("the frozen reader reads what is written today, and finds all that it can know") {
    const std::string& file = todaysFile();
    CHECK(Trace(readTraceBytes(file, "now").chunks).kinds() == knownKinds());
    CHECK(frozen1::describe(file) == describeNow(file));
}

TEST_CASE("files of the other byte order are read like those of this one") {
    for (const char* const name : kOldFiles) {
        CAPTURE(name);
        const std::string file = sample(std::string(name) + ".trace");
        const std::string other = otherOrderFile(file);
        REQUIRE(other != file);
        CHECK(describeNow(other) == describeNow(file));
    }
    const std::string& today = todaysFile();
    const Trace other(readTraceBytes(otherOrderFile(today), "other").chunks);
    CHECK(other.kinds() == knownKinds());
    CHECK(other.sizedRecords() == Trace(readTraceBytes(today, "now").chunks).sizedRecords());
}

TEST_CASE("a damaged chunk of the other byte order is skipped, never taken for data") {
    const std::string file = otherOrderFile(sample("threads.trace"));
    std::string damaged = file;
    damaged[200] = static_cast<char>(damaged[200] ^ 4);
    const TraceFileContent whole = readTraceBytes(file, "other");
    const TraceFileContent content = readTraceBytes(damaged, "other");
    CHECK(content.chunks.size() + 1 == whole.chunks.size());
    CHECK(content.damaged == 1);
}

TEST_CASE("a trace says what its operations are and where they are in the source") {
    const Trace trace(readTraceBytes(todaysFile(), "now").chunks);
    CHECK(trace.timerOperation(0).kind == static_cast<std::uint32_t>(OperationKind::Function));
    CHECK(trace.timerOperation(0).source == SourceLocation{"a.cpp", 12, 5});
    CHECK(trace.timerOperation(1).kind == static_cast<std::uint32_t>(OperationKind::Send));
    CHECK(trace.eventOperation(0).kind == static_cast<std::uint32_t>(OperationKind::Message));
    const Trace old(readTraceBytes(sample("small.trace"), "old").chunks);
    CHECK(old.timerOperation(2).kind == static_cast<std::uint32_t>(OperationKind::Send));
    CHECK(old.kinds() == TraceKinds{});
}

TEST_CASE("kinds that do not exist yet are skipped, and listed as raw fields") {
    const std::string file = traceFileOf(laterChunks());
    const Trace trace(readTraceBytes(file, "later").chunks);
    std::vector<std::string> texts;
    for (const SizedRecord& record : trace.sizedRecords()) {
        if (record.kind > 17) {
            texts.push_back(std::to_string(record.kind) + ' ' +
                            textOf(rawFields(trace.kinds(), record)));
        }
    }
    const auto has = [&](const std::string& text) {
        return std::find(texts.begin(), texts.end(), text) != texts.end();
    };
    CHECK(has("900 socket=2;energy=2.5 J;balance=-2 J;place=abcd;label=pkg;"));
    CHECK(has("18 thread=0;from=100;to=101;waited=7 ns;why=full;"));
    CHECK(has("5000 bytes=0102;"));
    // An operation of an unknown kind, with a field more than this version has.
    CHECK(trace.timerOperation(1).kind == 77);
    CHECK(trace.kinds().operations.at(77).name == "offload");
    // The rest is read, by today's reader and by the frozen one.
    CHECK(describeNow(file) == describeNow(todaysFile()));
    CHECK(frozen1::describe(file) == describeNow(file));
}

TEST_CASE("a record whose fields are cut is shown as far as it goes") {
    for (std::size_t size = 0; size <= kEnergy.size(); ++size) {
        CAPTURE(size);
        const auto fields = rawFields(laterKinds(), recordOf(900, kEnergy.substr(0, size)));
        CHECK(fields.size() <= 5);
        CHECK(fields.empty() == (size == 0));
    }
    CHECK(textOf(rawFields(laterKinds(), recordOf(900, kEnergy + "\x05"))).ends_with("bytes=05;"));
}

TEST_CASE("descriptions and records that are cut or lie about their number are damage") {
    std::string kinds;
    gantry::base::addVarint(kinds, 1);
    gantry::base::addVarint(kinds, 200);
    CHECK_THROWS_AS(decodeKinds(packedChunk(6, kinds + "short")), TraceError);
    CHECK_THROWS_AS(decodeSized(packedChunk(7, std::string("\x10\x7f", 2))), TraceError);
    // One record, but the header says none.
    CHECK_THROWS_AS(decodeSized(packedChunk(7, std::string("\x10\x01\x01", 3))), TraceError);
    // An entry of a kind of its own is skipped.
    CHECK(decodeKinds(packedChunk(6, std::string("\x09\x02xy", 4))) == TraceKinds{});
    TraceKinds all = knownKinds();
    CHECK(decodeKinds(encodeKinds(all)) == all);
}

TEST_SUITE_END();
