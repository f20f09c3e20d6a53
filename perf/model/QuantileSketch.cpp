#include <perf/model/QuantileSketch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gantry::perf {

namespace {

using Bucket = QuantileSketch::Bucket;
using Buckets = std::vector<Bucket>;

bool below(const Bucket& bucket, std::uint32_t index) noexcept {
    return bucket.index < index;
}

void addTo(Buckets& buckets, std::uint32_t index, std::uint64_t times) {
    const auto at = std::lower_bound(buckets.begin(), buckets.end(), index, below);
    if (at != buckets.end() && at->index == index) {
        at->count += times;
    } else {
        buckets.insert(at, {index, times});
    }
}

// Returns how many values were moved.
std::uint64_t collapseLowest(Buckets& buckets) {
    if (buckets.size() <= QuantileSketch::kMaxBuckets) {
        return 0;
    }
    const auto kept = buckets.end() - static_cast<std::ptrdiff_t>(QuantileSketch::kMaxBuckets);
    std::uint64_t moved = 0;
    for (auto lost = buckets.begin(); lost != kept; ++lost) {
        moved += lost->count;
    }
    // The lowest buckets: quantiles that people ask for are at the top.
    kept->count += moved;
    buckets.erase(buckets.begin(), kept);
    return moved;
}

// Both are sorted by index, so one pass merges them.
void mergeInto(Buckets& buckets, const Buckets& others) {
    Buckets merged;
    merged.reserve(buckets.size() + others.size());
    auto mine = buckets.begin();
    for (const Bucket& other : others) {
        for (; mine != buckets.end() && mine->index < other.index; ++mine) {
            merged.push_back(*mine);
        }
        if (mine != buckets.end() && mine->index == other.index) {
            merged.push_back({other.index, (mine++)->count + other.count});
        } else {
            merged.push_back(other);
        }
    }
    merged.insert(merged.end(), mine, buckets.end());
    buckets.swap(merged);
}

// What stood in a bucket that has been collapsed since is taken from the next one above.
void subtractFrom(Buckets& buckets, const Buckets& beginning) {
    for (const Bucket& old : beginning) {
        const auto at = std::lower_bound(buckets.begin(), buckets.end(), old.index, below);
        if (at != buckets.end()) {
            at->count -= std::min(at->count, old.count);
        }
    }
    std::erase_if(buckets, [](const Bucket& bucket) { return bucket.count == 0; });
}

std::uint64_t countOf(const Buckets& buckets) noexcept {
    std::uint64_t sum = 0;
    for (const Bucket& bucket : buckets) {
        sum += bucket.count;
    }
    return sum;
}

// Where f has that value: Newton's method, which converges at once on so straight a curve.
double inverse(double f) noexcept {
    const double octave = std::floor(f);
    const double wanted = f - octave;
    double s = wanted;
    for (int i = 0; i < 6; ++i) {
        const double slope = (18.0 / 35.0 * s - 6.0 / 5.0) * s + 10.0 / 7.0;
        s -= (QuantileBuckets::cubic(s) - wanted) / slope;
    }
    constexpr int kExponentOffset = 1023;
    return std::ldexp(1.0 + s, static_cast<int>(octave) - kExponentOffset);
}

}  // namespace

double QuantileBuckets::valueOf(std::uint32_t index) noexcept {
    const double low = inverse(index / kPerOctave);
    // The last bucket would end beyond the largest number.
    const double ratio = inverse((index + 1.0) / kPerOctave) / low;
    // The point whose relative distance to both ends is the same: 2ab / (a + b) of the ends a and
    // b.
    return std::isfinite(ratio) ? low * (2.0 * ratio / (1.0 + ratio)) : low;
}

void QuantileSketch::add(double value, std::uint64_t times) {
    const double magnitude = std::fabs(value);
    if (magnitude < QuantileBuckets::kLeast) {
        zeros += times;
        return;
    }
    Buckets& buckets = value < 0 ? negative : positive;
    addTo(buckets, QuantileBuckets::indexOf(magnitude), times);
    collapsed += collapseLowest(buckets);
}

void QuantileSketch::merge(const QuantileSketch& other) {
    zeros += other.zeros;
    collapsed += other.collapsed;
    mergeInto(positive, other.positive);
    mergeInto(negative, other.negative);
    collapsed += collapseLowest(positive) + collapseLowest(negative);
}

void QuantileSketch::subtract(const QuantileSketch& beginning) {
    zeros -= std::min(zeros, beginning.zeros);
    collapsed -= std::min(collapsed, beginning.collapsed);
    subtractFrom(positive, beginning.positive);
    subtractFrom(negative, beginning.negative);
}

bool QuantileSketch::isSound() const noexcept {
    const auto areSound = [](const std::vector<Bucket>& buckets) {
        std::uint32_t least = 0;
        for (const Bucket& bucket : buckets) {
            if (bucket.index < least || bucket.index > QuantileBuckets::kLastIndex ||
                bucket.count == 0 || bucket.count > kMostInBucket) {
                return false;
            }
            least = bucket.index + 1;
        }
        return buckets.size() <= kMaxBuckets;
    };
    return zeros <= kMostInBucket && collapsed <= std::numeric_limits<std::int64_t>::max() &&
           areSound(positive) && areSound(negative);
}

std::uint64_t QuantileSketch::count() const noexcept {
    return zeros + countOf(positive) + countOf(negative);
}

double QuantileSketch::quantile(double q) const noexcept {
    const std::uint64_t all = count();
    if (all == 0) {
        return 0;
    }
    // The nearest rank. A part that is not exact in binary does not reach beyond the one it means.
    constexpr double kRounding = 1e-9;
    const double values = std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(all) - kRounding);
    const std::uint64_t rank = std::min(static_cast<std::uint64_t>(std::max(values, 1.0)), all) - 1;
    std::uint64_t passed = 0;
    // In ascending order of values: the negative ones from the largest magnitude down, zeros, the
    // positive ones.
    for (auto bucket = negative.rbegin(); bucket != negative.rend(); ++bucket) {
        passed += bucket->count;
        if (passed > rank) {
            return -QuantileBuckets::valueOf(bucket->index);
        }
    }
    passed += zeros;
    if (passed > rank) {
        return 0;
    }
    for (const Bucket& bucket : positive) {
        passed += bucket.count;
        if (passed > rank) {
            return QuantileBuckets::valueOf(bucket.index);
        }
    }
    return QuantileBuckets::valueOf(positive.back().index);
}

}  // namespace gantry::perf
