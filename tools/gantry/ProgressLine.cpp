#include "ProgressLine.hpp"

#include <chrono>
#include <iostream>
#include <unistd.h>
#include <utility>

namespace gantry::tools {

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)) {
    // On standard error, and on a terminal only: pipes and files get results, not progress.
    if (isatty(STDERR_FILENO) == 1) {
        thread_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
    }
}

ProgressLine::~ProgressLine() = default;

void ProgressLine::show(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    const auto begin = std::chrono::steady_clock::now();
    const auto never = [] { return false; };
    std::unique_lock lock(mutex_);
    bool shown = false;
    // Work that is done sooner shows no line at all. A request to stop ends the waiting at once, so
    // the destructor does not delay the result.
    wake_.wait_for(lock, stop, 2s, never);
    while (!stop.stop_requested()) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::steady_clock::now() - begin);
        std::cerr << what_ << " ... " << seconds.count() << " s\033[K\r" << std::flush;
        shown = true;
        wake_.wait_for(lock, stop, 1s, never);
    }
    // The escape sequence clears the line for what is printed next.
    if (shown) {
        std::cerr << "\r\033[K" << std::flush;
    }
}

}  // namespace gantry::tools
