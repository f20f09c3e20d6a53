#pragma once

#include <gantry.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "Interpreter.hpp"
#include "Slots.hpp"

namespace gantry::python {

/// The names of functions, each with a number: the records of module "python", "NAME (FILE:LINE)".
/// Functions of one name and place have one number, so that a program that compiles the same text
/// again and again takes no more of them. For one thread at a time.
class FunctionNames final {
public:
    /// Functions that found no room, and calls too deep to be seen; they are in every region.
    static constexpr std::uint32_t kOther = 0;
    static constexpr std::uint32_t kDeeper = 1;

    /// Takes the memory for them: in a forked child that with the names that its parent had
    /// recorded. False where there is none.
    bool takeRegion() noexcept;

    /// Counts a call.
    void count(std::uint32_t number) const noexcept {
        std::int64_t& calls = record(number).calls;
        __atomic_store_n(&calls, calls + 1, __ATOMIC_RELAXED);
    }

    /// Of a function; kOther where it does not fit.
    std::uint32_t numberOf(const FunctionPlace& place) noexcept;

private:
    /// As gantry.h lays it out.
    struct Record {
        std::uint32_t name;
        std::uint32_t nameLength;  ///< plus 1
        std::int64_t number;
        std::int64_t line;
        std::int64_t calls;
    };

    [[nodiscard]] Record& record(std::uint32_t number) const noexcept {
        return reinterpret_cast<Record*>(region_.records)[number];
    }
    std::uint32_t find(std::string_view name, std::int64_t line) noexcept;
    std::uint32_t make(std::string_view name, std::int64_t line) const noexcept;
    [[nodiscard]] bool isNamed(std::uint32_t number, std::string_view name) const noexcept;

    static constexpr std::size_t kBuckets = 2 * std::size_t{kSlots};

    gantry_region_t region_{};
    std::array<std::uint32_t, kBuckets> buckets_{};  ///< numbers plus 1; 0: free
};

}  // namespace gantry::python
