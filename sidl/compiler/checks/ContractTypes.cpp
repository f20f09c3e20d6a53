#include "ContractTypes.hpp"

#include <algorithm>
#include <array>

namespace sidlc {

namespace {

using Kind = ValueType::Kind;

Kind kindOf(Primitive primitive) {
    switch (primitive) {
        case Primitive::Bool:
            return Kind::Bool;
        case Primitive::Char:
            return Kind::Char;
        case Primitive::Int:
            return Kind::Int;
        case Primitive::Long:
            return Kind::Long;
        case Primitive::Float:
            return Kind::Float;
        case Primitive::Double:
            return Kind::Double;
        case Primitive::Fcomplex:
            return Kind::Fcomplex;
        case Primitive::Dcomplex:
            return Kind::Dcomplex;
        case Primitive::String:
            return Kind::String;
        case Primitive::Opaque:
            return Kind::Opaque;
    }
    return Kind::Unknown;
}

bool isNumber(Kind kind) {
    return kind >= Kind::Int && kind <= Kind::Dcomplex;
}
// Complex numbers do not mix with others.
std::optional<ValueType> numericResult(Kind left, Kind right) {
    if (!isNumber(left) || !isNumber(right) || isComplex(left) != isComplex(right)) {
        return std::nullopt;
    }
    // The kinds of numbers are declared from the narrowest to the widest, so the larger one holds
    // both.
    return ValueType{std::max(left, right), false};
}

bool isText(Kind left, Kind right) {
    return (left == Kind::String && (right == Kind::String || right == Kind::Char)) ||
           (left == Kind::Char && right == Kind::String);
}

bool isOneOf(std::string_view sign, std::initializer_list<std::string_view> signs) {
    return std::find(signs.begin(), signs.end(), sign) != signs.end();
}

}  // namespace

bool isWhole(ValueType::Kind kind) {
    return kind == Kind::Int || kind == Kind::Long;
}

bool isReal(ValueType::Kind kind) {
    return kind == Kind::Float || kind == Kind::Double;
}

bool isComplex(ValueType::Kind kind) {
    return kind == Kind::Fcomplex || kind == Kind::Dcomplex;
}

ValueType valueType(const Model& model, const TypeUse& use) {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return {kindOf(*primitive), false};
    }
    if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
        return {Kind::Array, isNumber(kindOf(rarray->element))};
    }
    if (const auto* array = std::get_if<ArrayType>(&use.type)) {
        const auto* primitive = std::get_if<Primitive>(&array->element);
        return {Kind::Array, primitive != nullptr && isNumber(kindOf(*primitive))};
    }
    const auto* name = std::get_if<ScopedName>(&use.type);
    const TypeSymbol* type = name == nullptr ? nullptr : model.target(*name);
    if (type == nullptr) {
        return {Kind::Void, false};
    }
    switch (type->kind) {
        case TypeKind::Class:
            return {Kind::Class, false};
        case TypeKind::Interface:
            return {Kind::Interface, false};
        case TypeKind::Struct:
            return {Kind::Struct, false};
        case TypeKind::Enumeration:
            return {Kind::Enumeration, false};
    }
    return {};
}

std::string_view typeName(ValueType::Kind kind) {
    static constexpr std::array<std::string_view, 18> kNames = {
        "unknown", "void",  "null",   "bool",     "char",      "int",
        "long",    "float", "double", "fcomplex", "dcomplex",  "string",
        "opaque",  "enum",  "struct", "class",    "interface", "array"};
    return kNames[static_cast<std::size_t>(kind)];
}

bool promisesPurity(const Expression& expression) {
    const bool is = expression.kind == Expression::Kind::Operation && expression.text == "is";
    return expression.kind == Expression::Kind::Pure ||
           (is && promisesPurity(expression.operands[0]));
}

