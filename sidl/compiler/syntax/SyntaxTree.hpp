#pragma once

#include <compiler/source/SourceText.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "Expression.hpp"

namespace sidlc {

// The tree of one SIDL file: plain values, nothing resolved. Every node that a message or a back
// end may refer to carries its location. `doc` is the raw documentation comment with its
// delimiters. What a name refers to is found by the model (Model::target). Locations and string
// views point into the source, which outlives the tree.

/// Numbers joined by dots, as written.
struct Version {
    Location location;
    std::string text;
};

/// `[.]a.b.C[Extension]`; the extension is kept without its brackets.
struct ScopedName {
    Location location;
    std::uint32_t ordinal = 0;  ///< counts the scoped names of its file from 0
    bool fromRoot = false;
    std::string path;  ///< the names joined by dots, without a leading one
    std::string_view extension;

    /// As written, for messages.
    std::string text() const;
};

/// One entry of `%attrib{name = "value"}`; the value is unescaped.
struct CustomAttribute {
    Location location;
    std::string name;
    std::optional<std::string> value;
};

/// The built-in types; sidlText gives their keywords.
enum class Primitive {
    Bool,
    Char,
    Int,
    Long,
    Float,
    Double,
    Fcomplex,
    Dcomplex,
    String,
    Opaque,
};

/// Only as the result of a method.
struct VoidType {};

/// Unspecified: the array may have any strides.
enum class ArrayOrder { Unspecified, RowMajor, ColumnMajor };

/// `array<element, dimension, order>`; without an element it is the generic array.
struct ArrayType {
    std::variant<std::monostate, Primitive, ScopedName> element;
    std::int64_t dimension = 1;
    ArrayOrder order = ArrayOrder::Unspecified;
};

/// `rarray<element, dimension> name(extents)`; the name is kept by the argument or member.
struct RarrayType {
    Primitive element = Primitive::Double;
    std::int64_t dimension = 1;
    std::vector<Expression> extents;
};

/// A type where it is used: of a result, an argument or a member.
struct TypeUse {
    Location location;
    std::variant<VoidType, Primitive, ScopedName, ArrayType, RarrayType> type;
};

enum class Mode { In, Out, Inout };

/// One argument of a method, in the order of its attributes as written.
struct Argument {
    Location location;  ///< of the name
    std::string name;
    bool copy = false;
    Mode mode = Mode::In;
    TypeUse type;
    std::vector<CustomAttribute> customAttributes;
};

enum class MethodAttribute { Oneway, Local, Static, Abstract, Final, Nonblocking, Copy };

struct LocatedMethodAttribute {
    Location location;
    MethodAttribute attribute = MethodAttribute::Local;
};

/// A method of a class or interface. Its full name is name and extension joined.
struct Method {
    Location location;  ///< of the name
    std::string name;
    std::string extension;  ///< without brackets; empty when there is none
    std::string_view doc;
    std::vector<LocatedMethodAttribute> attributes;  ///< in the order written, duplicates kept
    std::vector<CustomAttribute> customAttributes;
    TypeUse result;
    std::vector<Argument> arguments;
    std::vector<ScopedName> throws;
    std::optional<ScopedName> from;
    std::vector<Assertion> preconditions;
    std::vector<Assertion> postconditions;

    bool has(MethodAttribute wanted) const;
};

/// The body of an interface; `extends` is empty where sidl.BaseInterface is implied.
struct Interface {
    std::vector<ScopedName> extends;
    std::vector<Assertion> invariants;
    std::vector<Method> methods;
};

/// One entry of `implements` or `implements-all`.
struct ImplementedName {
    ScopedName name;
    bool all = false;  ///< named by `implements-all`
};

/// The body of a class; without `extends`, sidl.BaseClass is implied.
struct Class {
    std::optional<ScopedName> extends;
    std::vector<ImplementedName> implements;
    std::vector<Assertion> invariants;
    std::vector<Method> methods;
};

struct Enumerator {
    Location location;
    std::string name;
    std::string_view doc;
    std::string written;  ///< the value as written, sign included; empty when there is none
    std::optional<std::int64_t>
        value;  ///< given, or the next free one; absent if it does not fit 64 bits
};

/// The body of an enum, in the order written.
struct Enumeration {
    std::vector<Enumerator> enumerators;
};

struct StructMember {
    Location location;
    std::string name;
    std::string_view doc;
    TypeUse type;
};

/// The body of a struct, in the order written, which is also the order in memory.
struct Struct {
    std::vector<StructMember> members;
};

struct Declaration;

/// The part of a package that is in one declaration; the model joins the parts.
struct Package {
    std::optional<Version> version;
    std::vector<Declaration> members;
};

enum class TypeAttribute { Final, Abstract };

struct LocatedTypeAttribute {
    Location location;
    TypeAttribute attribute = TypeAttribute::Final;
};

/// A package or a user type.
struct Declaration {
    Location location;  ///< of the name
    std::string name;
    std::string_view doc;
    std::vector<LocatedTypeAttribute> attributes;
    std::vector<CustomAttribute> customAttributes;
    std::variant<Package, Class, Interface, Struct, Enumeration> body;

    bool has(TypeAttribute wanted) const;
};

/// `require name version;` or `import name [version];`, or the old `version name number;`.
struct PackageClause {
    Location location;
    ScopedName name;
    std::optional<Version> version;
};

/// One file. Clauses come before declarations, in the order written.
struct SyntaxTree {
    std::vector<PackageClause> oldVersions;
    std::vector<PackageClause> requirements;
    std::vector<PackageClause> imports;
    std::vector<Declaration> declarations;
};

}  // namespace sidlc
