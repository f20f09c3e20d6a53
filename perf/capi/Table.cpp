// The functions behind <gantry.h>: one table that programs look up at run time (decision 0030).
// Each call goes to the engine that counts at that moment: one that was offered, else that of this
// process (decision 0067).

#include <gantry.h>
#include <perf/model/Operation.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include "EngineOffer.hpp"
#include "Offers.hpp"
#include "ProcessEngine.hpp"

namespace gantry::capi {

namespace {

// A handle stays valid when engines come and go, because it is either the own engine's or follows
// the offers for good.
// Handles of this library's own engine are those that do not follow the offers.
bool follows(std::uint32_t handle) noexcept {
    return handle / kFollowing == 1;
}

// A backend may be older than this function.
bool hasClock(const gantry_offer& offer) noexcept {
    return offer.size >= offsetof(gantry_offer, clock) + sizeof offer.clock;
}

// What the work returns for the engine that counts; the fallback where there is none.
template <class Result, class Work>
Result measuring(Result fallback, Work work) noexcept {
    if (isFollowing()) {
        // An offer that is in use is held until the work is done, so that its backend cannot go
        // meanwhile.
        const OfferInUse offer;
        if (offer) {
            return work(*offer);
        }
    }
    perf::Engine* const engine = processEngine();
    return engine != nullptr ? work(offerOf(*engine)) : fallback;
}

// The same for the engine of a handle, and the handle's id there.
template <class Result, class Work>
Result measuring(std::uint32_t handle, Result fallback, Work work) noexcept {
    if (follows(handle)) {
        const OfferInUse offer;
        const std::uint32_t id = offer.idOf(handle);
        return id != GANTRY_NO_ID ? work(*offer, id) : fallback;
    }
    perf::Engine* const engine = processEngine();
    return engine != nullptr ? work(offerOf(*engine), handle) : fallback;
}

int isMeasuring() noexcept {
    return measuring(0, [](const gantry_offer&) { return 1; });
}

void makeTimer(const char* name, const char* type, const char* group,
               gantry_timer_t* made) noexcept {
    *made = {nullptr, 0};
    if (isFollowing()) {
        *made = followingTimer(name, type, group);
    } else if (perf::Engine* const engine = processEngine()) {
        const gantry_offer own = offerOf(*engine);
        const std::uint32_t id = own.timer(own.engine, name, type, group);
        if (id != GANTRY_NO_ID) {
            *made = {engine->flags(perf::TimerId{id}), id};
        }
    }
}

const char* orEmpty(const char* text) noexcept {
    return text != nullptr ? text : "";
}

// The place is a part of the name, so that it goes wherever the name goes.
void makeTimerAt(const char* name, const char* type, const char* group, const char* file,
                 std::uint32_t line, std::uint32_t column, gantry_timer_t* made) noexcept {
    *made = {nullptr, 0};
    try {
        const std::string whole = perf::nameAt(orEmpty(name), {orEmpty(file), line, column});
        makeTimer(whole.c_str(), type, group, made);
    } catch (const std::bad_alloc&) {
        return;
    }
}

void startTimer(std::uint32_t timer) noexcept {
    if (!follows(timer)) {
        engineInUse().start(perf::TimerId{timer});
        return;
    }
    startFollowing(timer);
}

void stopTimer(std::uint32_t timer) noexcept {
    if (!follows(timer)) {
        engineInUse().stop(perf::TimerId{timer});
        return;
    }
    stopFollowing(timer);
}

void setParameter(std::uint32_t timer, const char* name, std::int64_t value) noexcept {
    (void)measuring(timer, 0, [=](const gantry_offer& offer, std::uint32_t id) {
        offer.parameter(offer.engine, id, name, value);
        return 0;
    });
}

void makeEvent(const char* name, int kind, gantry_event_t* made) noexcept {
    *made = {nullptr, 0};
    if (isFollowing()) {
        *made = followingEvent(name, kind);
    } else if (perf::Engine* const engine = processEngine()) {
        const gantry_offer own = offerOf(*engine);
        const std::uint32_t id = own.event(own.engine, name, kind);
        if (id != GANTRY_NO_ID) {
            *made = {engine->flags(perf::EventId{id}), id};
        }
    }
}

void trigger(std::uint32_t event, double value) noexcept {
    if (!follows(event)) {
        engineInUse().trigger(perf::EventId{event}, value);
        return;
    }
    triggerFollowing(event, value);
}

int enableEvent(std::uint32_t event, int enabled) noexcept {
    return measuring(event, -1, [=](const gantry_offer& offer, std::uint32_t id) {
        return offer.enable_event(offer.engine, id, enabled);
    });
}

int enableGroup(const char* name, int enabled) noexcept {
    return measuring(-1, [=](const gantry_offer& offer) {
        return offer.enable_group(offer.engine, name, enabled);
    });
}

int enableGroups(const char* pattern, int enabled, gantry_group_seen_t seen,
                 void* context) noexcept {
    return measuring(-1, [=](const gantry_offer& offer) {
        return offer.enable_groups(offer.engine, pattern, enabled, seen, context);
    });
}

int valuesOf(std::uint32_t timer, gantry_values_t* values, std::size_t bytes) noexcept {
    return measuring(timer, 0, [=](const gantry_offer& offer, std::uint32_t id) {
        return offer.values(offer.engine, id, values, bytes);
    });
}

int metricAt(std::uint32_t index, gantry_metric_t* metric, std::size_t bytes) noexcept {
    return measuring(0, [=](const gantry_offer& offer) {
        return offer.metric(offer.engine, index, metric, bytes);
    });
}

char* snapshotText() noexcept {
    return measuring(static_cast<char*>(nullptr),
                     [](const gantry_offer& offer) { return offer.snapshot(offer.engine); });
}

void release(void* memory) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): what C is given comes from malloc
    std::free(memory);
}

int addFact(const char* key, const char* value) noexcept {
    return measuring(
        0, [=](const gantry_offer& offer) { return offer.fact(offer.engine, key, value); });
}

int nameThread(const char* name) noexcept {
    return measuring(
        0, [=](const gantry_offer& offer) { return offer.name_thread(offer.engine, name); });
}

int readClock(gantry_clock_t* clock, std::size_t bytes) noexcept {
    return measuring(0, [=](const gantry_offer& offer) {
        return hasClock(offer) ? offer.clock(offer.engine, clock, bytes) : 0;
    });
}

int moduleRegion(const gantry_module_t* module, gantry_region_t* region,
                 std::size_t bytes) noexcept {
    return measuring(0, [=](const gantry_offer& offer) {
        return offer.size > offsetof(gantry_offer, region) && offer.region != nullptr
                   ? offer.region(offer.engine, module, region, bytes)
                   : 0;
    });
}

}  // namespace

}  // namespace gantry::capi

/// What <gantry.h> finds by this name.
// NOLINTNEXTLINE(readability-identifier-naming): the name is part of <gantry.h>
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
    .clock = gantry::capi::readClock,
    .region = gantry::capi::moduleRegion,
    .timer_at = gantry::capi::makeTimerAt,
};
