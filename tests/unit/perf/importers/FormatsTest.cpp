#include <base/files/FileError.hpp>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "ImportSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using Lines = std::vector<std::string>;

TEST_SUITE_BEGIN("perf.importers.Formats");

TEST_CASE("each format is recognised by its content, by one importer only") {
    for (const auto& [format, content] : wholeFiles()) {
        Lines names;
        for (const Importer& importer : allImporters()) {
            if (importer.recognises(std::string_view(content).substr(0, 4096))) {
                names.emplace_back(importer.name);
            }
        }
        CHECK(names == Lines{format});
    }
}

TEST_CASE("folded stacks have the values of their leaves") {
    const Profile profile = imported("folded", kFolded);
    CHECK(pathsOf(profile) ==
          Lines{"main 0 20", "main;solve 0 17", "main;solve;norm 0 5", "idle 0 1"});
    CHECK(pathsOf(imported("folded", "a;b 1\r\n\r\na;b 2\r\nc d;e 3")) ==
          Lines{"a 0 3", "a;b 0 3", "c d 0 3", "c d;e 0 3"});
    CHECK(refusal("folded", "a;b 1\nno number\n")
              .find("folded.file: line 2 (byte 6): expected a line that ends with a number") == 0);
    CHECK(refusal("folded", "a 1\na 9223372036854775807\n").find("beyond 2^56") !=
          std::string::npos);
}

TEST_CASE("a speedscope file has a thread for each of its profiles") {
    const Profile profile = imported("speedscope", kSpeedscope);
    REQUIRE(profile.threads.size() == 2);
    CHECK(profile.metrics == std::vector<Metric>{{"time", "ns", "another tool"}});
    CHECK(profile.threads[0].name == "first");
    CHECK(pathsOf(profile, 0) == Lines{"main 1 14000", "main;solve 1 3500"});
    CHECK(pathsOf(profile, 1) == Lines{"main 0 7", "main;solve 0 4"});
    CHECK(profile.timers[0].group == "a.c");
    CHECK(profile.partial == "");
}

TEST_CASE("a speedscope file that contradicts itself is refused at its place") {
    const auto with = [](const std::string& old, const std::string& now) {
        std::string text = kSpeedscope;
        text.replace(text.find(old), old.size(), now);
        return refusal("speedscope", text);
    };
    CHECK(with("\"at\": 6", "\"at\": 1").find("line 6 (byte 3") != std::string::npos);
    CHECK(with("\"frame\": 1, \"at\": 2.5", "\"frame\": 2, \"at\": 2.5").find("no such frame") !=
          std::string::npos);
    CHECK(with("[4, 3, 2]", "[4, 3]").find("more samples than weights") != std::string::npos);
    CHECK(with("[4, 3, 2]", "[4, 3, 2, 1]").find("more weights than samples") != std::string::npos);
    CHECK(with("microseconds", "fortnights").find("no unit 'fortnights'") != std::string::npos);
    CHECK(with("\"shared\"", "\"other\"").find("lacks 'profiles' or 'shared'") !=
          std::string::npos);
}

TEST_CASE("perf script: stacks, objects as groups, threads, and time as the period of clocks") {
    const Profile profile = imported("perfscript", kPerfScript);
    REQUIRE(profile.threads.size() == 2);
    CHECK(profile.metrics == std::vector<Metric>{{"cpu-clock", "ns", "another tool"}});
    CHECK(profile.threads[0].name == "a program 12");
    CHECK(profile.threads[1].name == "a program 12/14");
    CHECK(pathsOf(profile, 0) == Lines{"main 0 1001001", "main;norm(int, char) 0 1001001"});
    CHECK(pathsOf(profile, 1) == Lines{"[unknown] 0 9", "[unknown];main 0 9"});
    CHECK(profile.timers[1].group == "libx.so");
}

