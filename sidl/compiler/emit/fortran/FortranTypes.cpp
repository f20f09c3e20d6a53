#include "FortranTypes.hpp"

#include <base/hash/Fnv1a.hpp>
#include <compiler/emit/cpp/CppText.hpp>

#include <cctype>
#include <cstdint>
#include <cstdio>

namespace sidlc {

namespace {

// Of Fortran 2003 and later.
constexpr std::size_t kLongestName = 63;
// Fortran allows 132 columns of free form; some compilers count tabs and comments otherwise.
constexpr std::size_t kColumns = 120;

struct PrimitiveName {
    const char* type;
    const char* shortName;  ///< in the names of procedures
};

PrimitiveName nameOf(Primitive primitive) {
    switch (primitive) {
        case Primitive::Bool:
            return {"logical(c_bool)", "bool"};
        case Primitive::Char:
            return {"character(kind=c_char)", "char"};
        case Primitive::Int:
            return {"integer(c_int32_t)", "int"};
        case Primitive::Long:
            return {"integer(c_int64_t)", "long"};
        case Primitive::Float:
            return {"real(c_float)", "float"};
        case Primitive::Double:
            return {"real(c_double)", "double"};
        case Primitive::Fcomplex:
            return {"complex(c_float_complex)", "fcomplex"};
        case Primitive::Dcomplex:
            return {"complex(c_double_complex)", "dcomplex"};
        case Primitive::String:
            return {"character(len=:)", "string"};
        case Primitive::Opaque:
            return {"type(c_ptr)", "opaque"};
    }
    return {"", ""};
}

FortranPassing passingOf(Primitive primitive) {
    switch (primitive) {
        case Primitive::Char:
            return FortranPassing::Character;
        case Primitive::Fcomplex:
        case Primitive::Dcomplex:
            return FortranPassing::Complex;
        case Primitive::String:
            return FortranPassing::String;
        default:
            return FortranPassing::Plain;
    }
}

// Arrays of these types are Fortran arrays. C cannot set a pointer to characters of a fixed length.
bool hasFortranArrays(Primitive primitive) {
    return primitive != Primitive::String && primitive != Primitive::Opaque &&
           primitive != Primitive::Char;
}

std::int64_t dimensionOf(const TypeUse& use) {
    if (const auto* array = std::get_if<ArrayType>(&use.type)) {
        return array->dimension;
    }
    const auto* rarray = std::get_if<RarrayType>(&use.type);
    return rarray == nullptr ? 0 : rarray->dimension;
}

// Breaks at blanks only: generated lines have none inside of a text.
std::string brokenLine(std::string line) {
    std::string text;
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    while (line.size() > kColumns) {
        std::size_t at = line.rfind(' ', kColumns - 2);
        if (at == line.npos || at <= indent + 4) {
            break;
        }
        text += line.substr(0, at) + " &\n";
        line = std::string(indent + 4, ' ') + line.substr(at + 1);
    }
    return text + line + "\n";
}

}  // namespace

std::string fortranName(const std::string& name) {
    if (name.size() <= kLongestName) {
        return name;
    }
    gantry::base::Fnv1a32 hash;
    for (const char each : name) {
        // Fortran does not distinguish the case, so the hash must not either.
        hash.add(static_cast<std::uint32_t>(std::tolower(static_cast<unsigned char>(each))));
    }
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", hash.value());
    return name.substr(0, kLongestName - 9) + "_" + digits;
}

std::string fortranModule(const TypeSymbol& type) {
    std::string name;
    for (const std::string& part : type.packages) {
        name += (name.empty() ? "" : "_") + part;
    }
    return fortranName(name.empty() ? "sidl_types" : name);
}

std::string fortranArgument(const Argument& argument) {
    std::string lower;
    for (const char each : argument.name) {
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
    }
    // Names that every generated procedure uses itself.
    const bool taken = lower == "self" || lower == "error" || lower == "res" || lower == "box";
    return argument.name + (taken ? "_" : "");
}

std::string fortranLines(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        const bool isComment =
            line.find_first_not_of(' ') != line.npos && line[line.find_first_not_of(' ')] == '!';
        result += isComment ? line + "\n" : brokenLine(line);
        at = end + 1;
    }
    return result;
}

