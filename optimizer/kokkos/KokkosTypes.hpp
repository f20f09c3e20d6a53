#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// The types of the tuning part of Kokkos Tools, laid out as in its C interface (version 20210225
// and later), so that no Kokkos is needed to build this. Names are this project's.
namespace optimizer::kokkos {

using TuningText = std::array<char, 64>;

union TuningValue {
    std::int64_t whole;
    double real;
    TuningText text;
};

struct TuningSet {
    std::size_t size;
    union {
        const std::int64_t* whole;
        const double* real;
        const TuningText* text;
    } values;
};

struct TuningRange {
    TuningValue lower;
    TuningValue upper;
    TuningValue step;
    bool openLower;  ///< whether `lower` itself is not one of the values
    bool openUpper;
};

enum class TuningType : std::uint32_t { Real, Whole, Text };
enum class TuningCategory : std::uint32_t { Categorical, Ordinal, Interval, Ratio };
enum class TuningQuantity : std::uint32_t { Set, Range, Unbounded };

struct TuningVariable {
    TuningType type;
    TuningCategory category;
    TuningQuantity quantity;
    union {
        TuningSet set;
        TuningRange range;
    } candidates;
    void* ofTool;
};

struct TuningAssignment {
    std::size_t variable;  ///< its number
    TuningValue value;
    TuningVariable* info;
};

enum class TuningDirection : std::uint32_t { Minimize, Maximize };

struct TuningGoal {
    std::size_t variable;
    TuningDirection direction;
};

}  // namespace optimizer::kokkos
