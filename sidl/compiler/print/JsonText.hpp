#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sidlc {

/// Writes JSON piece by piece, indented by two blanks per level. Commas and line ends are added
/// automatically. Keys are written in the order of the calls; nothing is checked, so the caller
/// matches begin and end.
class JsonText final {
public:
    void beginObject(std::string_view key = {}) { open(key, '{'); }
    void endObject() { close('}'); }
    void beginArray(std::string_view key = {}) { open(key, '['); }
    void endArray() { close(']'); }

    /// Inside an array the key is empty.
    void text(std::string_view key, std::string_view value);
    /// Integers only: the model has no others.
    void number(std::string_view key, std::int64_t value);
    void truth(std::string_view key, bool value);

    /// The document, with a line end.
    const std::string& str() const noexcept { return text_; }

private:
    void open(std::string_view key, char bracket);
    void close(char bracket);
    void begin(std::string_view key);
    void quote(std::string_view value);

    std::string text_;
    std::size_t depth_ = 0;
    bool isFirst_ = true;
};

}  // namespace sidlc
