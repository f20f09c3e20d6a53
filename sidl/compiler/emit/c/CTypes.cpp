#include "CTypes.hpp"

#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/cpp/InheritedMethods.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace sidlc {

namespace {

struct PrimitiveName {
    const char* type;   ///< in C
    const char* array;  ///< between `sidl_` and `__array`
    CPassing passing;
};

PrimitiveName nameOf(Primitive primitive) {
    switch (primitive) {
        case Primitive::Bool:
            return {"bool", "bool", CPassing::Plain};
        case Primitive::Char:
            return {"char", "char", CPassing::Plain};
        case Primitive::Int:
            return {"int32_t", "int", CPassing::Plain};
        case Primitive::Long:
            return {"int64_t", "long", CPassing::Plain};
        case Primitive::Float:
            return {"float", "float", CPassing::Plain};
        case Primitive::Double:
            return {"double", "double", CPassing::Plain};
        case Primitive::Fcomplex:
            return {"sidl_fcomplex", "fcomplex", CPassing::Converted};
        case Primitive::Dcomplex:
            return {"sidl_dcomplex", "dcomplex", CPassing::Converted};
        case Primitive::String:
            return {"char*", "string", CPassing::String};
        case Primitive::Opaque:
            return {"void*", "opaque", CPassing::Plain};
    }
    return {"void", "", CPassing::Void};
}

// The type and all its bases.
std::vector<const TypeSymbol*> ancestry(const TypeSymbol& type) {
    // Breadth first; a base that is reached in two ways counts once.
    std::vector<const TypeSymbol*> all{&type};
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (const TypeSymbol* base : all[at]->bases) {
            if (std::find(all.begin(), all.end(), base) == all.end()) {
                all.push_back(base);
            }
        }
    }
    return all;
}

}  // namespace

std::string cName(const TypeSymbol& type) {
    std::string name;
    for (const std::string& part : type.packages) {
        name += part + "_";
    }
    return name + type.name;
}

std::string fileStem(const SourceFile& file) {
    std::string name(file.source->baseName());
    // Other endings stay: the stem is part of generated names.
    const std::string ending = ".sidl";
    if (name.size() > ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0) {
        name.resize(name.size() - ending.size());
    }
    return name;
}

std::string cArgumentName(const Argument& argument) {
    // Names that the generated functions use themselves, and a word that C reserves and SIDL does
    // not.
    const bool taken = argument.name == "self" || argument.name == "error" ||
                       argument.name == "restrict" || argument.name == "methods_" ||
                       argument.name == "self_";
    return cppIdentifier(argument.name) + (taken ? "_" : "");
}

bool isOfPackageSidl(const TypeSymbol& type) {
    return !type.packages.empty() && type.packages.front() == "sidl";
}

bool isInSidlHeader(const TypeSymbol& type) {
    static const std::set<std::string> kNames = {"sidl.BaseInterface", "sidl.BaseClass",
                                                 "sidl.BaseException", "sidl.SIDLException",
                                                 "sidl.RuntimeException"};
    return kNames.count(type.qualifiedName()) != 0;
}

std::vector<CMethod> cMethods(const TypeSymbol& type) {
    const std::vector<const TypeSymbol*> all = ancestry(type);
    std::map<const Method*, const TypeSymbol*> owners;
    // A method that two bases declare is ambiguous in C++ unless the type declares it again.
    std::map<std::string, int> declarations;
    std::set<std::string> own;
    std::set<std::string> renamed;
    for (const TypeSymbol* each : all) {
        for (const Method& method : methodsOf(*each)) {
            owners[&method] = each;
            ++declarations[cppMethodName(method)];
            if (each == &type) {
                own.insert(cppMethodName(method));
            }
            if (method.from) {
                renamed.insert(cppRenamedName(method));
            }
        }
    }
    std::vector<CMethod> methods;
    for (const Method* method : inheritedMethods(type)) {
        const std::string cpp = cppMethodName(*method);
        // A renamed method is called by its new name only; the old one forwards to it.
        if (renamed.count(cpp) == 0) {
            methods.push_back({method, owners[method], declarations[cpp] > 1 && own.count(cpp) == 0,
                               method->name + method->extension});
        }
    }
    return methods;
}

std::vector<const TypeSymbol*> emittedTypesOf(const Model& model, const SourceFile& file) {
    std::vector<const TypeSymbol*> types;
    for (const auto& [name, type] : model.types()) {
        if (type.file == &file && isEmitted(type)) {
            types.push_back(&type);
        }
    }
    return types;
}

