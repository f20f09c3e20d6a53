#pragma once

#include <compiler/model/Model.hpp>
#include <compiler/syntax/SyntaxTree.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sidlc {

/// What the text of one header refers to.
struct CppNeeds {
    std::set<std::string> headers;          ///< of SIDL types, as in `gov/cca/Port.hpp`
    std::set<std::string> standardHeaders;  ///< as in `string`
    /// Namespace -> name -> `class` or `struct`, of types declared but not included.
    std::map<std::string, std::map<std::string, std::string>> forwards;
};

/// `a::b` for the packages a and b; empty for none.
std::string cppNamespace(const std::vector<std::string>& packages);

/// `::a::b::T`.
std::string cppName(const TypeSymbol& type);

/// `a/b/T.hpp`.
std::string cppHeader(const TypeSymbol& type);

/// The method's name and extension, joined.
std::string cppMethodName(const Method& method);

/// The same for the inherited method that this one renames with `from`.
std::string cppRenamedName(const Method& method);

/// True when headers are written for this type: its file is emitted, and it is not in package sidl,
/// whose C++ side is written by hand.
bool isEmitted(const TypeSymbol& type);

/// The C++ side of SIDL types. Types are written with fully qualified names, so that they mean the
/// same in every namespace; what they need is added to the given CppNeeds.
class CppTypes final {
public:
    /// The model outlives this object and has no errors.
    explicit CppTypes(const Model& model) : model_(model) {}

    const Model& model() const noexcept { return model_; }

    /// The type of a result, a struct member, or a local variable.
    std::string value(const TypeUse& use, CppNeeds& needs) const;

    /// The type of an argument: by value, const reference or reference, according to its mode.
    std::string parameter(const Argument& argument, CppNeeds& needs) const;

    /// True for `array<>`.
    static bool isGenericArray(const TypeUse& use);

    /// True for void, numbers, characters, truth values, enums and opaque.
    bool isScalar(const TypeUse& use) const;

    /// True when two values can be compared with ==.
    bool isComparable(const TypeUse& use) const;

    /// The user type behind `use`, or null if there is none (as for arrays of user types).
    const TypeSymbol* userType(const TypeUse& use) const;

    /// The user type that `use` is an array of, or null.
    const TypeSymbol* elementType(const TypeUse& use) const;

private:
    std::string named(const ScopedName& name, CppNeeds& needs) const;

    const Model& model_;
};

}  // namespace sidlc
