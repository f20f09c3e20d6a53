#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/Machine.hpp>
#include <perf/engine/PairCost.hpp>
#include <perf/engine/SnapshotReader.hpp>
#include <perf/model/Pattern.hpp>

#include <chrono>
#include <ctime>
#include <exception>
#include <new>
#include <utility>

namespace gantry::perf {

namespace {

std::uint32_t checked(std::uint32_t value, std::uint32_t largest, const char* option) {
    if (value == 0 || value > largest) {
        throw EngineError(std::string("EngineOptions::") + option + " is " + std::to_string(value) +
                          "; it must be between 1 and " + std::to_string(largest));
    }
    return value;
}

std::string utcNow() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text, length};
}

constexpr std::uint32_t kMostDepth = 1U << 24U;
constexpr std::uint32_t kMostIds = 1U << 30U;

}  // namespace

Engine::Engine(EngineOptions options)
    : number_(newEngineNumber()),
      timers_(checked(options.maxTimers, kMostIds, "maxTimers")),
      events_(checked(options.maxEvents, kMostIds, "maxEvents")),
      metrics_(std::move(options.metrics)),
      maxDepth_(checked(options.maxDepth, kMostDepth, "maxDepth")),
      quantiles_(options.quantiles),
      startNs_(metrics_.timeNs()),
      threads_(std::make_shared<ThreadRegistry>()) {}

Engine::~Engine() {
    threads_->close();
}

TimerId Engine::registerTimer(std::string_view name, std::string_view type, std::string_view group,
                              TimerKind kind) {
    return TimerId{timers_.add(name, type, group, kind)};
}

void Engine::setParameter(TimerId timer, std::string_view parameter, std::int64_t value) noexcept {
    const std::uint32_t id = number(timer);
    ThreadArea* const area = areaOfThread();
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
        if (metrics_.timeStampOnly()) {
            area->start(node, TimeStampReader{});
        } else {
            area->start(node, metrics_);
        }
    } catch (const std::exception&) {
        area->countMisuse(MisuseKind::OutOfMemory, id);
    }
}

EventId Engine::registerEvent(std::string_view name) {
    return EventId{events_.add(name, false)};
}

EventId Engine::registerContextEvent(std::string_view name) {
    return EventId{events_.add(name, true)};
}

bool Engine::setEventEnabled(EventId event, bool enabled) {
    return events_.setEnabled(number(event), enabled);
}

GroupId Engine::group(std::string_view name) {
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
        if (matchesPattern(pattern, names[id])) {
            before.emplace_back(GroupId{id}, timers_.setGroupEnabled(id, enabled));
        }
    }
    return before;
}

void Engine::setAllGroupsEnabled(bool enabled) {
    timers_.setAllGroupsEnabled(enabled);
}

ThreadArea* Engine::attachThread() noexcept {
    if (threadIsOver()) {
        usesAfterThreadEnd_.fetch_add(1, std::memory_order_relaxed);
        return nullptr;
    }
    if (ThreadArea* const known = findArea(number_); known != nullptr) {
        return known;
    }
    try {
        ThreadArea* const area = threads_->add(metrics_, timers_, maxDepth_);
        keepArea(number_, threads_, area);
        return area;
    } catch (const std::exception&) {
        usesWithoutMemory_.fetch_add(1, std::memory_order_relaxed);
        return nullptr;
    }
}

void Engine::startUnknown(std::uint32_t timer) noexcept {
    if (ThreadArea* const area = areaOfThread(); area != nullptr) {
        area->countMisuse(MisuseKind::UnknownId, timer);
    }
}

void Engine::stopUnknown(ThreadArea* area) noexcept {
    if (area != nullptr) {
        area->countMisuse(MisuseKind::UnknownId, kNone);
    }
}

void Engine::triggerUnknown(std::uint32_t event) noexcept {
    if (ThreadArea* const area = areaOfThread(); area != nullptr) {
        area->countEventMisuse(MisuseKind::UnknownId, event);
    }
}

Profile Engine::snapshot() const {
    return read(false);
}

Profile Engine::finalProfile() const {
    return read(true);
}

Profile Engine::read(bool countOpen) const {
    Profile profile;
    profile.created = utcNow();
    SnapshotReader(metrics_, timers_, events_, *threads_).read(profile, countOpen);
    profile.timeNs = static_cast<std::int64_t>(metrics_.timeNs() - startNs_);
    if (const std::uint64_t uses = usesAfterThreadEnd_.load(); uses > 0) {
        profile.misuse.push_back({MisuseKind::AfterThreadEnd, {}, {}, uses, -1});
    }
    if (const std::uint64_t uses = usesWithoutMemory_.load(); uses > 0) {
        profile.misuse.push_back({MisuseKind::OutOfMemory, {}, {}, uses, -1});
    }
    if (const std::uint64_t threads = metrics_.threadsWithout(); threads > 0) {
        profile.context.emplace_back(kThreadsWithoutMetric, std::to_string(threads));
    }
    std::call_once(pairMeasured_, [this] { pairCost_ = measurePairCost(metrics_, timers_); });
    profile.pairCost = pairCost_;
    std::call_once(machineRead_, [this] { machine_ = readMachine(); });
    profile.machine = machine_;
    return profile;
}

}  // namespace gantry::perf
