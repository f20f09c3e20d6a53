#pragma once

#include <compiler/model/Model.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

/// The type of a value in a contract. Kinds are all that counts: classes are alike, and so are
/// arrays but for what they hold.
struct ValueType {
    enum class Kind {
        Unknown,  ///< of an operand that was reported already; it fits everywhere
        Void,
        Null,
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
        Enumeration,
        Struct,
        Class,
        Interface,
        Array,
    };

    Kind kind = Kind::Unknown;
    bool isNumericArray = false;

    bool is(Kind wanted) const noexcept { return kind == wanted; }
};

bool isWhole(ValueType::Kind kind);
bool isReal(ValueType::Kind kind);
bool isComplex(ValueType::Kind kind);

/// The type of an argument or result.
ValueType valueType(const Model& model, const TypeUse& use);

/// The name that SIDL has for it, for messages.
std::string_view typeName(ValueType::Kind kind);

/// True for `is pure`, alone or in brackets, and other uses of the word.
bool promisesPurity(const Expression& expression);

/// What a binary operator makes of its operands; nothing when they do not fit it. Null takes the
/// type of the other operand, and strings are never compared.
std::optional<ValueType> binaryResult(std::string_view sign, ValueType left, ValueType right);

/// True when a value may be passed for an argument of that type. Whole numbers and reals go for
/// whole numbers, reals for reals of another size; no whole number for a real.
bool mayPass(ValueType given, ValueType::Kind wanted);

/// A function that contracts know without a declaration. Upper and lower case are the same.
struct BuiltIn {
    std::string_view name;  ///< in lower case
    std::vector<ValueType::Kind> arguments;
    ValueType::Kind result = ValueType::Kind::Bool;
    bool takesRelation = false;  ///< the argument compares an array with something
    bool needsNumbers = false;   ///< arrays passed by name hold numbers
};

/// The built-in function with this name for arguments of which one is an array, or none is; null
/// when there is none of this name.
const BuiltIn* findBuiltIn(std::string_view name, bool withArray);

}  // namespace sidlc
