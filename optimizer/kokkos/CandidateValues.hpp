#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "KokkosTypes.hpp"

namespace optimizer::kokkos {

/// A value that does not refer to memory of Kokkos.
using Value = std::variant<double, std::int64_t, std::string>;

/// A value of a variable of that type. A text ends at its first zero byte, or with the field.
Value valueOf(TuningType type, const TuningValue& value);
/// The other way round; a text that is too long is cut.
TuningValue assigned(const Value& value);
/// For people, and for names of candidates.
std::string textOf(const Value& value);

/// The most values of a range that are candidates; more are thinned out evenly.
inline constexpr std::size_t kMostOfRange = 16;

/// The values that a variable may take, in order and each once. Empty where Kokkos does not say
/// them, or what it says makes no sense: then the variable keeps its value.
std::vector<Value> candidateValues(const TuningVariable& variable);

/// How many values the variable may take, of which candidateValues() has so many: infinity for a
/// range of real numbers without a step.
double possibleValues(const TuningVariable& variable, std::size_t candidates);

/// At most that many of the values, evenly, with the first and the last one.
std::vector<Value> thinned(const std::vector<Value>& values, std::size_t most);

/// A variable with the values that it may take.
struct Choices {
    std::string name;
    TuningCategory category = TuningCategory::Categorical;
    std::vector<Value> values;
};

/// The most combinations that are candidates.
inline constexpr std::size_t kMostCombinations = 256;

/// All combinations of the values of several variables, a value for each of them. Where there are
/// more than kMostCombinations, the variable with the most values is thinned out, of those whose
/// values have an order as long as one of these has three.
std::vector<std::vector<Value>> combinations(std::vector<Choices> variables);

}  // namespace optimizer::kokkos