CPassing CTypes::passing(const TypeUse& use) const {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return nameOf(*primitive).passing;
    }
    if (const TypeSymbol* type = cpp_.userType(use)) {
        if (type->isObject()) {
            return CPassing::Object;
        }
        return type->kind == TypeKind::Struct ? CPassing::Struct : CPassing::Converted;
    }
    if (const auto* array = std::get_if<ArrayType>(&use.type)) {
        // array<> has no element type.
        return array->element.index() == 0 ? CPassing::Generic : CPassing::Array;
    }
    return std::holds_alternative<RarrayType>(use.type) ? CPassing::Rarray : CPassing::Void;
}

std::string CTypes::value(const TypeUse& use) const {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return nameOf(*primitive).type;
    }
    if (const TypeSymbol* type = cpp_.userType(use)) {
        return cName(*type) + (type->isObject() ? "*" : "");
    }
    if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
        return std::string(nameOf(rarray->element).type) + "*";
    }
    const auto* array = std::get_if<ArrayType>(&use.type);
    if (array == nullptr) {
        return "void";
    }
    if (const auto* primitive = std::get_if<Primitive>(&array->element)) {
        return std::string("sidl_") + nameOf(*primitive).array + "__array";
    }
    const TypeSymbol* element = cpp_.elementType(use);
    return element == nullptr ? "sidl_generic_array" : cName(*element) + "__array";
}

std::string CTypes::member(const TypeUse& use) const {
    const auto* rarray = std::get_if<RarrayType>(&use.type);
    return rarray == nullptr ? value(use)
                             : std::string("sidl_") + nameOf(rarray->element).array + "__array";
}

std::string CTypes::parameter(const Argument& argument) const {
    const std::string type = value(argument.type);
    const bool in = argument.mode == Mode::In;
    switch (passing(argument.type)) {
        case CPassing::String:
            return in ? "const char*" : "char**";
        case CPassing::Struct:
        case CPassing::Array:
        case CPassing::Generic:
            return in ? "const " + type + "*" : type + "*";
        case CPassing::Rarray:
            return in ? "const " + type : type;
        default:
            return in ? type : type + "*";
    }
}

std::string CTypes::cppValue(const TypeUse& use) const {
    CppNeeds unused;
    return cpp_.value(use, unused);
}

std::vector<std::string> CTypes::parameters(const Method& method, const std::string& self) const {
    std::vector<std::string> all{self};
    for (const Argument& each : method.arguments) {
        all.push_back(parameter(each) + " " + cArgumentName(each));
    }
    all.emplace_back("sidl_BaseException** error");
    return all;
}

void CTypes::collect(const TypeUse& use, std::set<const TypeSymbol*>& types) const {
    // Without recursion: structs hold each other to any depth. types is also the set of those seen.
    std::vector<const TypeUse*> open{&use};
    while (!open.empty()) {
        const TypeUse& next = *open.back();
        open.pop_back();
        const TypeSymbol* type = cpp_.userType(next);
        if (type == nullptr) {
            type = cpp_.elementType(next);
        }
        if (type == nullptr || !types.insert(type).second) {
            continue;
        }
        if (const auto* aStruct = std::get_if<Struct>(&type->declaration->body)) {
            for (const StructMember& member : aStruct->members) {
                open.push_back(&member.type);
            }
        }
    }
}

void CTypes::collect(const Method& method, std::set<const TypeSymbol*>& types) const {
    collect(method.result, types);
    for (const Argument& each : method.arguments) {
        collect(each.type, types);
    }
}

std::vector<const TypeSymbol*> structsInOrder(const CppTypes& cpp,
                                              const std::vector<const TypeSymbol*>& all) {
    const std::set<const TypeSymbol*> wanted(all.begin(), all.end());
    std::set<const TypeSymbol*> seen;
    std::vector<const TypeSymbol*> order;
    // Depth first: a struct comes after all that it holds by value, as C wants it.
    std::vector<std::pair<const TypeSymbol*, bool>> open;  // true: what it holds is in order
    for (const TypeSymbol* first : all) {
        open.emplace_back(first, false);
        while (!open.empty()) {
            const auto [type, isReady] = open.back();
            open.pop_back();
            if (isReady) {
                order.push_back(type);
            } else if (type->kind == TypeKind::Struct && wanted.count(type) != 0 &&
                       seen.insert(type).second) {
                open.emplace_back(type, true);
                for (const StructMember& member :
                     std::get<Struct>(type->declaration->body).members) {
                    if (const TypeSymbol* held = cpp.userType(member.type)) {
                        open.emplace_back(held, false);
                    }
                }
            }
        }
    }
    return order;
}

}  // namespace sidlc
