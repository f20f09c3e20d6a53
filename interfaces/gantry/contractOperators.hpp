#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>

/// The operators of SIDL contracts, as generated proxies use them.
///
/// Whole numbers (int, long, enumerators) are computed in 64 bits, real ones as double, complex
/// ones as complex<double>; where a whole number meets a real one, both are real. What has no value
/// (a division of whole numbers by zero, a result outside 64 bits) throws std::domain_error; a
/// clause in which it happens does not hold.
///
///     x ** 2 >= 0 and n % 3 == 1            in SIDL
///     greaterOrEqual(power(x, 2), 0) && equal(remainder(n, 3), 1)      in the proxy
///
/// All of it may be called by any thread; nothing allocates but the text of an exception. Complex
/// numbers have no order, and real ones no bit operators: such a clause is left out of the proxy by
/// sidlc, so that the templates here need not refuse it. The language of contracts:
/// docs/guide/sidl-mapping.md, "Values in clauses".
///
/// The names of the signs, as the compiler writes them:
///
///     ==  equal       !=  notEqual         <   less         <=  lessOrEqual
///     >   greater     >=  greaterOrEqual   **  power        %, rem  remainder
///     +   plus        -   minus            *   times        /   divide
///     &   bitAnd      |   bitOr            ^   bitXor       ~   bitNot
///     <<<  shiftLeft  >>>  shiftRight
namespace gantry::contract {

/// Whether T is std::complex of some type. Complex numbers are compared for equality only.
template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

/// The value in the widest type of its kind. Whole numbers and enumerators become std::int64_t,
/// float becomes double, complex<float> becomes complex<double>; bool, char, structs and objects
/// are returned as they are. Any thread; constexpr. Nothing is lost: each type fits its widest.
template <class T>
constexpr auto wide(const T& value) noexcept {
    // NOLINTNEXTLINE(bugprone-branch-clone): the types between are widened
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) {
        return value;
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<double>(value);
    } else if constexpr (kIsComplex<T>) {
        return std::complex<double>(value);
    } else {
        return value;
    }
}

/// An operator of two values of any numeric types: widens both, makes both real if one is, and
/// calls Operation. Constexpr and without state. A mixed pair, such as a long and a double, is
/// converted to double, so that a whole number beyond 2^53 is rounded. What Operation throws
/// leaves.
///
///     plus(2, 0.5)             2.5: both are double
///     divide(7, 2)             3: both are whole
///     less(1.0f, 2)            true, compared as double
template <class Operation>
struct Operator {
    template <class Left, class Right>
    constexpr auto operator()(const Left& left, const Right& right) const {
        const auto wideLeft = wide(left);
        const auto wideRight = wide(right);
        if constexpr (std::is_same_v<decltype(wideLeft), decltype(wideRight)>) {
            return Operation{}(wideLeft, wideRight);
        } else {
            return Operation{}(static_cast<double>(wideLeft), static_cast<double>(wideRight));
        }
    }
};

/// Comparisons of equal kinds; Operator has widened both sides. As those of double and complex: NaN
/// is unequal to everything, itself included.
///
///     equal(2, 2.0)            true: compared as double
///     equal(nan, nan)          false
struct Equal {
    template <class T>
    constexpr bool operator()(const T& left, const T& right) const {
        return left == right;
    }
};
/// False if a side is NaN.
///
///     less(-1, 2.5)            true
struct Less {
    template <class T>
    constexpr bool operator()(const T& left, const T& right) const {
        return left < right;
    }
};
/// False if a side is NaN, so that `not (a > b)` and `a <= b` differ for NaN, as in C++.
///
///     lessOrEqual(1, 1)        true
struct LessOrEqual {
    template <class T>
    constexpr bool operator()(const T& left, const T& right) const {
        return left <= right;
    }
};
/// Relation with its sides exchanged. `a > b` as `b < a`. So `a > b` is false where a side is NaN,
/// as in C++.
template <class Relation>
struct Reversed {
    template <class T>
    constexpr bool operator()(const T& left, const T& right) const {
        return Relation{}(right, left);
    }
};
/// The opposite of Equal: true if a side is NaN.
///
///     notEqual(nan, nan)       true
struct NotEqual {
    template <class T>
    constexpr bool operator()(const T& left, const T& right) const {
        return !(left == right);
    }
};