TEST_CASE("perf script: samples without stacks, and other events") {
    const Profile profile =
        imported("perfscript",
                 "              ls  1234 123.456789:     250 cycles:u:  7f00 do_it+0x4 (/bin/ls)\n"
                 "              ls  1234 123.456790:     sched:sched_switch: prev=ls\n");
    CHECK(profile.metrics ==
          std::vector<Metric>{{"cycles:u", "events", "another tool"},
                              {"sched:sched_switch", "samples", "another tool"}});
    CHECK(pathsOf(profile) == Lines{"do_it 0 250", "[no stack] 0 0"});
    CHECK(profile.threads[0].nodes[1].inclusive[1] == 1);
    CHECK(refusal("perfscript", kPerfScript + "what is this\n").find("line 11 (byte ") !=
          std::string::npos);
    CHECK(refusal("perfscript", "# nothing\n").find("there is no sample") != std::string::npos);
}

TEST_CASE("a Chrome trace: calls, categories, names of processes, counters") {
    const Profile profile = imported("chrome", kChrome);
    REQUIRE(profile.threads.size() == 2);
    CHECK(profile.threads[0].name == "app: thread 2");
    CHECK(pathsOf(profile, 0) == Lines{"main 1 10000", "main;solve 1 4000"});
    CHECK(pathsOf(profile, 1) == Lines{"main 1 7000"});
    CHECK(profile.threads[0].nodes[0].childCalls == 1);
    CHECK(profile.timers[0].group == "code");
    REQUIRE(profile.events.size() == 1);
    CHECK(profile.events[0].name == "memory bytes");
    CHECK(profile.events[0].count == 2);
    CHECK(profile.events[0].max == 300);
    CHECK(profile.partial == "");
}

TEST_CASE("a Chrome trace whose begins and ends do not fit is read, and they are counted") {
    const Profile crossed =
        imported("chrome", R"([{"ph":"B","name":"a","ts":0},{"ph":"B","name":"b","ts":1},
          {"ph":"E","name":"a","ts":10},{"ph":"E","name":"b","ts":11},{"ph":"B","name":"c","ts":12}])");
    CHECK(pathsOf(crossed) == Lines{"a 1 10000", "a;b 1 9000", "c 1 0"});
    CHECK(crossed.threads[0].nodes[2].running);
    CHECK(crossed.partial ==
          "1 call without an end, 1 end without a begin, 1 call cut at the end of the one around");
    const Profile overlapping = imported(
        "chrome",
        R"([{"ph":"X","name":"a","ts":0,"dur":10},{"ph":"X","name":"b","ts":5,"dur":10}])");
    CHECK(pathsOf(overlapping) == Lines{"a 1 10000", "a;b 1 5000"});
    CHECK(overlapping.partial == "1 call cut at the end of the one around");
    const Profile within =
        imported("chrome", R"([{"ph":"X","name":"x","ts":0,"dur":10},{"ph":"B","name":"b","ts":1},
          {"ph":"X","name":"y","ts":2,"dur":30},{"ph":"E","name":"b","ts":15}])");
    CHECK(pathsOf(within) == Lines{"x 1 10000", "x;b 1 9000", "x;b;y 1 8000"});
}

TEST_CASE("a Chrome trace: order of the file, missing bracket, what is not read") {
    const Profile profile = imported(
        "chrome", R"([{"ph":"X","name":"in","ts":5,"dur":1},{"ph":"X","name":"out","ts":5,"dur":3},
          {"ph":"b","name":"async","ts":1,"id":1},{"ph":"s","name":"flow","ts":1,"id":1},)");
    CHECK(pathsOf(profile) == Lines{"out 1 3000", "out;in 1 1000"});
    CHECK(profile.partial ==
          "the trace ends without its closing bracket; not read: "
          "1 asynchronous event, 1 flow event");
    CHECK(refusal("chrome", "[{\"ph\":\"B\",\"name\":\"a\"}]")
              .find("line 1 (byte 1): the event has no time") != std::string::npos);
    CHECK(refusal("chrome", "[{\"ph\":\"B\",\"ts\":1")
              .find("the text ends where ',' or '}' is due") != std::string::npos);
    CHECK(refusal("chrome", R"([{"ph":"X","ts":1,"dur":-1}])").find("negative") !=
          std::string::npos);
}

