// The names of an instance's timers are learned from a snapshot and kept: a timer never changes its
// group. So a reading of known timers asks the backend for these alone.

#include "services/InstanceTimers.hpp"

#include <gantry/Error.hpp>
#include <performance/Measurement.hpp>
#include <performance/TimerReader.hpp>

#include <algorithm>
#include <iterator>
#include <map>

#include "services/InstanceSnapshot.hpp"
#include "services/ServicesOf.hpp"
#include "services/rowsOf.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

constexpr const char* kMeasurementType = "performance.Measurement";

void read(performance::Query& query, const std::vector<std::string>& names,
          InstanceTimers::Values& values) {
    if (const auto reader = query.createTimerReader(sidl::array<std::string>(names))) {
        reader->getTimerData(values.exclusive, values.inclusive, values.calls, values.childCalls);
    }
}

}  // namespace

InstanceTimers::Backend InstanceTimers::backend() const {
    Backend backend;
    // The lock of the assembly ends before the backend is asked: createQuery is code of a
    // component, which may wait for a thread that needs the lock.
    CommonProvider provider;
    {
        const auto assembly = require(assembly_);
        const AssemblyLock guard = assembly->core().lock();
        const auto instance = instance_.lock();
        if (!instance || instance->closed()) {
            throw Error(CCAExceptionType::Nonstandard,
                        "the instance whose performance is queried was destroyed; disconnect its "
                        "performance port");
        }
        backend.own = {instance->name(), instance->timedConnections()};
        if (!assembly->core().instances().providersOf(kMeasurementType).empty()) {
            provider = assembly->core().commonProvider(kMeasurementType, nullptr);
        }
    }
    // The provider stays alive without the lock, since `provider` holds its instance.
    if (const auto measurement =
            std::dynamic_pointer_cast<performance::Measurement>(provider.port)) {
        backend.query = measurement->createQuery();
        backend.serial = provider.instance->serial();
    }
    return backend;
}

std::shared_ptr<performance::Snapshot> InstanceTimers::snapshot() const {
    const Backend present = backend();
    const auto whole = present.query ? present.query->getSnapshot() : nullptr;
    return whole ? snapshotOfInstance(whole, present.own) : nullptr;
}

// The caller holds mutex_.
void InstanceTimers::learn(const Backend& backend) {
    const auto whole = backend.query->getSnapshot();
    if (!whole) {
        return;
    }
    const std::vector<std::string> names = whole->getTimerNames().toVector();
    std::map<std::string, int> count;
    for (const std::string& name : names) {
        ++count[name];
    }
    for (const int index : backend.own.in(*whole)) {
        const std::string& name = names[static_cast<std::size_t>(index)];
        timers_.insert_or_assign(name, count[name] > 1);
    }
}

std::optional<InstanceTimers::Timer> InstanceTimers::named(const std::string& name) const {
    auto found = timers_.find(name);
    if (found == timers_.end()) {
        // The map is sorted, so all full names that begin so are next to each other; a second one
        // makes the short name ambiguous.
        const std::string beginning = name + ' ';
        found = timers_.lower_bound(beginning);
        const auto fits = [&](auto timer) {
            return timer != timers_.end() && timer->first.starts_with(beginning);
        };
        if (!fits(found) || fits(std::next(found))) {
            return std::nullopt;
        }
    }
    return Timer{found->first, found->second};
}

std::vector<std::optional<InstanceTimers::Timer>> InstanceTimers::find(
    const Backend& backend, const std::vector<std::string>& names) {
    std::vector<std::optional<Timer>> found(names.size());
    if (!backend.query) {
        return found;
    }
    const std::lock_guard lock(mutex_);
    // Another instance measures than before. Its timers are found anew, as it may not have those of
    // the former one.
    if (serial_ != backend.serial) {
        timers_.clear();
        serial_ = backend.serial;
    }
    const auto look = [&] {
        std::transform(names.begin(), names.end(), found.begin(),
                       [&](const std::string& name) { return named(name); });
    };
    look();
    if (std::any_of(found.begin(), found.end(), [](const auto& timer) { return !timer; })) {
        // Once for all unknown names: a snapshot costs much more than the search.
        learn(backend);
        look();
    }
    return found;
}

std::vector<std::string> InstanceTimers::known(const Backend& backend,
                                               const std::vector<std::string>& names) {
    std::vector<std::string> full;
    for (const auto& timer : find(backend, names)) {
        if (timer) {
            full.push_back(timer->fullName);
        }
    }
    return full;
}

InstanceTimers::Values InstanceTimers::values(const std::vector<std::string>& names) {
    const Backend present = backend();
    const auto timers = find(present, names);
    const bool isShared = std::any_of(timers.begin(), timers.end(),
                                      [](const auto& timer) { return timer && timer->isShared; });
    Values values;
    std::vector<std::string> read;
    // A reading by name cannot tell timers of the same name in different groups apart; a snapshot
    // can.
    if (isShared) {
        InstanceSnapshot own(present.query->getSnapshot(), present.own);
        read = own.getTimerNames().toVector();
        own.getTimerData(values.exclusive, values.inclusive, values.calls, values.childCalls);
    } else if (present.query) {
        for (const auto& timer : timers) {
            if (timer) {
                read.push_back(timer->fullName);
            }
        }
        framework::read(*present.query, read, values);
    }
    std::vector<int> rows;
    for (const auto& timer : timers) {
        const auto row = timer ? std::find(read.begin(), read.end(), timer->fullName) : read.end();
        rows.push_back(row == read.end() ? -1 : static_cast<int>(row - read.begin()));
    }
    return {rowsOf(values.exclusive, rows), rowsOf(values.inclusive, rows),
            rowsOf(values.calls, rows), rowsOf(values.childCalls, rows)};
}

}  // namespace gantry::framework
