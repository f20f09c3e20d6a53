#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "Faults.hpp"
#include "ProfileSamples.hpp"
#include "SegmentSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using faults::Failing;

namespace {

// The requests after which one fails: all of the first ones, then with growing steps up to
// GANTRY_FAULTS.
int nextFault(int fault) {
    const char* const all = std::getenv("GANTRY_FAULTS");
    return all != nullptr || fault < 60 ? fault + 1 : fault + fault / 8;
}

// What a program does with an engine; each step may fail by an exception, and the next one is taken
// all the same. Counts the calls it has ended.
class Life final {
public:
    explicit Life(EngineOptions options) {
        step([&] { engine_ = std::make_unique<Engine>(std::move(options)); });
    }

    void go(const std::filesystem::path& archive) {
        if (engine_ == nullptr) {
            return;
        }
        step([this] { timer_ = engine_->registerTimer("timer", "type", "group"); });
        step([this] { event_ = engine_->registerContextEvent("event"); });
        step([this] { engine_->addFact("key", "value"); });
        measure();
        step([this] { std::thread([this] { measure(); }).join(); });
        for (int i = 0; i < 40; ++i) {
            step([this, i] { other_ = engine_->registerTimer("t" + std::to_string(i)); });
            engine_->start(other_);
            engine_->stop(other_);
        }
        step([this] { engine_->setGroupEnabled(engine_->group("group"), true); });
        step([this] { (void)engine_->snapshot(); });
        step([&] { writeArchive(archive, engine_->finalProfile()); });
        measure();
    }

    [[nodiscard]] Engine* engine() const { return engine_.get(); }
    [[nodiscard]] std::uint64_t calls() const { return calls_; }

private:
    template <class Step>
    static void step(Step work) {
        try {
            work();
        } catch (const std::exception&) {
            return;
        }
    }

    void measure() {
        if (!timer_) {
            return;
        }
        for (int i = 0; i < 5; ++i) {
            engine_->start(*timer_);
            if (event_) {
                engine_->trigger(*event_, 1.0 * i);
            }
            engine_->setParameter(*timer_, "n", i);
            engine_->stop(*timer_);
            ++calls_;
        }
    }

    std::unique_ptr<Engine> engine_;
    std::optional<TimerId> timer_;
    std::optional<EventId> event_;
    TimerId other_{};
    std::uint64_t calls_ = 0;
};

// Calls on record under their name, and those that are counted as not recorded.
std::uint64_t accountedFor(const Profile& profile) {
    std::uint64_t calls = 0;
    for (const TimerRecord& record : flat(profile)) {
        calls += record.info.name == "timer" ? record.calls : 0;
    }
    for (const Misuse& misuse : profile.misuse) {
        calls += misuse.kind == MisuseKind::OutOfMemory ? misuse.count : 0;
    }
    return calls;
}

// Lives once for each request that fails, or from which on so many do, until none does.
void liveWithFaults(faults::Kind kind, int howMany) {
    int fault = 1;
    for (bool happened = true; happened; fault = nextFault(fault)) {
        INFO("from request ", fault, " on ", howMany, " fail");
        const TestFolder folder;
        const std::filesystem::path archive = folder.path / "old.gantry";
        writeArchive(archive, fullProfile());
        {
            EngineOptions options = inFolder(folder.path);
            options.quantiles = true;
            std::optional<Failing> failing(std::in_place, kind, fault, howMany);
            Life life(std::move(options));
            life.go(archive);
            happened = failing->happened();
            failing.reset();

            if (Engine* const engine = life.engine(); engine != nullptr) {
                const TimerId late = engine->registerTimer("late");
                engine->start(late);
                engine->stop(late);
                const Profile profile = engine->snapshot();
                CHECK(find(flat(profile), "late").calls == 1);
                CHECK(accountedFor(profile) >= life.calls());
            }
        }
        // Neither a segment nor a draft is left, and what stood there is whole.
        CHECK(folder.files() == 1);
        const Profile kept = readArchive(archive);
        CHECK((kept == fullProfile() || !kept.timers.empty()));
    }
    MESSAGE("up to ", fault, " requests");
}

}  // namespace

TEST_SUITE_BEGIN("perf.faults.Faults");

TEST_CASE("if any request for memory fails, the program continues and calls are accounted for") {
    liveWithFaults(faults::Kind::Memory, 1);
    liveWithFaults(faults::Kind::Memory, Failing::kAll);
}

TEST_CASE("if any system call fails, the program continues and calls are accounted for") {
    liveWithFaults(faults::Kind::System, 1);
    liveWithFaults(faults::Kind::System, Failing::kAll);
}

TEST_CASE("if its file cannot be opened, backed or mapped, the engine reports it and measures") {
    const TestFolder folder;
    for (const int fault : {1, 2, 3}) {
        INFO("system call ", fault);
        std::optional<Failing> failing(std::in_place, faults::Kind::System, fault, 1);
        Engine engine(inFolder(folder.path));
        failing.reset();

        CHECK(engine.segment().file().empty());
        CHECK(engine.segment().note().find(folder.path.string()) != std::string::npos);
        CHECK(folder.files() == 0);
        engine.start(engine.registerTimer("timer"));
        CHECK(find(flat(engine.snapshot()), "timer").calls == 1);
    }
}

TEST_SUITE_END();
