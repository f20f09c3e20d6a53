// performance.Monitor for all connected backends: records are written to each of them and read from
// the first that has them.

#include "SharedMonitor.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace performance::multiplexer {
namespace {

// The ports have no question whether a record exists; 0 is the status of those that answer for it.
bool has(Backend& backend, const std::string& rname) {
    const auto reader = backend.perfParam();
    sidl::array<std::string> columns;
    return reader && reader->getPerformanceColumns(rname, columns) == 0;
}

// What ask(reader) returns of the first backend that has the record.
template <class Ask>
auto askFirst(const Visit& visit, const std::string& rname, const Ask& ask) {
    std::optional<decltype(ask(std::declval<PerfParam&>()))> answer;
    for (const auto& backend : visit.backends()) {
        if (!answer && has(*backend, rname)) {
            answer = ask(*backend->perfParam());
        }
    }
    return answer;
}

// The first error is thrown when all were asked.
template <class Use>
void useAll(const Visit& visit, const Use& use) {
    std::exception_ptr first;
    for (const auto& backend : visit.backends()) {
        try {
            if (const auto monitor = backend->monitor()) {
                use(*monitor);
            }
        } catch (...) {
            first = first ? first : std::current_exception();
        }
    }
    if (first) {
        std::rethrow_exception(first);
    }
}

template <class Use>
void useFirst(const Visit& visit, const std::string& rname, const Use& use) {
    for (const auto& backend : visit.backends()) {
        if (has(*backend, rname)) {
            if (const auto monitor = backend->monitor()) {
                use(*monitor);
                return;
            }
        }
    }
    // No backend knows the record: each of them answers as it would alone, with its own error.
    useAll(visit, use);
}

// Monitoring does not break what is monitored.
template <class Use>
void useEach(const Route& route, const Use& use) noexcept {
    for (const auto& backend : route.backends) {
        try {
            if (const auto monitor = backend->monitor()) {
                use(*monitor);
            }
        } catch (...) {  // NOLINT(bugprone-empty-catch): not recorded by this backend
        }
    }
}

}  // namespace

void SharedMonitor::startMonitoring(const std::string& rname) {
    ThreadCalls* const calls = shared_->board().enter();
    if (calls == nullptr) {
        return;
    }
    useEach(calls->route(), [&](Monitor& monitor) { monitor.startMonitoring(rname); });
    calls->beginRecord(rname);
    Switchboard::leave(*calls);
}

void SharedMonitor::stopMonitoring(const std::string& rname,
                                   const sidl::array<std::string>& paramNames,
                                   const sidl::array<double>& paramValues) {
    ThreadCalls* const calls = shared_->board().enter();
    if (calls == nullptr) {
        return;
    }
    // A record ends in the backends in which it began, even if others were connected in between.
    // It is null where the start was not seen, or could not be kept for lack of memory.
    const std::shared_ptr<const Route> began = calls->endRecord(rname);
    useEach(began ? *began : calls->route(),
            [&](Monitor& monitor) { monitor.stopMonitoring(rname, paramNames, paramValues); });
    Switchboard::leave(*calls);
}

// The call creates the record where there is none yet, so all backends get the name.
void SharedMonitor::setFileName(const std::string& rname, const std::string& fname) {
    useAll(Visit(shared_->board()), [&](Monitor& monitor) { monitor.setFileName(rname, fname); });
}

void SharedMonitor::dumpData(const std::string& rname) {
    useFirst(Visit(shared_->board()), rname, [&](Monitor& monitor) { monitor.dumpData(rname); });
}

void SharedMonitor::dumpDataFileName(const std::string& rname, const std::string& fname) {
    useFirst(Visit(shared_->board()), rname,
             [&](Monitor& monitor) { monitor.dumpDataFileName(rname, fname); });
}

void SharedMonitor::destroyRecord(const std::string& rname) {
    const Visit visit(shared_->board());
    bool destroyed = false;
    for (const auto& backend : visit.backends()) {
        if (const auto monitor = has(*backend, rname) ? backend->monitor() : nullptr) {
            monitor->destroyRecord(rname);
            destroyed = true;
        }
    }
    if (!destroyed) {
        useAll(visit, [&](Monitor& monitor) { monitor.destroyRecord(rname); });
    }
}

std::int32_t SharedMonitor::getPerformanceData(const std::string& rname,
                                               sidl::array<double, 2>& data, bool reset) {
    data = {};
    const Visit visit(shared_->board());
    std::int32_t status = -1;
    for (const auto& backend : visit.backends()) {
        if (!has(*backend, rname)) {
            continue;
        }
        if (status != 0) {
            status = backend->perfParam()->getPerformanceData(rname, data, reset);
        } else if (reset) {
            // Only one backend's data is returned, but all are reset: a record read later from
            // another backend must not begin before this reset.
            sidl::array<double, 2> dropped;
            (void)backend->perfParam()->getPerformanceData(rname, dropped, true);
        }
    }
    return status;
}

// The union of all backends: each name once.
std::int32_t SharedMonitor::getCompMethNames(sidl::array<std::string>& cm_names) {
    std::vector<std::string> all;
    const Visit visit(shared_->board());
    for (const auto& backend : visit.backends()) {
        sidl::array<std::string> names;
        if (const auto reader = backend->perfParam()) {
            (void)reader->getCompMethNames(names);
        }
        for (const std::string& name : names) {
            if (std::find(all.begin(), all.end(), name) == all.end()) {
                all.push_back(name);
            }
        }
    }
    cm_names = sidl::array<std::string>(all);
    return 0;
}

std::int32_t SharedMonitor::getPerformanceColumns(const std::string& rname,
                                                  sidl::array<std::string>& names) {
    names = {};
    return askFirst(Visit(shared_->board()), rname,
                    [&](PerfParam& reader) { return reader.getPerformanceColumns(rname, names); })
        .value_or(-1);
}

std::int64_t SharedMonitor::getNumDroppedCalls(const std::string& rname) {
    return askFirst(Visit(shared_->board()), rname,
                    [&](PerfParam& reader) { return reader.getNumDroppedCalls(rname); })
        .value_or(-1);
}

}  // namespace performance::multiplexer
