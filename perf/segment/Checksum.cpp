#include <perf/segment/Checksum.hpp>

#include <boost/crc.hpp>

namespace gantry::perf {

std::uint32_t checksum(const void* bytes, std::size_t size) noexcept {
    boost::crc_32_type crc;
    crc.process_bytes(bytes, size);
    return crc.checksum();
}

}  // namespace gantry::perf
