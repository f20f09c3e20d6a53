#include <perf/engine/ScriptedMetric.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "performance/native/CallRecorder.hpp"

using gantry::perf::ScriptedMetric;
using performance::native::CallRecorder;

namespace {

using Values = sidl::array<double>;

/// A recorder over two clocks that the test sets.
struct ScriptedRecorder {
    std::shared_ptr<ScriptedMetric> wall = std::make_shared<ScriptedMetric>("wall", "ns");
    std::shared_ptr<ScriptedMetric> work = std::make_shared<ScriptedMetric>("work", "flop");
    gantry::perf::Engine engine{gantry::perf::EngineOptions{{wall, work}}};
    CallRecorder recorder;

    explicit ScriptedRecorder(std::size_t limit = 1000) : recorder(engine, limit) {}

    void pass(std::uint64_t nanoseconds, std::uint64_t operations = 0) const {
        wall->advance(nanoseconds);
        work->advance(operations);
    }
    void start(const std::string& name) { recorder.start(name); }
    void stop(const std::string& name, const Values& depth = {}) {
        recorder.stop(name, depth.empty() ? sidl::array<std::string>{} : kDepth, depth);
    }
    std::vector<double> rows(const std::string& name) const {
        return recorder.find(name)->table().values;
    }

    const sidl::array<std::string> kDepth{"depth"};
};

using Rows = std::vector<double>;

}  // namespace

TEST_SUITE("components.CallRecorder") {
    TEST_CASE_FIXTURE(ScriptedRecorder,
                      "a row is parameters, costs, costs in children and the thread") {
        pass(1000, 50);
        start("outer");
        pass(10, 1);
        start("inner");
        pass(20, 2);
        stop("inner");
        pass(30, 4);
        start("inner");
        pass(40, 8);
        stop("inner");
        stop("outer", {7.0});

        CHECK(recorder.find("outer")->columns() ==
              std::vector<std::string>{"depth", "wall [ns]", "work [flop]", "wall in children [ns]",
                                       "work in children [flop]", "thread"});
        CHECK(rows("outer") == Rows{7, 100, 15, 60, 10, 0});
        CHECK(rows("inner") == Rows{20, 2, 0, 0, 0, 40, 8, 0, 0, 0});
    }

    TEST_CASE_FIXTURE(ScriptedRecorder, "only calls directly inside count as children") {
        start("a");
        pass(1);
        start("b");
        pass(2);
        start("c");
        pass(4);
        stop("c");
        stop("b");
        stop("a");

        CHECK(rows("a") == Rows{7, 0, 6, 0, 0});
        CHECK(rows("b") == Rows{6, 0, 4, 0, 0});
    }

    TEST_CASE_FIXTURE(ScriptedRecorder, "each call of a recursion has its own cost") {
        for (int depth = 0; depth < 3; ++depth) {
            start("f");
            pass(10);
        }
        for (int depth = 2; depth >= 0; --depth) {
            pass(1);
            stop("f", {static_cast<double>(depth)});
        }

        CHECK(rows("f") == Rows{2, 11, 0, 0, 0, 0,   //
                                1, 22, 0, 11, 0, 0,  //
                                0, 33, 0, 22, 0, 0});
    }

    TEST_CASE_FIXTURE(ScriptedRecorder, "a call of one thread is not a child of another thread's") {
        start("outer");
        pass(5);
        std::thread other([&] {
            start("inner");
            pass(3);
            stop("inner");
        });
        other.join();
        stop("outer");

        CHECK(rows("outer") == Rows{8, 0, 0, 0, 0});
        CHECK(rows("inner") == Rows{3, 0, 0, 0, 1});
    }

    TEST_CASE_FIXTURE(ScriptedRecorder, "the threads are numbered as in the profile") {
        const auto timer = engine.registerTimer("timer");
        std::thread first([&] {
            engine.start(timer);
            engine.stop(timer);
        });
        first.join();
        start("here");
        stop("here");

        CHECK(rows("here").back() == 1);
        CHECK(engine.snapshot().threads.size() == 2);
    }

    TEST_CASE("threads record at once while others read, reset and destroy") {
        ScriptedRecorder scripted;
        constexpr int kThreads = 3;
        constexpr int kCalls = 300;
        std::atomic<int> running = kThreads;
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < kCalls; ++i) {
                    scripted.start("kept");
                    scripted.start("own " + std::to_string(t));
                    scripted.start("destroyed");
                    scripted.stop("destroyed");
                    scripted.stop("own " + std::to_string(t), {static_cast<double>(i)});
                    scripted.stop("kept");
                }
                --running;
            });
        }
        std::size_t rows = 0;
        while (running > 0) {
            rows += scripted.recorder.record("kept")->table(true).rows();
            scripted.recorder.erase("destroyed");
            (void)scripted.recorder.names();
        }
        for (std::thread& thread : threads) {
            thread.join();
        }

        CHECK(rows + scripted.recorder.record("kept")->table().rows() == kThreads * kCalls);
        for (int t = 0; t < kThreads; ++t) {
            CHECK(scripted.recorder.find("own " + std::to_string(t))->table().rows() == kCalls);
        }
    }

    TEST_CASE("calls beyond the limit are counted, and a reset makes room") {
        ScriptedRecorder scripted(2);
        for (int i = 0; i < 5; ++i) {
            scripted.start("f");
            scripted.stop("f");
        }
        const auto record = scripted.recorder.find("f");

        CHECK(record->table().rows() == 2);
        CHECK(record->dropped() == 3);
        CHECK(record->table(true).dropped == 3);
        CHECK(record->dropped() == 0);
        scripted.start("f");
        scripted.stop("f");
        CHECK(record->table().rows() == 1);
    }

    TEST_CASE_FIXTURE(ScriptedRecorder, "a start without a stop counts once, whatever is reset") {
        start("f");
        stop("f");
        const auto record = recorder.find("f");
        record->countUnmatched();

        CHECK(record->table(true).unmatched == 1);
        CHECK(record->table(true).unmatched == 0);
    }

    TEST_CASE_FIXTURE(ScriptedRecorder,
                      "a record that is destroyed while calls run is left alone") {
        start("outer");
        start("f");
        pass(2);
        CHECK(recorder.erase("f"));
        CHECK_FALSE(recorder.erase("f"));
        stop("f");
        stop("outer");

        CHECK_FALSE(recorder.find("f"));
        CHECK(rows("outer") == Rows{2, 0, 2, 0, 0});
    }
}
