#include "CandidateValues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace optimizer::kokkos {

namespace {

constexpr std::size_t kMostOfSet = 4096;

std::vector<Value> ofSet(const TuningVariable& variable) {
    const TuningSet& set = variable.candidates.set;
    std::vector<Value> values;
    for (std::size_t i = 0; i < std::min(set.size, kMostOfSet); ++i) {
        Value value;
        switch (variable.type) {
            case TuningType::Real:
                value = set.values.real[i];
                break;
            case TuningType::Whole:
                value = set.values.whole[i];
                break;
            default:
                TuningValue text{};
                text.text = set.values.text[i];
                value = valueOf(TuningType::Text, text);
        }
        if (std::find(values.begin(), values.end(), value) == values.end()) {
            values.push_back(std::move(value));
        }
    }
    return values;
}

// Steps are counted without a sign, as a range may be longer than the largest number.
std::vector<Value> ofWholeRange(const TuningRange& range) {
    const std::int64_t lower = range.lower.whole;
    if (range.upper.whole < lower || range.step.whole < 0) {
        return {};
    }
    const std::uint64_t width =
        static_cast<std::uint64_t>(range.upper.whole) - static_cast<std::uint64_t>(lower);
    const auto step = static_cast<std::uint64_t>(std::max<std::int64_t>(range.step.whole, 1));
    const std::uint64_t first = range.openLower ? 1 : 0;
    std::uint64_t last = width / step;
    if (range.openUpper && width % step == 0) {
        if (last == 0) {
            return {};
        }
        --last;
    }
    if (first > last) {
        return {};
    }
    const std::uint64_t parts = std::min<std::uint64_t>(last - first, kMostOfRange - 1);
    std::vector<Value> values;
    for (std::uint64_t i = 0; i <= parts; ++i) {
        const std::uint64_t whole = parts == 0 ? 0 : (last - first) / parts * i;
        const std::uint64_t rest = parts == 0 ? 0 : (last - first) % parts * i / parts;
        const std::uint64_t steps = first + whole + rest;
        values.emplace_back(
            static_cast<std::int64_t>(static_cast<std::uint64_t>(lower) + steps * step));
    }
    return values;
}

std::vector<Value> ofRealRange(const TuningRange& range) {
    const double width = range.upper.real - range.lower.real;
    const double step = range.step.real;
    if (!std::isfinite(width) || !(width >= 0) || !std::isfinite(step) || step < 0) {
        return {};
    }
    // Without a step, any number of them is in the range.
    const double all = step > 0 ? std::floor(width / step) : kMostOfRange - 1;
    const double each = step > 0 ? step : width / static_cast<double>(kMostOfRange - 1);
    const auto parts = static_cast<std::size_t>(std::min<double>(all, kMostOfRange - 1));
    std::vector<Value> values;
    for (std::size_t i = 0; i <= parts; ++i) {
        const double part =
            parts == 0 ? 0 : std::floor(all * static_cast<double>(i) / static_cast<double>(parts));
        const double value = range.lower.real + part * each;
        const bool isOpen = (range.openLower && value == range.lower.real) ||
                            (range.openUpper && value >= range.upper.real);
        if (!isOpen && (values.empty() || values.back() != Value(value))) {
            values.emplace_back(value);
        }
    }
    return values;
}

std::size_t productOf(const std::vector<Choices>& variables) {
    std::size_t product = 1;
    for (const Choices& variable : variables) {
        if (product > std::numeric_limits<std::size_t>::max() / variable.values.size()) {
            return std::numeric_limits<std::size_t>::max();
        }
        product *= variable.values.size();
    }
    return product;
}

// The one to thin out next, of one or more.
Choices& largestOf(std::vector<Choices>& variables) {
    constexpr std::size_t kWorthwhile = 3;
    const auto rank = [](const Choices& variable) {
        const bool isOrdered = variable.category != TuningCategory::Categorical &&
                               variable.values.size() >= kWorthwhile;
        return std::pair(isOrdered, variable.values.size());
    };
    return *std::max_element(
        variables.begin(), variables.end(),
        [&](const Choices& one, const Choices& other) { return rank(one) < rank(other); });
}

}  // namespace

