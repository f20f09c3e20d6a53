#include <perf/document/JsonProfile.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <dlfcn.h>
#include <gantry.hpp>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "Program.hpp"

// So that the library is in the process however the linker is set.
// NOLINTNEXTLINE(readability-identifier-naming): the name is part of <gantry.h>
extern "C" const gantry_table gantry_table_1;

namespace {

using gantry::perf::MisuseKind;
using gantry::perf::Profile;

gantry_values_t valuesOf(gantry_timer_t timer) {
    gantry_values_t values{};
    CHECK(gantry_values(timer, &values) == 1);
    return values;
}

Profile snapshot() {
    const std::unique_ptr<char, void (*)(char*)> text(gantry_snapshot(), &gantry_release);
    REQUIRE(text != nullptr);
    return gantry::perf::fromJson(text.get());
}

std::uint64_t misuseOf(MisuseKind kind, const std::string& name) {
    std::uint64_t count = 0;
    for (const auto& misuse : snapshot().misuse) {
        count += misuse.kind == kind && misuse.name == name ? misuse.count : 0;
    }
    return count;
}

void pair(gantry_timer_t timer) {
    gantry_start(timer);
    gantry_stop(timer);
}

std::string wholeName(const Profile& profile, std::uint32_t id) {
    return fullName(profile.timers.at(id));
}

}  // namespace

