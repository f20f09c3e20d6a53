#include <base/text/Hex.hpp>
#include <base/text/Printable.hpp>
#include <base/text/Utf8.hpp>

#include <algorithm>

namespace gantry::base {

namespace {

// By bytes of valid UTF-8: C0 and DEL; C1, U+0080 to U+009F, which some terminals obey.
bool isControl(std::string_view character) {
    const auto byte = [character](std::size_t i) {
        return static_cast<unsigned char>(character[i]);
    };
    if (character.size() == 1) {
        return byte(0) < 0x20 || byte(0) == 0x7f;
    }
    if (character.size() == 2) {
        return byte(0) == 0xc2 && byte(1) < 0xa0;
    }
    // U+2028 to U+202E and U+2066 to U+2069: line separators and directions of writing.
    return character.size() == 3 && byte(0) == 0xe2 &&
           ((byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
            (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9));
}

std::string escaped(std::string_view text, std::string_view kept) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        // One byte where no character begins: what follows it may be sound again.
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 &&
            (!isControl(character) || kept.find(character) != std::string_view::npos)) {
            shown += character;
        } else {
            for (const char byte : character) {
                shown += "\\x" + toHex(std::string_view(&byte, 1));
            }
        }
        text.remove_prefix(character.size());
    }
    return shown;
}

}  // namespace

std::string printable(std::string_view text) {
    return escaped(text, {});
}

std::string printableLines(std::string_view text) {
    return escaped(text, "\n");
}

std::size_t widthOf(std::string_view text) {
    // Bytes that begin a character.
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
    }));
}

}  // namespace gantry::base
