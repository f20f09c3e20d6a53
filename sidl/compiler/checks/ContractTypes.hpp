#pragma once

#include <compiler/model/Model.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

/// The type of a value in a contract. Only kinds are distinguished: all classes are equal, and
/// arrays differ only by whether they hold numbers.
struct ValueType {
    enum class Kind {
        Unknown,  ///< of an operand with an error that was reported; it fits everywhere
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

/// Whole: int and long. Real: float and double. Complex: both complex kinds. Each kind is in at
/// most one of the three.
bool isWhole(ValueType::Kind kind);
bool isReal(ValueType::Kind kind);
bool isComplex(ValueType::Kind kind);

/// The type of an argument or result, as contracts see it.
ValueType valueType(const Model& model, const TypeUse& use);

/// Its SIDL name, for messages.
std::string_view typeName(ValueType::Kind kind);

/// True for `is pure`, alone or in brackets, and other uses of the word.
bool promisesPurity(const Expression& expression);

/// The result type of a binary operator; nothing if the operands do not fit it. Null takes the type
/// of the other operand, and strings are never compared.
std::optional<ValueType> binaryResult(std::string_view sign, ValueType left, ValueType right);

/// True when a value may be passed for an argument of that type. Whole numbers and reals may be
/// passed for whole numbers, and reals for reals of another size, but not a whole number for a
/// real.
bool mayPass(ValueType given, ValueType::Kind wanted);

/// A function that contracts may call without a declaration. Case does not matter.
struct BuiltIn {
    std::string_view name;  ///< in lower case
    std::vector<ValueType::Kind> arguments;
    ValueType::Kind result = ValueType::Kind::Bool;
    bool takesRelation = false;  ///< the argument compares an array with something
    bool needsNumbers = false;   ///< arrays passed by name hold numbers
};

/// The built-in function with this name, in the form with or without an array argument; null if
/// there is none.
const BuiltIn* findBuiltIn(std::string_view name, bool withArray);

}  // namespace sidlc
