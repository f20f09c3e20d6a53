#include "FortranOrder.hpp"

#include "FortranTypes.hpp"

namespace sidlc {

FortranOrder::FortranOrder(const CTypes& types) {
    for (const auto& [name, type] : types.cpp().model().types()) {
        if (isOfPackageSidl(type)) {
            continue;
        }
        const std::string module = fortranModule(type);
        std::set<const TypeSymbol*>& named = named_[module];
        if (const auto* aStruct = std::get_if<Struct>(&type.declaration->body)) {
            for (const StructMember& member : aStruct->members) {
                types.collect(member.type, named);
            }
        }
        for (const CMethod& each : type.isObject() ? cMethods(type) : std::vector<CMethod>()) {
            types.collect(*each.method, named);
        }
    }
    for (const auto& [module, named] : named_) {
        for (const TypeSymbol* type : named) {
            if (type->kind == TypeKind::Struct && !isOfPackageSidl(*type)) {
                structs_[module].insert(fortranModule(*type));
            }
        }
    }
    std::set<std::string> open;
    for (const auto& [module, named] : named_) {
        visit(module, open);
    }
}

// Packages nest no deeper than names in a file, but may name each other in long chains; chains of
// modules are as long as there are packages, which a person writes.
void FortranOrder::visit(const std::string& module, std::set<std::string>& open) {
    if (places_.count(module) != 0 || !open.insert(module).second) {
        return;
    }
    for (const std::string& each : structs_[module]) {
        visit(each, open);
    }
    for (const TypeSymbol* type : named_[module]) {
        if (!isOfPackageSidl(*type)) {
            visit(fortranModule(*type), open);
        }
    }
    places_.emplace(module, places_.size());
}

std::set<std::string> FortranOrder::before(const std::string& module) const {
    std::set<std::string> modules;
    for (const TypeSymbol* type : named_.at(module)) {
        if (!isOfPackageSidl(*type) && place(fortranModule(*type)) < place(module)) {
            modules.insert(fortranModule(*type));
        }
    }
    return modules;
}

std::set<const TypeSymbol*> FortranOrder::later(const std::string& module) const {
    std::set<const TypeSymbol*> types;
    for (const TypeSymbol* type : named_.at(module)) {
        if (!isOfPackageSidl(*type) && place(fortranModule(*type)) > place(module)) {
            types.insert(type);
        }
    }
    return types;
}

}  // namespace sidlc