std::string fortranDoc(std::string_view doc, const std::vector<std::string>& more, int indent) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    const std::string comment = cppDoc(doc, more, 0);
    std::string text;
    for (std::size_t at = 0; at < comment.size();) {
        const std::size_t end = comment.find('\n', at);
        std::string line = comment.substr(at, end - at);
        at = end + 1;
        if (line == "/**" || line == " */") {
            continue;
        }
        line = line.substr(line.rfind("/**", 0) == 0 ? 3 : 2);
        if (line.size() >= 3 && line.compare(line.size() - 3, 3, " */") == 0) {
            line.resize(line.size() - 3);
        }
        text += margin + "!>" + line + "\n";
    }
    return text;
}

std::string FortranTypes::named(const TypeSymbol& type) const {
    if (type.kind == TypeKind::Enumeration) {
        return "integer(c_int32_t)";
    }
    const bool isUnknown = isOfPackageSidl(type) && !isInSidlHeader(type);
    // A module cannot use one that uses it: such a type is passed as the base of all.
    if (type.isObject() && (isUnknown || later_.count(&type) != 0)) {
        return "type(sidl_BaseInterface)";
    }
    return "type(" + fortranName(cName(type)) + ")";
}

FortranPassing FortranTypes::passing(const TypeUse& use) const {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return passingOf(*primitive);
    }
    if (const TypeSymbol* type = c_.cpp().userType(use)) {
        if (type->isObject()) {
            return FortranPassing::Object;
        }
        return type->kind == TypeKind::Struct ? FortranPassing::Raw : FortranPassing::Plain;
    }
    if (std::holds_alternative<RarrayType>(use.type)) {
        return FortranPassing::Rarray;
    }
    const auto* array = std::get_if<ArrayType>(&use.type);
    if (array == nullptr) {
        return FortranPassing::Void;
    }
    const auto* primitive = std::get_if<Primitive>(&array->element);
    const TypeSymbol* element = c_.cpp().elementType(use);
    const bool isArray = primitive != nullptr
                             ? hasFortranArrays(*primitive)
                             : element != nullptr && element->kind == TypeKind::Enumeration;
    return isArray ? FortranPassing::Array : FortranPassing::Raw;
}

std::string FortranTypes::type(const TypeUse& use) const {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return nameOf(*primitive).type;
    }
    if (const TypeSymbol* type = c_.cpp().userType(use)) {
        return named(*type);
    }
    if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
        return nameOf(rarray->element).type;
    }
    const auto* array = std::get_if<ArrayType>(&use.type);
    if (array == nullptr) {
        return "";
    }
    if (passing(use) == FortranPassing::Raw) {
        return array->element.index() == 0 ? "type(sidl_generic_array)" : "type(sidl_array)";
    }
    const auto* primitive = std::get_if<Primitive>(&array->element);
    return primitive != nullptr ? nameOf(*primitive).type : "integer(c_int32_t)";
}

std::string FortranTypes::cType(const TypeUse& use) const {
    switch (passing(use)) {
        case FortranPassing::String:
        case FortranPassing::Object:
            return "type(c_ptr)";
        case FortranPassing::Array:
        case FortranPassing::Rarray:
            return "type(sidl_array)";
        default:
            return type(use);
    }
}

std::string FortranTypes::shape(const TypeUse& use) const {
    const FortranPassing how = passing(use);
    if (how != FortranPassing::Array && how != FortranPassing::Rarray) {
        return "";
    }
    std::string colons = "(:";
    for (std::int64_t d = 1; d < dimensionOf(use); ++d) {
        colons += ",:";
    }
    return colons + ")";
}

std::string FortranTypes::associator(const TypeUse& use) const {
    const auto& array = std::get<ArrayType>(use.type);
    const auto* primitive = std::get_if<Primitive>(&array.element);
    return fortranName(module_ + "_associate_" +
                       (primitive != nullptr ? nameOf(*primitive).shortName : "int") + "_" +
                       std::to_string(array.dimension));
}

}  // namespace sidlc
