#pragma once

#include <base/text/Hex.hpp>
#include <base/text/Utf8.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

/// How the documents of this folder write single values.
namespace gantry::perf {

/// Keeps the members in the order in which they were added, so that documents compare line by line.
using Json = nlohmann::ordered_json;

/// JSON has no infinities and no NaN: they become null. The shortest digits that give the number
/// back.
inline Json jsonNumber(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/// A text of any bytes: a string, or {"hex": digits} if it is not UTF-8.
inline Json jsonText(const std::string& bytes) {
    return base::isUtf8(bytes) ? Json(bytes) : Json{{"hex", base::toHex(bytes)}};
}

/// The document with nothing but printable ASCII in it (other characters as \u escapes), so that a
/// terminal takes no harm. Ends with a line feed. indent: spaces of each level; -1: all in one
/// line.
inline std::string jsonDocument(const Json& document, int indent = 2) {
    return document.dump(indent, ' ', true) + '\n';
}

}  // namespace gantry::perf
