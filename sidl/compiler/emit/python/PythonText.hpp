#pragma once

#include <compiler/emit/cpp/CppTypes.hpp>
#include <compiler/model/Model.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

/// The word as a Python name: with an underscore appended if Python reserves it.
std::string pythonIdentifier(std::string_view word);

/// The Python module of a type: that of its package, or `toplevel` where it has none.
std::string pythonModule(const TypeSymbol& type);

/// The name of the Python method: as in C++, name and extension in one word.
std::string pythonMethodName(const Method& method);

/// The arguments that a Python caller passes: `in` and `inout`.
std::vector<const Argument*> pythonArguments(const Method& method);

/// The direct bases, without those that another one derives from, in an order that Python accepts:
/// derived ones first.
std::vector<const TypeSymbol*> pythonBases(const TypeSymbol& type);

/// The files that get a Python binding.
std::vector<const SourceFile*> pythonFiles(const Model& model);

/// The types of one file that get a binding, in alphabetical order.
std::vector<const TypeSymbol*> typesOf(const Model& model, const SourceFile& file);

/// The text as a C++ string literal.
std::string cppLiteral(std::string_view text);

/// The lines of a raw SIDL comment, joined.
std::string docText(std::string_view doc);

}  // namespace sidlc
