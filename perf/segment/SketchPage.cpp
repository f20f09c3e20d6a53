#include <perf/segment/SketchPage.hpp>

#include <algorithm>

namespace gantry::perf {

bool SketchPage::addTo(QuantileSketch& sketch) const {
    if (id == kOthers) {
        sketch.zeros += loadAcquire(count[kZeros]);
        const std::uint64_t collapsed = loadAcquire(count[kCollapsed]);
        sketch.collapsed += checksummedCount::numberIn(collapsed);
        return checksummedCount::isWhole(collapsed);
    }
    auto& buckets = (id & 1U) != 0 ? sketch.negative : sketch.positive;
    const std::uint32_t first = id / 2 * kBuckets;
    for (std::uint32_t place = 0; place < kBuckets; ++place) {
        if (const std::uint64_t values = loadAcquire(count[place]); values > 0) {
            buckets.push_back({first + place, values});
        }
    }
    return true;
}

void sortBuckets(QuantileSketch& sketch) {
    for (auto* const buckets : {&sketch.positive, &sketch.negative}) {
        std::sort(buckets->begin(), buckets->end(),
                  [](const QuantileSketch::Bucket& a, const QuantileSketch::Bucket& b) {
                      return a.index < b.index;
                  });
    }
}

}  // namespace gantry::perf
