#include <csignal>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "Program.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

const std::string kPrograms = GANTRY_CAPI_PROGRAMS;

std::vector<std::string> program(const std::string& name, const std::string& word = "return") {
    return {kPrograms + '/' + name, word};
}

Environment linked(const std::filesystem::path& folder) {
    return with(measured(folder), {{"LD_PRELOAD", ""}});
}

// Whether this test can make a program that runs with other rights than its own.
bool canGiveRights() {
    struct statvfs system {};
    return ::geteuid() == 0 &&
           ::statvfs(std::filesystem::temp_directory_path().c_str(), &system) == 0 &&
           (system.f_flag & ST_NOSUID) == 0;
}

bool isRunning(const Profile& profile, const std::string& name) {
    for (const TimerRecord& record : flat(profile)) {
        if (fullName(record.info) == name) {
            return record.running;
        }
    }
    return false;
}

}  // namespace

TEST_SUITE("capi.Preload") {
    TEST_CASE("without the library a program runs as if it had no timers") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program"), {{"GANTRY_MEASURE", "1"}}, folder.path);

        CHECK(outcome.status == 0);
        CHECK(outcome.output == "0 0 0\n");
        CHECK(outcome.profiles.empty());
    }

    TEST_CASE("with the library but measurement off, nothing is measured") {
        const TestFolder folder;
        for (const char* wish : {"", "0", "off", "maybe"}) {
            const Outcome outcome =
                run(program("capi_program"),
                    with(measured(folder.path), {{"GANTRY_MEASURE", wish}}), folder.path);

            CHECK(outcome.status == 0);
            CHECK(outcome.output == "0 0 0\n");
            CHECK(folder.files() == 0);
        }
    }

    TEST_CASE("a program in C finds its timers, events and groups") {
        const TestFolder folder;
        const Outcome outcome = run(program("capi_program"), measured(folder.path), folder.path);

        CHECK(outcome.output == "1 1 3\n");
        REQUIRE(outcome.profiles.size() == 1);
        const Profile& profile = outcome.profiles[0];
        CHECK(outcome.ended[0]);
        CHECK(callsOf(profile, "main") == 1);
        CHECK_FALSE(isRunning(profile, "main"));
        CHECK(callsOf(profile, "solve Solver") == 3);
        CHECK(callsOf(profile, "quiet") == 0);
        REQUIRE(profile.events.size() == 1);
        CHECK(profile.events[0].count == 3);
        CHECK(profile.events[0].sum() == 1.5);
    }

    TEST_CASE("a timer of which each call is also a value of an event counts as any other") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program"), with(measured(folder.path), {{"GANTRY_SPREAD", "solve*"}}),
                folder.path);

        CHECK(outcome.output == "1 1 3\n");
        REQUIRE(outcome.profiles.size() == 1);
        CHECK(callsOf(outcome.profiles[0], "solve Solver") == 3);
        const auto& events = outcome.profiles[0].events;
        const auto spread = std::find_if(events.begin(), events.end(), [](const auto& event) {
            return event.name.find("duration of solve") == 0;
        });
        REQUIRE(spread != events.end());
        CHECK(spread->count == 3);
    }

    TEST_CASE("what is used after the end is counted and does nothing") {
        const TestFolder folder;
        const Outcome outcome = run(program("capi_program"), measured(folder.path), folder.path);

        REQUIRE(outcome.profiles.size() == 1);
        const Profile& profile = outcome.profiles[0];
        CHECK(callsOf(profile, "solve Solver") == 3);
        CHECK(callsOf(profile, "before all") == 1);
        CHECK(misuseOf(profile, MisuseKind::AfterThreadEnd) == 5);
        CHECK(callsOf(profile, "after all") == 0);
        CHECK_FALSE(factOf(profile, "after all"));
    }

    TEST_CASE("a run that exits normally leaves no segment unless it is to be kept") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program"),
                with(measured(folder.path), {{"GANTRY_KEEP_SEGMENT", "0"}}), folder.path);

        CHECK(outcome.output == "1 1 3\n");
        CHECK(folder.files() == 0);
    }

    TEST_CASE("a program that calls exit deep inside has a whole main") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program", "exit"), measured(folder.path), folder.path);

        CHECK(WEXITSTATUS(outcome.status) == 7);
        REQUIRE(outcome.profiles.size() == 1);
        const Profile& profile = outcome.profiles[0];
        CHECK(outcome.ended[0]);
        CHECK_FALSE(isRunning(profile, "main"));
        REQUIRE(misuseOf(profile, MisuseKind::LeftOpen) == 1);
        for (const Misuse& misuse : profile.misuse) {
            CHECK(misuse.name != "main");
        }
    }

    TEST_CASE("a program that is killed or leaves at once keeps what it has measured") {
        for (const auto& [ending, status] : {std::pair{"_exit", 8 << 8}, std::pair{"kill", SIGKILL},
                                             std::pair{"abort", SIGABRT}}) {
            const char* const word = ending;
            CAPTURE(word);
            const TestFolder folder;
            const Outcome outcome =
                run(program("capi_program", word),
                    with(measured(folder.path), {{"GANTRY_KEEP_SEGMENT", ""}}), folder.path);

            CHECK((outcome.status & 0xff7f) == status);
            REQUIRE(outcome.profiles.size() == 1);
            CHECK_FALSE(outcome.ended[0]);
            CHECK(callsOf(outcome.profiles[0], "solve Solver") == 3);
            CHECK(isRunning(outcome.profiles[0], "main"));
        }
    }

    TEST_CASE("a program that knows nothing of Gantry is measured from main to its end") {
        const TestFolder folder;
        const Outcome outcome = run(program("capi_plain", "5"), measured(folder.path), folder.path);

        CHECK(WEXITSTATUS(outcome.status) == 5);
        REQUIRE(outcome.profiles.size() == 1);
        CHECK(callsOf(outcome.profiles[0], "main") == 1);
        CHECK(outcome.profiles[0].misuse.empty());
    }

    TEST_CASE("threads are timed under the name of their function") {
        for (const auto& [kind, name] :
             {std::pair{"threads", "thread named_worker"}, std::pair{"pthread_exit", "thread"},
              std::pair{"late", "thread"}}) {
            const char* const word = kind;
            CAPTURE(word);
            const TestFolder folder;
            const Outcome outcome =
                run(program("capi_program", word), measured(folder.path), folder.path);

            CHECK(outcome.status == 0);
            REQUIRE(outcome.profiles.size() == 1);
            CHECK(callsOf(outcome.profiles[0], name) == 4);
            CHECK_FALSE(isRunning(outcome.profiles[0], name));
            CHECK(callsOf(outcome.profiles[0], "work") == 40);
            CHECK(misuseOf(outcome.profiles[0], MisuseKind::LeftOpen) == 0);
        }
    }

    TEST_CASE("threads are left alone where that is asked") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program", "threads"),
                with(measured(folder.path), {{"GANTRY_THREADS", "0"}}), folder.path);

        CHECK(outcome.status == 0);
        REQUIRE(outcome.profiles.size() == 1);
        CHECK(callsOf(outcome.profiles[0], "thread named_worker") == 0);
        CHECK(callsOf(outcome.profiles[0], "work") == 40);
    }

    TEST_CASE("a main thread that ends before the process is not misuse") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program", "main_leaves"), measured(folder.path), folder.path);

        CHECK(outcome.status == 0);
        REQUIRE(outcome.profiles.size() == 1);
        CHECK(outcome.ended[0]);
        CHECK(callsOf(outcome.profiles[0], "main") == 1);
    }

    TEST_CASE("a forked process that ends at once leaves its parent's figures alone") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program", "fork"), measured(folder.path), folder.path);

        CHECK(outcome.status == 0);
        REQUIRE_FALSE(outcome.profiles.empty());
        CHECK(outcome.ended[0]);
        CHECK(callsOf(outcome.profiles[0], "solve Solver") == 3);
        CHECK(factOf(outcome.profiles[0], "process.peakMemoryKiB"));
    }

    TEST_CASE("a forked process that measures has a segment of its own") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program", "fork_and_work"), measured(folder.path), folder.path);

        CHECK(outcome.status == 0);
        REQUIRE(outcome.profiles.size() == 2);
        const std::size_t child = factOf(outcome.profiles[0], "parent") ? 0 : 1;
        CHECK(outcome.ended[0]);
        CHECK(outcome.ended[1]);
        CHECK(factOf(outcome.profiles[child], "parent"));
        CHECK_FALSE(factOf(outcome.profiles[1 - child], "parent"));
        CHECK(factOf(outcome.profiles[child], "process.peakMemoryKiB"));
        for (const Profile& profile : outcome.profiles) {
            CHECK(callsOf(profile, "solve Solver") == 4);
            CHECK(callsOf(profile, "main") == 1);
            CHECK(misuseOf(profile, MisuseKind::LeftOpen) == 0);
        }
    }

    TEST_CASE(
        "a program that is linked with the library is measured as one that has it preloaded") {
        const TestFolder folder;
        const Outcome outcome = run(program("capi_linked"), linked(folder.path), folder.path);

        CHECK(outcome.output == "1 1 3\n");
        REQUIRE(outcome.profiles.size() == 1);
        CHECK(outcome.ended[0]);
        CHECK(callsOf(outcome.profiles[0], "main") == 1);
    }

    TEST_CASE("a program with more rights than the user who started it is never measured" *
              doctest::skip(!canGiveRights())) {
        const TestFolder folder;
        const std::filesystem::path file = folder.path / "setuid";
        std::filesystem::copy_file(kPrograms + "/capi_linked", file);
        REQUIRE(::chown(file.c_str(), 1, 1) == 0);
        REQUIRE(::chmod(file.c_str(), S_ISUID | S_IRWXU | S_IXOTH) == 0);
        std::filesystem::permissions(folder.path, std::filesystem::perms::others_exec,
                                     std::filesystem::perm_options::add);
        const Outcome outcome = run({file.string()}, linked(folder.path), folder.path);

        CHECK(outcome.status == 0);
        CHECK(outcome.output == "0 0 0\n");
        CHECK(outcome.profiles.empty());
    }

    TEST_CASE("C++ has scopes that survive exceptions, and timers before main") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program_cxx"), measured(folder.path), folder.path);

        CHECK(outcome.output == "1\n");
        REQUIRE(outcome.profiles.size() == 1);
        const Profile& profile = outcome.profiles[0];
        CHECK(callsOf(profile, "solve Solver") == 4);
        CHECK(callsOf(profile, "solve Solver [ depth = 2 ]") == 1);
        CHECK(callsOf(profile, "before main") == 1);
        CHECK(callsOf(profile, "in a thread") == 1);
        CHECK(profile.events.size() == 1);
        CHECK(profile.misuse.empty());
    }

    TEST_CASE("facts tell the process, its session and its rank") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_plain", "0"),
                with(measured(folder.path),
                     {{"GANTRY_SESSION", "a b\"c"}, {"PMI_RANK", "3"}, {"PMI_SIZE", "4"}}),
                folder.path);

        REQUIRE(outcome.profiles.size() == 1);
        const Profile& profile = outcome.profiles[0];
        CHECK(factOf(profile, "command") == kPrograms + "/capi_plain 0");
        CHECK(factOf(profile, "executable") == kPrograms + "/capi_plain");
        CHECK(factOf(profile, "session") == "a b\"c");
        CHECK(factOf(profile, "rank") == "3");
        CHECK(factOf(profile, "size") == "4");
        CHECK(factOf(profile, "start"));
        CHECK(factOf(profile, "host"));
        CHECK_FALSE(factOf(profile, "problem"));
    }

    TEST_CASE("a wrong environment is reported as a fact, and the defaults are taken") {
        const TestFolder folder;
        const Outcome outcome = run(program("capi_program"),
                                    with(measured(folder.path), {{"GANTRY_METRICS", "wal"},
                                                                 {"GANTRY_MEMORY_LIMIT", "much"},
                                                                 {"GANTRY_QUANTILES", "2"}}),
                                    folder.path);

        CHECK(outcome.output == "1 1 3\n");
        REQUIRE(outcome.profiles.size() == 1);
        const std::string problem = factOf(outcome.profiles[0], "problem").value_or("");
        CHECK(problem.find("GANTRY_METRICS: ") != std::string::npos);
        CHECK(problem.find("there is no metric 'wal'") != std::string::npos);
        CHECK(problem.find("GANTRY_MEMORY_LIMIT: 'much'") != std::string::npos);
        CHECK(problem.find("GANTRY_QUANTILES: '2'") != std::string::npos);
        CHECK(outcome.profiles[0].metrics.size() == 1);
    }

    TEST_CASE("where no segment can be made the program is measured in its own memory") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program"),
                with(measured(folder.path), {{"GANTRY_SEGMENT_DIR", "/proc/none"}}), folder.path);

        CHECK(outcome.output == "1 1 3\n");
        CHECK(folder.files() == 0);
    }

    TEST_CASE("a selection decides which timers of a program are measured") {
        const TestFolder folder;
        const std::string file = (folder.path / "own.selection").string();
        std::ofstream(file) << "gantry-selection 1\nexclude timer solve*\n";
        const Outcome outcome =
            run(program("capi_program"), with(measured(folder.path), {{"GANTRY_SELECT", file}}),
                folder.path);

        REQUIRE(outcome.profiles.size() == 1);
        CHECK(callsOf(outcome.profiles[0], "solve Solver") == 0);
        CHECK(callsOf(outcome.profiles[0], "main") == 1);
    }

    TEST_CASE("a timer with short calls is given up, by a thread that is not measured") {
        for (const auto& setting :
             Environment{{"GANTRY_THROTTLE", "1000:1ms"}, {"GANTRY_OVERHEAD_BUDGET", "1%"}}) {
            CAPTURE(setting.first);
            const TestFolder folder;
            const Outcome outcome = run(program("capi_program", "brief"),
                                        with(measured(folder.path), {setting}), folder.path);

            CHECK(outcome.status == 0);
            REQUIRE(outcome.profiles.size() == 1);
            CHECK(callsOf(outcome.profiles[0], "brief") > 0);
            CHECK(outcome.profiles[0].threads.size() == 1);
        }
    }

    TEST_CASE("a program whose main thread leaves ends, though a thread looks for short timers") {
        const TestFolder folder;
        const Outcome outcome =
            run(program("capi_program", "main_leaves"),
                with(measured(folder.path), {{"GANTRY_THROTTLE", "1000:1us"}}), folder.path);

        CHECK(outcome.status == 0);
    }
}
