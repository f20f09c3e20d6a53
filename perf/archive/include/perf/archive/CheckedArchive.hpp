#pragma once

#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gantry::base {
class Database;
}  // namespace gantry::base

namespace gantry::perf {

/// An archive that is open and was checked, once, for who reads several of its parts: checking an
/// archive of a million timers takes seconds. The functions of Archive.hpp open and check it for
/// each part. For one thread. Everything throws ArchiveError.
///
///     CheckedArchive archive("run.gantry");
///     show(archive.profile(), archive.history());
class CheckedArchive final {
public:
    /// Opens the file and checks all of it, as readArchive() says.
    explicit CheckedArchive(std::filesystem::path path);
    CheckedArchive(const CheckedArchive&) = delete;
    CheckedArchive& operator=(const CheckedArchive&) = delete;
    CheckedArchive(CheckedArchive&& other) noexcept;
    CheckedArchive& operator=(CheckedArchive&& other) noexcept;
    ~CheckedArchive();

    /// As readArchive().
    [[nodiscard]] Profile profile();
    /// As readHistory().
    [[nodiscard]] History history();
    /// As readTraceChunks().
    [[nodiscard]] std::vector<std::string> traceChunks();
    /// As readTimelineChunks().
    [[nodiscard]] std::vector<std::string> timelineChunks();
    /// Whether the context of the profile has a fact of that key, without reading the profile.
    [[nodiscard]] bool hasFact(const std::string& key);

private:
    std::filesystem::path path_;
    std::unique_ptr<base::Database> database_;
};

}  // namespace gantry::perf
