#include "RefusedSystems.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gates {
namespace {

// Few: each keeps a right-hand side and a solution. The oldest goes first.
constexpr std::size_t kMostKnown = 8;
// After so many uses the system is tried again: candidates may have learned, or more be installed.
constexpr int kMostUses = 60;

// 0 means no limit.
bool notWider(double now, double before) {
    const auto wide = [](double limit) {
        return limit == 0 ? std::numeric_limits<double>::infinity() : limit;
    };
    return wide(now) <= wide(before);
}

}  // namespace

void RefusedSystems::add(std::uint64_t fingerprint, std::span<const double> b,
                         const linear::Limits& limits, Refusal refusal) {
    if (known_.size() == kMostKnown) {
        known_.erase(known_.begin());
    }
    known_.push_back({fingerprint, {b.begin(), b.end()}, limits, std::move(refusal)});
}

const RefusedSystems::Refusal* RefusedSystems::find(std::uint64_t fingerprint,
                                                    std::span<const double> b,
                                                    const linear::Limits& limits) {
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& known) {
        return known.fingerprint == fingerprint &&
               std::equal(b.begin(), b.end(), known.b.begin(), known.b.end()) &&
               // What failed with wider limits fails with narrower ones, too.
               limits.tolerance <= known.limits.tolerance &&
               notWider(static_cast<double>(limits.maxIterations),
                        static_cast<double>(known.limits.maxIterations)) &&
               notWider(limits.seconds, known.limits.seconds);
    });
    if (found == known_.end()) {
        return nullptr;
    }
    if (++found->uses > kMostUses) {
        known_.erase(found);
        return nullptr;
    }
    return &found->refusal;
}

}  // namespace gates
