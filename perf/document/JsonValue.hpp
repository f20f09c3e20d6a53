#pragma once

#include <perf/document/JsonValues.hpp>

#include <cmath>
#include <cstddef>
#include <string>

/// How the documents of this folder write single values.
namespace gantry::perf {

/// A name or text: {"hex": digits} where the bytes are not UTF-8, as JSON has no other way to hold
/// them. JsonField::text() reads both forms.
inline Json text(const std::string& bytes) {
    return jsonText(bytes);
}

/// A text where JSON has no such number.
inline Json real(double value) {
    if (std::isfinite(value)) {
        return value;
    }
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/// An array of what convert makes of each element.
template <class List, class Convert>
Json array(const List& list, Convert convert) {
    Json result = Json::array();
    for (const auto& item : list) {
        result.push_back(convert(item));
    }
    return result;
}

/// An array of the first `metrics` values: the places behind them carry nothing.
template <class Values, class Convert>
Json perMetric(const Values& values, std::size_t metrics, Convert convert) {
    Json result = Json::array();
    for (std::size_t m = 0; m < metrics; ++m) {
        result.push_back(convert(values[m]));
    }
    return result;
}

}  // namespace gantry::perf
