#pragma once

#include <framework/Framework.hpp>
#include <framework/LaterInstances.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::framework {

/// Connections that are to be monitored.
struct ConnectionPattern {
    /// As it was given: "all", or USER.PORT with * and ? as in file names.
    std::string text;
    std::string user;
    std::string usesPort;
};

/// Throws std::invalid_argument.
ConnectionPattern readConnectionPattern(const std::string& text);

/// What of the connections of a run is to be observed.
struct MonitoringOptions {
    std::vector<ConnectionPattern> connections;
    bool timed = true;
    ContractPolicy contracts;
    /// Every call is recorded, and each record written to RECORDS.N.csv at the end.
    std::optional<std::string> records;
};

/// A file with the recorded calls of one method. calls: rows that are in it.
struct RecordFile {
    std::string record;
    std::string path;
    std::int64_t calls = 0;
    /// Calls beyond what a record keeps.
    std::int64_t dropped = 0;
};

/// The monitoring of one run, asked for from outside of the script.
///
///     const MonitoringOptions options{{readConnectionPattern("driver.*")}};
///     RunMonitoring monitoring(assembly, options);
///     monitoring.begin();         // before each go
///     monitoring.checkFound();    // at the end
class RunMonitoring final {
public:
    /// Both outlive it.
    RunMonitoring(Framework& assembly, const MonitoringOptions& options)
        : assembly_(assembly), options_(options), found_(options.connections.size()) {}

    /// Monitors what there is and what is to come. To be called once the performance component is
    /// there, and again before each go. Throws gantry::Error.
    void begin();
    /// Throws gantry::Error where a connection cannot come: no instance has or may get that name,
    /// or the one that does uses no such port.
    void checkNames(const LaterInstances& later) const;

    /// Writes the records of the instance backend, in the order in which they began, and appends
    /// each that was written to files. rank: of this process in a run of several, else empty.
    /// Throws gantry::Error where a file cannot be written.
    void writeRecords(const std::string& backend, const std::string& rank,
                      std::vector<RecordFile>& files) const;
    /// Throws gantry::Error where a connection was asked for that was never monitored.
    void checkFound();

private:
    // Notes which patterns have a connection that is monitored now.
    void look();
    [[nodiscard]] bool canMatch(const ConnectionPattern& wanted, const LaterInstances& later) const;
    [[nodiscard]] std::string connectedPorts() const;
    [[noreturn]] void refuse(const ConnectionPattern& missing) const;

    Framework& assembly_;
    const MonitoringOptions& options_;
    /// Whether something was monitored for each of the patterns.
    std::vector<bool> found_;
    bool begun_ = false;
};

}  // namespace gantry::framework