/// The result of an operator of whole numbers; throws std::domain_error if it did not fit 64 bits.
/// result is undefined where overflows is true. overflows is what the compiler's
/// __builtin_..._overflow returned.
inline std::int64_t fitting(bool overflows, std::int64_t result) {
    if (overflows) {
        throw std::domain_error("a whole number needs more than 64 bits");
    }
    return result;
}

/// Arithmetic: whole numbers with a check for overflow, others as C++ has it. Infinities and NaN
/// are results like others.
///
///     plus(2, 3)               5
///     plus(0.1f, 0.2)          0.1f and 0.2 as double
struct Plus {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        std::int64_t result = 0;
        const bool overflows = __builtin_add_overflow(left, right, &result);
        return fitting(overflows, result);
    }
    template <class T>
    T operator()(const T& left, const T& right) const {
        return left + right;
    }
};
/// As Plus.
///
///     minus(-9223372036854775807, 2)   std::domain_error
struct Minus {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        std::int64_t result = 0;
        const bool overflows = __builtin_sub_overflow(left, right, &result);
        return fitting(overflows, result);
    }
    template <class T>
    T operator()(const T& left, const T& right) const {
        return left - right;
    }
};
/// As Plus.
///
///     times(3000000000, 3000000000)    9000000000000000000, which fits
///     times(4000000000, 4000000000)    std::domain_error
struct Times {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        std::int64_t result = 0;
        const bool overflows = __builtin_mul_overflow(left, right, &result);
        return fitting(overflows, result);
    }
    template <class T>
    T operator()(const T& left, const T& right) const {
        return left * right;
    }
};

/// Throws if left / right has no value. By zero, and the one result that does not fit: the least
/// number by -1. Throws std::domain_error.
inline void checkDivision(std::int64_t left, std::int64_t right) {
    if (right == 0) {
        throw std::domain_error("a whole number is divided by zero");
    }
    fitting(left == std::numeric_limits<std::int64_t>::min() && right == -1, 0);
}

/// Whole numbers are divided as in C++, towards zero. Throws std::domain_error as checkDivision
/// does. Real numbers are divided as IEEE 754 has it: 1.0 / 0.0 is infinity and no error.
///
///     divide(-7, 2)            -3
///     divide(-7.0, 2)          -3.5
struct Divide {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        checkDivision(left, right);
        return left / right;
    }
    template <class T>
    T operator()(const T& left, const T& right) const {
        return left / right;
    }
};
/// Of whole numbers only; has the sign of the left side. -7 % 3 is -1. Throws std::domain_error as
/// checkDivision does.
///
///     remainder(7, 3)          1
///     remainder(-7, 3)         -1
///     remainder(7, 0)          std::domain_error
struct Remainder {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        checkDivision(left, right);
        return left % right;
    }
};
/// `**`. Of whole numbers the result is whole: computed by repeated multiplication, in at most 63
/// steps apart from the bases 0, 1 and -1; std::domain_error beyond 64 bits and for a negative
/// power of 0. Of real and complex numbers it is std::pow, with its results at the edges.
///
///     power(2, 62)             4611686018427387904
///     power(2, 63)             std::domain_error: the largest whole number is 2^63 - 1
///     power(2, -1)             0
///     power(2.0, -1)           0.5
struct Power {
    /// 2 ** -1 is 0, as 1 / 2 is.
    std::int64_t operator()(std::int64_t base, std::int64_t exponent) const {
        if (base == 1 || exponent == 0) {
            return 1;
        }
        if (base == -1) {
            return exponent % 2 == 0 ? 1 : -1;
        }
        if (exponent < 0) {
            return Divide{}(1, base);
        }
        std::int64_t result = base;
        for (; exponent > 1 && base != 0; --exponent) {
            result = Times{}(result, base);
        }
        return result;
    }
    template <class T>
    T operator()(const T& base, const T& exponent) const {
        return std::pow(base, exponent);
    }
};
/// Bit by bit, on 64 bits in two's complement.
///
///     bitAnd(flags, 4) != 0
struct BitAnd {
    constexpr std::int64_t operator()(std::int64_t left, std::int64_t right) const noexcept {
        return left & right;
    }
};
/// As BitAnd.
///
///     bitOr(1, 4)              5
struct BitOr {
    constexpr std::int64_t operator()(std::int64_t left, std::int64_t right) const noexcept {
        return left | right;
    }
};
/// As BitAnd.
///
///     bitXor(5, 4)             1
struct BitXor {
    constexpr std::int64_t operator()(std::int64_t left, std::int64_t right) const noexcept {
        return left ^ right;
    }
};