Value valueOf(TuningType type, const TuningValue& value) {
    switch (type) {
        case TuningType::Real:
            return value.real;
        case TuningType::Whole:
            return value.whole;
        default:
            const auto end = std::find(value.text.begin(), value.text.end(), '\0');
            return std::string(value.text.begin(), end);
    }
}

TuningValue assigned(const Value& value) {
    TuningValue result{};
    if (const auto* const real = std::get_if<double>(&value)) {
        result.real = *real;
    } else if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
        result.whole = *whole;
    } else {
        const auto& text = std::get<std::string>(value);
        result.text = {};
        std::copy_n(text.begin(), std::min(text.size(), result.text.size() - 1),
                    result.text.begin());
    }
    return result;
}

std::string textOf(const Value& value) {
    if (const auto* const real = std::get_if<double>(&value)) {
        std::array<char, 32> text{};
        (void)std::snprintf(text.data(), text.size(), "%.9g", *real);
        return text.data();
    }
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? std::to_string(*whole) : std::get<std::string>(value);
}

std::vector<Value> candidateValues(const TuningVariable& variable) {
    if (variable.quantity == TuningQuantity::Set && variable.candidates.set.size > 0) {
        return ofSet(variable);
    }
    if (variable.quantity == TuningQuantity::Range && variable.type == TuningType::Whole) {
        return ofWholeRange(variable.candidates.range);
    }
    if (variable.quantity == TuningQuantity::Range && variable.type == TuningType::Real) {
        return ofRealRange(variable.candidates.range);
    }
    return {};
}

// A set or range that is not thinned out has as many as there are candidates.
double possibleValues(const TuningVariable& variable, std::size_t candidates) {
    const auto known = static_cast<double>(std::max<std::size_t>(candidates, 1));
    if (candidates == 0 || variable.quantity == TuningQuantity::Unbounded) {
        return known;
    }
    if (variable.quantity == TuningQuantity::Set) {
        const std::size_t size = variable.candidates.set.size;
        return size > kMostOfSet ? static_cast<double>(size) : known;
    }
    const TuningRange& range = variable.candidates.range;
    const bool isReal = variable.type == TuningType::Real;
    const double width = isReal
                             ? range.upper.real - range.lower.real
                             : static_cast<double>(static_cast<std::uint64_t>(range.upper.whole) -
                                                   static_cast<std::uint64_t>(range.lower.whole));
    const double step =
        isReal ? range.step.real : static_cast<double>(std::max<std::int64_t>(range.step.whole, 1));
    if (step <= 0) {
        return width > 0 ? std::numeric_limits<double>::infinity() : known;
    }
    const double steps = std::floor(width / step);
    if (steps < static_cast<double>(kMostOfRange)) {
        return known;
    }
    return steps + 1 - (range.openLower ? 1 : 0) -
           (range.openUpper && std::fmod(width, step) == 0 ? 1 : 0);
}

std::vector<Value> thinned(const std::vector<Value>& values, std::size_t most) {
    if (values.size() <= most || most < 2) {
        return values.size() <= most ? values
                                     : std::vector<Value>(values.begin(), values.begin() + 1);
    }
    std::vector<Value> result;
    for (std::size_t i = 0; i < most; ++i) {
        result.push_back(values[i * (values.size() - 1) / (most - 1)]);
    }
    return result;
}

std::vector<std::vector<Value>> combinations(std::vector<Choices> variables) {
    while (productOf(variables) > kMostCombinations) {
        Choices& largest = largestOf(variables);
        largest.values = thinned(largest.values, (largest.values.size() + 1) / 2);
    }
    std::vector<std::vector<Value>> all{{}};
    for (const Choices& variable : variables) {
        std::vector<std::vector<Value>> longer;
        for (const std::vector<Value>& begin : all) {
            for (const Value& value : variable.values) {
                longer.push_back(begin);
                longer.back().push_back(value);
            }
        }
        all = std::move(longer);
    }
    return all;
}

}  // namespace optimizer::kokkos
