#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <string>
#include <system_error>
#include <vector>

#include "ChildFigures.hpp"
#include "Figures.hpp"
#include "Samples.hpp"
#include "Scratch.hpp"

namespace gantry::bench {

namespace {

constexpr std::size_t kGibi = std::size_t{1} << 30U;

perf::EngineOptions roomFor(std::size_t timers, std::size_t bytes) {
    perf::EngineOptions options;
    options.maxTimers = static_cast<std::uint32_t>(timers + 1);
    options.segment.limit = bytes;
    return options;
}

std::uint64_t callsOf(const perf::Profile& profile) {
    std::uint64_t calls = 0;
    for (const perf::TimerRecord& record : perf::flat(profile)) {
        calls += record.calls;
    }
    return calls;
}

std::string counted(std::size_t number, const char* what) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) {
        digits.insert(at - 3, ",");
    }
    return digits + " " + what;
}

// Threads of little stack that each do the same and end when they are asked to.
class Crowd final {
public:
    explicit Crowd(void (*work)(void*), void* argument) : work_(work), argument_(argument) {}
    ~Crowd() { finish(); }
    Crowd(const Crowd&) = delete;
    Crowd& operator=(const Crowd&) = delete;

    // Returns when all have done their work.
    void grow(std::size_t threads) {
        constexpr std::size_t kStack = std::size_t{64} << 10U;
        pthread_attr_t attributes;
        ::pthread_attr_init(&attributes);
        ::pthread_attr_setstacksize(&attributes, kStack);
        for (std::size_t i = 0; i < threads; ++i) {
            pthread_t thread{};
            if (const int code = ::pthread_create(&thread, &attributes, &Crowd::run, this);
                code != 0) {
                ::pthread_attr_destroy(&attributes);
                throw std::system_error(code, std::generic_category(),
                                        "thread " + std::to_string(threads_.size()));
            }
            threads_.push_back(thread);
        }
        ::pthread_attr_destroy(&attributes);
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return done_ == threads_.size(); });
    }

    void finish() {
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        changed_.notify_all();
        for (const pthread_t thread : threads_) {
            ::pthread_join(thread, nullptr);
        }
        threads_.clear();
    }

private:
    static void* run(void* self) {
        auto& crowd = *static_cast<Crowd*>(self);
        crowd.work_(crowd.argument_);
        std::unique_lock lock(crowd.mutex_);
        ++crowd.done_;
        crowd.changed_.notify_all();
        crowd.changed_.wait(lock, [&crowd] { return crowd.over_; });
        return nullptr;
    }

    void (*work_)(void*);
    void* argument_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t done_ = 0;
    bool over_ = false;
    std::vector<pthread_t> threads_;
};

// An engine and one of its timers.
struct OneTimer {
    explicit OneTimer(std::size_t bytes) : engine(roomFor(1, bytes)) {}

    static void call(void* self) {
        auto& one = *static_cast<OneTimer*>(self);
        one.engine.start(one.timer);
        one.engine.stop(one.timer);
    }

    perf::Engine engine;
    perf::TimerId timer = engine.registerTimer("timer");
};

constexpr std::size_t kLiveThreads = 10'000;
constexpr std::size_t kFewThreads = 100;

std::vector<Figure> bareThreads(const Effort& effort) {
    const double before = residentBytes();
    Crowd crowd([](void* /*argument*/) {}, nullptr);
    crowd.grow(effort.of(kLiveThreads, kFewThreads));
    return {{"memory", residentBytes() - before, "B"}};
}

}  // namespace

std::vector<Figure> manyTimers(const Effort& effort) {
    const std::size_t number = effort.of(1'000'000, 10'000);
    const std::string who = counted(number, "timers: ");
    const double before = residentBytes();
    perf::Engine engine(roomFor(number, kGibi));
    std::vector<perf::TimerId> timers(number);
    const double registering = millisecondsOf([&] {
        for (std::size_t i = 0; i < number; ++i) {
            timers[i] = engine.registerTimer("timer " + std::to_string(i));
        }
    });
    for (const perf::TimerId timer : timers) {
        engine.start(timer);
        engine.stop(timer);
    }
    const double memory = residentBytes() - before - static_cast<double>(number * sizeof timers[0]);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < number; ++i) {
        wrong += engine.timerInfo(timers[i]).name == "timer " + std::to_string(i) ? 0 : 1;
    }
    std::uint64_t calls = 0;
    const double snapshot = millisecondsOf([&] { calls = callsOf(engine.snapshot()); });
    return {
        {who + "memory per timer, called once on one thread", memory / static_cast<double>(number),
         "B", 200},
        {who + "registering", 1e6 * registering / static_cast<double>(number), "ns each"},
        {who + "names that changed", static_cast<double>(wrong), "names", 0},
        {who + "calls lost", static_cast<double>(number) - static_cast<double>(calls), "calls", 0},
        {who + "whole profile, summed up", snapshot, "ms"}};
}

std::vector<Figure> liveThreads(const Effort& effort) {
    const std::size_t number = effort.of(kLiveThreads, kFewThreads);
    const std::string who = counted(number, "live threads: ");
    // In a process of its own: stacks that were used once stay in memory.
    const double bare = figuresOfChild({"bare threads", bareThreads}, effort)[0].value;
    OneTimer one(kGibi);
    const double before = residentBytes();
    Crowd crowd(&OneTimer::call, &one);
    crowd.grow(number);
    const double measured = residentBytes() - before;
    perf::Profile profile;
    const double snapshot = millisecondsOf([&] { profile = one.engine.snapshot(); });
    const std::uint64_t calls = callsOf(profile);
    crowd.finish();
    return {
        {who + "memory per thread, beyond the thread's own",
         (measured - bare) / static_cast<double>(number), "B"},
        {who + "in the segment, per thread",
         static_cast<double>(one.engine.segment().header().usedBytes) / static_cast<double>(number),
         "B"},
        {who + "whole profile", snapshot, "ms"},
        {who + "calls lost", static_cast<double>(number) - static_cast<double>(calls), "calls", 0}};
}

std::vector<Figure> shortThreads(const Effort& effort) {
    const std::size_t number = effort.of(100'000, 500);
    const std::string who = counted(number, "short threads: ");
    OneTimer one(std::size_t{64} << 20U);
    const auto run = [number](void (*work)(void*), void* argument) {
        return millisecondsOf([&] {
            for (std::size_t i = 0; i < number; ++i) {
                Crowd crowd(work, argument);
                crowd.grow(1);
            }
        });
    };
    const double bare = run([](void* /*argument*/) {}, nullptr);
    const double before = residentBytes();
    const double measured = run(&OneTimer::call, &one);
    const double grown = residentBytes() - before;
    const std::uint64_t calls = callsOf(one.engine.snapshot());
    return {
        {who + "calls lost", static_cast<double>(number) - static_cast<double>(calls), "calls", 0},
        {who + "growth of memory", grown / 1024, "KiB"},
        {who + "segment", static_cast<double>(one.engine.segment().header().usedBytes) / 1024,
         "KiB"},
        {who + "time per thread, beyond a bare thread",
         1e3 * (measured - bare) / static_cast<double>(number), "us"}};
}

}  // namespace gantry::bench
