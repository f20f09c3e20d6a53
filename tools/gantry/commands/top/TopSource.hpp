#pragma once

#include <perf/analysis/ThreadActivity.hpp>
#include <perf/model/Profile.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// Where `gantry top` reads a program from.
class TopSource {
public:
    TopSource() = default;
    virtual ~TopSource() = default;
    TopSource(const TopSource&) = delete;
    TopSource& operator=(const TopSource&) = delete;

    /// By which people know the program, such as "process 4711".
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// Everything measured up to now. Throws std::runtime_error where it cannot be read.
    virtual perf::Profile read() = 0;
    /// Whether the program still runs.
    virtual bool isLive() = 0;
    /// What the threads do, as far as that can be seen from here.
    virtual std::vector<perf::ThreadActivity> threads(const perf::Profile& now) = 0;
    /// Whether the measurement overhead of this machine is that of the program.
    [[nodiscard]] virtual bool isLocal() const = 0;
};

/// A process of this machine, or its segment. Throws as perf::chooseSegment and perf::SegmentFile.
std::unique_ptr<TopSource> localTop(const std::string& word);

/// The program that `gantry serve` shows at an address, also on another machine by way of a tunnel.
/// Throws std::invalid_argument for an address that is none, std::runtime_error where no such
/// server replies.
std::unique_ptr<TopSource> remoteTop(const std::string& url, const std::string& key);

/// The key of a server: from a file that only its owner can read, else from the variable
/// GANTRY_KEY; never from the command line, which other users see. Throws std::runtime_error where
/// there is none.
std::string keyOfServer(const std::optional<std::string>& file);

}  // namespace gantry::tools
