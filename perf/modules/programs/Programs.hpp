#pragma once

#include <cstdint>

namespace gantry::programs {

/// Where a program's file is looked for.
enum class Search : bool { No, InPath };

/// One start of a program, from before it is tried: counted where the program will not be measured,
/// because of its environment or its file. Any thread may start programs at any time, also in a
/// signal handler and in a child of fork() or vfork(). Keeps errno.
class Start final {
public:
    /// program: its file; null where only a descriptor is known.
    Start(const char* program, char* const* environment, Search search = Search::No) noexcept;

    /// It was not started.
    void fail() const noexcept;

private:
    std::int64_t* count_ = nullptr;  ///< of the record that it is counted in
};

}  // namespace gantry::programs
