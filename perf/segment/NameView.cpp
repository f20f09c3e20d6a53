#include <perf/segment/Checksum.hpp>
#include <perf/segment/NameView.hpp>

namespace gantry::perf {

NameView::NameView(SegmentBytes segment, const StoreHeader& header)
    : segment_(segment), records_(segment, header, sizeof(NameRecord)) {}

bool NameView::isWhole(std::uint32_t id) const noexcept {
    if (id >= records_.size()) {
        return false;
    }
    const auto& record = records_.at<NameRecord>(id);
    const std::uint64_t begin = std::uint64_t{record.place} * kPlaceUnit + record.inside;
    return begin <= segment_.size() && record.length <= segment_.size() - begin &&
           checksum(segment_.data() + begin, record.length) == record.checksum;
}

std::string NameView::at(std::uint32_t id) const {
    if (!isWhole(id)) {
        return "(damaged name " + std::to_string(id) + ")";
    }
    const auto& record = records_.at<NameRecord>(id);
    const std::uint64_t begin = std::uint64_t{record.place} * kPlaceUnit + record.inside;
    return {reinterpret_cast<const char*>(segment_.data() + begin), record.length};
}

}  // namespace gantry::perf
