#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <future>
#include <sys/stat.h>
#include <unistd.h>

/// Runs a function that opens a new FIFO at path. False where it waits there for a writer; the
/// function is then released by one, so that the test ends.
template <class Open>
bool endsAtFifo(const std::filesystem::path& path, const Open& open) {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::future<void> done = std::async(std::launch::async, open);
    // A bound for a failure alone: a sound function returns at once.
    const bool ended = done.wait_for(std::chrono::seconds(5)) == std::future_status::ready;
    if (!ended) {
        ::close(::open(path.c_str(), O_WRONLY));
    }
    done.wait();
    return ended;
}
