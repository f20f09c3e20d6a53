#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/NameTable.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <utility>
#include <vector>

#include "ProfileSamples.hpp"
#include "SegmentSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.segment.Segment");

TEST_CASE("another reader of the file sees what the engine sees, running timers included") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId outer = engine.registerTimer("outer", "type", "group");
    const TimerId inner = engine.registerTimer(std::string("a\0b", 3));
    const EventId event = engine.registerEvent("event");
    engine.addFact("command", "solve --all");
    engine.start(outer);
    for (int i = 0; i < 1000; ++i) {
        engine.start(inner);
        engine.trigger(event, i);
        engine.stop(inner);
    }
    engine.stop(inner);

    SegmentFile file(engine.segment().file());
    CHECK(file.isLive());
    // First, as it notes the rate of the clock as it is known by then.
    const Profile own = engine.snapshot();
    const SegmentReader::Reading reading = file.read();

    CHECK(reading.damaged == 0);
    CHECK(reading.profile.timers == own.timers);
    CHECK(reading.profile.machine == own.machine);
    CHECK(reading.profile.context == own.context);
    CHECK(reading.profile.events == own.events);
    CHECK(reading.profile.misuse == own.misuse);
    REQUIRE(reading.profile.threads.size() == 1);
    const auto& nodes = reading.profile.threads[0].nodes;
    REQUIRE(nodes.size() == 2);
    CHECK(nodes[0].running);
    CHECK(nodes[0].inclusive[0] > 0);
    CHECK(nodes[0].inclusive[0] >= own.threads[0].nodes[0].inclusive[0]);
    CHECK(nodes[1] == own.threads[0].nodes[1]);
}

TEST_CASE("the file is for this user alone and is removed with the engine") {
    const TestFolder folder;
    const std::filesystem::path place = folder.path / "segments";
    std::filesystem::path path;
    {
        const Engine engine(inFolder(place));
        path = engine.segment().file();
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777U) == 0600U);
        REQUIRE(::stat(place.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777U) == 0700U);
    }
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a segment that is kept can be read after the engine was destroyed") {
    const TestFolder folder;
    std::filesystem::path path;
    {
        Engine engine(inFolder(folder.path));
        const TimerId timer = engine.registerTimer("timer");
        engine.start(timer);
        engine.stop(timer);
        engine.keepSegment();
        path = engine.segment().file();
    }

    SegmentFile file(path);

    CHECK_FALSE(file.isLive());
    CHECK(find(flat(file.read().profile), "timer").calls == 1);
}

TEST_CASE("the probe overhead is in the segment from the first snapshot on") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    SegmentFile file(engine.segment().file());

    CHECK_FALSE(file.read().profile.probeOverhead);
    const Profile own = engine.snapshot();

    REQUIRE(file.read().profile.probeOverhead);
    CHECK(file.read().profile.probeOverhead == own.probeOverhead);
}

TEST_CASE("a pair that costs nothing by some metric is known to, too") {
    const TestFolder folder;
    Segment segment({folder.path});
    NameTable names(segment);
    const MetricSet metrics({monotonicClock(), threadCpuClock()});
    metrics.describeIn(segment, names, {});
    MetricSet::noteProbeOverhead(segment, ProbeOverhead{{20, 0}, {10, 0}});

    const std::optional<ProbeOverhead> cost =
        SegmentFile(segment.file()).read().profile.probeOverhead;

    REQUIRE(cost);
    CHECK(cost->pair[0] == 20);
    CHECK(cost->pair[1] == 0);
    CHECK_FALSE(std::signbit(cost->pair[1]));
}

TEST_CASE("a reader of the file sees which timers are throttled, and when they no longer are") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer");
    SegmentFile file(engine.segment().file());

    CHECK_FALSE(file.read().profile.timers.at(0).throttled);
    engine.setThrottled(timer, true);
    CHECK(file.read().profile.timers.at(0).throttled);
    engine.setThrottled(timer, false);
    CHECK_FALSE(file.read().profile.timers.at(0).throttled);
}

