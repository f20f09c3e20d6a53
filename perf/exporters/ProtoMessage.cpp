// The wire format of protocol buffers, written by hand (decision 0069).

#include <base/bytes/Varint.hpp>
#include <perf/exporters/ProtoMessage.hpp>

#include <bit>

namespace gantry::perf {

namespace {

// Types of the wire format. https://protobuf.dev/programming-guides/encoding/
constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kDelimited = 2;

}  // namespace

ProtoMessage& ProtoMessage::number(std::uint32_t field, std::uint64_t value) {
    tag(field, kVarint);
    varint(value);
    return *this;
}

ProtoMessage& ProtoMessage::signedNumber(std::uint32_t field, std::int64_t value) {
    // Type int64, not sint64: negative numbers take ten bytes and are two's complement.
    return number(field, static_cast<std::uint64_t>(value));
}

ProtoMessage& ProtoMessage::real(std::uint32_t field, double value) {
    return fixed(field, std::bit_cast<std::uint64_t>(value));
}

ProtoMessage& ProtoMessage::fixed(std::uint32_t field, std::uint64_t value) {
    tag(field, kFixed64);
    for (std::uint32_t shift = 0; shift < 64; shift += 8) {
        bytes_ += static_cast<char>(value >> shift & 0xffU);
    }
    return *this;
}

ProtoMessage& ProtoMessage::text(std::uint32_t field, std::string_view value) {
    tag(field, kDelimited);
    varint(value.size());
    bytes_ += value;
    return *this;
}

ProtoMessage& ProtoMessage::message(std::uint32_t field, const ProtoMessage& value) {
    return text(field, value.bytes_);
}

ProtoMessage& ProtoMessage::packed(std::uint32_t field, const std::vector<std::uint64_t>& values) {
    ProtoMessage list;
    for (const std::uint64_t value : values) {
        list.varint(value);
    }
    return message(field, list);
}

void ProtoMessage::varint(std::uint64_t value) {
    base::addVarint(bytes_, value);
}

void ProtoMessage::tag(std::uint32_t field, std::uint32_t type) {
    varint(field << 3U | type);
}

}  // namespace gantry::perf
