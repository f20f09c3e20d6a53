#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A message of protocol buffers, as bytes of their wire format: numbered fields that are written
/// one after the other. A repeated field is written several times. Written by hand because two
/// formats need some twenty fields of it, and the library would cost a code generator and 4 MB.
/// Default values may be left out; nothing checks the numbers and types against a .proto file, so
/// each format has tests that decode what it wrote. A value. Format:
/// https://protobuf.dev/programming-guides/encoding/.
class ProtoMessage final {
public:
    /// A field of type uint32, uint64, int32, int64, bool or an enumeration.
    ProtoMessage& number(std::uint32_t field, std::uint64_t value);
    /// The same for a number that may be negative.
    ProtoMessage& signedNumber(std::uint32_t field, std::int64_t value);
    /// An IEEE double, eight bytes, lowest first.
    ProtoMessage& real(std::uint32_t field, double value);
    /// A field of type fixed64: eight bytes, lowest first.
    ProtoMessage& fixed(std::uint32_t field, std::uint64_t value);
    /// Strings must be UTF-8.
    ProtoMessage& text(std::uint32_t field, std::string_view value);
    /// Copies its bytes, with their length before them.
    ProtoMessage& message(std::uint32_t field, const ProtoMessage& value);
    /// A repeated number in the packed encoding.
    ProtoMessage& packed(std::uint32_t field, const std::vector<std::uint64_t>& values);

    [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

private:
    // Seven bits in each byte, lowest first.
    void varint(std::uint64_t value);
    void tag(std::uint32_t field, std::uint32_t type);

    std::string bytes_;
};

}  // namespace gantry::perf