/// The number of places to shift by. Throws std::domain_error outside 0 to 63, where C++ leaves the
/// result undefined. The same for both shifts.
inline int places(std::int64_t number) {
    if (number < 0 || number > 63) {
        throw std::domain_error("a shift is by 0 to 63 places");
    }
    return static_cast<int>(number);
}
/// Drops bits at the top, the sign among them. `<<<`; 1 <<< 63 is the least number, not an
/// overflow. Throws as places().
///
///     shiftLeft(1, 4)          16
///     shiftLeft(1, 64)         std::domain_error
struct ShiftLeft {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) << places(right));
    }
};
/// Keeps the sign. `>>>`; rounds towards minus infinity. Throws as places().
///
///     shiftRight(-8, 1)        -4
struct ShiftRight {
    std::int64_t operator()(std::int64_t left, std::int64_t right) const {
        return left >> places(right);
    }
};

/// The names that generated code uses. Which sign becomes which name: contractOperator and
/// contractRelation of the compiler. The words `and`, `or`, `not`, `implies`, `iff` and `xor`
/// become operators of C++ and evaluate only the operands they need.
inline constexpr Operator<Equal> equal{};
inline constexpr Operator<NotEqual> notEqual{};
inline constexpr Operator<Less> less{};
inline constexpr Operator<LessOrEqual> lessOrEqual{};
inline constexpr Operator<Reversed<Less>> greater{};
inline constexpr Operator<Reversed<LessOrEqual>> greaterOrEqual{};
inline constexpr Operator<Plus> plus{};
inline constexpr Operator<Minus> minus{};
inline constexpr Operator<Times> times{};
inline constexpr Operator<Divide> divide{};
inline constexpr Operator<Remainder> remainder{};
inline constexpr Operator<Power> power{};
inline constexpr Operator<BitAnd> bitAnd{};
inline constexpr Operator<BitOr> bitOr{};
inline constexpr Operator<BitXor> bitXor{};
inline constexpr Operator<ShiftLeft> shiftLeft{};
inline constexpr Operator<ShiftRight> shiftRight{};

/// The complement of all 64 bits.
///
///     bitNot(0)                -1
constexpr std::int64_t bitNot(std::int64_t value) noexcept {
    return ~value;
}

/// Whether both are one object, or both none. Compared by the address of the whole object, so that
/// two interfaces of one object are the same. Costs two dynamic casts. The types are polymorphic.
///
///     same(result, argument)   the method returned its argument
template <class Left, class Right>
bool same(const std::shared_ptr<Left>& left, const std::shared_ptr<Right>& right) {
    return dynamic_cast<const void*>(left.get()) == dynamic_cast<const void*>(right.get());
}

/// The number as the type of an argument it is passed for; the fraction of a real number that goes
/// for a whole one is dropped. Throws std::domain_error if the value, NaN included, is not between
/// the least and the greatest Number. Between real types it is a static_cast without a check.
///
///     as<std::int32_t>(2.9)    2
///     as<std::int32_t>(3e9)    std::domain_error
template <class Number, class Value>
Number as(const Value& value) {
    if constexpr (std::is_integral_v<Number>) {
        constexpr auto kLow = std::numeric_limits<Number>::min();
        constexpr auto kHigh = std::numeric_limits<Number>::max();
        const auto given = wide(value);
        if constexpr (std::is_same_v<decltype(given), const double>) {
            if (!(given >= static_cast<double>(kLow) && given < static_cast<double>(kHigh) + 1)) {
                throw std::domain_error("a number does not fit the argument it is passed for");
            }
        } else if (given < kLow || given > kHigh) {
            throw std::domain_error("a number does not fit the argument it is passed for");
        }
    }
    return static_cast<Number>(value);
}

}  // namespace gantry::contract