TEST_CASE("times beyond 2^53 keep every digit, and those beyond 2^63 ns are refused") {
    const Profile profile = imported(
        "chrome",
        R"([{"ph":"B","name":"a","ts":9007199254740993.001},{"ph":"E","name":"a","ts":9007199254740993.004}])");
    CHECK(pathsOf(profile) == Lines{"a 1 3"});
    CHECK(refusal("chrome", R"([{"ph":"B","name":"a","ts":9300000000000000.0}])")
              .find("beyond 2^63") != std::string::npos);
    CHECK(refusal("chrome", R"([{"ph":"B","name":"a","ts":1e99999}])").find("beyond 2^63") !=
          std::string::npos);
    CHECK(refusal("chrome", R"([{"ph":"B","name":"a","ts":-9e15},{"ph":"E","name":"a","ts":9e15}])")
              .find("too far apart") != std::string::npos);
}

TEST_CASE("Caliper: exclusive times of the nodes, for each rank") {
    const ImportFile file("caliper.json", kCaliper);
    const std::vector<ImportedPart> parts = importerNamed("caliper").read(file);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].rank == 0);
    CHECK(parts[0].profile.metrics ==
          std::vector<Metric>{{"time", "ns", "another tool"}, {"count", "count", "another tool"}});
    CHECK(pathsOf(parts[0].profile) == Lines{"main 0 2250000001", "main;solve 0 2250000000"});
    CHECK(parts[0].profile.threads[0].nodes[0].inclusive[1] == 10);
    CHECK(pathsOf(parts[1].profile) == Lines{"main 0 4000000000", "main;solve 0 4000000000"});
    const auto with = [](const std::string& old, const std::string& now) {
        std::string text = kCaliper;
        text.replace(text.find(old), old.size(), now);
        return refusal("caliper", text);
    };
    CHECK(with("2.25, 1,", "2.25, 2,").find("there is no such node") != std::string::npos);
    CHECK(with("\"parent\": 0", "\"parent\": 1").find("follow its parent") != std::string::npos);
    CHECK(with("1, 7 ]", "1, 7, 8 ]").find("more cells") != std::string::npos);
    CHECK(with("\"nodes\"", "\"knots\"").find("there is no such node") != std::string::npos);
    CHECK(with("\"columns\"", "\"pillars\"").find("lacks") != std::string::npos);
}

TEST_CASE("TAU: call paths, groups and events; the rank is in the name of the file") {
    const ImportFile file("folder/profile.3.0.1", kTau);
    const std::vector<ImportedPart> parts = importerNamed("tau").read(file);
    REQUIRE(parts.size() == 1);
    CHECK(parts[0].rank == 3);
    const Profile& profile = parts[0].profile;
    CHECK(profile.threads[0].name == "node 3, context 0, thread 1");
    CHECK(pathsOf(profile) ==
          Lines{"main() [{a.c} {1,1}] 1 10000", "main() [{a.c} {1,1}];solve 2 5500"});
    CHECK(profile.timers[1].group == "SOLVER");
    REQUIRE(profile.events.size() == 1);
    CHECK(profile.events[0].mean == 2);
    CHECK(profile.events[0].m2 == 2);
}

TEST_CASE("TAU: recursion at the top is whole, paths that begin further down are not") {
    const std::string recursive =
        "3 templated_functions_MULTI_TIME\n# t\n\"a\" 4 3 10 10 0 GROUP=\"G\"\n"
        "\"a => a\" 2 1 6 6 0 GROUP=\"TAU_CALLPATH\"\n\"a => a => a\" 1 0 2 2 0 GROUP=\"G\"\n"
        "0 aggregates\n";
    CHECK(pathsOf(imported("tau", recursive)) == Lines{"a 1 10000", "a;a 2 6000", "a;a;a 1 2000"});
    const std::string shallow =
        "5 templated_functions_MULTI_TIME\n# t\n\"a\" 1 1 4 10 0 GROUP=\"G\"\n\"b\" 2 1 4 6 0 "
        "GROUP=\"G\"\n\"c\" 1 0 2 2 0 GROUP=\"G\"\n\"a => b\" 2 1 4 6 0 GROUP=\"G\"\n"
        "\"b => c\" 1 0 2 2 0 GROUP=\"G\"\n0 aggregates\n";
    const Profile flat = imported("tau", shallow);
    CHECK(pathsOf(flat) == Lines{"a 1 4000", "b 2 4000", "c 1 2000"});
    CHECK(flat.partial.find("do not begin at the root") != std::string::npos);
}

