#include "FortranOrder.hpp"

#include <utility>
#include <vector>

#include "FortranTypes.hpp"

namespace sidlc {

namespace {

void collectTypes(const CTypes& types, const TypeSymbol& type, std::set<const TypeSymbol*>& named) {
    if (const auto* aStruct = std::get_if<Struct>(&type.declaration->body)) {
        for (const StructMember& member : aStruct->members) {
            types.collect(member.type, named);
        }
    }
    for (const CMethod& each : type.isObject() ? cMethods(type) : std::vector<CMethod>()) {
        types.collect(*each.method, named);
    }
}

}  // namespace

FortranOrder::FortranOrder(const CTypes& types) {
    for (const auto& [name, type] : types.cpp().model().types()) {
        if (!isOfPackageSidl(type)) {
            collectTypes(types, type, named_[fortranModule(type)]);
        }
    }
    // Structs by themselves: they are needed by value, so their modules must come first.
    for (const auto& [module, named] : named_) {
        for (const TypeSymbol* type : named) {
            if (type->kind == TypeKind::Struct && !isOfPackageSidl(*type)) {
                structs_[module].insert(fortranModule(*type));
            }
        }
    }
    // A module that is met again while it is open closes a cycle; it is left where it is, and the
    // types that come later are then declared by their base (later()).
    std::set<std::string> seen;
    for (const auto& [module, named] : named_) {
        visit(module, seen);
    }
}

void FortranOrder::visit(const std::string& first, std::set<std::string>& seen) {
    std::vector<std::pair<std::string, bool>> open{
        {first, false}};  // true: those before it are placed
    while (!open.empty()) {
        const auto [module, isReady] = open.back();
        open.pop_back();
        if (isReady) {
            places_.emplace(module, places_.size());
        } else if (seen.insert(module).second) {
            open.emplace_back(module, true);
            for (const TypeSymbol* type : named_[module]) {
                if (!isOfPackageSidl(*type)) {
                    open.emplace_back(fortranModule(*type), false);
                }
            }
            // Placed first: a module can do without the objects of another one, but not without its
            // structs.
            for (const std::string& each : structs_[module]) {
                open.emplace_back(each, false);
            }
        }
    }
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
