#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "SampledTree.hpp"

using namespace gantry::perf;

namespace {

RingRecord record(RingRecord::Kind kind, std::uint32_t process, std::uint32_t thread,
                  std::string name = "") {
    RingRecord made;
    made.kind = kind;
    made.process = process;
    made.thread = thread;
    made.name = std::move(name);
    return made;
}

std::string timersOf(const Profile& profile) {
    std::string text;
    for (const TimerInfo& timer : profile.timers) {
        text += timer.group + ":" + timer.name + " ";
    }
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.SampledTree");

TEST_CASE("each sample counts as one period of its thread") {
    SampledTree tree(2'000'000, false);
    tree.add(record(RingRecord::Kind::Exec, 7, 7, "solver"));
    tree.add(record(RingRecord::Kind::Sample, 7, 7));
    tree.add(record(RingRecord::Kind::Sample, 7, 7));
    tree.add(record(RingRecord::Kind::Sample, 7, 8));
    const SampledRun run = tree.finish();
    REQUIRE(run.profile.threads.size() == 2);
    CHECK(run.samples == 3);
    CHECK(run.profile.threads[0].nodes.at(0).inclusive[0] == 4'000'000);
    CHECK(run.profile.threads[1].nodes.at(0).inclusive[0] == 2'000'000);
    CHECK(timersOf(run.profile) == "solver:(no stack) ");
}

TEST_CASE(
    "a thread has its own name, and a child the program of its parent until it runs another") {
    SampledTree tree(1000, false);
    tree.add(record(RingRecord::Kind::Exec, 7, 7, "make"));
    tree.add(record(RingRecord::Kind::Name, 7, 8, "reader"));
    tree.add(record(RingRecord::Kind::Sample, 7, 8));
    RingRecord fork = record(RingRecord::Kind::Fork, 9, 9);
    fork.parent = 7;
    tree.add(fork);
    tree.add(record(RingRecord::Kind::Sample, 9, 9));
    tree.add(record(RingRecord::Kind::Exec, 9, 9, "cc"));
    tree.add(record(RingRecord::Kind::Sample, 9, 9));
    const SampledRun run = tree.finish();
    CHECK(run.profile.threads[0].name == "reader");
    CHECK(timersOf(run.profile) == "make:(no stack) cc:(no stack) ");
}

TEST_CASE("time in the kernel is below the function that called it") {
    SampledTree tree(1000, true);
    RingRecord sample = record(RingRecord::Kind::Sample, 7, 7);
    sample.sample.inKernel = true;
    tree.add(sample);
    const SampledRun run = tree.finish();
    CHECK(run.withKernel);
    CHECK(run.profile.threads[0].nodes.size() == 2);
    CHECK(run.profile.timers[run.profile.threads[0].nodes[1].timer].name == "(kernel)");
}

TEST_CASE("what the kernel had no room for marks the profile as partial") {
    SampledTree tree(1000, false);
    RingRecord lost = record(RingRecord::Kind::Lost, 0, 0);
    lost.lost = 5;
    tree.add(lost);
    tree.addLost(2);
    const SampledRun run = tree.finish();
    CHECK(run.lost == 7);
    CHECK(run.profile.partial.find("7 records") != std::string::npos);
}

TEST_CASE("a file that is not there ends the stacks that need it") {
    SampledTree tree(1000, false);
    RingRecord mapping = record(RingRecord::Kind::Mapping, 7, 7);
    mapping.mapping = {0x1000, 0x1000, 0, "/nowhere/libnone.so"};
    tree.add(mapping);
    RingRecord sample = record(RingRecord::Kind::Sample, 7, 7);
    sample.sample.registers.assign(64, 0x1100);
    sample.sample.stack = std::string(64, '\0');
    tree.add(sample);
    const SampledRun run = tree.finish();
    CHECK(run.samples == 1);
    CHECK(run.rooted == 0);
}

TEST_CASE("a run without a sample is an empty profile") {
    CHECK(SampledTree(1000, false).finish().profile.threads.empty());
}

TEST_SUITE_END();
