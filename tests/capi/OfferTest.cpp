#include <doctest/doctest.h>

#include <atomic>
#include <dlfcn.h>
#include <functional>
#include <future>
#include <gantry_offer.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

auto* const offerEngine =
    reinterpret_cast<gantry_offer_function*>(::dlsym(RTLD_DEFAULT, GANTRY_OFFER_FUNCTION));
auto* const withdrawEngine =
    reinterpret_cast<gantry_withdraw_function*>(::dlsym(RTLD_DEFAULT, GANTRY_WITHDRAW_FUNCTION));

/// An engine that keeps what it is called with. Its ids begin at `first`.
struct FakeEngine {
    explicit FakeEngine(std::uint32_t firstId = 0) : first(firstId) {
        offer.size = sizeof offer;
        offer.version = 1;
        offer.engine = this;
        offer.timer = [](void* engine, const char* name, const char*, const char*) {
            return of(engine).idOf(name);
        };
        offer.event = [](void* engine, const char* name, int) { return of(engine).idOf(name); };
        offer.start = [](void* engine, std::uint32_t timer) {
            of(engine).calls.push_back("start " + of(engine).names.at(timer - of(engine).first));
            of(engine).onStart();
        };
        offer.stop = [](void* engine, std::uint32_t timer) {
            of(engine).calls.push_back("stop " + of(engine).names.at(timer - of(engine).first));
        };
        offer.trigger = [](void* engine, std::uint32_t event, double) {
            of(engine).calls.push_back("trigger " + of(engine).names.at(event - of(engine).first));
        };
        offer.fact = [](void* engine, const char* key, const char*) {
            of(engine).calls.push_back(std::string("fact ") + key);
            return 1;
        };
    }
    ~FakeEngine() { withdrawEngine(&offer); }
    FakeEngine(const FakeEngine&) = delete;
    FakeEngine& operator=(const FakeEngine&) = delete;

    /// Lets the offer show whether its timers are on, and say when that changes.
    void showFlags() {
        offer.flags = [](void* engine, int, std::uint32_t) { return of(engine).flags.load(); };
        offer.follow = [](void* engine, int, std::uint32_t, gantry_flags_changed_t changed,
                          void* context) {
            of(engine).followers.emplace_back(changed, context);
            return 1;
        };
    }
    void setFlags(std::uint32_t word) {
        flags = word;
        for (const auto& [changed, context] : followers) {
            changed(context);
        }
    }

    static FakeEngine& of(void* engine) { return *static_cast<FakeEngine*>(engine); }
    std::uint32_t idOf(const std::string& name) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == name) {
                return first + static_cast<std::uint32_t>(i);
            }
        }
        names.push_back(name);
        return first + static_cast<std::uint32_t>(names.size() - 1);
    }
    std::vector<std::string> taken() { return std::exchange(calls, {}); }

    std::uint32_t first;
    gantry_offer offer{};
    std::vector<std::string> names;
    std::vector<std::string> calls;
    std::function<void()> onStart = [] {};
    std::atomic<std::uint32_t> flags{kOn};
    std::vector<std::pair<gantry_flags_changed_t, void*>> followers;

    static constexpr std::uint32_t kOn = GANTRY_ENABLED | GANTRY_EVER_ENABLED;
};

void pair(gantry_timer_t timer) {
    gantry_stop_started(timer, gantry_start(timer));
}

using Calls = std::vector<std::string>;

}  // namespace

TEST_SUITE_BEGIN("capi.Offer");

// The first case: until an engine is announced, the process measures nothing.
TEST_CASE("without an offer a handle is invalid, and an announcement makes it wait for an offer") {
    CHECK(gantry_measuring() == 0);
    CHECK(gantry_timer("none", "", "").flags == nullptr);
    CHECK(offerEngine(nullptr) == 1);
    CHECK(gantry_measuring() == 0);
    const gantry_timer_t waiting = gantry_timer("waiting", "", "");
    CHECK(gantry_start(waiting) == 0);

    FakeEngine engine;
    CHECK(offerEngine(&engine.offer) == 1);

    CHECK(gantry_measuring() == 1);
    pair(waiting);
    CHECK(engine.taken() == Calls{"start waiting", "stop waiting"});
}

TEST_CASE("timers, events and facts reach the engine that was offered") {
    FakeEngine engine(40);
    REQUIRE(offerEngine(&engine.offer) == 1);

    pair(gantry_timer("timer", "T", "g"));
    gantry_trigger(gantry_event("event"), 1.5);
    CHECK(gantry_fact("key", "value") == 1);

    CHECK(engine.taken() == Calls{"start timer", "stop timer", "trigger event", "fact key"});
    CHECK(gantry_timer("timer", "T", "g").id == gantry_timer("timer", "T", "g").id);
    CHECK(gantry_timer("timer", "T", "g").id != gantry_timer("timer", "T", "h").id);
}

TEST_CASE("an offer that is withdrawn is used no more, and handles wait for the next one") {
    REQUIRE(offerEngine(nullptr) == 1);
    const gantry_timer_t timer = gantry_timer("kept", "", "");
    FakeEngine first(7);
    REQUIRE(offerEngine(&first.offer) == 1);
    CHECK(gantry_start(timer) == 1);

    withdrawEngine(&first.offer);
    gantry_stop_started(timer, 1);
    pair(timer);

    CHECK(gantry_measuring() == 0);
    CHECK(first.taken() == Calls{"start kept"});
    FakeEngine second(1000);
    REQUIRE(offerEngine(&second.offer) == 1);
    pair(timer);
    CHECK(second.taken() == Calls{"start kept", "stop kept"});
    CHECK(first.taken().empty());
}

