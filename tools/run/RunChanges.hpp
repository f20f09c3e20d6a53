#pragma once

#include <framework/Framework.hpp>
#include <perf/archive/History.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// Observes every change of an assembly, as it is made: writes it into a file, keeps it for an
/// archive, or both. While nothing is wanted nobody observes, and changes cost nothing.
///
/// The file is a script which builds the assembly again (docs/formats/script.md); what was written
/// is there even where the program is killed.
class RunChanges final {
public:
    struct Request {
        std::optional<std::filesystem::path> file;
        /// What is run, for the head of the file.
        std::string script;
        bool keep = false;
        /// Changes that are kept; beyond that the oldest go.
        std::size_t mostKept = 100'000;
    };

    /// The assembly outlives it. Throws std::runtime_error where the file cannot be written.
    RunChanges(framework::Framework& assembly, Request request);
    ~RunChanges();
    RunChanges(const RunChanges&) = delete;
    RunChanges& operator=(const RunChanges&) = delete;

    /// What was kept so far, in the order of time. beganAt: when the measurement began, in seconds
    /// since 1970. Adds to leftOut how many there were before. Any thread may change the assembly
    /// meanwhile.
    [[nodiscard]] std::vector<perf::ArchivedChange> changes(double beganAt,
                                                            std::int64_t& leftOut) const;

    /// What changes from now on is not observed. Throws std::runtime_error where something could
    /// not be written.
    void end();

private:
    void observe(const framework::Change& change);

    framework::Framework& assembly_;
    const Request request_;
    std::ofstream stream_;
    mutable std::mutex mutex_;
    std::deque<framework::Change> kept_;
    std::int64_t dropped_ = 0;
};

}  // namespace gantry::tools
