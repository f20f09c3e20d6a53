#include <perf/segment/CpuClock.hpp>

#include <cstring>
#include <memory>
#include <sched.h>
#include <sys/mman.h>
#include <thread>

#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Fresh memory of the system, every page of it written to.
class Pages final {
public:
    static constexpr std::size_t kPages = 4096;
    static constexpr std::size_t kBytes = kPages * 4096;

    Pages()
        : memory_(
              ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        REQUIRE(memory_ != MAP_FAILED);
        ::madvise(memory_, kBytes, MADV_NOHUGEPAGE);
        std::memset(memory_, 1, kBytes);
    }
    ~Pages() { ::munmap(memory_, kBytes); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

private:
    void* memory_;
};

}  // namespace

TEST_SUITE_BEGIN("metrics.SystemMetrics");

TEST_CASE("each metric says its unit and where it comes from") {
    const char* const names[] = {"process-cpu",  "resident-memory",  "page-faults",
                                 "major-faults", "context-switches", "forced-switches"};
    for (const char* name : names) {
        CAPTURE(name);
        const auto chosen = chooseMetrics(name, {kBuilt});
        REQUIRE(chosen.refused.empty());
        CHECK(chosen.sources[0]->metric().name == name);
        CHECK_FALSE(chosen.sources[0]->metric().unit.empty());
        CHECK_FALSE(chosen.sources[0]->metric().source.empty());
        CHECK_FALSE(chosen.sources[0]->processWide());
    }
}

TEST_CASE("page faults and memory growth of a call are those of the memory it touched") {
    Engine engine(measuring("page-faults,resident-memory"));
    const TimerId touching = engine.registerTimer("touching");
    const TimerId idle = engine.registerTimer("idle");

    engine.start(touching);
    { const Pages pages; }
    engine.stop(touching);
    engine.start(idle);
    engine.stop(idle);

    const auto records = flat(engine.snapshot());
    CHECK(find(records, "touching").inclusive[0] >= static_cast<std::int64_t>(Pages::kPages));
    CHECK(find(records, "idle").inclusive[0] < 100);
}

TEST_CASE("memory that grew is counted while it is held, and shrinking takes nothing off") {
    Engine engine(measuring("resident-memory"));
    const TimerId grow = engine.registerTimer("grow");
    const TimerId shrink = engine.registerTimer("shrink");
    std::unique_ptr<Pages> pages;

    engine.start(grow);
    pages = std::make_unique<Pages>();
    engine.stop(grow);
    engine.start(shrink);
    pages.reset();
    engine.stop(shrink);

    const auto records = flat(engine.snapshot());
    // The kernel's figure may lag by 64 pages per thread.
    CHECK(find(records, "grow").inclusive[0] >= static_cast<std::int64_t>(Pages::kBytes * 9 / 10));
    CHECK(find(records, "grow").inclusive[0] <= static_cast<std::int64_t>(Pages::kBytes * 11 / 10));
    CHECK(find(records, "shrink").inclusive[0] < 1'000'000);
}

TEST_CASE("CPU time of the process contains that of other threads") {
    Engine engine(measuring("process-cpu,wall"));
    const TimerId timer = engine.registerTimer("t");

    engine.start(timer);
    std::thread([] {
        const std::uint64_t begin = clockNs(CLOCK_THREAD_CPUTIME_ID);
        while (clockNs(CLOCK_THREAD_CPUTIME_ID) - begin < 5'000'000) {
        }
    }).join();
    engine.stop(timer);

    const Profile profile = engine.snapshot();
    CHECK(find(flat(profile), "t").inclusive[0] >= 5'000'000);
    // The run's length is real time, whatever is measured first.
    CHECK(profile.timeNs >= find(flat(profile), "t").inclusive[1]);
}

TEST_CASE("switches of a thread that waits are counted") {
    Engine engine(measuring("context-switches,forced-switches"));
    const TimerId timer = engine.registerTimer("t");

    engine.start(timer);
    for (int i = 0; i < 3; ++i) {
        std::thread([] {}).join();
    }
    engine.stop(timer);

    const TimerRecord record = find(flat(engine.snapshot()), "t");
    CHECK(record.inclusive[0] >= record.inclusive[1]);
}

TEST_SUITE_END();