TEST_CASE("a timer that may run until the end is not left open for a reader of the file either") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    engine.keepSegment();
    const TimerId whole = engine.registerTimer("main");
    const TimerId open = engine.registerTimer("open");
    engine.setMayStayOpen(whole);
    engine.start(whole);
    engine.start(open);
    engine.endSegment();

    const Profile profile = SegmentFile(engine.segment().file()).read().profile;

    REQUIRE(profile.misuse.size() == 1);
    CHECK(profile.misuse[0].kind == MisuseKind::LeftOpen);
    CHECK(profile.misuse[0].name == "open");
}

TEST_CASE("a list of segments reports session, rank and command, and whether the process ended") {
    const TestFolder folder;
    {
        Engine engine(inFolder(folder.path));
        engine.keepSegment();
        for (const auto& [key, value] :
             {std::pair{kSessionFact, "s1"}, {kRankFact, "3"}, {kCommandFact, "prog -x"}}) {
            engine.addFact(key, value);
        }

        const SegmentInfo live = segmentsIn(folder.path).at(0);
        CHECK(live.live);
        CHECK_FALSE(live.ended);
        CHECK(live.session == "s1");
        CHECK(live.rank == "3");
        CHECK(live.command != "prog -x");
    }
    const SegmentInfo ended = segmentsIn(folder.path).at(0);

    CHECK_FALSE(ended.live);
    CHECK(ended.ended);
    CHECK(ended.command == "prog -x");
    CHECK(ended.createdNs <= ended.lastNs);
    CHECK(ended.lastNs <= static_cast<std::int64_t>(clockNs(CLOCK_REALTIME)));
}

TEST_CASE("where no file can be made the engine measures into memory and says why") {
    const TestFolder folder;
    writeBytes(folder.path / "taken", "a file where a folder should be");

    for (const std::filesystem::path& place :
         {folder.path / "taken", folder.path / "missing" / "below",
          std::filesystem::path("/proc")}) {
        Engine engine(inFolder(place));
        CHECK(engine.segment().file().empty());
        CHECK(engine.segment().note().find(place.string()) != std::string::npos);
        const TimerId timer = engine.registerTimer("timer");
        engine.start(timer);
        engine.stop(timer);
        CHECK(find(flat(engine.snapshot()), "timer").calls == 1);
    }
}

TEST_CASE("a folder that others may write to is refused") {
    const TestFolder folder;
    std::filesystem::permissions(folder.path, std::filesystem::perms::all);

    const Engine engine(inFolder(folder.path));

    CHECK(engine.segment().file().empty());
    CHECK(engine.segment().note().find("only this user") != std::string::npos);
}

TEST_CASE(
    "when the memory is used up calls go to (other) and the profile says that it is partial") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path, kLeastSegment));
    const TimerId outer = engine.registerTimer("outer");
    const TimerId other = engine.registerTimer("one of many");
    std::vector<TimerId> timers;
    for (int i = 0; i < 1000; ++i) {
        timers.push_back(engine.registerTimer("t" + std::to_string(i)));
    }
    // Ever new call paths: each timer inside a hundred of them.
    constexpr std::size_t kOuter = 100;
    std::uint64_t calls = 0;
    for (const TimerId first : std::span(timers).first(kOuter)) {
        engine.start(outer);
        engine.start(first);
        for (const TimerId second : timers) {
            engine.start(second);
            engine.start(other);
            engine.stop(other);
            engine.stop(second);
            calls += 2;
        }
        engine.stop(first);
        engine.stop(outer);
        calls += 2;
    }

    const Profile profile = engine.finalProfile();
    CHECK(profile.partial.find("used up") != std::string::npos);
    const auto records = flat(profile);
    CHECK(find(records, "outer").calls == kOuter);
    CHECK(find(records, "(other)").calls > 0);
    // Every call is either on record under its own name or counted as one that is not.
    std::uint64_t known = 0;
    for (const TimerRecord& record : records) {
        known += record.info.name == "(other)" ? 0 : record.calls;
    }
    for (const Misuse& misuse : profile.misuse) {
        CHECK(misuse.kind == MisuseKind::OutOfMemory);
        known += misuse.count;
    }
    CHECK(known == calls);
    CHECK(engine.segment().header().usedBytes <= kLeastSegment);
    // Still in order afterwards.
    engine.start(outer);
    engine.stop(outer);
    CHECK(find(flat(engine.snapshot()), "outer").calls == kOuter + 1);
}

