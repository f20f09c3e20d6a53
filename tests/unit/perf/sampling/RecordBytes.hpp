#pragma once

#include <cstdint>
#include <cstring>
#include <linux/perf_event.h>
#include <string>
#include <string_view>

namespace gantry::perf::samples {

/// Puts a record together as the kernel does.
class RecordBytes final {
public:
    template <class Number>
    RecordBytes& put(Number number) {
        bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
        return *this;
    }
    RecordBytes& u32(std::uint32_t number) { return put(number); }
    RecordBytes& u64(std::uint64_t number) { return put(number); }
    /// With a zero behind it, up to a multiple of 8 bytes.
    RecordBytes& text(std::string_view text) {
        bytes_ += text;
        bytes_.append(8 - bytes_.size() % 8, '\0');
        return *this;
    }
    RecordBytes& raw(std::string_view bytes) {
        bytes_ += bytes;
        return *this;
    }
    /// With the process, thread and time that sample_id_all puts behind it, and the header.
    [[nodiscard]] std::string other(std::uint32_t type, std::uint64_t timeNs,
                                    std::uint16_t misc = 0) const {
        RecordBytes whole = *this;
        return whole.u32(1).u32(1).u64(timeNs).record(type, misc);
    }
    [[nodiscard]] std::string record(std::uint32_t type, std::uint16_t misc = 0) const {
        perf_event_header header{};
        header.type = type;
        header.misc = misc;
        header.size = static_cast<std::uint16_t>(sizeof header + bytes_.size());
        return std::string(reinterpret_cast<const char*>(&header), sizeof header) + bytes_;
    }

private:
    std::string bytes_;
};

}  // namespace gantry::perf::samples
