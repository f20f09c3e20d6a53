#include <base/text/GlobPattern.hpp>
#include <framework/RunMonitoring.hpp>
#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>

#include <set>
#include <stdexcept>
#include <utility>

namespace gantry::framework {

namespace {

constexpr const char* kAll = "all";

/// The port of that type which an instance provides; null where there is none.
template <class Port>
std::shared_ptr<Port> portOf(const Framework& assembly, const std::string& instance,
                             const std::string& type) {
    const std::optional<InstanceInfo> info = assembly.instance(instance);
    for (const PortInfo& port : info ? info->ports : std::vector<PortInfo>{}) {
        if (port.provided && port.type == type) {
            return castPort<Port>(assembly.providedPort(instance, port.name), port.name);
        }
    }
    return nullptr;
}

}  // namespace

ConnectionPattern readConnectionPattern(const std::string& text) {
    if (text == kAll) {
        return {text, "*", "*"};
    }
    const std::size_t point = text.rfind('.');
    if (point == std::string::npos || point == 0 || point + 1 == text.size()) {
        throw std::invalid_argument("'" + text +
                                    "' is neither all nor USER.PORT, such as driver.integrate");
    }
    return {text, text.substr(0, point), text.substr(point + 1)};
}

void RunMonitoring::begin() {
    if (!begun_) {
        for (const ConnectionPattern& wanted : options_.connections) {
            assembly_.monitorEach(wanted.user, wanted.usesPort,
                                  {.timed = options_.timed,
                                   .recorded = options_.records.has_value(),
                                   .contracts = options_.contracts});
        }
        begun_ = true;
    }
    look();
}

void RunMonitoring::look() {
    for (const MonitoredConnection& monitored : assembly_.monitored()) {
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const ConnectionPattern& wanted = options_.connections[i];
            found_[i] = found_[i] || (monitored.reasonNotMonitored.empty() &&
                                      matches(monitored.connection, wanted.user, wanted.usesPort));
        }
    }
}

void RunMonitoring::checkFound() {
    look();
    for (std::size_t i = 0; i < found_.size(); ++i) {
        if (!found_[i] && options_.connections[i].text != kAll) {
            refuse(options_.connections[i]);
        }
    }
}

// Before the run, so that a misspelled name does not cost a run. Only what can never match is
// refused; whether the rest did is known at the end (checkFound).
void RunMonitoring::checkNames(const LaterInstances& later) const {
    for (const ConnectionPattern& wanted : options_.connections) {
        if (wanted.text != kAll && !canMatch(wanted, later)) {
            const std::string known = connectedPorts();
            throw Error(gov::cca::CCAExceptionType::BadProperties,
                        "monitoring of " + wanted.text +
                            ": there is no instance with such a uses port; there are: " +
                            (known.empty() ? "none" : known));
        }
    }
}

bool RunMonitoring::canMatch(const ConnectionPattern& wanted, const LaterInstances& later) const {
    bool userExists = false;
    for (const InstanceInfo& user : assembly_.instances()) {
        if (!base::matchesPattern(wanted.user, user.name)) {
            continue;
        }
        userExists = true;
        for (const PortInfo& port : user.ports) {
            if (!port.provided && base::matchesPattern(wanted.usesPort, port.name)) {
                return true;
            }
        }
    }
    const bool isPattern = wanted.user.find_first_of("*?") != std::string::npos;
    return later.anyMayCome() || isPattern || (!userExists && later.mayCome(wanted.user));
}

std::string RunMonitoring::connectedPorts() const {
    std::set<std::pair<std::string, std::string>> connected;
    for (const ConnectionInfo& connection : assembly_.connections()) {
        connected.emplace(connection.user, connection.usesPort);
    }
    std::string names;
    for (const InstanceInfo& user : assembly_.instances()) {
        for (const PortInfo& port : user.ports) {
            if (port.monitorable && connected.contains({user.name, port.name})) {
                names += (names.empty() ? "" : ", ") + user.name + '.' + port.name;
            }
        }
    }
    return names;
}

void RunMonitoring::refuse(const ConnectionPattern& missing) const {
    std::string reason;
    for (const MonitoredConnection& monitored : assembly_.monitored()) {
        if (matches(monitored.connection, missing.user, missing.usesPort)) {
            reason = ": " + monitored.reasonNotMonitored;
        }
    }
    const std::string known = connectedPorts();
    throw Error(gov::cca::CCAExceptionType::BadProperties,
                "monitoring of " + missing.text + ": no such connection was monitored" +
                    (reason.empty()
                         ? "; at the end could be: " + (known.empty() ? std::string("none") : known)
                         : reason));
}

void RunMonitoring::writeRecords(const std::string& backend, const std::string& rank,
                                 std::vector<RecordFile>& files) const {
    if (!options_.records || backend.empty()) {
        return;
    }
    const auto reader = portOf<performance::PerfParam>(assembly_, backend, "performance.PerfParam");
    const auto monitor = portOf<performance::Monitor>(assembly_, backend, "performance.Monitor");
    if (!reader || !monitor) {
        return;
    }
    sidl::array<std::string> names;
    reader->getCompMethNames(names);
    for (const std::string& name : names) {
        // Numbered, as the name of a record may hold characters that a file name cannot.
        const std::string stem = *options_.records + '.' + std::to_string(files.size() + 1);
        // The component itself puts the rank before the ending.
        std::string path = stem;
        path.append(rank.empty() ? "" : ".").append(rank).append(".csv");
        RecordFile file{name, std::move(path), 0, reader->getNumDroppedCalls(name)};
        sidl::array<double, 2> rows;
        reader->getPerformanceData(name, rows, false);
        file.calls = rows.length(0);
        monitor->dumpDataFileName(name, stem + ".csv");
        files.push_back(std::move(file));
    }
}

}  // namespace gantry::framework
