#include <perf/model/SampledMetric.hpp>
#include <perf/sampling/SampleMerge.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace gantry::perf;

namespace {

// Sampled threads, each one call path: frames as "name@file" from the outermost on, and ns of the
// innermost.
class Samples final {
public:
    Samples() { run_.profile.metrics = {{kSampledMetric, "ns", "samples"}}; }

    Samples& thread(SampledThread whose) {
        run_.threads.push_back(std::move(whose));
        run_.profile.threads.emplace_back();
        return *this;
    }
    Samples& stack(const std::vector<std::string>& frames, std::int64_t ns) {
        std::vector<CallPathNode>& nodes = run_.profile.threads.back().nodes;
        std::int32_t parent = -1;
        for (const std::string& frame : frames) {
            const std::uint32_t timer = timerOf(frame);
            std::int32_t at = -1;
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                if (nodes[i].parent == parent && nodes[i].timer == timer) {
                    at = static_cast<std::int32_t>(i);
                }
            }
            if (at < 0) {
                at = static_cast<std::int32_t>(nodes.size());
                nodes.emplace_back();
                nodes.back().timer = timer;
                nodes.back().parent = parent;
            }
            nodes[static_cast<std::size_t>(at)].inclusive[0] += ns;
            parent = at;
        }
        return *this;
    }
    SampledRun run() { return run_; }

private:
    std::uint32_t timerOf(const std::string& frame) {
        TimerInfo timer;
        timer.name = frame.substr(0, frame.find('@'));
        timer.type = frame.substr(frame.find('@') + 1);
        timer.group = "solver";
        for (const TimerInfo& known : run_.profile.timers) {
            if (known.name == timer.name && known.type == timer.type) {
                return known.id;
            }
        }
        timer.id = static_cast<std::uint32_t>(run_.profile.timers.size());
        run_.profile.timers.push_back(timer);
        return timer.id;
    }

    SampledRun run_;
};

const std::vector<std::string> kStart{"_start@solver", "__libc_start_main@libgantry.so",
                                      "__libc_start_main_impl@libc.so.6",
                                      "__libc_start_call_main@libc.so.6", "(unknown)@libgantry.so"};

std::vector<std::string> inMain(std::vector<std::string> frames) {
    frames.insert(frames.begin(), "main@solver");
    frames.insert(frames.begin(), kStart.begin(), kStart.end());
    return frames;
}

// As exec has it: main with a call of write in it, and a worker.
Profile measured() {
    Profile profile;
    profile.metrics = {{"wall", "ns", "a clock"}};
    profile.timers = {{0, "main", "", "program"},
                      {1, "write", "I/O", "POSIX"},
                      {2, "thread", "worker()", "program"}};
    ThreadProfile main;
    main.role = ThreadRole::Main;
    main.nodes = {{0, -1, 1, 1, {100}}, {1, 0, 4, 0, {30}}};
    ThreadProfile worker;
    worker.id = 1;
    worker.role = ThreadRole::Worker;
    worker.nodes = {{2, -1, 1, 0, {80}}};
    profile.threads = {main, worker};
    profile.processes.emplace_back();
    return profile;
}

