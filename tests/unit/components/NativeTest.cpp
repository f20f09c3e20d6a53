#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileSource.hpp>
#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/Timer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <link.h>
#include <map>
#include <string>
#include <unistd.h>
#include <utility>

#include "OneComponent.hpp"

namespace {

struct Native : OneComponent {
    std::shared_ptr<performance::Measurement> measurement =
        port<performance::Measurement>("MeasurementPort");

    Native() : OneComponent("performance.Native") {}

    gantry::perf::Profile profile() {
        return gantry::perf::fromJson(measurement->createQuery()->getSnapshot()->getDocument());
    }
};

// Bytes of thread-local memory of the loaded library with that in its name; -1 where there is none.
std::int64_t threadLocalBytes(const char* library) {
    struct Search {
        const char* library;
        std::int64_t bytes;
    } search{library, -1};
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* context) {
            auto& wanted = *static_cast<Search*>(context);
            if (std::strstr(info->dlpi_name, wanted.library) != nullptr) {
                wanted.bytes = 0;
                for (int i = 0; i < info->dlpi_phnum; ++i) {
                    const auto& header = info->dlpi_phdr[i];
                    wanted.bytes +=
                        header.p_type == PT_TLS ? static_cast<std::int64_t>(header.p_memsz) : 0;
                }
            }
            return 0;
        },
        &search);
    return search.bytes;
}

}  // namespace

