#include <perf/engine/Engine.hpp>
#include <perf/engine/detail/PairIndex.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <bit>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <functional>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

#include "Children.hpp"
#include "ProfileSamples.hpp"
#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

EngineOptions withMemory(std::size_t megabytes) {
    EngineOptions options;
    options.segment.limit = megabytes << 20U;
    return options;
}

// A thread with a small stack, so that there can be many.
class SmallThread final {
public:
    explicit SmallThread(std::function<void()> work) : work_(std::move(work)) {
        pthread_attr_t attributes;
        ::pthread_attr_init(&attributes);
        ::pthread_attr_setstacksize(&attributes, std::size_t{128} << 10U);
        started_ = ::pthread_create(&thread_, &attributes, &run, this) == 0;
        ::pthread_attr_destroy(&attributes);
    }
    ~SmallThread() {
        if (started_) {
            ::pthread_join(thread_, nullptr);
        }
    }
    SmallThread(const SmallThread&) = delete;
    SmallThread& operator=(const SmallThread&) = delete;
    bool started() const { return started_; }

private:
    static void* run(void* self) {
        static_cast<SmallThread*>(self)->work_();
        return nullptr;
    }

    std::function<void()> work_;
    pthread_t thread_{};
    bool started_ = false;
};

// Texts of 16 bytes that std::hash of this standard library takes for the same. It takes 8 bytes a
// time, so that for each first half there is a second one that leads to a given hash.
std::string collidingText(std::uint64_t first) {
    constexpr std::uint64_t kFactor = 0xc6a4a7935bd1e995U;
    const auto mixed = [](std::uint64_t value) {
        value *= kFactor;
        return (value ^ (value >> 47U)) * kFactor;
    };
    std::uint64_t inverse = kFactor;
    for (int i = 0; i < 5; ++i) {
        inverse *= 2 - kFactor * inverse;
    }
    constexpr std::uint64_t kSeed = 0xc70f6907U;
    constexpr std::uint64_t kWanted = 0x0123456789abcdefU;
    const std::uint64_t afterFirst = ((kSeed ^ (16 * kFactor)) ^ mixed(first)) * kFactor;
    std::uint64_t second = (afterFirst ^ kWanted) * inverse;
    second = (second ^ (second >> 47U)) * inverse;
    std::string text(16, '\0');
    std::memcpy(text.data(), &first, 8);
    std::memcpy(text.data() + 8, &second, 8);
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Limits");

TEST_CASE("any number of short threads takes the memory of few, and every call of theirs counts") {
    constexpr int kAtOnce = 64;
    const int threads = wantedTimes("GANTRY_SHORT_THREADS", 5000) / kAtOnce * kAtOnce;
    Engine engine;
    const TimerId timer = engine.registerTimer("timer");
    const TimerId steady = engine.registerTimer("steady");
    const EventId event = engine.registerEvent("event");
    std::atomic<bool> done{false};
    std::uint64_t rounds = 0;
    std::thread other([&] {
        for (; !done; ++rounds) {
            engine.start(steady);
            engine.stop(steady);
        }
    });

    for (int begun = 0; begun < threads; begun += kAtOnce) {
        std::vector<std::thread> together;
        for (int i = 0; i < kAtOnce; ++i) {
            together.emplace_back([&, i] {
                engine.start(timer);
                engine.trigger(event, i);
                engine.stop(timer);
            });
        }
        for (std::thread& thread : together) {
            thread.join();
        }
    }
    done = true;
    other.join();

    // Parts of those that live and of the last that ended.
    constexpr std::size_t kPartBytes = 8192;
    CHECK(engine.segment().header().usedBytes < (2 * kAtOnce + 1) * kPartBytes);
    const Profile profile = engine.finalProfile();
    CHECK(find(flat(profile), "timer").calls == static_cast<std::uint64_t>(threads));
    CHECK(find(flat(profile), "steady").calls == rounds);
    CHECK(profile.events.at(0).count == static_cast<std::uint64_t>(threads));
    CHECK(profile.threads.size() <= 2 * kAtOnce + 1);
    CHECK(profile.misuse.empty());
}

TEST_CASE("many threads that live at the same time each have their part") {
    const auto wanted = static_cast<std::size_t>(wantedTimes("GANTRY_LIVE_THREADS", 200));
    Engine engine(withMemory(64));
    const TimerId timer = engine.registerTimer("timer");
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t running = 0;
    bool go = false;
    {
        std::vector<std::unique_ptr<SmallThread>> threads;
        for (std::size_t i = 0; i < wanted; ++i) {
            threads.push_back(std::make_unique<SmallThread>([&] {
                engine.start(timer);
                {
                    std::unique_lock lock(mutex);
                    ++running;
                    changed.notify_all();
                    changed.wait(lock, [&] { return go; });
                }
                engine.stop(timer);
            }));
            REQUIRE(threads.back()->started());
        }
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return running == wanted; });
        const Profile profile = engine.snapshot();
        CHECK(profile.threads.size() == wanted);
        CHECK(find(flat(profile), "timer").running);
        CHECK(find(flat(profile), "timer").calls == wanted);
        go = true;
        changed.notify_all();
    }

    const Profile profile = engine.finalProfile();
    CHECK(find(flat(profile), "timer").calls == wanted);
    CHECK_FALSE(find(flat(profile), "timer").running);
    CHECK(profile.misuse.empty());
    CHECK(engine.segment().header().usedBytes / wanted < 4096);
}