TEST_CASE("TAU: a flat profile has exclusive values") {
    const std::string flat =
        "2 templated_functions_MULTI_PAPI_TOT_CYC\n# t\n\"a\" 1 1 3 10 0 GROUP=\"G\"\n"
        "\"b\" 2 0 7 7 0 GROUP=\"G\"\n0 aggregates\n";
    const Profile profile = imported("tau", flat);
    CHECK(pathsOf(profile) == Lines{"a 1 3", "b 2 7"});
    CHECK(profile.metrics == std::vector<Metric>{{"PAPI_TOT_CYC", "count", "another tool"}});
    CHECK(refusal("tau", flat.substr(0, flat.find("\"b\"")))
              .find("the file ends where a function is due") != std::string::npos);
    CHECK(refusal("tau", "9" + flat).find("is due here") != std::string::npos);
}

TEST_CASE("csv: what gantry writes, with commas and quotes") {
    const Profile profile = imported("csv", kCsv);
    REQUIRE(profile.threads.size() == 2);
    CHECK(pathsOf(profile, 0) == Lines{"main 1 100", "main;a, b 2 60"});
    CHECK(profile.threads[1].nodes[0].running);
    CHECK(profile.threads[1].name == "other");
    CHECK(refusal("csv", kCsv + "0,,x => y,y,,g,1,0,0,1,1\n")
              .find("parent of this call path is not in the preceding lines") != std::string::npos);
    CHECK(refusal("csv", kCsv + "0,,x,x,,g,1,0\n").find("8 cells instead of 11") !=
          std::string::npos);
    CHECK(refusal("csv", kCsv + "0,,x,x,,g,-1,0,0,1,1\n").find("'-1' is not a count") !=
          std::string::npos);
}

TEST_CASE("pprof: stacks, types and units") {
    const Profile profile = imported("pprof", pprofBytes());
    CHECK(profile.metrics ==
          std::vector<Metric>{{"samples", "count", "another tool"}, {"cpu", "ns", "another tool"}});
    CHECK(pathsOf(profile) == Lines{"main 0 3", "main;solve 0 1"});
    CHECK(profile.threads[0].nodes[0].inclusive[1] == 30000);
    CHECK(profile.timers[1].group == "a.c");
    CHECK(refusal("pprof", "").find("no string table") != std::string::npos);
    CHECK(refusal("pprof", pprofBytes().substr(0, 40)).find("byte ") != std::string::npos);
    CHECK(
        refusal(
            "pprof",
            pprofBytes() +
                Message().bytes(2, Message().number(1, 99).number(2, 1).number(2, 1).text()).text())
            .find("there is no location 99") != std::string::npos);
    CHECK(refusal("pprof", pprofBytes() + Message().bytes(2, Message().number(2, 1).text()).text())
              .find("1 value and the file 2 types") != std::string::npos);
}

TEST_CASE("pprof: recognised whatever the order of its fields, and texts are not taken for it") {
    const Importer pprof = importerNamed("pprof");
    // As the profiles of Go begin: with the time, or with the type of the period.
    CHECK(pprof.recognises(Message().number(9, 1795447260807531696U).text() + pprofBytes()));
    CHECK(
        pprof.recognises(Message().bytes(11, Message().number(1, 1).text()).text() + pprofBytes()));
    for (const std::string text :
         {"", "\n", "Hello", "\n\nmain 3\n", "\x0a\x20 words of some text, and more"}) {
        CHECK_FALSE(pprof.recognises(text));
    }
}
