#include <perf/recording/ChildPrograms.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

// A process that ran `main` for so long, in it `read` so often, on a file of that name.
Profile process(const std::string& command, std::int64_t ns, std::uint64_t reads,
                const std::string& file = "/data") {
    Profile profile = samples::withTimers({"main", "read"});
    profile.context = {{"command", command}};
    profile.timeNs = ns;
    samples::addThread(profile, {samples::node(0, -1, 1, ns), samples::node(1, 0, reads, ns / 2)});
    profile.threads[0].cpuNs = ns / 2;
    ModuleRecords module;
    module.name = "posix";
    module.fields = {{"reads", "", Reduction::Sum}, {"first_read", "ns", Reduction::First}};
    module.records = {{file, 0, {static_cast<std::int64_t>(reads), 100}}};
    profile.modules = {module};
    return profile;
}

Profile first() {
    Profile profile = samples::withTimers({"main"});
    samples::addThread(profile, {samples::node(0, -1, 1, 1000)});
    profile.processes.emplace_back();
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.recording.ChildPrograms");

TEST_CASE("all processes of a program are one thread, and its sums are theirs") {
    ChildPrograms children;
    children.add(process("/bin/cat a", 100, 3), 5000);
    children.add(process("cat b c", 50, 4), 6000);
    children.add(process("sh -c x", 10, 1), 7000);
    Profile profile = first();
    children.moveTo(profile, 5000);

    REQUIRE(profile.threads.size() == 3);
    const ThreadProfile& cat = profile.threads[1];
    CHECK(cat.name == "cat");
    CHECK(cat.cpuNs == 75);
    CHECK(cat.process == -1);
    REQUIRE(cat.nodes.size() == 2);
    CHECK(cat.nodes[0].calls == 2);
    CHECK(cat.nodes[0].inclusive[0] == 150);
    CHECK(cat.nodes[0].childCalls == 7);
    CHECK(cat.nodes[1].calls == 7);
    CHECK(profile.timers[cat.nodes[0].timer].type == "cat");
    CHECK(children.processes() == 3);
    CHECK(children.programs().at(0).name == "cat");
    CHECK(children.programs().at(0).processes == 2);
    CHECK(children.problem().empty());
}

TEST_CASE("records of one name are one, with moments on the clock of the first process") {
    ChildPrograms children;
    children.add(process("cat a", 100, 3), 6000);
    children.add(process("cat b", 100, 4), 5500);
    Profile profile = first();
    children.moveTo(profile, 5000);

    REQUIRE(profile.modules.size() == 1);
    REQUIRE(profile.modules[0].records.size() == 1);
    CHECK(profile.modules[0].records[0].values == std::vector<std::int64_t>{7, 600});
}

TEST_CASE("a thousand processes take the memory of a few") {
    ChildPrograms children;
    for (int i = 0; i < 10'000; ++i) {
        children.add(process("cat " + std::to_string(i), 10, 1), 5000 + i);
    }
    Profile profile = first();
    children.moveTo(profile, 5000);
    CHECK(profile.threads.size() == 2);
    CHECK(profile.timers.size() == 3);
    CHECK(profile.modules[0].records.size() == 1);
    CHECK(profile.modules[0].records[0].values[0] == 10'000);
}

TEST_CASE("a process that was measured with other metrics is counted and reported as missing") {
    ChildPrograms children;
    children.add(process("cat a", 100, 3), 0);
    Profile other = process("cat b", 100, 3);
    other.metrics = {{"cpu", "ns", ""}};
    children.add(other, 0);
    Profile profile = first();
    children.moveTo(profile, 0);
    CHECK(children.processes() == 2);
    CHECK(profile.threads[1].nodes[0].calls == 1);
    CHECK(children.problem().find("other metrics") != std::string::npos);
}

TEST_CASE("a profile with samples takes the others, which have none") {
    ChildPrograms children;
    children.add(process("cat a", 100, 3), 0);
    Profile profile = first();
    profile.metrics.push_back({"sampled", "ns", ""});
    children.moveTo(profile, 0);
    CHECK(profile.threads.size() == 2);
    CHECK(profile.metrics.size() == 2);
}

TEST_CASE("a timer's parameter stays with its timer") {
    Profile child = process("cat a", 100, 3);
    TimerInfo parameter;
    parameter.id = 2;
    parameter.name = "read [ n = 3 ]";
    parameter.kind = TimerKind::Parameter;
    parameter.base = 1;
    child.timers.push_back(parameter);
    child.threads[0].nodes.push_back(samples::node(2, 1, 3, 10));
    ChildPrograms children;
    children.add(child, 0);
    Profile profile = first();
    children.moveTo(profile, 0);
    const TimerInfo& found = profile.timers.back();
    REQUIRE(found.kind == TimerKind::Parameter);
    CHECK(profile.timers[static_cast<std::size_t>(found.base)].name == "read");
}

TEST_CASE("a run without children stays as it is") {
    Profile profile = first();
    ChildPrograms children;
    children.moveTo(profile, 0);
    CHECK(profile == first());
    CHECK(children.programs().empty());
}

TEST_SUITE_END();
