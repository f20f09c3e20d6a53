#include "JsonText.hpp"

#include <base/text/Hex.hpp>

namespace sidlc {

// What comes before every value: the comma, the indentation and, in an object, the key.
void JsonText::begin(std::string_view key) {
    if (depth_ > 0) {
        text_ += isFirst_ ? "\n" : ",\n";
        text_.append(2 * depth_, ' ');
    }
    isFirst_ = false;
    if (!key.empty()) {
        quote(key);
        text_ += ": ";
    }
}

void JsonText::open(std::string_view key, char bracket) {
    begin(key);
    text_ += bracket;
    ++depth_;
    isFirst_ = true;
}

void JsonText::close(char bracket) {
    --depth_;
    if (!isFirst_) {
        text_ += '\n';
        text_.append(2 * depth_, ' ');
    }
    text_ += bracket;
    isFirst_ = false;
    if (depth_ == 0) {
        text_ += '\n';
    }
}

void JsonText::text(std::string_view key, std::string_view value) {
    begin(key);
    quote(value);
}

void JsonText::number(std::string_view key, std::int64_t value) {
    begin(key);
    text_ += std::to_string(value);
}

void JsonText::truth(std::string_view key, bool value) {
    begin(key);
    text_ += value ? "true" : "false";
}

// Bytes outside ASCII are read as Latin-1, so that the document is valid in any case.
void JsonText::quote(std::string_view value) {
    text_ += '"';
    for (const char byte : value) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\') {
            text_ += '\\';
            text_ += byte;
        } else if (byte == '\n') {
            text_ += "\\n";
        } else if (code < 0x20 || code >= 0x7f) {
            text_ += "\\u00" + gantry::base::toHex(std::string_view(&byte, 1));
        } else {
            text_ += byte;
        }
    }
    text_ += '"';
}

}  // namespace sidlc
