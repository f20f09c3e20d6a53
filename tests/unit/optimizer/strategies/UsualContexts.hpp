#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "ContextTable.hpp"

namespace strategies::samples {

/// Beyond e^n, as logarithms: by all known contexts the third candidate is hopeless.
inline const std::vector<double> kUsual{0, 0.3, 5};

/// A table of three candidates that has restored 40 contexts, which say kUsual.
inline ContextTable tableOfUsual() {
    ContextTable table;
    table.begin({{"a", "1", true, true, false},
                 {"b", "1", true, true, false},
                 {"c", "1", true, true, false}});
    std::vector<tuning::Learned> all;
    for (int context = 0; context < 40; ++context) {
        for (std::size_t i = 0; i < kUsual.size(); ++i) {
            const double at = 0.2 * context;
            tuning::Learned known;
            known.context = "known " + std::to_string(context);
            known.featureNames = sidl::array<std::string>(std::vector<std::string>{"n"});
            known.features = sidl::array<double>(std::vector<double>{at});
            known.candidate = std::string(1, static_cast<char>('a' + i));
            known.componentVersion = "1";
            known.calls = 1;
            // Not on a line: a model has errors.
            known.cost = std::exp(at + kUsual[i] + (context % 2 == 0 ? 0.4 : -0.4));
            all.push_back(known);
        }
    }
    table.restore(all);
    return table;
}

}  // namespace strategies::samples
