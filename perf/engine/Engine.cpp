#include <base/text/GlobPattern.hpp>
#include <base/text/TimeText.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/Machine.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <utility>

#include "ThreadRegistry.hpp"

namespace gantry::perf {

namespace {

std::uint32_t checked(std::uint32_t value, std::uint32_t largest, const char* option) {
    if (value == 0 || value > largest) {
        throw EngineError(std::string("EngineOptions::") + option + " is " + std::to_string(value) +
                          "; it must be between 1 and " + std::to_string(largest));
    }
    return value;
}

// Where several metrics or a trace are kept, every call is timed.
bool samples(const EngineOptions& options) {
    return options.sampling.budget > 0 && options.metrics.size() <= 1 &&
           options.trace.mode == TraceMode::None;
}

SegmentOptions checkedSegment(const EngineOptions& engine) {
    SegmentOptions options = engine.segment;
    options.sampled = samples(engine);
    if (options.limit < kLeastSegment || options.limit > kLargestSegment) {
        throw EngineError("EngineOptions::segment.limit is " + std::to_string(options.limit) +
                          " bytes; it must be between " + std::to_string(kLeastSegment) + " and " +
                          std::to_string(kLargestSegment));
    }
    return options;
}

TraceOptions checkedTrace(const TraceOptions& options) {
    if (options.mode != TraceMode::None &&
        (options.ringBytes < kLeastRing || options.ringBytes > kLargestRing)) {
        throw EngineError("EngineOptions::trace.ringBytes is " + std::to_string(options.ringBytes) +
                          "; it must be between " + std::to_string(kLeastRing) + " and " +
                          std::to_string(kLargestRing));
    }
    return options;
}

// The costs are filled in later, by setSamplingOverhead(): measuring them needs the tables.
SamplingPolicy policyOf(const EngineOptions& options) {
    constexpr double kMostBudget = 0.5;
    const SamplingOptions& wanted = options.sampling;
    if (!(wanted.budget >= 0 && wanted.budget <= kMostBudget)) {
        throw EngineError("EngineOptions::sampling.budget is " + std::to_string(wanted.budget) +
                          "; it must be between 0 and 0.5");
    }
    constexpr std::uint32_t kMostExact = 0xffffU;
    SamplingPolicy policy;
    policy.budget = samples(options) ? wanted.budget : 0;
    policy.exactCalls = checked(wanted.exactCalls, kMostExact, "sampling.exactCalls");
    policy.seed = wanted.seed;
    return policy;
}

constexpr std::uint32_t kMostDepth = 1U << 24U;
constexpr std::uint32_t kMostIds = 1U << 30U;

}  // namespace

// The order of the members counts: the areas that threads_ makes use the policy, names and tables
// of the engine's segment.
Engine::Engine(EngineOptions options)
    : number_(newEngineNumber()),
      sampling_(policyOf(options)),
      threads_(
          std::make_shared<ThreadRegistry>(checkedSegment(options), checkedTrace(options.trace))),
      names_(threads_->segment()),
      timers_(checked(options.maxTimers, kMostIds, "maxTimers"), threads_->segment(), names_),
      events_(checked(options.maxEvents, kMostIds, "maxEvents"), threads_->segment(), names_),
      measured_(sets_.emplace_back(std::make_unique<MetricSet>(std::move(options.metrics))).get()),
      maxDepth_(checked(options.maxDepth, kMostDepth, "maxDepth")),
      spread_(std::move(options.spread)),
      durations_(spread_.empty() ? nullptr : std::make_unique<SlotArray>(options.maxTimers)),
      phaseInstances_(options.phaseInstances),
      quantiles_(options.quantiles),
      sumsAlone_(!options.quantiles && !threads_->isTraced()),
      way_(wayOf(measured(), threads_->isTraced(), sampling_.on())),
      startNs_(measured().timeNs()) {
    setSamplingOverhead(options.sampling);
    measured().describeIn(threads_->segment(), names_, samplingOverhead_);
    if (sampling_.on()) {
        // So that a reader knows how far estimates may be off, also of a program that was killed.
        MetricSet::noteProbeOverhead(segment(), samplingOverhead_);
        addFact(kOverheadError, overheadErrorText(overheadError_, measured().count()));
    }
    const Machine machine = readMachine();
    addFact("machine.host", machine.host);
    addFact("machine.cpuModel", machine.cpuModel);
    addFact("machine.cores", std::to_string(machine.cores));
    addFact("machine.os", machine.os);
    addFact("machine.clockSource", machine.clockSource);
    addFact("machine.bootId", readBootId());
    // Last: from here on a fork calls this object, which is complete now.
    watch();
}

Engine::Way Engine::wayOf(const MetricSet& metrics, bool traced, bool sampled) noexcept {
    if (!metrics.timeStampOnly()) {
        return Way::Any;
    }
    const Way plain = sampled ? Way::TimeStampSampled : Way::TimeStamp;
    return traced ? Way::TimeStampAndTrace : plain;
}

Engine::~Engine() {
    unwatch([this] { threads_->close(); });
}

const Segment& Engine::segment() const noexcept {
    return threads_->segment();
}

Segment& Engine::segment() noexcept {
    return threads_->segment();
}

void Engine::keepSegment() noexcept {
    segment().keepFile();
}

void Engine::endSegment() noexcept {
    segment().end();
}

TimerId Engine::registerTimer(std::string_view name, std::string_view type, std::string_view group,
                              TimerKind kind) {
    requireOutside("registerTimer");
    requireOwn("registerTimer");
    const Inside inside(anchorOfThread());
    measured().updateIn(threads_->segment());
    return TimerId{withSpread(timers_.add(name, type, group, kind))};
}

bool Engine::setEventKeepsPath(EventId event, bool keepsPath) {
    return events_.setKeepsPath(number(event), keepsPath);
}

bool Engine::setThrottled(TimerId timer, bool throttled) {
    return timers_.setThrottled(recordOf(number(timer)), throttled);
}

void Engine::followFlags(TimerId timer, FlagChanged changed, void* context) {
    requireOutside("followFlags");
    const Inside inside(anchorOfThread());
    timers_.follow(recordOf(number(timer)), changed, context);
}

void Engine::followFlags(EventId event, FlagChanged changed, void* context) {
    requireOutside("followFlags");
    const Inside inside(anchorOfThread());
    events_.follow(number(event), changed, context);
}

// A parameter is a timer of its own, started inside the call of its timer: stop() of the timer
// ends it, too.
void Engine::setParameter(TimerId timer, std::string_view parameter, std::int64_t value) noexcept {
    const std::uint32_t id = recordOf(number(timer));
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        refuse(anchor, id, RefusedUse::Other);
        return;
    }
    const Inside inside(anchor);
    ThreadArea* const area = areaOfThread(anchor);
    if (area == nullptr || area->tooDeep()) {
        return;
    }
    if (!timers_.known(id)) {
        area->countMisuse(MisuseKind::UnknownId, id);
        return;
    }
    if (!area->isInnermost(id)) {
        // A call that began while the timer was disabled is not on record.
        if (!timers_.everDisabled(id)) {
            area->countMisuse(MisuseKind::ParameterOutside, id);
        }
        return;
    }
    try {
        const std::uint32_t node = timers_.addParameter(id, parameter, value);
        startIn(*area, node);
    } catch (const std::exception&) {
        area->countMisuse(MisuseKind::OutOfMemory, id);
    }
}

