#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace gantry::tools {

/// Says on a terminal, after two seconds and then every second, that work goes on and for how long.
/// Writes to standard error, and nothing at all where that is not a terminal.
class ProgressLine final {
public:
    explicit ProgressLine(std::string what);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    void show(const std::stop_token& stop);

    std::string what_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

}  // namespace gantry::tools