TEST_CASE("many timers keep their numbers and names, at 200 bytes each at most") {
    const auto wanted = static_cast<std::uint32_t>(wantedTimes("GANTRY_TIMERS", 50'000));
    Engine engine(withMemory(512));
    const std::size_t before = engine.segment().header().usedBytes;
    std::vector<TimerId> timers;
    for (std::uint32_t i = 0; i < wanted; ++i) {
        timers.push_back(engine.registerTimer("Component::method " + std::to_string(i)));
    }

    const std::size_t taken = engine.segment().header().usedBytes - before;
    CHECK(taken / wanted <= 200);
    bool same = true;
    for (std::uint32_t i = 0; i < wanted; ++i) {
        const std::string name = "Component::method " + std::to_string(i);
        same = same && number(timers[i]) == i && engine.timerInfo(timers[i]).name == name &&
               engine.registerTimer(name) == timers[i];
    }
    CHECK(same);
    CHECK(engine.segment().header().usedBytes - before == taken);
    for (const TimerId timer : timers) {
        engine.start(timer);
        engine.stop(timer);
    }
    const Profile profile = engine.finalProfile();
    CHECK(profile.timers.size() == wanted);
    CHECK(flat(profile).size() == wanted);
    CHECK(profile.misuse.empty());
}

TEST_CASE("calls to a depth of ten thousand are recorded, those beyond in (other)") {
    constexpr std::uint32_t kDepth = 10'000;
    constexpr std::uint32_t kBeyond = 100;
    ScriptedEngine s(kDepth);
    const TimerId timer = s.engine.registerTimer("timer");

    for (std::uint32_t depth = 0; depth < kDepth + kBeyond; ++depth) {
        s.engine.start(timer);
    }
    s.clock->set(7);
    for (std::uint32_t depth = 0; depth < kDepth + kBeyond; ++depth) {
        s.engine.stop(timer);
    }
    s.engine.start(timer);
    s.engine.stop(timer);

    const Profile profile = s.engine.finalProfile();
    CHECK(profile.threads.at(0).nodes.size() == kDepth + 1);
    CHECK(s.record("timer").calls == kDepth + 1);
    CHECK(s.record("timer").inclusive[0] == 7);
    CHECK(s.record("(other)").calls == kBeyond);
    CHECK(s.record("(other)").inclusive[0] == 7);
    CHECK(profile.partial == "calls deeper than the depth limit are in (other)");
    CHECK(profile.misuse ==
          std::vector<Misuse>{{MisuseKind::DepthExceeded, "timer", "", kBeyond, 0}});
}

TEST_CASE("names are kept as they are: empty, with zeros, no UTF-8, up to 64 KiB") {
    using std::string_literals::operator""s;
    Engine engine;
    const std::vector<std::string> names{"",
                                         "\0"s,
                                         "a\0b"s,
                                         "a\0c"s,
                                         "a",
                                         "\xff\xfe",
                                         "\xc3",
                                         "line\nbreak \"quoted\"",
                                         "\xe2\x82",
                                         std::string(1023, 'x'),
                                         std::string(1024, 'x'),
                                         std::string(1025, 'x'),
                                         std::string(4096, '\0'),
                                         std::string(std::size_t{64} << 10U, 'n')};

    std::vector<TimerId> timers;
    for (const std::string& name : names) {
        timers.push_back(engine.registerTimer(name, name, name));
    }

    const Profile profile = engine.finalProfile();
    REQUIRE(profile.timers.size() == names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        CHECK(engine.registerTimer(names[i], names[i], names[i]) == timers[i]);
        CHECK((profile.timers[i].name == names[i]));
        CHECK((profile.timers[i].type == names[i]));
        CHECK((profile.timers[i].group == (names[i].empty() ? "default" : names[i])));
    }
}

TEST_CASE("the same name of another type, group or kind is another timer") {
    Engine engine;
    const std::vector<TimerId> timers{
        engine.registerTimer("t"), engine.registerTimer("t", "int ()"),
        engine.registerTimer("t", "", "g"), engine.registerTimer("t", "", "", TimerKind::Phase),
        engine.registerTimer("t", "g", "")};

    for (std::uint32_t i = 0; i < timers.size(); ++i) {
        CHECK(number(timers[i]) == i);
    }
    CHECK(engine.registerTimer("t", "", "default") == timers[0]);
}

TEST_CASE("names with the same hash stay apart") {
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < 200; ++i) {
        names.push_back(collidingText(i * 0x9e3779b97f4a7c15U));
        REQUIRE(std::hash<std::string_view>()(names[i]) == std::hash<std::string_view>()(names[0]));
    }
    Engine engine;
    for (const std::string& name : names) {
        engine.registerTimer(name);
        engine.registerEvent(name);
    }

    for (std::uint32_t i = 0; i < names.size(); ++i) {
        CHECK(number(engine.registerTimer(names[i])) == i);
        CHECK(number(engine.registerEvent(names[i])) == i);
        CHECK(engine.timerInfo(TimerId{i}).name == names[i]);
    }
}

TEST_CASE("call paths whose places in the index are the same stay apart") {
    // The index takes the upper half of owner * A + id * B: for owners and ids with the same sum
    // all records want the same place.
    struct Record {
        std::uint32_t id;
    };
    constexpr std::uint64_t kOwner = 0xff51afd7ed558ccdU;
    constexpr std::uint64_t kId = 0x9e3779b97f4a7c15U;
    std::uint64_t inverse = kOwner;
    for (int i = 0; i < 5; ++i) {
        inverse *= 2 - kOwner * inverse;
    }
    PairIndex<Record> index;
    std::vector<Record> records(500);
    std::vector<const void*> owners;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        records[i].id = i;
        owners.push_back(std::bit_cast<const void*>((0 - std::uint64_t{i} * kId) * inverse));
        REQUIRE(index.reserveOne());
        index.insert(owners[i], &records[i]);
    }

    bool found = true;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        found = found && index.find(owners[i], i) == &records[i] &&
                index.find(owners[i], i + 1) == nullptr;
    }
    CHECK(found);
}

TEST_SUITE_END();