EventId Engine::registerEvent(std::string_view name) {
    requireOutside("registerEvent");
    requireOwn("registerEvent");
    const Inside inside(anchorOfThread());
    return EventId{events_.add(name, false)};
}

EventId Engine::registerContextEvent(std::string_view name) {
    requireOutside("registerContextEvent");
    requireOwn("registerContextEvent");
    const Inside inside(anchorOfThread());
    return EventId{events_.add(name, true)};
}

bool Engine::setEventEnabled(EventId event, bool enabled) {
    return events_.setEnabled(number(event), enabled);
}

GroupId Engine::group(std::string_view name) {
    requireOutside("group");
    requireOwn("group");
    const Inside inside(anchorOfThread());
    return GroupId{timers_.group(name)};
}

std::string Engine::groupName(GroupId group) const {
    return timers_.groupName(number(group));
}

bool Engine::groupEnabled(GroupId group) const {
    return timers_.groupEnabled(number(group));
}

bool Engine::setGroupEnabled(GroupId group, bool enabled) {
    return timers_.setGroupEnabled(number(group), enabled);
}

std::vector<std::pair<GroupId, bool>> Engine::setGroupsEnabled(std::string_view pattern,
                                                               bool enabled) {
    std::vector<std::pair<GroupId, bool>> before;
    const std::vector<std::string> names = timers_.groups();
    for (std::uint32_t id = 0; id < names.size(); ++id) {
        if (base::matchesPattern(pattern, names[id])) {
            before.emplace_back(GroupId{id}, timers_.setGroupEnabled(id, enabled));
        }
    }
    return before;
}

void Engine::setDisabledGroups(std::vector<std::string> patterns) {
    timers_.setDisabledGroups(std::move(patterns));
}

void Engine::setAllGroupsEnabled(bool enabled) {
    timers_.setAllGroupsEnabled(enabled);
}

