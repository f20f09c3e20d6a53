#include <gantry.h>
#include <perf/document/JsonProfile.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "ProcessEngine.hpp"

namespace gantry::capi {

namespace {

static_assert(GANTRY_ENABLED == perf::TimerTable::kEnabled);
static_assert(GANTRY_ENABLED == perf::EventTable::kEnabled);
static_assert(GANTRY_EVER_ENABLED == perf::TimerTable::kEverEnabled);
// Of more metrics a program sees the first ones.
constexpr std::size_t kMostValues = GANTRY_MAX_METRICS;

std::string_view textOf(const char* text) noexcept {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

// What the work returns; the fallback where nothing measures or the work does not fit.
template <class Result, class Work>
Result measuring(Result fallback, Work work) noexcept {
    perf::Engine* const engine = processEngine();
    if (engine == nullptr) {
        return fallback;
    }
    try {
        return work(*engine);
    } catch (const std::exception&) {
        return fallback;
    }
}

template <std::size_t Size>
void copyText(const std::string& text, char (&to)[Size]) noexcept {
    const std::size_t length = std::min(text.size(), Size - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
}

// As much of the value as the caller knows of.
template <class Value>
int give(const Value& value, Value* to, std::size_t bytes) noexcept {
    std::memcpy(to, &value, std::min(bytes, sizeof value));
    return 1;
}

int isMeasuring() noexcept {
    return processEngine() != nullptr ? 1 : 0;
}

void makeTimer(const char* name, const char* type, const char* group,
               gantry_timer_t* made) noexcept {
    *made = measuring(gantry_timer_t{nullptr, 0}, [&](perf::Engine& engine) {
        const perf::TimerId timer = engine.registerTimer(textOf(name), textOf(type), textOf(group));
        return gantry_timer_t{engine.flags(timer), number(timer)};
    });
}

void startTimer(std::uint32_t timer) noexcept {
    engineInUse().start(perf::TimerId{timer});
}

void stopTimer(std::uint32_t timer) noexcept {
    engineInUse().stop(perf::TimerId{timer});
}

void setParameter(std::uint32_t timer, const char* name, std::int64_t value) noexcept {
    engineInUse().setParameter(perf::TimerId{timer}, textOf(name), value);
}

void makeEvent(const char* name, int perCallPath, gantry_event_t* made) noexcept {
    *made = measuring(gantry_event_t{nullptr, 0}, [&](perf::Engine& engine) {
        const perf::EventId event = perCallPath != 0 ? engine.registerContextEvent(textOf(name))
                                                     : engine.registerEvent(textOf(name));
        return gantry_event_t{engine.flags(event), number(event)};
    });
}

void trigger(std::uint32_t event, double value) noexcept {
    engineInUse().trigger(perf::EventId{event}, value);
}

int enableEvent(std::uint32_t event, int enabled) noexcept {
    return measuring(-1, [&](perf::Engine& engine) {
        return engine.setEventEnabled(perf::EventId{event}, enabled != 0) ? 1 : 0;
    });
}

int enableGroup(const char* name, int enabled) noexcept {
    return measuring(-1, [&](perf::Engine& engine) {
        return engine.setGroupEnabled(engine.group(textOf(name)), enabled != 0) ? 1 : 0;
    });
}

int enableGroups(const char* pattern, int enabled, gantry_group_seen_t seen,
                 void* context) noexcept {
    return measuring(-1, [&](perf::Engine& engine) {
        const auto switched = engine.setGroupsEnabled(textOf(pattern), enabled != 0);
        for (const auto& [group, before] : switched) {
            if (seen != nullptr) {
                seen(engine.groupName(group).c_str(), before ? 1 : 0, context);
            }
        }
        return static_cast<int>(switched.size());
    });
}

int valuesOf(std::uint32_t timer, gantry_values_t* values, std::size_t bytes) noexcept {
    return measuring(0, [&](perf::Engine& engine) {
        const perf::Profile profile = engine.snapshot();
        gantry_values_t found{};
        found.metrics = static_cast<std::uint32_t>(std::min(profile.metrics.size(), kMostValues));
        for (const perf::TimerRecord& record : flat(profile)) {
            if (record.info.id == timer) {
                found.calls = record.calls;
                found.child_calls = record.childCalls;
                found.running = record.running ? 1 : 0;
                for (std::uint32_t m = 0; m < found.metrics; ++m) {
                    found.inclusive[m] = record.inclusive[m];
                    found.exclusive[m] = record.exclusive[m];
                }
            }
        }
        return give(found, values, bytes);
    });
}

int metricAt(std::uint32_t index, gantry_metric_t* metric, std::size_t bytes) noexcept {
    return measuring(0, [&](perf::Engine& engine) {
        const std::vector<perf::Metric> metrics = engine.metrics();
        if (index >= metrics.size()) {
            return 0;
        }
        gantry_metric_t found{};
        copyText(metrics[index].name, found.name);
        copyText(metrics[index].unit, found.unit);
        return give(found, metric, bytes);
    });
}

char* snapshotText() noexcept {
    return measuring(static_cast<char*>(nullptr), [](perf::Engine& engine) {
        const std::string text = perf::toJson(engine.snapshot());
        auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
        if (copy != nullptr) {
            std::memcpy(copy, text.c_str(), text.size() + 1);
        }
        return copy;
    });
}

void release(void* memory) noexcept {
    std::free(memory);
}

int addFact(const char* key, const char* value) noexcept {
    return measuring(0, [&](perf::Engine& engine) {
        engine.addFact(textOf(key), textOf(value));
        return 1;
    });
}

int nameThread(const char* name) noexcept {
    return measuring(0,
                     [&](perf::Engine& engine) { return engine.nameThread(textOf(name)) ? 1 : 0; });
}

}  // namespace

}  // namespace gantry::capi

/// What <gantry.h> finds by this name.
extern "C" [[gnu::visibility("default")]] constinit const gantry_table gantry_table_1{
    .size = sizeof(gantry_table),
    .version = 1,
    .measuring = gantry::capi::isMeasuring,
    .timer = gantry::capi::makeTimer,
    .start = gantry::capi::startTimer,
    .stop = gantry::capi::stopTimer,
    .parameter = gantry::capi::setParameter,
    .event = gantry::capi::makeEvent,
    .trigger = gantry::capi::trigger,
    .enable_event = gantry::capi::enableEvent,
    .enable_group = gantry::capi::enableGroup,
    .enable_groups = gantry::capi::enableGroups,
    .values = gantry::capi::valuesOf,
    .metric = gantry::capi::metricAt,
    .snapshot = gantry::capi::snapshotText,
    .release = gantry::capi::release,
    .fact = gantry::capi::addFact,
    .name_thread = gantry::capi::nameThread,
};
