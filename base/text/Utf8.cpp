#include <base/text/Utf8.hpp>

#include <cstddef>

namespace gantry::base {

namespace {

// Length of the sequence that begins with this byte; 0 when none does.
std::size_t sequenceLength(unsigned char first) noexcept {
    if (first < 0x80U) {
        return 1;
    }
    // 0xc0 and 0xc1 would begin only forms that are too long.
    if (first >= 0xc2U && first < 0xe0U) {
        return 2;
    }
    if (first >= 0xe0U && first < 0xf0U) {
        return 3;
    }
    return first >= 0xf0U && first < 0xf5U ? 4 : 0;
}

// Too long forms, surrogates and numbers above the last one show in the second byte.
bool secondByteFits(unsigned char first, unsigned char second) noexcept {
    switch (first) {
        case 0xe0U:
            return second >= 0xa0U;
        case 0xedU:
            return second < 0xa0U;
        case 0xf0U:
            return second >= 0x90U;
        case 0xf4U:
            return second < 0x90U;
        default:
            return true;
    }
}

}  // namespace

std::size_t characterLength(std::string_view bytes) noexcept {
    if (bytes.empty()) {
        return 0;
    }
    const auto first = static_cast<unsigned char>(bytes[0]);
    const std::size_t length = sequenceLength(first);
    if (length > bytes.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(bytes[i]) & 0xc0U) != 0x80U) {
            return 0;
        }
    }
    const bool fits = length < 2 || secondByteFits(first, static_cast<unsigned char>(bytes[1]));
    return fits ? length : 0;
}

bool isUtf8(std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const std::size_t length = characterLength(bytes);
        if (length == 0) {
            return false;
        }
        bytes.remove_prefix(length);
    }
    return true;
}

}  // namespace gantry::base
