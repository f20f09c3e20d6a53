#pragma once

#include <compiler/emit/cpp/CppTypes.hpp>

namespace sidlc {

/// Whether a record of monitored calls can contain a value of this type as a number: numbers and
/// enumerators by value, arrays and strings by their length.
bool isRecordable(const CppTypes& types, const TypeUse& use);

}  // namespace sidlc
