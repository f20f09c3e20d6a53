#pragma once

#include <NextFunction.hpp>
#include <cstdint>

namespace gantry::caliper {

/// Begins and ends regions of the calling thread, as Caliper's functions announce them. While one
/// of those runs, what it calls of the others is not announced by the program: it does nothing
/// then.
void begin(const char* name, const char* type, std::uint32_t kind) noexcept;
void end(const char* name, const char* type) noexcept;
/// The one of that kind that was begun last.
void endLast(std::uint32_t kind) noexcept;

/// By which an end finds its begin, where it names no region. Of text: some number of 15 bits.
inline constexpr std::uint32_t kNamed = 0x8000;
std::uint32_t kindOf(const char* text) noexcept;

/// While it lives, the calling thread is inside Caliper.
class InCaliper final {
public:
    InCaliper() noexcept;
    ~InCaliper();
    InCaliper(const InCaliper&) = delete;
    InCaliper& operator=(const InCaliper&) = delete;

private:
    bool before_;
};

/// The function of Caliper behind this module, with its own arguments. Where there is none, and for
/// those that return nothing, the result is 0.
template <class... Arguments>
int callNext(regions::NextFunction<int (*)(Arguments...)>& next, const void* caller,
             Arguments... arguments) noexcept {
    const InCaliper inside;
    const auto function = next.from(caller);
    return function != nullptr ? function(arguments...) : 0;
}

}  // namespace gantry::caliper
