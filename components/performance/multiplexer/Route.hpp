#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "Backend.hpp"

namespace performance::multiplexer {

/// The backends that measure between two changes, in the order of their ports. Does not change.
struct Route {
    std::vector<std::shared_ptr<Backend>> backends{};

    [[nodiscard]] bool has(const Backend& backend) const noexcept {
        return std::any_of(backends.begin(), backends.end(),
                           [&](const auto& each) { return each.get() == &backend; });
    }
};

}  // namespace performance::multiplexer