TEST_SUITE("capi.Capi") {
    TEST_CASE("the process measures") {
        CHECK(gantry_measuring() == 1);
        CHECK(gantry_library() == &gantry_table_1);
        CHECK(gantry_library()->size == sizeof(gantry_table));
        CHECK(gantry_library()->version == 1);
    }

    TEST_CASE("the same name, type and group are the same timer") {
        const gantry_timer_t timer = gantry_timer("same", "T", "g");

        CHECK(gantry_timer("same", "T", "g").id == timer.id);
        CHECK(gantry_timer("same", "T", "h").id != timer.id);
        CHECK(gantry_timer("same", "", "g").id != timer.id);
    }

    TEST_CASE("two places in the source are two timers, whatever else they share") {
        const gantry_timer_t here = GANTRY_TIMER_HERE("placed", "T", "g");
        const gantry_timer_t there = GANTRY_TIMER_HERE("placed", "T", "g");
        const gantry_timer_t column = gantry_timer_at("placed", "T", "g", "a.c", 7, 3);

        CHECK(here.id != there.id);
        CHECK(gantry_timer_at("placed", "T", "g", "a.c", 7, 3).id == column.id);
        CHECK(gantry_timer_at("placed", "T", "g", "a.c", 7, 4).id != column.id);
        CHECK(gantry_timer_at("placed", "T", "g", nullptr, 0, 0).id ==
              gantry_timer("placed", "T", "g").id);
        CHECK(snapshot().timers.at(column.id).name == "placed [{a.c} {7,3}]");
        std::set<std::uint32_t> ids;
        for (int i = 0; i < 2; ++i) {
            ids.insert(gantry::Timer::here("step").handle().id);
        }
        ids.insert(gantry::Timer::here("step").handle().id);
        CHECK(ids.size() == 2);
    }

    TEST_CASE("calls are counted with what is inside them") {
        const gantry_timer_t outer = gantry_timer("outer", "", "");
        const gantry_timer_t inner = gantry_timer("inner", "", "");
        CHECK(gantry_start(outer) == 1);
        pair(inner);
        pair(inner);
        CHECK(valuesOf(outer).running == 1);
        gantry_stop(outer);

        const gantry_values_t values = valuesOf(outer);
        CHECK(values.calls == 1);
        CHECK(values.child_calls == 2);
        CHECK(values.running == 0);
        CHECK(values.metrics == 1);
        CHECK(values.inclusive[0] - values.exclusive[0] == valuesOf(inner).inclusive[0]);
        CHECK(values.inclusive[1] == 0);
    }

    TEST_CASE("a handle of zeros does nothing at all") {
        const gantry_timer_t none{};
        gantry_values_t values{};
        values.calls = 17;

        CHECK(gantry_start(none) == 0);
        gantry_stop(none);
        gantry_parameter(none, "n", 1);
        CHECK(gantry_values(none, &values) == 0);
        CHECK(values.calls == 0);
        gantry_trigger(gantry_event_t{}, 1);
        CHECK(gantry_enable_event(gantry_event_t{}, 0) == -1);
        gantry_release(nullptr);
    }

    TEST_CASE("null pointers count as empty texts") {
        const gantry_timer_t timer = gantry_timer(nullptr, nullptr, nullptr);
        pair(timer);

        CHECK(timer.id == gantry_timer("", "", "default").id);
        CHECK(valuesOf(timer).calls >= 1);
        CHECK(gantry_event(nullptr).flags != nullptr);
        CHECK(gantry_enable_group(nullptr, 1) == 1);
        CHECK(gantry_enable_groups(nullptr, 1, nullptr, nullptr) == 0);
        CHECK(gantry_fact(nullptr, nullptr) == 1);
        CHECK(gantry_name_thread(nullptr) == 1);
        gantry_start(timer);
        gantry_parameter(timer, nullptr, 1);
        gantry_stop(timer);
    }

    TEST_CASE("names are copied, of any length and any bytes") {
        std::string name(60'000, 'n');
        const gantry_timer_t timer = gantry_timer(name.c_str(), "", "");
        const gantry_timer_t strange = gantry_timer("\xff\x01\n\"", "", "");
        name.assign(name.size(), 'x');

        const Profile profile = snapshot();
        CHECK(wholeName(profile, timer.id) == std::string(60'000, 'n'));
        CHECK(wholeName(profile, strange.id) == "\xff\x01\n\"");
    }

    TEST_CASE("misuse is counted and does no harm") {
        const gantry_timer_t timer = gantry_timer("mistaken", "", "");
        const gantry_timer_t other = gantry_timer("overlapped", "", "");
        gantry_timer_t unknown = timer;
        unknown.id = 1U << 29U;

        gantry_stop(timer);
        gantry_start(timer);
        gantry_start(other);
        gantry_stop(timer);
        gantry_stop(other);
        pair(unknown);
        gantry_parameter(timer, "outside", 1);

        CHECK(misuseOf(MisuseKind::StopWithoutStart, "mistaken") == 1);
        CHECK(misuseOf(MisuseKind::Overlap, "mistaken") == 1);
        CHECK(misuseOf(MisuseKind::ParameterOutside, "mistaken") == 1);
        CHECK(misuseOf(MisuseKind::UnknownId, "timer #536870912") == 2);
        CHECK(valuesOf(timer).calls == 1);
        CHECK(valuesOf(other).calls == 1);
    }

    TEST_CASE("a disabled group records nothing and answers with its state before") {
        CHECK(gantry_enable_group("first.off", 0) == 1);
        const gantry_timer_t timer = gantry_timer("disabled", "", "first.off");

        CHECK(gantry_start(timer) == 0);
        gantry_stop(timer);
        CHECK(valuesOf(timer).calls == 0);
        CHECK(gantry_enable_group("first.off", 1) == 0);
        pair(timer);
        CHECK(valuesOf(timer).calls == 1);
    }

    TEST_CASE("a call that runs while its group is switched stays whole") {
        const gantry_timer_t timer = gantry_timer("switched", "", "switched");
        gantry_start(timer);
        CHECK(gantry_enable_group("switched", 0) == 1);
        gantry_stop(timer);
        CHECK(valuesOf(timer).running == 0);
        CHECK(gantry_start(timer) == 0);
        CHECK(gantry_enable_group("switched", 1) == 0);
        gantry_stop(timer);

        CHECK(valuesOf(timer).calls == 1);
        CHECK(misuseOf(MisuseKind::StopWithoutStart, "switched") == 0);
    }

    TEST_CASE("groups are switched by pattern, and each one's state before is reported") {
        gantry_timer("a", "", "set.one");
        gantry_timer("b", "", "set.two");
        CHECK(gantry_enable_group("set.two", 0) == 1);
        std::vector<std::pair<std::string, int>> before;
        const auto note = [](const char* name, int was, void* context) {
            static_cast<decltype(before)*>(context)->emplace_back(name, was);
        };

        CHECK(gantry_enable_groups("set.*", 0, note, &before) == 2);
        CHECK(before == decltype(before){{"set.one", 1}, {"set.two", 0}});
        CHECK(gantry_enable_groups("no such*", 0, nullptr, nullptr) == 0);
        CHECK(gantry_enable_groups("set.*", 1, nullptr, nullptr) == 2);
        CHECK(gantry_enable_group("set.one", 1) == 1);
    }

    TEST_CASE("events keep statistics, in total and for each call path") {
        const gantry_event_t event = gantry_context_event("residual");
        const gantry_timer_t timer = gantry_timer("iteration", "", "");
        gantry_trigger(event, 1);
        gantry_start(timer);
        gantry_trigger(event, 3);
        gantry_stop(timer);
        gantry_trigger(event, std::nan(""));
        CHECK(gantry_enable_event(event, 0) == 1);
        gantry_trigger(event, 100);
        CHECK(gantry_enable_event(event, 1) == 0);

        CHECK(gantry_context_event("residual").id == event.id);
        CHECK(gantry_event("residual").id != event.id);
        CHECK(misuseOf(MisuseKind::NotFinite, "residual") == 1);
        const Profile profile = snapshot();
        std::vector<std::pair<std::string, std::uint64_t>> counts;
        for (const auto& stats : profile.events) {
            if (stats.name == "residual" && stats.count > 0) {
                counts.emplace_back(stats.path, stats.count);
            }
        }
        CHECK(counts == decltype(counts){{"", 2}, {"main", 1}, {"main => iteration", 1}});
    }

    TEST_CASE("an event of calls is the event of that name, and keeps call paths where asked") {
        const gantry_event_t event = gantry_event_of_kind("bytes", GANTRY_EVENT_OF_CALL);
        CHECK(gantry_event("bytes").id == event.id);
        const gantry_event_t paths =
            gantry_event_of_kind("bytes", GANTRY_EVENT_OF_CALL | GANTRY_EVENT_PER_CALL_PATH);
        CHECK(paths.id != event.id);
        CHECK(gantry_context_event("bytes").id == paths.id);
        gantry_trigger(event, 8);
        std::vector<double> sums;
        for (const auto& stats : snapshot().events) {
            if (stats.name == "bytes" && stats.count > 0) {
                sums.push_back(stats.sum());
            }
        }
        CHECK(sums == std::vector<double>{8});
    }

    TEST_CASE("metrics are reported by place") {
        gantry_metric_t metric{};
        CHECK(gantry_metric(0, &metric) == 1);
        CHECK(std::string(metric.name) == "wall");
        CHECK(std::string(metric.unit) == "ns");
        CHECK(gantry_metric(1, &metric) == 0);
        CHECK(metric.name[0] == '\0');
    }

    TEST_CASE("a snapshot has facts and names of threads") {
        CHECK(gantry_fact("grid", "100 x 100") == 1);
        std::thread([] {
            CHECK(gantry_name_thread("a name that is longer than what fits") == 1);
            pair(gantry_timer("in the named thread", "", ""));
        }).join();

        const Profile profile = snapshot();
        CHECK(factOf(profile, "grid") == "100 x 100");
        bool named = false;
        for (const auto& thread : profile.threads) {
            named = named || thread.name == "a name that is longer than what";
        }
        CHECK(named);
    }

    TEST_CASE("a scope stops what it started and nothing else") {
        const gantry::Timer timer("scoped", "", "scopes");
        {
            const gantry::Scope outer(timer);
            CHECK(gantry_enable_group("scopes", 0) == 1);
            const gantry::Scope inner(timer);
        }
        CHECK(gantry_enable_group("scopes", 1) == 0);

        CHECK(valuesOf(timer.handle()).calls == 1);
        CHECK(misuseOf(MisuseKind::StopWithoutStart, "scoped") == 0);
    }

    TEST_CASE("threads measure while others register, switch and look") {
        constexpr int kCalls = 5000;
        const gantry_timer_t timer = gantry_timer("busy", "", "busy");
        const gantry_event_t event = gantry_event("busy");
        std::atomic<int> running{3};
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; ++t) {
            threads.emplace_back([&, t] {
                const gantry_timer_t own = gantry_timer(std::to_string(t).c_str(), "", "own");
                for (int i = 0; i < kCalls; ++i) {
                    const gantry::Scope scope(timer);
                    pair(own);
                    gantry_trigger(event, i);
                }
                --running;
            });
        }
        while (running > 0) {
            gantry_enable_groups("ow*", 0, nullptr, nullptr);
            CHECK(valuesOf(timer).calls <= 3 * kCalls);
            gantry_enable_group("own", 1);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }

        CHECK(valuesOf(timer).calls == 3 * kCalls);
        CHECK(valuesOf(timer).running == 0);
    }

    TEST_CASE("libraries may share a timer and go while it has been used, a hundred times") {
        constexpr int kTimes = 100;
        const gantry_timer_t shared = gantry_timer("in a library", "Library", "libraries");
        const std::uint64_t before = valuesOf(shared).calls;
        std::set<std::uint32_t> leftOpen;
        for (int i = 0; i < kTimes; ++i) {
            for (const char* file : {"/library_one.so", "/library_two.so"}) {
                void* const handle =
                    ::dlopen((std::string(GANTRY_CAPI_PROGRAMS) + file).c_str(), RTLD_NOW);
                REQUIRE_MESSAGE(handle != nullptr, ::dlerror());
                const auto work = reinterpret_cast<int (*)(int)>(::dlsym(handle, "library_work"));
                const auto begin =
                    reinterpret_cast<gantry_timer_t (*)()>(::dlsym(handle, "library_begin"));
                CHECK(work(2) == 1);
                const gantry_timer_t open = begin();
                ::dlclose(handle);
                leftOpen.insert(open.id);
                CHECK(valuesOf(open).running == 1);
                gantry_stop(open);
            }
        }

        CHECK(valuesOf(shared).calls - before == 4 * kTimes);
        CHECK(leftOpen.size() == 2);
        std::set<std::string> names;
        for (const std::uint32_t id : leftOpen) {
            names.insert(wholeName(snapshot(), id));
        }
        CHECK(names == std::set<std::string>{"left open by one", "left open by two"});
    }
}