TEST_CASE("names of any length up to 64 KiB are kept, longer ones refused with the length") {
    Engine engine;
    const std::string longest(NameTable::kLongest, 'x');

    CHECK(engine.timerInfo(engine.registerTimer(longest)).name == longest);
    CHECK(engine.timerInfo(engine.registerTimer("")).name.empty());
    CHECK_THROWS_WITH_AS(engine.registerTimer(longest + 'x'), doctest::Contains("65537 bytes"),
                         EngineError);
}

TEST_CASE("any number of short threads takes the memory of few and loses no call") {
    Engine engine;
    const TimerId timer = engine.registerTimer("timer");
    constexpr int kThreads = 2000;

    for (int i = 0; i < kThreads; ++i) {
        std::thread([&] {
            engine.start(timer);
            engine.stop(timer);
        }).join();
    }

    const Profile profile = engine.snapshot();
    CHECK(find(flat(profile), "timer").calls == kThreads);
    CHECK(profile.threads.size() <= 100);
    CHECK(engine.segment().header().usedBytes < 200'000);
}

TEST_CASE("what is not a segment, or of a newer version, is refused by name") {
    const TestFolder folder;
    const std::string good = segmentBytes(folder.path, true);
    const std::filesystem::path path = folder.path / "file.segment";
    const auto kindOf = [&](const std::string& bytes) {
        writeBytes(path, bytes);
        try {
            (void)SegmentFile(path).read();
        } catch (const SegmentError& error) {
            CHECK(std::string(error.what()).find(path.string()) != std::string::npos);
            return error.kind();
        }
        FAIL("accepted");
        return SegmentError::Kind::File;
    };

    CHECK(kindOf("") == SegmentError::Kind::WrongKind);
    CHECK(kindOf("short") == SegmentError::Kind::WrongKind);
    CHECK(kindOf(std::string(100'000, 'x')) == SegmentError::Kind::WrongKind);
    std::string newer = good;
    newer[8] = static_cast<char>(kSegmentVersion + 1);
    CHECK(kindOf(newer) == SegmentError::Kind::Newer);
    std::string between = good;
    between[8] = 2;
    CHECK(kindOf(between) == SegmentError::Kind::WrongKind);
    std::string otherOrder = good;
    std::swap(otherOrder[12], otherOrder[15]);
    CHECK(kindOf(otherOrder) == SegmentError::Kind::WrongKind);
    CHECK_THROWS_AS(SegmentFile(folder.path / "missing"), SegmentError);
    CHECK_THROWS_AS(SegmentFile(folder.path), SegmentError);
}

TEST_CASE(
    "segments are in the folder of the variable; auto, none and an empty value mean the default "
    "one") {
    const char* const before = std::getenv("GANTRY_SEGMENT_DIR");
    const std::string kept = before == nullptr ? "" : before;
    ::unsetenv("GANTRY_SEGMENT_DIR");
    const std::filesystem::path usual = segmentFolder();

    ::setenv("GANTRY_SEGMENT_DIR", "/elsewhere", 1);
    CHECK(segmentFolder() == "/elsewhere");
    for (const char* const word : {"auto", "none", ""}) {
        ::setenv("GANTRY_SEGMENT_DIR", word, 1);
        CHECK(segmentFolder() == usual);
    }

    if (before == nullptr) {
        ::unsetenv("GANTRY_SEGMENT_DIR");
    } else {
        ::setenv("GANTRY_SEGMENT_DIR", kept.c_str(), 1);
    }
}

TEST_SUITE_END();
