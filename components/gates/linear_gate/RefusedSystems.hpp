#pragma once

#include <linear/Limits.hpp>
#include <linear/Outcome.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gates {

/// The systems that no candidate solved, so that the next request of the same one does not try
/// everybody again. Same means equal bit by bit, with limits that are not wider. A system is tried
/// anew after it was refused 60 times. One thread at a time.
class RefusedSystems final {
public:
    struct Refusal {
        linear::Outcome outcome;
        std::vector<double> x;
    };

    /// fingerprint: of the operator's content.
    void add(std::uint64_t fingerprint, std::span<const double> b, const linear::Limits& limits,
             Refusal refusal);
    /// What was found when it was tried; nothing if it is to be tried. Valid until the next call.
    const Refusal* find(std::uint64_t fingerprint, std::span<const double> b,
                        const linear::Limits& limits);
    void forget() { known_.clear(); }

private:
    struct Known {
        std::uint64_t fingerprint;
        std::vector<double> b;
        linear::Limits limits;
        Refusal refusal;
        int uses = 0;
    };
    std::vector<Known> known_;
};

}  // namespace gates