std::optional<ValueType> binaryResult(std::string_view sign, ValueType left, ValueType right) {
    if (left.is(Kind::Unknown) || right.is(Kind::Unknown)) {
        return ValueType{};
    }
    if (left.is(Kind::Null)) {
        left = right.is(Kind::Null) ? ValueType{Kind::Opaque, false} : right;
    }
    if (right.is(Kind::Null)) {
        right = left;
    }
    const ValueType truth{Kind::Bool, false};
    if (isOneOf(sign, {"and", "or", "xor", "implies", "iff"})) {
        return left.is(Kind::Bool) && right.is(Kind::Bool) ? std::optional(truth) : std::nullopt;
    }
    if (isOneOf(sign, {"%", "rem", "<<<", ">>>"})) {
        return isWhole(left.kind) && isWhole(right.kind) ? numericResult(left.kind, right.kind)
                                                         : std::nullopt;
    }
    const auto number = numericResult(left.kind, right.kind);
    if (isOneOf(sign, {"+", "-", "*", "/", "**", "&", "|", "^"})) {
        return number;
    }
    const bool isEquality = isOneOf(sign, {"==", "!="});
    const bool isSame = isEquality && left.kind == right.kind && !isText(left.kind, right.kind);
    return number || isSame ? std::optional(truth) : std::nullopt;
}

bool mayPass(ValueType given, ValueType::Kind wanted) {
    if (given.is(Kind::Unknown) || given.kind == wanted) {
        return true;
    }
    if (isWhole(wanted)) {
        return isWhole(given.kind) || isReal(given.kind);
    }
    return (isReal(wanted) && isReal(given.kind)) || (isComplex(wanted) && isComplex(given.kind));
}

const BuiltIn* findBuiltIn(std::string_view name, bool withArray) {
    static const std::array<BuiltIn, 20> kBuiltIns = {{
        {"all", {Kind::Bool}, Kind::Bool, true, true},
        {"any", {Kind::Bool}, Kind::Bool, true, true},
        {"count", {Kind::Bool}, Kind::Int, true, true},
        {"dimen", {Kind::Array}, Kind::Int, false, false},
        {"irange", {Kind::Array, Kind::Long, Kind::Long}, Kind::Bool, false, true},
        {"lower", {Kind::Array, Kind::Int}, Kind::Int, false, false},
        {"max", {Kind::Array}, Kind::Double, false, true},
        {"min", {Kind::Array}, Kind::Double, false, true},
        {"nearequal", {Kind::Array, Kind::Array, Kind::Double}, Kind::Bool, false, true},
        {"nondecr", {Kind::Array}, Kind::Bool, false, true},
        {"nonincr", {Kind::Array}, Kind::Bool, false, true},
        {"none", {Kind::Bool}, Kind::Bool, true, true},
        {"range", {Kind::Array, Kind::Double, Kind::Double, Kind::Double}, Kind::Bool, false, true},
        {"size", {Kind::Array}, Kind::Int, false, false},
        {"stride", {Kind::Array, Kind::Int}, Kind::Int, false, false},
        {"sum", {Kind::Array}, Kind::Double, false, true},
        {"upper", {Kind::Array, Kind::Int}, Kind::Int, false, false},
        {"irange", {Kind::Long, Kind::Long, Kind::Long}, Kind::Bool, false, false},
        {"nearequal", {Kind::Double, Kind::Double, Kind::Double}, Kind::Bool, false, false},
        {"range",
         {Kind::Double, Kind::Double, Kind::Double, Kind::Double},
         Kind::Bool,
         false,
         false},
    }};
    std::string lower(name);
    // Built-in functions are known in any case of letters; ASCII only, whatever the locale.
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const BuiltIn* found = nullptr;
    for (const BuiltIn& each : kBuiltIns) {
        const bool isForArrays = !each.arguments.empty() && each.arguments[0] == Kind::Array;
        if (each.name == lower && (found == nullptr || isForArrays == withArray)) {
            found = &each;
        }
    }
    return found;
}

}  // namespace sidlc
