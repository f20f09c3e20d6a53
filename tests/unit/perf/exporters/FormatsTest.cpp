#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/ProtoMessage.hpp>
#include <perf/exporters/Stacks.hpp>
#include <perf/model/Flat.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>
#include <string>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;

namespace {

std::string exported(const std::string& format, const Profile& profile) {
    std::ostringstream text;
    exporterNamed(format).write({profile}, text);
    return text.str();
}

// main (100) calls solve (60), which calls itself (20).
Profile small() {
    Profile profile = samples::withTimers({"main", "solve"});
    samples::addThread(profile, {samples::node(0, -1, 1, 100), samples::node(1, 0, 2, 60),
                                 samples::node(1, 1, 3, 20)});
    return profile;
}

std::string textOf(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("perf.exporters.Formats");

TEST_CASE("what was recorded under a parameter is part of its timer, in values and calls") {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        const Profile profile = samples::randomProfile(seed);
        const Profile plain = withoutParameters(profile);
        for (const TimerRecord& record : flat(plain)) {
            if (record.info.kind == TimerKind::Parameter) {
                continue;
            }
            const TimerRecord whole = samples::find(flat(profile), fullName(record.info));
            CHECK(record.calls == whole.calls);
            CHECK(record.exclusive == whole.exclusive);
            CHECK(record.inclusive == whole.inclusive);
            CHECK(record.childCalls == whole.childCalls);
        }
    }
}

TEST_CASE("times in microseconds are exact") {
    CHECK(microseconds(0) == "0.000");
    CHECK(microseconds(12345) == "12.345");
    CHECK(microseconds(-7) == "-0.007");
    CHECK(microseconds(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775.808");
}

TEST_CASE("any name is a valid JSON string") {
    CHECK(jsonString("a\"b\\c") == "\"a\\\"b\\\\c\"");
    CHECK(jsonString("\n\xff") == "\"\\\\x0a\\\\xff\"");
    CHECK(jsonNumberText(0.5) == "0.5");
    CHECK(jsonNumberText(std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("a message has the bytes that the wire format prescribes") {
    CHECK(ProtoMessage().number(1, 150).bytes() == "\x08\x96\x01");
    CHECK(ProtoMessage().text(2, "testing").bytes() == "\x12\x07testing");
    CHECK(ProtoMessage().message(3, ProtoMessage().number(1, 150)).bytes() ==
          "\x1a\x03\x08\x96\x01");
    CHECK(ProtoMessage().packed(4, {3, 270, 86942}).bytes() == "\x22\x06\x03\x8e\x02\x9e\xa7\x05");
    CHECK(ProtoMessage().signedNumber(1, -1).bytes() ==
          "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    CHECK(ProtoMessage().real(1, 1.0).bytes() == std::string("\x09\0\0\0\0\0\0\xf0\x3f", 9));
}

TEST_CASE("callgrind has exclusive values and calls from caller to callee") {
    const std::string text = exported("callgrind", small());
    CHECK(contains(text, "events: wall_ns\nsummary: 100\n"));
    CHECK(contains(text,
                   "fl=(1) default\nfn=(1) main\n0 40\ncfi=(1)\ncfn=(2) solve\ncalls=2 0\n0 60\n"));
    CHECK(contains(text, "fl=(1)\nfn=(2)\n0 60\ncfi=(1)\ncfn=(2)\ncalls=3 0\n0 20\n"));
}

TEST_CASE("hatchet nests the call tree") {
    CHECK(
        exported("hatchet", small()) ==
        "[\n{\"frame\":{\"name\":\"main\",\"type\":\"function\"},\"metrics\":{\"calls\":1,\"time\":"
        "40,"
        "\"time (inc)\":100},\"children\":[\n{\"frame\":{\"name\":\"solve\",\"type\":\"function\"},"
        "\"metrics\":{\"calls\":2,\"time\":40,\"time "
        "(inc)\":60},\"children\":[\n{\"frame\":{\"name\":"
        "\"solve\",\"type\":\"function\"},\"metrics\":{\"calls\":3,\"time\":20,\"time (inc)\":20},"
        "\"children\":[]}]}]}]\n");
    CHECK(exported("hatchet", samples::withTimers({})) == "[]\n");
}

TEST_CASE("openmetrics has seconds with every digit and ends with its mark") {
    const std::string text = exported("openmetrics", small());
    CHECK(contains(text,
                   "gantry_timer_inclusive_seconds{timer=\"main\",type=\"\",group=\"default\","
                   "kind=\"timer\",metric=\"wall\"} 0.000000100\n"));
    CHECK(text.ends_with("# EOF\n"));
}

TEST_CASE("speedscope has a weight for each stack") {
    const std::string text = exported("speedscope", small());
    CHECK(contains(text,
                   "\"samples\":[\n[0],\n[0,1],\n[0,1,1]],\n\"weights\":[40,40,20],"
                   "\"startValue\":0,\"endValue\":100}"));
}

TEST_CASE("a format of several files writes them into a folder") {
    const TestFolder folder;
    Profile profile = small();
    profile.metrics.push_back({"faults", "page faults", "scripted"});
    exporterNamed("tau").writeFolder({profile}, folder.path);
    const std::string text = textOf(folder.path / "MULTI__WALL_TIME" / "profile.0.0.0");
    CHECK(text ==
          "4 templated_functions_MULTI_WALL_TIME\n# Name Calls Subrs Excl Incl ProfileCalls #\n"
          "\"main\" 1 2 0.040 0.100 0 GROUP=\"default\"\n"
          "\"solve\" 5 3 0.060 0.060 0 GROUP=\"default\"\n"
          "\"main => solve\" 2 3 0.040 0.060 0 GROUP=\"TAU_CALLPATH|default\"\n"
          "\"main => solve => solve\" 3 0 0.020 0.020 0 GROUP=\"TAU_CALLPATH|default\"\n"
          "0 aggregates\n0 userevents\n");
    CHECK(std::filesystem::exists(folder.path / "MULTI__FAULTS" / "profile.0.0.0"));
}

TEST_CASE("threads of several ranks have files and numbers of their own") {
    Profile profile = small();
    samples::addThread(profile, {samples::node(1, -1, 1, 5)});
    samples::addThread(profile, {samples::node(1, -1, 1, 6)});
    const TestFolder folder;
    exporterNamed("tau").writeFolder({profile, {}, {}, {0, 3, 3}}, folder.path);
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
        names.insert(entry.path().filename());
    }
    CHECK(names == std::set<std::string>{"profile.0.0.0", "profile.3.0.0", "profile.3.0.1"});
}

TEST_CASE("ndjson has a line for each call path") {
    const std::string text = exported("ndjson", small());
    CHECK(contains(text, "{\"record\":\"run\",\"format\":\"gantry-ndjson\",\"version\":1,"));
    CHECK(contains(text,
                   "\"path\":[\"main\",\"solve\"],\"name\":\"solve\",\"type\":\"\",\"group\":"
                   "\"default\",\"kind\":\"timer\",\"calls\":2,\"childCalls\":3,\"running\":false,"
                   "\"inclusive\":[60],\"exclusive\":[40]}\n"));
}

TEST_CASE("formats of traces have calls, values of events, and the ranks they are of") {
    samples::TracedEngine traced(TraceMode::Latest);
    const TimerId solve = traced.engine.registerTimer("so\"lve");
    const EventId bytes = traced.engine.registerEvent("bytes");
    traced.at(1000).start(solve);
    traced.at(1500).trigger(bytes, 7);
    traced.at(3250).stop(solve);
    const Trace trace(chunksOf(bytesOf(traced.engine.segment())));
    const Profile none = samples::withTimers({});
    const ExportSource source{none, {{2, &trace}}};
    const auto written = [&source](const char* format) {
        std::ostringstream text;
        exporterNamed(format).write(source, text);
        return text.str();
    };
    CHECK(contains(
        written("chrome"),
        "{\"ph\":\"X\",\"pid\":3,\"tid\":1,\"ts\":1.000,\"dur\":2.250,\"name\":\"so\\\"lve\","));
    CHECK(contains(written("chrome"), "\"name\":\"bytes\",\"args\":{\"value\":7}}"));
    CHECK(contains(written("ndjson"),
                   "{\"record\":\"value\",\"rank\":2,\"thread\":0,\"time\":1500,"
                   "\"name\":\"bytes\",\"value\":7}\n"));
    CHECK(contains(written("speedscope"),
                   "{\"type\":\"O\",\"frame\":0,\"at\":1000},\n"
                   "{\"type\":\"C\",\"frame\":0,\"at\":3250}]"));
    CHECK(contains(written("perfetto"), "bytes"));
}
