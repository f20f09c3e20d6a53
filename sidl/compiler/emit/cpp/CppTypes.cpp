#include "CppTypes.hpp"

#include <compiler/checks/ReservedWords.hpp>

#include <algorithm>

namespace sidlc {

namespace {

struct PrimitiveMapping {
    const char* type;
    const char* header;
};

// The table of docs/guide/sidl-mapping.md. The types have fixed sizes, so that other languages can
// rely on them.
PrimitiveMapping mapping(Primitive primitive) {
    switch (primitive) {
        case Primitive::Bool:
            return {"bool", ""};
        case Primitive::Char:
            return {"char", ""};
        case Primitive::Int:
            return {"std::int32_t", "cstdint"};
        case Primitive::Long:
            return {"std::int64_t", "cstdint"};
        case Primitive::Float:
            return {"float", ""};
        case Primitive::Double:
            return {"double", ""};
        case Primitive::Fcomplex:
            return {"std::complex<float>", "complex"};
        case Primitive::Dcomplex:
            return {"std::complex<double>", "complex"};
        case Primitive::String:
            return {"std::string", "string"};
        case Primitive::Opaque:
            return {"void*", ""};
    }
    return {"void", ""};
}

std::string primitiveName(Primitive primitive, CppNeeds& needs) {
    const PrimitiveMapping found = mapping(primitive);
    if (*found.header != '\0') {
        needs.standardHeaders.insert(found.header);
    }
    return found.type;
}

}  // namespace

std::string cppNamespace(const std::vector<std::string>& packages) {
    std::string joined;
    for (const std::string& part : packages) {
        joined += (joined.empty() ? "" : "::") + cppIdentifier(part);
    }
    return joined;
}

// The leading :: matters: in package a.a, the name a would be found as the inner namespace.
std::string cppName(const TypeSymbol& type) {
    const std::string scope = cppNamespace(type.packages);
    return (scope.empty() ? "::" : "::" + scope + "::") + cppIdentifier(type.name);
}

std::string cppHeader(const TypeSymbol& type) {
    std::string path;
    for (const std::string& part : type.packages) {
        path += part + "/";
    }
    return path + type.name + ".hpp";
}

std::string cppMethodName(const Method& method) {
    return cppIdentifier(method.name + method.extension);
}

std::string cppRenamedName(const Method& method) {
    const std::string& path = method.from->path;
    return cppIdentifier(path.substr(path.rfind('.') + 1).append(method.from->extension));
}

bool isEmitted(const TypeSymbol& type) {
    return type.file->emitted && (type.packages.empty() || type.packages[0] != "sidl");
}

// Objects are passed as shared_ptr (docs/decisions/0002), for which a forward declaration is
// enough. So headers of types that refer to each other do not include each other. Structs and
// enumerations are values and need their definition.
std::string CppTypes::named(const ScopedName& name, CppNeeds& needs) const {
    const TypeSymbol& type = *model_.target(name);
    if (!type.isObject()) {
        needs.headers.insert(cppHeader(type));
        return cppName(type);
    }
    needs.standardHeaders.insert("memory");
    needs.forwards[cppNamespace(type.packages)].emplace(cppIdentifier(type.name), "class");
    return "std::shared_ptr<" + cppName(type) + ">";
}

std::string CppTypes::value(const TypeUse& use, CppNeeds& needs) const {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return primitiveName(*primitive, needs);
    }
    if (const auto* name = std::get_if<ScopedName>(&use.type)) {
        return named(*name, needs);
    }
    if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
        needs.headers.insert("sidl/rarray.hpp");
        return "::sidl::rarray<" + primitiveName(rarray->element, needs) + ", " +
               std::to_string(rarray->dimension) + ">";
    }
    const auto* array = std::get_if<ArrayType>(&use.type);
    if (array == nullptr) {
        return "void";
    }
    if (isGenericArray(use)) {
        needs.headers.insert("sidl/BaseArray.hpp");
        needs.standardHeaders.insert("memory");
        return "std::shared_ptr<::sidl::BaseArray>";
    }
    needs.headers.insert("sidl/array.hpp");
    const auto* primitive = std::get_if<Primitive>(&array->element);
    const std::string element = primitive != nullptr
                                    ? primitiveName(*primitive, needs)
                                    : named(std::get<ScopedName>(array->element), needs);
    return "::sidl::array<" + element + ", " + std::to_string(array->dimension) + ">";
}

std::string CppTypes::parameter(const Argument& argument, CppNeeds& needs) const {
    std::string type = value(argument.type, needs);
    // A raw array is a view of the caller's memory: a copy of the view gives access to the same
    // elements, so all modes pass it by value.
    if (std::holds_alternative<RarrayType>(argument.type.type)) {
        return type;
    }
    if (argument.mode == Mode::In && isGenericArray(argument.type)) {
        return "const ::sidl::BaseArray&";
    }
    if (argument.mode != Mode::In) {
        return type + "&";
    }
    return isScalar(argument.type) ? type : "const " + type + "&";
}

bool CppTypes::isGenericArray(const TypeUse& use) {
    const auto* array = std::get_if<ArrayType>(&use.type);
    return array != nullptr && array->element.index() == 0;
}

bool CppTypes::isScalar(const TypeUse& use) const {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return *primitive != Primitive::String;
    }
    const TypeSymbol* type = userType(use);
    return std::holds_alternative<VoidType>(use.type) ||
           (type != nullptr && type->kind == TypeKind::Enumeration);
}

bool CppTypes::isComparable(const TypeUse& use) const {
    if (std::holds_alternative<Primitive>(use.type)) {
        return true;
    }
    const TypeSymbol* type = userType(use);
    if (type == nullptr || type->isObject()) {
        return false;
    }
    const auto* held = std::get_if<Struct>(&type->declaration->body);
    return held == nullptr ||
           std::all_of(held->members.begin(), held->members.end(),
                       [this](const StructMember& each) { return isComparable(each.type); });
}

const TypeSymbol* CppTypes::userType(const TypeUse& use) const {
    const auto* name = std::get_if<ScopedName>(&use.type);
    return name == nullptr ? nullptr : model_.target(*name);
}

const TypeSymbol* CppTypes::elementType(const TypeUse& use) const {
    const auto* array = std::get_if<ArrayType>(&use.type);
    const auto* name = array == nullptr ? nullptr : std::get_if<ScopedName>(&array->element);
    return name == nullptr ? nullptr : model_.target(*name);
}

}  // namespace sidlc