// "main>inner 5 0", every node with its sampled value and its calls.
std::string treeOf(const Profile& profile, std::size_t thread) {
    const std::size_t metric = sampledMetric(profile).value();
    std::string text;
    for (const CallPathNode& node : profile.threads[thread].nodes) {
        std::string path = profile.timers[node.timer].name;
        for (std::int32_t at = node.parent; at >= 0;) {
            const CallPathNode& above = profile.threads[thread].nodes[static_cast<std::size_t>(at)];
            path.insert(0, profile.timers[above.timer].name + '>');
            at = above.parent;
        }
        text += path + ' ' + std::to_string(node.inclusive[metric]) + ' ' +
                std::to_string(node.calls) + '\n';
    }
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.SampleMerge");

TEST_CASE("functions are below the timer of main, without what starts the process") {
    Samples samples;
    samples.thread({7, 7, "solver"})
        .stack(inMain({"outer@solver", "inner@solver"}), 5)
        .stack(inMain({"outer@solver"}), 2)
        .stack(inMain({}), 1);
    Profile profile = measured();
    SampleMerge merge(samples.run());
    merge.addTo(profile, {7, "solver", {7, 8}});
    CHECK(treeOf(profile, 0) == "main 8 1\nmain>write 0 4\nmain>outer 7 0\nmain>outer>inner 5 0\n");
    CHECK(profile.threads[0].nodes[0].inclusive[0] == 100);
    CHECK(profile.threads.size() == 2);
}

TEST_CASE("a call of a module is its timer, and the library's function below it") {
    Samples samples;
    samples.thread({7, 7, "solver"})
        .stack(inMain({"save@solver", "write@posix.so", "__write@libc.so.6"}), 3);
    Profile profile = measured();
    SampleMerge merge(samples.run());
    merge.addTo(profile, {7, "solver", {7, 8}});
    const CallPathNode& call = profile.threads[0].nodes[3];
    CHECK(profile.timers[call.timer].group == "POSIX");
    CHECK(treeOf(profile, 0) ==
          "main 3 1\nmain>write 0 4\nmain>save 3 0\nmain>save>write 3 0\n"
          "main>save>write>__write 3 0\n");
}

TEST_CASE("a thread's functions are below its timer") {
    Samples samples;
    samples.thread({7, 8, "solver"})
        .stack({"__clone3@libc.so.6", "start_thread@libc.so.6", "(unknown)@libgantry.so",
                "worker()@solver", "inner@solver"},
               4);
    Profile profile = measured();
    SampleMerge merge(samples.run());
    merge.addTo(profile, {7, "solver", {7, 8}});
    CHECK(treeOf(profile, 1) == "thread 4 1\nthread>inner 4 0\n");
}

TEST_CASE("what runs before main has a place of its own") {
    Samples samples;
    samples.thread({7, 7, "solver"})
        .stack({"_start@ld-linux-x86-64.so.2", "_dl_relocate@ld-linux-x86-64.so.2"}, 2)
        .stack({"_start@solver", "__libc_start_main@libgantry.so",
                "__libc_start_main_impl@libc.so.6", "constructor@solver"},
               3);
    Profile profile = measured();
    SampleMerge merge(samples.run());
    merge.addTo(profile, {7, "solver", {7, 8}});
    CHECK(treeOf(profile, 0) == "main 0 1\nmain>write 0 4\n_dl_relocate 2 0\nconstructor 3 0\n");
}

TEST_CASE("time of the start itself is not lost") {
    Samples samples;
    samples.thread({7, 7, "solver"}).stack({"_start@ld.so"}, 2);
    Profile profile = measured();
    SampleMerge(samples.run()).addTo(profile, {7, "solver", {7, 8}});
    CHECK(treeOf(profile, 0) == "main 0 1\nmain>write 0 4\n_start 2 0\n");
}

TEST_CASE("threads that nothing else is known of become one more thread") {
    Samples samples;
    samples.thread({7, 70, "solver"}).stack({"clone@libc.so.6", "a@solver"}, 2);
    samples.thread({7, 71, "solver"}).stack({"clone@libc.so.6", "a@solver"}, 3);
    Profile profile = measured();
    SampleMerge(samples.run()).addTo(profile, {7, "solver", {7, 8}});
    REQUIRE(profile.threads.size() == 3);
    CHECK(treeOf(profile, 2) == "a 5 0\n");
    CHECK(profile.threads[2].process == 0);
}

TEST_CASE("programs that one process ran one after the other are kept apart by their names") {
    Samples samples;
    samples.thread({7, 7, "sh"}).stack({"eval@dash"}, 2);
    samples.thread({7, 7, "solver"}).stack({"work@solver"}, 3);
    Profile profile = measured();
    SampleMerge merge(samples.run());
    merge.addTo(profile, {7, "solver", {7, 8}});
    CHECK(treeOf(profile, 0) == "main 0 1\nmain>write 0 4\nwork 3 0\n");
    merge.addRest(profile);
    REQUIRE(profile.threads.size() == 3);
    CHECK(profile.threads[2].name == "sh");
    CHECK(profile.threads[2].process == -1);
    CHECK(treeOf(profile, 2) == "eval 2 0\n");
}

TEST_CASE("a name that the system has cut, or that is a script's, finds its process") {
    Samples samples;
    samples.thread({7, 7, "a_very_long_nam"}).stack({"work@x"}, 3);
    samples.thread({9, 9, "script.sh"}).stack({"eval@dash"}, 2);
    SampleMerge merge(samples.run());
    Profile one = measured();
    merge.addTo(one, {7, "a_very_long_name", {7}});
    CHECK(treeOf(one, 0) == "main 0 1\nmain>write 0 4\nwork 3 0\n");
    Profile other = measured();
    merge.addTo(other, {9, "sh", {9}});
    CHECK(treeOf(other, 0) == "main 0 1\nmain>write 0 4\neval 2 0\n");
}

TEST_CASE("further processes of one program are one thread, also one that is there already") {
    Samples samples;
    samples.thread({8, 8, "cc1plus"}).stack({"parse@cc1plus"}, 2);
    samples.thread({9, 9, "cc1plus"}).stack({"parse@cc1plus"}, 3);
    SampleMerge merge(samples.run());
    Profile profile = measured();
    ThreadProfile program;
    program.id = 2;
    program.name = "cc1plus";
    profile.threads.push_back(program);
    merge.addTo(profile, {7, "make", {7, 8}});
    merge.addRest(profile);
    REQUIRE(profile.threads.size() == 3);
    CHECK(treeOf(profile, 2) == "parse 5 0\n");
}

TEST_CASE("a process without a sample has the metric all the same, and one with too many has not") {
    SampleMerge merge(Samples().run());
    Profile profile = measured();
    merge.addTo(profile, {7, "solver", {7, 8}});
    CHECK(sampledMetric(profile) == std::size_t{1});
    Profile full = measured();
    for (std::size_t m = full.metrics.size(); m < kMaxMetrics; ++m) {
        full.metrics.push_back({"m" + std::to_string(m), "", ""});
    }
    merge.addTo(full, {7, "solver", {7, 8}});
    CHECK_FALSE(sampledMetric(full));
}

TEST_SUITE_END();
