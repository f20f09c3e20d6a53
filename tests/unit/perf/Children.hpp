#pragma once

#include <cstdlib>
#include <exception>
#include <sys/wait.h>
#include <unistd.h>

namespace gantry::perf::samples {

/// Whether this program runs under ThreadSanitizer, which does not follow the threads of a child
/// that was forked from a program with threads.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int kSlowness = 10;
#else
inline constexpr int kSlowness = 1;
#endif

/// Forks; the child runs `work`, which says whether all was well, and ends there and then.
template <class Work>
pid_t forkChild(Work work) {
    const pid_t child = ::fork();
    if (child == 0) {
        bool good = false;
        try {
            good = work();
        } catch (const std::exception&) {
            good = false;
        }
        ::_exit(good ? 0 : 1);
    }
    return child;
}

/// Whether the child ended by itself and said that all was well.
inline bool endedWell(pid_t child) {
    int status = -1;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/// Runs `work` in a forked child to its end.
template <class Work>
bool inChild(Work work) {
    return endedWell(forkChild(work));
}

/// The number in an environment variable, for a longer run than usual; usually a tenth of
/// `otherwise` where a sanitizer makes the program slow.
inline int wantedTimes(const char* variable, int otherwise) {
    const char* const text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : otherwise / kSlowness;
}

/// A pipe by which one process waits for another.
class Signpost final {
public:
    Signpost() {
        if (::pipe(ends_) != 0) {
            std::abort();
        }
    }
    Signpost(const Signpost&) = delete;
    Signpost& operator=(const Signpost&) = delete;
    ~Signpost() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }

    void raise() const { (void)!::write(ends_[1], "!", 1); }
    bool wait() const {
        char mark = 0;
        return ::read(ends_[0], &mark, 1) == 1;
    }

private:
    int ends_[2] = {-1, -1};
};

}  // namespace gantry::perf::samples
