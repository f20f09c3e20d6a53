// The engine as a table of C functions, the form in which backends and gantry.h see it. No
// exception leaves a function here, and no C++ type appears in one.

#include "EngineOffer.hpp"

#include <perf/document/JsonProfile.hpp>
#include <perf/engine/ModuleRegions.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

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

perf::Engine& engineOf(void* engine) noexcept {
    return *static_cast<perf::Engine*>(engine);
}

// What the work returns; the fallback where it does not fit. No exception may pass through the
// functions of a C table.
template <class Result, class Work>
Result tried(Result fallback, Work work) noexcept {
    try {
        return work();
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

// As much of the value as the caller knows of. A program that was built with an older gantry.h has
// a smaller structure.
template <class Value>
int give(const Value& value, Value* to, std::size_t bytes) noexcept {
    std::memcpy(to, &value, std::min(bytes, sizeof value));
    return 1;
}

std::uint32_t makeTimer(void* engine, const char* name, const char* type,
                        const char* group) noexcept {
    return tried(GANTRY_NO_ID, [&] {
        return number(engineOf(engine).registerTimer(textOf(name), textOf(type), textOf(group)));
    });
}

void startTimer(void* engine, std::uint32_t timer) noexcept {
    engineOf(engine).start(perf::TimerId{timer});
}

void stopTimer(void* engine, std::uint32_t timer) noexcept {
    engineOf(engine).stop(perf::TimerId{timer});
}

void setParameter(void* engine, std::uint32_t timer, const char* name,
                  std::int64_t value) noexcept {
    engineOf(engine).setParameter(perf::TimerId{timer}, textOf(name), value);
}

std::uint32_t makeEvent(void* engine, const char* name, int kind) noexcept {
    return tried(GANTRY_NO_ID, [&] {
        perf::Engine& of = engineOf(engine);
        const perf::EventId event = (kind & GANTRY_EVENT_PER_CALL_PATH) != 0
                                        ? of.registerContextEvent(textOf(name))
                                        : of.registerEvent(textOf(name));
        if ((kind & GANTRY_EVENT_OF_CALL) != 0) {
            of.setEventOfCall(event);
        }
        return number(event);
    });
}

void trigger(void* engine, std::uint32_t event, double value) noexcept {
    engineOf(engine).trigger(perf::EventId{event}, value);
}

int enableEvent(void* engine, std::uint32_t event, int enabled) noexcept {
    return tried(-1, [&] {
        return engineOf(engine).setEventEnabled(perf::EventId{event}, enabled != 0) ? 1 : 0;
    });
}

int enableGroup(void* engine, const char* name, int enabled) noexcept {
    return tried(-1, [&] {
        perf::Engine& of = engineOf(engine);
        return of.setGroupEnabled(of.group(textOf(name)), enabled != 0) ? 1 : 0;
    });
}

int enableGroups(void* engine, const char* pattern, int enabled, gantry_group_seen_t seen,
                 void* context) noexcept {
    return tried(-1, [&] {
        perf::Engine& of = engineOf(engine);
        const auto switched = of.setGroupsEnabled(textOf(pattern), enabled != 0);
        for (const auto& [group, before] : switched) {
            if (seen != nullptr) {
                seen(of.groupName(group).c_str(), before ? 1 : 0, context);
            }
        }
        return static_cast<int>(switched.size());
    });
}

int valuesOf(void* engine, std::uint32_t timer, gantry_values_t* values,
             std::size_t bytes) noexcept {
    return tried(0, [&] {
        const perf::Profile profile = engineOf(engine).snapshot();
        gantry_values_t found{};
        found.metrics = static_cast<std::uint32_t>(std::min(profile.metrics.size(), kMostValues));
        for (const perf::TimerRecord& record : flat(profile)) {
            if (record.info.id == perf::recordOf(timer)) {
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

int metricAt(void* engine, std::uint32_t index, gantry_metric_t* metric,
             std::size_t bytes) noexcept {
    return tried(0, [&] {
        const std::vector<perf::Metric> metrics = engineOf(engine).metrics();
        if (index >= metrics.size()) {
            return 0;
        }
        gantry_metric_t found{};
        copyText(metrics[index].name, found.name);
        copyText(metrics[index].unit, found.unit);
        return give(found, metric, bytes);
    });
}

char* snapshotText(void* engine) noexcept {
    return tried(static_cast<char*>(nullptr), [&] {
        const std::string text = perf::toJson(engineOf(engine).snapshot());
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): release() frees it, whichever library calls
        auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
        if (copy != nullptr) {
            std::memcpy(copy, text.c_str(), text.size() + 1);
        }
        return copy;
    });
}

int addFact(void* engine, const char* key, const char* value) noexcept {
    return tried(0, [&] {
        engineOf(engine).addFact(textOf(key), textOf(value));
        return 1;
    });
}

int nameThread(void* engine, const char* name) noexcept {
    return tried(0, [&] { return engineOf(engine).nameThread(textOf(name)) ? 1 : 0; });
}

std::uint32_t flagsOf(void* engine, int isEvent, std::uint32_t id) noexcept {
    const perf::Engine& of = engineOf(engine);
    return perf::loadRelaxed(isEvent != 0 ? *of.flags(perf::EventId{id})
                                          : *of.flags(perf::TimerId{id}));
}

int followFlags(void* engine, int isEvent, std::uint32_t id, gantry_flags_changed_t changed,
                void* context) noexcept {
    return tried(0, [&] {
        isEvent != 0 ? engineOf(engine).followFlags(perf::EventId{id}, changed, context)
                     : engineOf(engine).followFlags(perf::TimerId{id}, changed, context);
        return 1;
    });
}

int readClock(void* engine, gantry_clock_t* clock, std::size_t bytes) noexcept {
    const perf::Engine& own = engineOf(engine);
    const std::uint64_t now = own.readMetrics()[0];
    perf::MetricTicks ticks{};
    ticks[0] = std::uint64_t{1} << 32U;
    return give(gantry_clock_t{now, static_cast<std::uint64_t>(own.units(ticks)[0])}, clock, bytes);
}

perf::ModuleDescription descriptionOf(const gantry_module_t& module) {
    perf::ModuleDescription description;
    description.name = textOf(module.name);
    description.version = module.version;
    description.setting = textOf(module.setting);
    description.records = module.records;
    description.nameBytes = module.name_bytes;
    for (std::uint32_t f = 0; f < module.field_count; ++f) {
        const gantry_field_t& field = module.fields[f];
        const auto reduction = perf::reductionNamed(textOf(field.reduction));
        description.fields.push_back({std::string(textOf(field.name)),
                                      std::string(textOf(field.unit)),
                                      reduction.value_or(perf::Reduction::None)});
    }
    return description;
}

int moduleRegion(void* engine, const gantry_module_t* module, gantry_region_t* region,
                 std::size_t bytes) noexcept {
    return tried(0, [&] {
        perf::ModuleRegionHeader* const made =
            perf::moduleRegion(engineOf(engine), descriptionOf(*module));
        if (made == nullptr) {
            return 0;
        }
        auto* const begin = reinterpret_cast<unsigned char*>(made);
        return give(
            gantry_region_t{&made->use.records, &made->use.nameBytes, &made->use.leftOut,
                            begin + made->recordsAt, reinterpret_cast<char*>(begin + made->namesAt),
                            made->recordBytes, made->recordCapacity, made->nameCapacity, 0},
            region, bytes);
    });
}

}  // namespace

gantry_offer offerOf(perf::Engine& engine) noexcept {
    return {
        .size = sizeof(gantry_offer),
        .version = 1,
        .engine = &engine,
        .timer = makeTimer,
        .start = startTimer,
        .stop = stopTimer,
        .parameter = setParameter,
        .event = makeEvent,
        .trigger = trigger,
        .enable_event = enableEvent,
        .enable_group = enableGroup,
        .enable_groups = enableGroups,
        .values = valuesOf,
        .metric = metricAt,
        .snapshot = snapshotText,
        .fact = addFact,
        .name_thread = nameThread,
        .clock = readClock,
        .flags = flagsOf,
        .follow = followFlags,
        .region = moduleRegion,
    };
}

}  // namespace gantry::capi
