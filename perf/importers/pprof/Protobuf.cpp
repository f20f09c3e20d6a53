// The wire format of protocol buffers, read by hand as it is written (decision 0069). Wire types 3
// and 4, groups, are out of use and count as damage.

#include "Protobuf.hpp"

#include <base/bytes/Varint.hpp>

#include <optional>

namespace gantry::perf {

bool ProtobufReader::fixed(std::size_t size, std::uint64_t& value) {
    if (message_.size() - at_ < size) {
        return false;
    }
    value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(message_[at_ + i]))
                 << (8 * i);
    }
    at_ += size;
    return true;
}

bool ProtobufReader::next(ProtobufField& field) {
    if (at_ == message_.size()) {
        return false;
    }
    // Until the field has been read to its end.
    isDamaged_ = true;
    const std::size_t begin = at_;
    std::string_view rest = message_.substr(at_);
    const std::optional<std::uint64_t> tag = base::takeVarint(rest);
    // Numbers of fields are from 1 to 2^29 - 1.
    if (!tag || *tag >> 3U == 0 || *tag >> 3U > 0x1fffffffU) {
        return false;
    }
    field.offset = begin;
    field.number = static_cast<std::uint32_t>(*tag >> 3U);
    field.kind = ProtobufField::Kind::Number;
    field.bytes = {};
    at_ = message_.size() - rest.size();
    bool isRead = false;
    switch (*tag & 7U) {
        case 0:
            if (const std::optional<std::uint64_t> value = base::takeVarint(rest)) {
                field.value = *value;
                isRead = true;
            }
            at_ = message_.size() - rest.size();
            break;
        case 1:
            isRead = fixed(8, field.value);
            break;
        case 2:
            if (const std::optional<std::uint64_t> size = base::takeVarint(rest);
                size && *size <= rest.size()) {
                field.kind = ProtobufField::Kind::Bytes;
                field.bytes = rest.substr(0, static_cast<std::size_t>(*size));
                at_ = message_.size() - rest.size() + field.bytes.size();
                isRead = true;
            }
            break;
        case 5:
            isRead = fixed(4, field.value);
            break;
        default:
            break;
    }
    isDamaged_ = !isRead;
    // Where a field is damaged, offset() is its begin.
    at_ = isRead ? at_ : begin;
    return isRead;
}

}  // namespace gantry::perf
