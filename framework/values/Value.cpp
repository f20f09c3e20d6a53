// Numbers are written with the fewest digits that read back as the same value, so that a saved
// script builds the same assembly.

#include "values/Value.hpp"

#include <gantry/Error.hpp>

#include <array>
#include <charconv>
#include <sstream>
#include <type_traits>
#include <vector>

namespace gantry::framework {
namespace {

using gov::cca::Type;

struct TypeName {
    Type type;
    const char* text;
    const char* word;
};

// In the order of gov::cca::Type, which is the index. A word has no blank, for files.
constexpr std::array<TypeName, 17> kTypeNames{{
    {Type::NoType, "nothing", ""},
    {Type::Int, "int", "int"},
    {Type::Long, "long", "long"},
    {Type::Float, "float", "float"},
    {Type::Double, "double", "double"},
    {Type::Fcomplex, "fcomplex", "fcomplex"},
    {Type::Dcomplex, "dcomplex", "dcomplex"},
    {Type::String, "string", "string"},
    {Type::Bool, "bool", "bool"},
    {Type::IntArray, "int array", "intArray"},
    {Type::LongArray, "long array", "longArray"},
    {Type::FloatArray, "float array", "floatArray"},
    {Type::DoubleArray, "double array", "doubleArray"},
    {Type::FcomplexArray, "fcomplex array", "fcomplexArray"},
    {Type::DcomplexArray, "dcomplex array", "dcomplexArray"},
    {Type::StringArray, "string array", "stringArray"},
    {Type::BoolArray, "bool array", "boolArray"},
}};

template <class T>
struct IsArray : std::false_type {};
template <class T>
struct IsArray<sidl::array<T, 1>> : std::true_type {
    using Element = T;
};
template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<std::complex<T>> : std::true_type {};

template <class T>
std::string numberText(T number) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    return std::string(buffer.data(), end);
}

template <class T>
std::string textOf(const T& value) {
    if constexpr (std::is_same_v<T, std::monostate>) {
        return "";
    } else if constexpr (std::is_same_v<T, std::string>) {
        return value;
    } else if constexpr (std::is_same_v<T, bool>) {
        return value ? "true" : "false";
    } else if constexpr (IsComplex<T>::value) {
        return '(' + numberText(value.real()) + ',' + numberText(value.imag()) + ')';
    } else if constexpr (IsArray<T>::value) {
        std::string text;
        for (int i = value.lower(); i <= value.upper(); ++i) {
            text += (text.empty() ? "" : " ") + textOf(value[i]);
        }
        return text;
    } else {
        return numberText(value);
    }
}

[[noreturn]] void refuse(const std::string& text, Type type) {
    throw Error(gov::cca::CCAExceptionType::BadProperties,
                "'" + text + "' is not a value of type " + typeText(type) +
                    (type == Type::Bool ? "; write true or false" : ""));
}

template <class T>
bool readNumber(const std::string& text, T& number) {
    const char* first = text.data();
    const char* const last = text.data() + text.size();
    // from_chars takes no plus sign.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
        ++first;
    }
    const auto result = std::from_chars(first, last, number);
    return result.ec == std::errc() && result.ptr == last;
}

template <class T>
T read(const std::string& text) {
    if constexpr (std::is_same_v<T, std::string>) {
        return text;
    } else if constexpr (std::is_same_v<T, bool>) {
        if (text == "true" || text == "1" || text == "yes" || text == "on") {
            return true;
        }
        if (text == "false" || text == "0" || text == "no" || text == "off") {
            return false;
        }
    } else if constexpr (IsComplex<T>::value) {
        typename T::value_type re{};
        typename T::value_type im{};
        const std::size_t comma = text.find(',');
        // (re,im), as the standard library writes it; blanks would part the elements of an array.
        if (text.size() > 4 && text.front() == '(' && text.back() == ')' &&
            comma != std::string::npos && readNumber(text.substr(1, comma - 1), re) &&
            readNumber(text.substr(comma + 1, text.size() - comma - 2), im)) {
            return {re, im};
        }
    } else if constexpr (IsArray<T>::value) {
        std::vector<typename IsArray<T>::Element> elements;
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            elements.push_back(read<typename IsArray<T>::Element>(word));
        }
        T array(typename T::Shape{static_cast<int>(elements.size())});
        for (std::size_t i = 0; i < elements.size(); ++i) {
            array[static_cast<int>(i)] = elements[i];
        }
        return array;
    } else {
        T number{};
        if (readNumber(text, number)) {
            return number;
        }
    }
    refuse(text, typeFor<T>());
}

template <std::size_t I = 1>
Value readAs(Type type, const std::string& text) {
    if constexpr (I < std::variant_size_v<Value>) {
        using T = std::variant_alternative_t<I, Value>;
        // From the type at run time to the one at compile time: the alternatives of Value are tried
        // in order.
        return static_cast<std::size_t>(type) == I ? Value(std::in_place_type<T>, read<T>(text))
                                                   : readAs<I + 1>(type, text);
    } else {
        return {};
    }
}

}  // namespace

bool isServed(const std::string& key) {
    return key.rfind("cca.", 0) == 0 || key == "gantry.classVersion";
}

const char* typeText(Type type) {
    const auto index = static_cast<std::size_t>(type);
    return index < kTypeNames.size() ? kTypeNames[index].text : "unknown";
}

Type typeNamed(const std::string& name) {
    for (const TypeName& type : kTypeNames) {
        if (name == type.word && type.type != Type::NoType) {
            return type.type;
        }
    }
    return Type::NoType;
}

const char* wordOf(Type type) {
    const auto index = static_cast<std::size_t>(type);
    return index < kTypeNames.size() ? kTypeNames[index].word : "unknown";
}

Value independent(const Value& value) {
    return std::visit(
        [](const auto& held) -> Value {
            using T = std::decay_t<decltype(held)>;
            if constexpr (IsArray<T>::value) {
                return Value(std::in_place_type<T>, held.clone());
            } else {
                return Value(std::in_place_type<T>, held);
            }
        },
        value);
}

std::string toText(const Value& value) {
    return std::visit([](const auto& held) { return textOf(held); }, value);
}

Value fromText(Type type, const std::string& text) {
    return readAs(type, text);
}

}  // namespace gantry::framework
