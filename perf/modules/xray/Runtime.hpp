#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace gantry::xray {

/// What is passed to a handler, as clang's runtime numbers it; further numbers are entries with
/// arguments and events.
enum class Event : int { Entry = 0, Exit = 1, TailExit = 2 };
using Handler = void (*)(std::int32_t function, Event event);

/// The functions of clang's XRay runtime in the program. It is linked statically and exports
/// nothing, so that they are found by the symbols in the program's file: not in a stripped one.
/// Functions have numbers from 1 to last(). The others than last() and addressOf() change code;
/// they are for one thread at a time.
class Runtime final {
public:
    /// Nothing where the program has no such runtime, or another version than clang 14's is.
    static std::optional<Runtime> find() noexcept;

    [[nodiscard]] std::int32_t last() const noexcept;
    /// Where the function begins; 0: there is none of that number.
    [[nodiscard]] std::uintptr_t addressOf(std::int32_t function) const noexcept;
    /// Who is called by the functions that are switched on.
    [[nodiscard]] bool setHandler(Handler handler) const noexcept;
    /// From its next call on; two system calls.
    void switchOn(std::int32_t function) const noexcept { switchOn_(function); }
    void switchOff(std::int32_t function) const noexcept { switchOff_(function); }
    /// All at once; a few system calls.
    void switchAllOn() const noexcept { switchAllOn_(); }

private:
    Runtime() = default;

    std::size_t (*last_)() = nullptr;
    std::uintptr_t (*address_)(std::int32_t) = nullptr;
    int (*setHandler_)(Handler) = nullptr;
    int (*switchOn_)(std::int32_t) = nullptr;
    int (*switchOff_)(std::int32_t) = nullptr;
    int (*switchAllOn_)() = nullptr;
};

}  // namespace gantry::xray