void Engine::addFact(std::string_view key, std::string_view value) {
    requireOutside("addFact");
    requireOwn("addFact");
    const Inside inside(anchorOfThread());
    noteFact(key, value);
}

// The names are added before the record is published, so no reader sees a fact without them.
void Engine::noteFact(std::string_view key, std::string_view value) const {
    const std::lock_guard lock(factsMutex_);
    Segment& segment = threads_->segment();
    RecordStore facts(segment, segment.table(Table::Facts), sizeof(FactRecord), kFirstFacts);
    auto* const fact = static_cast<FactRecord*>(facts.prepare());
    FactRecord names{names_.add(key), names_.add(value), 0, 0};
    if (fact == nullptr || names.key == kNone || names.value == kNone) {
        throw EngineError(roomError("addFact", key));
    }
    names.checksum = entryChecksum(names);
    *fact = names;
    facts.publish();
}

// The first use of this engine by the thread, or its first since it used another one.
ThreadArea* Engine::attachThread() noexcept {
    if (threadIsOver()) {
        count(&SegmentHeader::usesAfterThreadEnd);
        return nullptr;
    }
    if (!separate()) {
        return nullptr;
    }
    if (ThreadArea* const known = findArea(number_); known != nullptr) {
        return known;
    }
    ThreadArea* area = nullptr;
    try {
        // By now the rate of the clock may be known better; a killed program leaves the best.
        measured().updateIn(threads_->segment());
        area = threads_->add(measured_, timers_,
                             {maxDepth_, &sampling_, durations_.get(), quantiles_});
        keepArea(number_, threads_, area);
        return area;
    } catch (const std::exception&) {
        if (area != nullptr) {
            // The area is the registry's already and would otherwise stay running.
            threads_->end(area);
        }
        count(&SegmentHeader::usesWithoutMemory);
        return nullptr;
    }
}

MetricValues Engine::units(const MetricTicks& difference) const noexcept {
    MetricValues values{};
    for (std::size_t m = 0; m < measured().count(); ++m) {
        values[m] = measured().units(m, difference[m]);
    }
    return values;
}

std::optional<std::uint32_t> Engine::threadId() noexcept {
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        return std::nullopt;
    }
    const Inside inside(anchor);
    const ThreadArea* const area = areaOfThread(anchor);
    return area != nullptr ? std::optional(area->id()) : std::nullopt;
}

bool Engine::nameThread(std::string_view name) noexcept {
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        return false;
    }
    const Inside inside(anchor);
    ThreadArea* const area = areaOfThread(anchor);
    if (area != nullptr) {
        area->setName(name);
    }
    return area != nullptr;
}

Profile Engine::snapshot() const {
    return read(false);
}

Profile Engine::finalProfile() const {
    return read(true);
}

void Engine::count(std::uint64_t SegmentHeader::*counter) const noexcept {
    if (!threads_->segment().isForeign()) {
        checksummedCount::add(threads_->segment().header().*counter, 1);
    }
}

std::vector<ThreadCapture> Engine::capture(std::vector<ThreadCapture> reuse) const {
    requireOwn("capture");
    return SegmentReader(bytesOf(segment())).capture(measured(), std::move(reuse));
}

// countOpen: at the end of a run, where sums may be less than was shown before: floors are for
// live views.
Profile Engine::read(bool countOpen) const {
    requireOutside("snapshot");
    requireOwn("snapshot");
    // A handler that forks here must not take the mutexes a second time.
    const Inside inside(anchorOfThread());
    measured().updateIn(threads_->segment());
    Profile profile = SegmentReader(bytesOf(segment()))
                          .read(measured(), countOpen, countOpen ? nullptr : &floors_)
                          .profile;
    profile.timeNs = static_cast<std::int64_t>(measured().timeNs() - startNs_);
    // After the values and the time were read, which it would make larger where timers run.
    if (const std::optional<std::string> error = measureOverhead()) {
        std::erase_if(profile.context,
                      [](const auto& fact) { return fact.first == kOverheadError; });
        profile.context.emplace_back(kOverheadError, *error);
    }
    profile.created = base::isoTime(std::chrono::system_clock::now());
    if (const std::uint64_t threads = measured().threadsWithout(); threads > 0) {
        profile.context.emplace_back(kThreadsWithoutMetric, std::to_string(threads));
    }
    for (TimerInfo& timer : profile.timers) {
        timer.throttled = timers_.throttled(timer.id);
    }
    const std::lock_guard lock(pairMutex_);
    profile.probeOverhead = probeOverhead_;
    if (profile.probeOverhead) {
        profile.probeOverhead->untimed = samplingOverhead_.untimed;
    }
    return profile;
}

}  // namespace gantry::perf