TEST_CASE("of two offers the last one counts, and after it the one before") {
    REQUIRE(offerEngine(nullptr) == 1);
    const gantry_timer_t timer = gantry_timer("swapped", "", "");
    FakeEngine first(3);
    REQUIRE(offerEngine(&first.offer) == 1);
    pair(timer);
    {
        FakeEngine second(500);
        REQUIRE(offerEngine(&second.offer) == 1);
        pair(timer);
        CHECK(second.taken() == Calls{"start swapped", "stop swapped"});
        // A call that began before does not end in an engine that knows nothing of it.
        const gantry_timer_t begun = gantry_timer("begun in the first", "", "");
        gantry_stop_started(begun, 1);
        CHECK(second.taken().empty());
    }
    pair(timer);
    CHECK(first.taken() == Calls{"start swapped", "stop swapped", "start swapped", "stop swapped"});
}

TEST_CASE("a withdrawal waits for a thread that is inside the engine") {
    FakeEngine engine;
    std::promise<void> inside;
    std::promise<void> release;
    engine.onStart = [&] {
        inside.set_value();
        release.get_future().wait();
    };
    REQUIRE(offerEngine(&engine.offer) == 1);
    std::thread user([] { pair(gantry_timer("inside", "", "")); });
    inside.get_future().wait();

    std::atomic<bool> isWithdrawn{false};
    std::thread owner([&] {
        withdrawEngine(&engine.offer);
        isWithdrawn = true;
    });
    // It takes the offer away first, which can be seen, and then has to wait.
    while (gantry_measuring() != 0) {
        std::this_thread::yield();
    }
    CHECK_FALSE(isWithdrawn);
    release.set_value();
    owner.join();
    user.join();
    CHECK(isWithdrawn);
}

TEST_CASE(
    "a timer that the engine has switched off makes no call, and counts when it is on again") {
    FakeEngine engine;
    engine.showFlags();
    REQUIRE(offerEngine(&engine.offer) == 1);
    const gantry_timer_t timer = gantry_timer("switched", "", "");
    const gantry_event_t event = gantry_event("switched event");
    pair(timer);
    gantry_trigger(event, 1);
    (void)engine.taken();

    engine.setFlags(GANTRY_EVER_ENABLED);
    CHECK(gantry_start(timer) == 0);
    gantry_trigger(event, 1);
    CHECK(engine.taken().empty());

    engine.setFlags(FakeEngine::kOn);
    pair(timer);
    CHECK(engine.taken() == Calls{"start switched", "stop switched"});
}

TEST_CASE(
    "what an engine has switched off is on in the one that counts later, and off in it again") {
    REQUIRE(offerEngine(nullptr) == 1);
    const gantry_timer_t timer = gantry_timer("off in the first", "", "");
    FakeEngine first;
    first.showFlags();
    REQUIRE(offerEngine(&first.offer) == 1);
    pair(timer);
    first.setFlags(0);
    CHECK(gantry_start(timer) == 0);
    {
        FakeEngine second;
        second.showFlags();
        REQUIRE(offerEngine(&second.offer) == 1);
        CHECK(gantry_start(timer) == 1);
        // It does not count any more.
        first.setFlags(GANTRY_EVER_ENABLED);
        CHECK(gantry_start(timer) == 1);
        second.setFlags(0);
        CHECK(gantry_start(timer) == 0);
        first.setFlags(FakeEngine::kOn);
        CHECK(gantry_start(timer) == 0);
    }
    CHECK(gantry_start(timer) == 1);
    CHECK(first.taken().back() == "start off in the first");
}

TEST_CASE("a thread that makes scopes while a timer is switched sees the last state") {
    FakeEngine engine;
    engine.showFlags();
    REQUIRE(offerEngine(&engine.offer) == 1);
    const gantry_timer_t timer = gantry_timer("switched often", "", "");
    engine.offer.start = [](void*, std::uint32_t) {};
    engine.offer.stop = [](void*, std::uint32_t) {};
    pair(timer);
    std::atomic<bool> isOver{false};
    std::thread user([&] {
        while (!isOver) {
            pair(timer);
        }
    });
    std::thread other([&] {
        for (int i = 0; i < 2000; ++i) {
            engine.setFlags(i % 2 == 0 ? 0 : FakeEngine::kOn);
        }
    });
    for (int i = 0; i < 2000; ++i) {
        engine.setFlags(i % 2 == 0 ? FakeEngine::kOn : 0);
    }
    other.join();
    engine.setFlags(0);
    CHECK(gantry_start(timer) == 0);
    engine.setFlags(FakeEngine::kOn);
    CHECK(gantry_start(timer) == 1);
    isOver = true;
    user.join();
}

TEST_CASE("an offer of another version is refused, and withdrawing no offer does nothing") {
    FakeEngine engine;
    engine.offer.version = 2;
    CHECK(offerEngine(&engine.offer) == 0);
    withdrawEngine(&engine.offer);
    CHECK(gantry_measuring() == 0);
}

TEST_SUITE_END();
