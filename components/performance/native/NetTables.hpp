#pragma once

#include <perf/model/Metric.hpp>
#include <sidl/array.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace performance::native {

/// Where an answer of compensated values goes: [row][counter] each.
struct NetTables {
    sidl::array<double, 2>& exclusive;
    sidl::array<double, 2>& inclusive;
    sidl::array<double, 2>& exclusiveError;
    sidl::array<double, 2>& inclusiveError;

    /// Tables of that size, of zeros. Where the overhead is not known, the errors are NaN rather
    /// than a 0 that would claim exactness.
    void resize(std::size_t rows, std::size_t counters, bool isKnown = true) const {
        const sidl::array<double, 2>::Shape shape{static_cast<int>(rows),
                                                  static_cast<int>(counters)};
        for (sidl::array<double, 2>* const table :
             {&exclusive, &inclusive, &exclusiveError, &inclusiveError}) {
            *table = sidl::array<double, 2>(shape);
        }
        for (std::size_t row = 0; !isKnown && row < rows; ++row) {
            for (std::size_t m = 0; m < counters; ++m) {
                at(exclusiveError, row, m) = std::numeric_limits<double>::quiet_NaN();
                at(inclusiveError, row, m) = std::numeric_limits<double>::quiet_NaN();
            }
        }
    }

    /// The values of a record that has them as members of these names, in a row within the size.
    template <class Record>
    void set(std::size_t row, const Record& record, std::size_t counters, bool isKnown) const {
        for (std::size_t m = 0; m < counters; ++m) {
            at(exclusive, row, m) = static_cast<double>(record.exclusive[m]);
            at(inclusive, row, m) = static_cast<double>(record.inclusive[m]);
            if (isKnown) {
                at(exclusiveError, row, m) = static_cast<double>(record.exclusiveError[m]);
                at(inclusiveError, row, m) = static_cast<double>(record.inclusiveError[m]);
            }
        }
    }

    static double& at(sidl::array<double, 2>& table, std::size_t row, std::size_t counter) {
        return table(static_cast<int>(row), static_cast<int>(counter));
    }
};

}  // namespace performance::native
