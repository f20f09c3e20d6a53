// The functions that start a program. Those of one process image return only where they fail.
#include <Wrapper.hpp>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include "Environment.hpp"
#include "Programs.hpp"

namespace gantry::programs {

namespace {

template <class Behind>
int replacing(const char* program, char* const* environment, Behind behind,
              Search search = Search::No) noexcept {
    const Start start(program, environment, search);
    const int result = behind();
    start.fail();
    return result;
}

// 0 where it was started.
template <class Behind>
int spawning(const char* program, char* const* environment, Search search, Behind behind) noexcept {
    const Start start(program, environment, search);
    const int error = behind();
    if (error != 0) {
        start.fail();
    }
    return error;
}

std::size_t countOf(va_list words) noexcept {
    std::size_t count = 0;
    while (va_arg(words, char*) != nullptr) {
        ++count;
    }
    return count;
}

}  // namespace

GANTRY_FUNCTION(int, execve, (const char* program, char* const* words, char* const* environment)) {
    auto* const next = next_execve.get();
    return replacing(program, environment,
                     [&]() noexcept { return next(program, words, environment); });
}

GANTRY_FUNCTION(int, execv, (const char* program, char* const* words)) {
    auto* const next = next_execv.get();
    return replacing(program, ownEnvironment(), [&]() noexcept { return next(program, words); });
}

GANTRY_FUNCTION(int, execvp, (const char* program, char* const* words)) {
    auto* const next = next_execvp.get();
    return replacing(
        program, ownEnvironment(), [&]() noexcept { return next(program, words); }, Search::InPath);
}

GANTRY_FUNCTION(int, execvpe, (const char* program, char* const* words, char* const* environment)) {
    auto* const next = next_execvpe.get();
    return replacing(
        program, environment, [&]() noexcept { return next(program, words, environment); },
        Search::InPath);
}

GANTRY_FUNCTION(int, fexecve, (int program, char* const* words, char* const* environment)) {
    auto* const next = next_fexecve.get();
    return replacing(nullptr, environment,
                     [&]() noexcept { return next(program, words, environment); });
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of the system
GANTRY_FUNCTION(int, execveat,
                (int folder, const char* program, char* const* words, char* const* environment,
                 int flags)) {
    auto* const next = next_execveat.get();
    return replacing(program, environment,
                     [&]() noexcept { return next(folder, program, words, environment, flags); });
}

// Those that are given the words one by one call the function that is given all of them, as a
// function with such parameters cannot hand them on. The memory is that of the stack: the caller
// may be a signal handler.
#define GANTRY_EXEC_WORDS(symbol, behind, environmentBehind, search)                             \
    GANTRY_FUNCTION(int, symbol, (const char* program, char* first, ...)) {                      \
        va_list rest;                                                                            \
        va_start(rest, first);                                                                   \
        const std::size_t count = first == nullptr ? 0 : countOf(rest) + 1;                      \
        va_end(rest);                                                                            \
        auto** const words = static_cast<char**>(__builtin_alloca((count + 1) * sizeof(char*))); \
        words[0] = first;                                                                        \
        va_start(rest, first);                                                                   \
        for (std::size_t i = 1; i <= count; ++i) {                                               \
            words[i] = va_arg(rest, char*);                                                      \
        }                                                                                        \
        char* const* const environment = environmentBehind;                                      \
        va_end(rest);                                                                            \
        return replacing(                                                                        \
            program, environment, [&]() noexcept { return behind; }, search);                    \
    }
GANTRY_EXEC_WORDS(execl, next_execv.get()(program, words), ownEnvironment(), Search::No)
GANTRY_EXEC_WORDS(execlp, next_execvp.get()(program, words), ownEnvironment(), Search::InPath)
GANTRY_EXEC_WORDS(execle, next_execve.get()(program, words, environment),
                  va_arg(rest, char* const*), Search::No)

#define GANTRY_SPAWN(symbol, search)                                                          \
    GANTRY_FUNCTION(int, symbol,                                                              \
                    (int* process, const char* program, const void* actions,                  \
                     const void* attributes, char* const* words, char* const* environment)) { \
        auto* const next = next_##symbol.get();                                               \
        return spawning(program, environment, search, [&]() noexcept {                        \
            return next(process, program, actions, attributes, words, environment);           \
        });                                                                                   \
    }
// NOLINTNEXTLINE(readability-function-size): the parameters are those of the system
GANTRY_SPAWN(posix_spawn, Search::No)
// NOLINTNEXTLINE(readability-function-size): the parameters are those of the system
GANTRY_SPAWN(posix_spawnp, Search::InPath)

// The C library starts the shell without the functions above.
GANTRY_FUNCTION(int, system, (const char* command)) {
    auto* const next = next_system.get();
    if (command == nullptr) {
        return next(command);
    }
    const Start start("/bin/sh", ownEnvironment());
    const int status = next(command);
    if (status == -1) {
        start.fail();
    }
    return status;
}

GANTRY_FUNCTION(FILE*, popen, (const char* command, const char* mode)) {
    auto* const next = next_popen.get();
    const Start start("/bin/sh", ownEnvironment());
    FILE* const stream = next(command, mode);
    if (stream == nullptr) {
        start.fail();
    }
    return stream;
}

}  // namespace gantry::programs
