#include "Resolver.hpp"

#include <base/text/NameSuggestion.hpp>
#include <compiler/syntax/Parser.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include "Collector.hpp"
#include "CycleCheck.hpp"
#include "SidlPackage.hpp"
#include "Version.hpp"

namespace sidlc {

namespace {

// With more types than this the search for a hint takes too long.
constexpr std::size_t kMaxHintedTypes = 20000;

const char* kindName(TypeKind kind) {
    switch (kind) {
        case TypeKind::Class:
            return "a class";
        case TypeKind::Interface:
            return "an interface";
        case TypeKind::Struct:
            return "a struct";
        case TypeKind::Enumeration:
            return "an enum";
    }
    return "a type";
}

// The enclosing package; empty for the outermost one.
std::string_view around(std::string_view package) {
    const std::size_t point = package.rfind('.');
    return point == package.npos ? std::string_view() : package.substr(0, point);
}

bool declaresSidl(const SyntaxTree& tree) {
    return std::any_of(tree.declarations.begin(), tree.declarations.end(), [](const auto& each) {
        return each.name == "sidl" && std::holds_alternative<Package>(each.body);
    });
}

}  // namespace

class Resolver final {
public:
    Resolver(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

    void run() {
        addSidlPackage();
        Collector(model_, diagnostics_).run();
        for (auto& [name, type] : model_.types_) {
            if (diagnostics_.full()) {
                return;
            }
            resolveType(type);
        }
        // Only now: bases are known after all names are resolved.
        reportCycles(model_, diagnostics_);
    }

private:
    void addSidlPackage() {
        for (const auto& file : model_.files_) {
            // A project may bring a package sidl of its own, as the compiler's tests do; then ours
            // stays out.
            if (declaresSidl(file->tree)) {
                return;
            }
        }
        auto file = std::make_unique<SourceFile>();
        file->source =
            std::make_unique<SourceText>("<package sidl>", std::string(sidlPackageText()));
        file->tree = parse(*file->source, diagnostics_);
        file->emitted = false;
        file->isBuiltIn = true;
        model_.files_.push_back(std::move(file));
    }

    void resolveType(TypeSymbol& type) {
        const auto& body = type.declaration->body;
        if (const auto* aClass = std::get_if<Class>(&body)) {
            resolveClass(type, *aClass);
        } else if (const auto* interface = std::get_if<Interface>(&body)) {
            for (const ScopedName& each : interface->extends) {
                addBase(type, each, TypeKind::Interface);
            }
            // The implied base is not added to the bases: back ends would have to leave it out
            // again.
            if (interface->extends.empty()) {
                useImplied(type, "sidl.BaseInterface");
            }
        } else if (const auto* aStruct = std::get_if<Struct>(&body)) {
            for (const StructMember& member : aStruct->members) {
                resolveUse(type, member.type);
            }
        }
        for (const Method& method : methodsOf(type)) {
            resolveMethod(type, method);
        }
    }

    void resolveClass(TypeSymbol& type, const Class& aClass) {
        if (aClass.extends) {
            addBase(type, *aClass.extends, TypeKind::Class);
        } else {
            useImplied(type, "sidl.BaseClass");
        }
        for (const ImplementedName& each : aClass.implements) {
            addBase(type, each.name, TypeKind::Interface);
        }
    }

    // An implied base must have the required version too.
    void useImplied(const TypeSymbol& type, std::string_view base) {
        const TypeSymbol* found = model_.find(base);
        if (found != nullptr && found != &type) {
            checkRequired(*type.file, "sidl", *found);
        }
    }

    void addBase(TypeSymbol& type, const ScopedName& name, TypeKind wanted) {
        const TypeSymbol* base = resolveName(type, name);
        if (base == nullptr) {
            return;
        }
        if (base->kind != wanted) {
            diagnostics_.report(name.location, Rule::BaseKind,
                                "expected " + std::string(kindName(wanted)) + ", found " +
                                    inQuotes(name.text()) + ", which is " + kindName(base->kind));
            return;
        }
        // Naming a base twice is harmless.
        if (std::find(type.bases.begin(), type.bases.end(), base) == type.bases.end()) {
            type.bases.push_back(base);
        }
    }

    void resolveMethod(const TypeSymbol& type, const Method& method) {
        resolveUse(type, method.result);
        for (const Argument& argument : method.arguments) {
            resolveUse(type, argument.type);
        }
        for (const ScopedName& name : method.throws) {
            resolveName(type, name);
        }
        if (method.from) {
            resolveFrom(type, *method.from);
        }
    }

    void resolveUse(const TypeSymbol& type, const TypeUse& use) {
        if (const auto* name = std::get_if<ScopedName>(&use.type)) {
            resolveName(type, *name);
        } else if (const auto* array = std::get_if<ArrayType>(&use.type)) {
            if (const auto* element = std::get_if<ScopedName>(&array->element)) {
                resolveName(type, *element);
            }
        }
    }

    // The last name is that of a method.
    void resolveFrom(const TypeSymbol& user, const ScopedName& name) {
        const std::size_t point = name.path.rfind('.');
        if (point == name.path.npos) {
            diagnostics_.report(name.location, Rule::FromClause,
                                "expected a type and its method, joined by a point, found " +
                                    inQuotes(name.text()));
            return;
        }
        resolvePath(user, name, std::string_view(name.path).substr(0, point));
    }

    const TypeSymbol* resolveName(const TypeSymbol& user, const ScopedName& name) {
        if (!name.extension.empty()) {
            diagnostics_.report(name.location, Rule::ExtensionPlace,
                                "expected the name of a type, found " + inQuotes(name.text()) +
                                    "; only the name after 'from' has an extension");
            return nullptr;
        }
        return resolvePath(user, name, name.path);
    }

    const TypeSymbol* resolvePath(const TypeSymbol& user, const ScopedName& name,
                                  std::string_view wanted) {
        const TypeSymbol* found = lookUp(user, wanted, name.fromRoot);
        if (found == nullptr) {
            reportUnknown(user, name, std::string(wanted));
        } else {
            setTarget(name, found);
        }
        return found;
    }

    void setTarget(const ScopedName& name, const TypeSymbol* type) {
        auto& targets = model_.targets_[name.location.source];
        if (name.ordinal >= targets.size()) {
            // Doubled, so that resolving a file is linear in its names.
            targets.resize(std::max<std::size_t>(name.ordinal + 1, 2 * targets.size()));
        }
        targets[name.ordinal] = type;
    }

    const TypeSymbol* lookUp(const TypeSymbol& user, std::string_view wanted, bool fromRoot) {
        if (!fromRoot) {
            // From the inside outwards: the own package, those around it, what is imported, and at
            // last the name from the root.
            std::string_view scope = user.package ? user.package->name : std::string_view();
            while (!scope.empty()) {
                if (const auto* type = findIn(scope, wanted)) {
                    return type;
                }
                // The inner package wins, even if an outer one has a type of that name.
                if (isPackageIn(scope, wanted)) {
                    return nullptr;
                }
                scope = around(scope);
            }
            if (const auto* type = lookUpImported(*user.file, wanted)) {
                return type;
            }
        }
        const TypeSymbol* type = model_.find(wanted);
        const std::size_t point = wanted.rfind('.');
        if (type != nullptr && point != wanted.npos) {
            checkRequired(*user.file, wanted.substr(0, point), *type);
        }
        return type;
    }

    const TypeSymbol* lookUpImported(const SourceFile& file, std::string_view wanted) {
        for (const PackageClause& clause : file.tree.imports) {
            if (const auto* type = findIn(clause.name.path, wanted)) {
                checkRequired(file, clause.name.path, *type);
                return type;
            }
        }
        return nullptr;
    }

    const TypeSymbol* findIn(std::string_view scope, std::string_view wanted) {
        // A member, so that look-ups do not allocate each time.
        key_.assign(scope).append(1, '.').append(wanted);
        return model_.find(key_);
    }

    // A package hides types with its name in outer scopes.
    bool isPackageIn(std::string_view scope, std::string_view wanted) {
        key_.assign(scope).append(1, '.').append(wanted);
        return model_.packages_.count(key_) != 0;
    }

    void checkRequired(const SourceFile& file, std::string_view package, const TypeSymbol& used) {
        const PackageClause* clause = requirement(file.tree.requirements, package);
        if (clause == nullptr) {
            clause = requirement(file.tree.imports, package);
        }
        if (clause == nullptr || used.package == nullptr ||
            sameVersion(clause->version->text, used.package->version)) {
            return;
        }
        diagnostics_.report(clause->location, Rule::RequiredVersion,
                            "version " + clause->version->text + " of package " +
                                inQuotes(package) + " is asked for, but " +
                                inQuotes(used.qualifiedName()) + " has version " +
                                used.package->version + "; correct the clause or name other files");
    }

    static const PackageClause* requirement(const std::vector<PackageClause>& clauses,
                                            std::string_view package) {
        const auto found = std::find_if(
            clauses.begin(), clauses.end(),
            [package](const auto& each) { return each.version && each.name.path == package; });
        return found == clauses.end() ? nullptr : &*found;
    }

    void reportUnknown(const TypeSymbol& user, const ScopedName& name, const std::string& wanted) {
        if (model_.packages_.count(wanted) != 0 || hidesByPackage(user, name, wanted)) {
            diagnostics_.report(name.location, Rule::UnknownType,
                                "expected a type, found the package " + inQuotes(wanted));
            return;
        }
        const std::string where = name.fromRoot || user.package == nullptr
                                      ? "in the given files"
                                      : "in package " + inQuotes(user.package->name) +
                                            ", the packages around it, or the imported ones";
        const std::string hint = nearType(wanted);
        diagnostics_.report(
            name.location, Rule::UnknownType,
            "unknown type " + inQuotes(wanted) + ": there is none " + where +
                (hint.empty() ? "; declare it, correct its name, or name the file that declares it"
                              : hint));
    }

    bool hidesByPackage(const TypeSymbol& user, const ScopedName& name, const std::string& wanted) {
        std::string_view scope =
            name.fromRoot || user.package == nullptr ? std::string_view() : user.package->name;
        while (!scope.empty() && !isPackageIn(scope, wanted)) {
            scope = around(scope);
        }
        return !scope.empty();
    }

    // A type with the same or nearly the same last name.
    std::string nearType(std::string_view wanted) const {
        if (model_.types_.size() > kMaxHintedTypes) {
            return {};
        }
        const std::string_view last = wanted.substr(wanted.rfind('.') + 1);
        std::vector<std::string> lastNames;
        for (const auto& [path, type] : model_.types_) {
            lastNames.push_back(type.name);
        }
        const std::string hint = gantry::base::didYouMean(last, lastNames);
        for (const auto& [path, type] : model_.types_) {
            if (!hint.empty() && hint.find("'" + type.name + "'") != hint.npos) {
                return "; did you mean " + inQuotes(path) + "?";
            }
        }
        return {};
    }

    Model& model_;
    Diagnostics& diagnostics_;
    std::string key_;
};

std::unique_ptr<Model> resolve(std::vector<std::unique_ptr<SourceFile>> files,
                               Diagnostics& diagnostics) {
    auto model = std::make_unique<Model>(std::move(files));
    Resolver(*model, diagnostics).run();
    return model;
}

}  // namespace sidlc
