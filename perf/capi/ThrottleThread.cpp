#include "ThrottleThread.hpp"

#include <perf/engine/Throttling.hpp>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <dirent.h>
#include <exception>
#include <new>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

#include "ProcessEngine.hpp"

namespace gantry::capi {

namespace {

// Not an object, as the engine: the thread may look until the process is gone.
alignas(perf::Throttling) constinit std::byte storage[sizeof(perf::Throttling)]{};
constinit thread_local bool isMaking = false;

void pause() noexcept {
    const auto interval =
        std::chrono::duration_cast<std::chrono::nanoseconds>(perf::Throttling::kInterval);
    const timespec time{0, static_cast<long>(interval.count())};
    ::nanosleep(&time, nullptr);
}

// Whether the thread of main has ended without the process, and this is the only other one.
bool isLastThread() noexcept {
    DIR* const tasks = ::opendir("/proc/self/task");
    if (tasks == nullptr) {
        return false;
    }
    int count = 0;
    while (const dirent* const entry = ::readdir(tasks)) {
        count += entry->d_name[0] == '.' ? 0 : 1;
    }
    ::closedir(tasks);
    if (count != 2) {
        return false;
    }
    std::array<char, 64> file{};
    std::snprintf(file.data(), file.size(), "/proc/self/task/%d/stat", ::getpid());
    std::FILE* const status = std::fopen(file.data(), "re");
    char state = '?';
    // Behind the name of the program, which may have any characters but is the last in brackets.
    std::array<char, 512> line{};
    if (status != nullptr && std::fgets(line.data(), line.size(), status) != nullptr) {
        const std::string_view text(line.data());
        const std::size_t at = text.rfind(')');
        state = at + 2 < text.size() ? text[at + 2] : '?';
    }
    if (status != nullptr) {
        std::fclose(status);
    }
    return state == 'Z';
}

// The last thread of a process has to end, so that the process does.
void* watch(void* given) {
    auto* const throttling = static_cast<perf::Throttling*>(given);
    while (processEngine(false) != nullptr && !isLastThread()) {
        try {
            throttling->look();
        } catch (const std::exception&) {
            // No memory for a snapshot: the next look decides.
        }
        pause();
    }
    return nullptr;
}

// All signals are blocked in it, so that handlers of the program run on the program's threads.
bool startThread(perf::Throttling* throttling) noexcept {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    isMaking = true;
    pthread_t thread{};
    const int code = ::pthread_create(&thread, nullptr, &watch, throttling);
    isMaking = false;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (code == 0) {
        ::pthread_detach(thread);
    }
    return code == 0;
}

}  // namespace

bool isMakingOwnThread() noexcept {
    return isMaking;
}

bool startThrottling(perf::Engine& engine, const perf::ThrottleRule& rule) noexcept {
    try {
        auto* const throttling =
            new (storage) perf::Throttling(engine, perf::Throttling::Looks::ByOwner);
        throttling->setRule(rule);
        return startThread(throttling);
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace gantry::capi
