#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gantry::perf {

/// One field of a message of protocol buffers.
struct ProtobufField {
    enum class Kind { Number, Bytes };

    std::uint32_t number = 0;
    Kind kind = Kind::Number;
    std::uint64_t value = 0;  ///< of a number, also one of fixed size
    std::string_view bytes;   ///< of a text, a message, or packed numbers
    std::size_t offset = 0;   ///< of the field in the message it was read from
};

/// Goes through the fields of a message.
class ProtobufReader final {
public:
    explicit ProtobufReader(std::string_view message) : message_(message) {}

    /// Gets the next field; false at the end, and where the bytes are no further field.
    bool next(ProtobufField& field);
    /// Whether next() returned false for bytes that are no field.
    [[nodiscard]] bool isDamaged() const { return isDamaged_; }
    /// Where the next field begins, or what is damaged.
    [[nodiscard]] std::size_t offset() const { return at_; }

private:
    bool fixed(std::size_t size, std::uint64_t& value);

    std::string_view message_;
    std::size_t at_ = 0;
    bool isDamaged_ = false;
};

}  // namespace gantry::perf
