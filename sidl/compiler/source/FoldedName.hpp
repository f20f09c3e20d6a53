#pragma once

#include <base/hash/Fnv1a.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sidlc {

/// Case-insensitive hash and equality of names, for hash tables. Only the letters of ASCII fold:
/// names of SIDL have no others. The two operators agree, as a hash table needs it.
struct FoldedName {
    // Not noexcept: hash tables then store the hashes instead of computing them again.
    std::size_t operator()(std::string_view name) const {
        gantry::base::Fnv1a64 hash;
        for (const char c : name) {
            hash.add(static_cast<unsigned char>(lowered(c)));
        }
        return hash.value() ^ hash.value() >> 32;
    }
    bool operator()(std::string_view a, std::string_view b) const {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](char x, char y) { return lowered(x) == lowered(y); });
    }

    /// Not std::tolower, which depends on the locale.
    static char lowered(char c) noexcept {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
};

}  // namespace sidlc
