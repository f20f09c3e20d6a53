#include "HeaderChecksum.hpp"

#include <perf/segment/Checksum.hpp>

namespace gantry::perf {

std::uint32_t headerChecksum(const SegmentHeader& header) noexcept {
    SegmentHeader fixed{};
    fixed.magic = header.magic;
    fixed.version = header.version;
    fixed.byteOrder = header.byteOrder;
    fixed.headerBytes = header.headerBytes;
    fixed.pid = header.pid;
    fixed.numTypes = header.numTypes;
    fixed.processStart = header.processStart;
    fixed.createdNs = header.createdNs;
    fixed.limitBytes = header.limitBytes;
    fixed.types = header.types;
    return checksum(&fixed, sizeof fixed);
}

}  // namespace gantry::perf
