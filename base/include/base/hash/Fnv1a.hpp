#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gantry::base {

/// The hash FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) of a sequence of units, 32 or 64 bits wide.
/// Equal on every machine and in every version, so that results may be stored; neither secure nor
/// meant to resist chosen input. One exclusive or and one multiplication for each unit.
///
///     Fnv1a64 hash;
///     hash.add("numeric.");
///     hash.add("FunctionPort");    // as fnv1a("numeric.FunctionPort")
template <std::unsigned_integral Word>
class Fnv1a final {
    static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);

public:
    /// Adds one unit. FNV-1a proper adds bytes; larger units hash faster and mix less.
    constexpr void add(Word unit) noexcept { value_ = (value_ ^ unit) * kPrime; }
    /// Adds the bytes one by one, as FNV-1a proper. The length is not part of the hash.
    constexpr void add(std::string_view bytes) noexcept {
        for (const char byte : bytes) {
            add(Word{static_cast<unsigned char>(byte)});
        }
    }

    /// Of everything added so far; the offset basis if nothing was.
    [[nodiscard]] constexpr Word value() const noexcept { return value_; }

private:
    static constexpr bool kWide = sizeof(Word) == 8;
    // Prime and offset basis are those of the authors' reference,
    // http://www.isthe.com/chongo/tech/comp/fnv/.
    static constexpr auto kPrime = static_cast<Word>(kWide ? 0x100000001b3U : 0x01000193U);

    Word value_ = static_cast<Word>(kWide ? 0xcbf29ce484222325U : 0x811c9dc5U);
};

/// For tables in memory; results that are stored have 64 bits.
using Fnv1a32 = Fnv1a<std::uint32_t>;
using Fnv1a64 = Fnv1a<std::uint64_t>;

/// FNV-1a with 64 bits of the bytes of a text. As Fnv1a64 over the bytes.
constexpr std::uint64_t fnv1a(std::string_view text) noexcept {
    Fnv1a64 hash;
    hash.add(text);
    return hash.value();
}

}  // namespace gantry::base