TEST_SUITE("components.Native") {
    TEST_CASE_FIXTURE(Native,
                      "the wall time in ns is measured unless other metrics are asked for") {
        const auto snapshot = measurement->createQuery()->getSnapshot();

        REQUIRE(snapshot->getCounterNames().length() == 1);
        CHECK(snapshot->getCounterNames()[0] == "wall");
        CHECK(snapshot->getCounterUnits()[0] == "ns");
    }

    TEST_CASE_FIXTURE(Native, "several metrics are measured at once") {
        set("metrics", "wall,cpu");
        const auto timer = measurement->createTimerWithName("timer");
        timer->start();
        timer->stop();

        const auto names = measurement->createQuery()->getCounterNames();

        CHECK(names.toVector() == std::vector<std::string>{"wall", "cpu"});
    }

    TEST_CASE_FIXTURE(Native,
                      "an unknown metric is refused with those that exist, and the old ones stay") {
        for (const char* bad : {"calories", "", "wall,", "wall,wall", "wall,calories"}) {
            CAPTURE(bad);
            CHECK_FALSE(refusal("metrics", std::string(bad)).empty());
            CHECK(parameters()->getString("metrics", "") == "wall");
        }
        CHECK(contains(refusal("metrics", std::string("calories")), "wall, cpu"));
    }

    TEST_CASE_FIXTURE(Native, "metrics can be added until the first start") {
        const auto timer = measurement->createTimerWithName("timer");
        const auto query = measurement->createQuery();

        CHECK(contains(refusal("metrics", std::string("cpu")), "list that begins with 'wall,'"));
        CHECK(refusal("metrics", std::string("wall")).empty());
        CHECK(refusal("metrics", std::string("wall,cpu,page-faults,perf::NO-SUCH")).empty());
        timer->start();
        timer->stop();

        CHECK(query->getCounterNames().toVector() ==
              std::vector<std::string>{"wall", "cpu", "page-faults"});
        const gantry::perf::Profile measured = profile();
        CHECK(measured.metrics.size() == 3);
        CHECK(std::any_of(measured.context.begin(), measured.context.end(), [](const auto& fact) {
            return fact.first == gantry::perf::kRefusedMetric;
        }));
        CHECK(contains(
            refusal("metrics", std::string("wall,cpu,page-faults,perf::NO-SUCH,context-switches")),
            "can no longer be added"));
    }

    TEST_CASE_FIXTURE(Native, "a metric this machine cannot measure is refused in the document") {
        set("metrics", "wall,perf::NO-SUCH,page-faults");

        const gantry::perf::Profile measured = profile();

        CHECK(measured.metrics.size() == 2);
        std::vector<std::string> refused;
        for (const auto& [key, value] : measured.context) {
            if (key == gantry::perf::kRefusedMetric) {
                refused.push_back(value);
            }
        }
        REQUIRE(refused.size() == 1);
        CHECK(contains(refused[0], "perf::NO-SUCH: the kernel has no counter"));
    }

    TEST_CASE_FIXTURE(Native, "events keep quantiles unless they are not wanted") {
        measurement->createEventWithName("e")->trigger(4);

        CHECK(profile().events[0].quantile(0.5) == 4);
        CHECK(contains(refusal("quantiles", false), "measurement has begun"));
    }

    TEST_CASE_FIXTURE(Native, "events without quantiles have none") {
        set("quantiles", false);
        measurement->createEventWithName("e")->trigger(4);

        CHECK_FALSE(profile().events[0].quantile(0.5).has_value());
        sidl::array<double, 2> quantiles;
        sidl::array<std::int64_t> values;
        measurement->createQuery()->getEventQuantiles({"e"}, {0.5}, quantiles, values);
        CHECK(values[0] == 0);
        CHECK(quantiles(0, 0) == 0);
    }

    TEST_CASE_FIXTURE(Native, "the port reports the quantiles of the profile") {
        const auto event = measurement->createEventWithName("e");
        for (int i = 1; i <= 1000; ++i) {
            event->trigger(i * 0.001);
        }

        sidl::array<double, 2> quantiles;
        sidl::array<std::int64_t> values;
        measurement->createQuery()->getEventQuantiles({"e"}, {0.5, 0.99}, quantiles, values);

        CHECK(values[0] == 1000);
        CHECK(quantiles(0, 0) == profile().events[0].quantile(0.5));
        CHECK(quantiles(0, 1) == profile().events[0].quantile(0.99));
    }

    TEST_CASE_FIXTURE(Native, "a selection is read from its file, and may be changed in mid-run") {
        const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                           ("gantry-selection-" + std::to_string(::getpid()));
        std::ofstream(file) << "gantry-selection 1\nexclude timer b*\n";
        set("selection", file.string());
        const auto call = [&](const std::string& name) {
            const auto timer = measurement->createTimerWithName(name);
            timer->start();
            timer->stop();
            return measurement->createQuery()->getTimerNames().toVector();
        };

        CHECK(call("a") == std::vector<std::string>{"a"});
        CHECK(call("b") == std::vector<std::string>{"a"});
        std::ofstream(file) << "gantry-selection 1\nexclude nothing\n";
        CHECK(
            contains(refusal("selection", file.string()), ":2:9: error: expected timer or group"));
        CHECK(call("b") == std::vector<std::string>{"a"});
        set("selection", "");
        CHECK(call("b") == std::vector<std::string>{"a", "b"});
        std::filesystem::remove(file);
        CHECK(contains(refusal("selection", file.string()), "cannot be read"));
        CHECK(contains(refusal("selection", std::string("/")), "cannot be read"));
    }

    TEST_CASE_FIXTURE(Native, "groups are switched off and on again by a parameter") {
        const auto solver = measurement->createTimerWithNameTypeGroup("solve", "", "solver");
        const auto message = measurement->createTimerWithNameTypeGroup("send", "", "MPI");
        // Of both, after one more call of each.
        const auto calls = [&] {
            for (const auto& one : {solver, message}) {
                one->start();
                one->stop();
            }
            std::map<std::string, std::uint64_t> found;
            const gantry::perf::Profile measured = profile();
            for (const gantry::perf::CallPathNode& node : measured.threads.at(0).nodes) {
                found[measured.timers.at(node.timer).name] += node.calls;
            }
            return std::pair(found["solve"], found["send"]);
        };
        using Calls = std::pair<std::uint64_t, std::uint64_t>;

        CHECK(calls() == Calls(1, 1));
        set("disabledGroups", "nobody,MP*");
        CHECK(calls() == Calls(2, 1));
        set("disabledGroups", "solver");
        CHECK(calls() == Calls(2, 2));
        set("disabledGroups", "");
        CHECK(calls() == Calls(3, 3));
    }

    // All libraries that are loaded while the program runs share 512 bytes of static memory by
    // default; access to what is beyond costs 2 to 3 ns for each start and stop.
    TEST_CASE_FIXTURE(Native, "its thread-local memory leaves room for that of other libraries") {
        measurement->createTimerWithName("one")->start();
        const std::int64_t bytes = threadLocalBytes("performance_native");
        CHECK(bytes > 0);
        CHECK(bytes <= 192);
    }

    TEST_CASE_FIXTURE(Native, "groups that come later are switched off by the parameter as well") {
        set("disabledGroups", "MP*,solver");
        const auto solver = measurement->createTimerWithNameTypeGroup("solve", "", "solver");
        const auto input = measurement->createTimerWithNameTypeGroup("read", "", "input");
        const auto message = measurement->createTimerWithNameTypeGroup("send", "", "MPI");
        for (const auto& one : {solver, input, message}) {
            one->start();
            one->stop();
        }
        const gantry::perf::Profile measured = profile();
        REQUIRE(measured.threads.at(0).nodes.size() == 1);
        CHECK(measured.timers.at(measured.threads[0].nodes[0].timer).name == "read");

        set("disabledGroups", "input");
        solver->start();
        solver->stop();
        input->start();
        input->stop();
        std::map<std::string, std::uint64_t> calls;
        const gantry::perf::Profile later = profile();
        for (const gantry::perf::CallPathNode& node : later.threads.at(0).nodes) {
            calls[later.timers.at(node.timer).name] += node.calls;
        }
        CHECK(calls == std::map<std::string, std::uint64_t>{{"read", 1}, {"solve", 1}});
    }

    TEST_CASE_FIXTURE(Native, "timers that cost too much are throttled while the program runs") {
        set("throttleExempt", "kept*");
        set("throttle", "100:10s");
        const auto tiny = measurement->createTimerWithName("tiny");
        const auto kept = measurement->createTimerWithName("kept");
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);

        bool throttled = false;
        while (!throttled && std::chrono::steady_clock::now() < limit) {
            for (int i = 0; i < 1000; ++i) {
                tiny->start();
                tiny->stop();
                kept->start();
                kept->stop();
            }
            throttled = profile().timers.at(0).throttled;
        }

        CHECK(throttled);
        CHECK_FALSE(profile().timers.at(1).throttled);
        set("throttle", "");
        CHECK_FALSE(profile().timers.at(0).throttled);
        CHECK(profile().misuse.empty());
    }

    TEST_CASE_FIXTURE(Native, "a throttle or a budget that is not understood is refused") {
        CHECK(contains(refusal("throttle", std::string("often")), "write CALLS:AVERAGE"));
        CHECK_FALSE(refusal("overheadBudget", -1.0).empty());
        CHECK_FALSE(refusal("overheadBudget", 101.0).empty());
        CHECK(refusal("overheadBudget", 2.0).empty());
    }

    TEST_CASE_FIXTURE(Native, "the document holds the assembly with its classes and connections") {
        framework.createInstance("functions.PiFunction", "pi");
        framework.connect({"pi", "MeasurementPort", "subject", "MeasurementPort"});

        const auto profile =
            gantry::perf::fromJson(measurement->createQuery()->getSnapshot()->getDocument());

        REQUIRE(profile.assembly.instances.size() == 2);
        CHECK(profile.assembly.instances[1].name == "pi");
        CHECK(profile.assembly.instances[1].className == "functions.PiFunction");
        REQUIRE(profile.assembly.connections.size() == 1);
        CHECK(profile.assembly.connections[0].user == "pi");
        CHECK(profile.assembly.connections[0].provider == "subject");
    }

    TEST_CASE_FIXTURE(Native, "a snapshot lends its profile to readers of the same build") {
        measurement->createTimerWithName("lent")->start();
        const auto snapshot = measurement->createQuery()->getSnapshot();
        const auto* source = dynamic_cast<const gantry::perf::ProfileSource*>(snapshot.get());
        REQUIRE(source != nullptr);
        const gantry::perf::Profile* lent = source->profile(gantry::perf::profileLayout());
        REQUIRE(lent != nullptr);
        CHECK(*lent == gantry::perf::fromJson(snapshot->getDocument()));
        CHECK(source->profile(gantry::perf::profileLayout() + 1) == nullptr);
    }

    TEST_CASE_FIXTURE(Native, "stops without a start are counted under the timer's name") {
        measurement->createTimerWithName("lonely")->stop();

        const auto profile =
            gantry::perf::fromJson(measurement->createQuery()->getSnapshot()->getDocument());

        REQUIRE(profile.misuse.size() == 1);
        CHECK(profile.misuse[0].name == "lonely");
    }
}
