#pragma once

#include <compiler/model/Model.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "CppTypes.hpp"

namespace sidlc {

// Pieces of C++ text, formatted as the project's clang-format formats them (4 blanks, 100 columns),
// as far as that is simple. Every piece ends with a line end unless stated otherwise.

/// The lines of the raw SIDL comment `doc` without its delimiters, and without empty lines at both
/// ends.
std::vector<std::string> docLines(std::string_view doc);

/// A documentation comment: the lines of the raw SIDL comment `doc` re-indented, then an empty line
/// and the lines of `more`. Empty if there is nothing to write.
std::string cppDoc(std::string_view doc, const std::vector<std::string>& more, int indent);

/// The text as a string literal of C++; without a line end.
std::string cppString(std::string_view text);

/// `head(arguments)tail`, broken if it is wider than a line; without a line end.
std::string cppSignature(const std::string& head, const std::vector<std::string>& arguments,
                         const std::string& tail, int indent);

/// `class ... name : bases {`, one base per line when they are too wide.
std::string cppClassHead(const std::string& name, const std::string& qualifiers,
                         const std::vector<std::string>& bases);

/// Include lines for the headers but `except`, and an empty line; nothing for no header.
std::string cppIncludes(const std::set<std::string>& headers, const std::string& except = {});

/// The first line, `#pragma once` and the includes, without `self`.
std::string cppPrologue(const TypeSymbol& type, const CppNeeds& needs, const std::string& self);

/// The forward declarations, by namespace, without `self`.
std::string cppForwards(const CppNeeds& needs, const TypeSymbol& self);

/// `body` inside the namespace; the body alone when the name is empty.
std::string cppInNamespace(const std::string& name, const std::string& body);

}  // namespace sidlc
