#include "Resolver.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "CycleCheck.hpp"
#include "Parser.hpp"
#include "SidlPackage.hpp"

namespace sidlc {

namespace {

constexpr std::int64_t kMaxDimension = 7;

std::string joined(const std::vector<std::string>& parts, std::size_t count) {
    std::string text;
    for (std::size_t at = 0; at < count; ++at) {
        text += (at == 0 ? "" : ".") + parts[at];
    }
    return text;
}

std::string lowered(std::string text) {
    for (char& byte : text) {
        byte = static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
    }
    return text;
}

std::string place(const Location& location) {
    return location.source->name() + ":" + std::to_string(location.line);
}

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

TypeKind kindOf(const Declaration& declaration) {
    if (std::holds_alternative<Class>(declaration.body)) {
        return TypeKind::Class;
    }
    if (std::holds_alternative<Struct>(declaration.body)) {
        return TypeKind::Struct;
    }
    return std::holds_alternative<Enumeration>(declaration.body) ? TypeKind::Enumeration
                                                                 : TypeKind::Interface;
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
        for (const auto& file : model_.files_) {
            collect(*file, file->tree.declarations, {});
        }
        for (const auto& file : model_.files_) {
            applyOldVersions(*file);
        }
        for (auto& [name, type] : model_.types_) {
            resolveType(type);
        }
        reportCycles(model_, diagnostics_);
    }

private:
    void addSidlPackage() {
        for (const auto& file : model_.files_) {
            if (declaresSidl(file->tree)) {
                return;
            }
        }
        auto file = std::make_unique<SourceFile>();
        file->source = std::make_unique<SourceText>("<package sidl>", sidlPackageText());
        file->tree = parse(*file->source, diagnostics_);
        file->emitted = false;
        model_.files_.push_back(std::move(file));
    }

    void collect(const SourceFile& file, const std::vector<Declaration>& declarations,
                 const std::vector<std::string>& packages) {
        for (const Declaration& declaration : declarations) {
            std::vector<std::string> path = packages;
            path.push_back(declaration.name);
            if (const auto* package = std::get_if<Package>(&declaration.body)) {
                addPackage(declaration, *package, path);
                collect(file, package->members, path);
            } else if (isFree(declaration, path)) {
                addType(file, declaration, packages);
            }
        }
    }

    // Names are compared without case, because languages and file systems may do so.
    bool isFree(const Declaration& declaration, const std::vector<std::string>& path) {
        const std::string name = joined(path, path.size());
        const auto [found, isNew] = taken_.emplace(lowered(name), &declaration);
        if (!isNew) {
            const Declaration& first = *found->second;
            const bool spelled = first.name == declaration.name;
            diagnostics_.error(declaration.location,
                               quoted(name) + " is declared already, at " + place(first.location) +
                                   (spelled ? "" : " as " + quoted(first.name)) +
                                   "; give one of them another name");
        }
        return isNew;
    }

    void addPackage(const Declaration& declaration, const Package& package,
                    const std::vector<std::string>& path) {
        const std::string name = joined(path, path.size());
        if (model_.packages_.count(name) == 0 && !isFree(declaration, path)) {
            return;
        }
        PackageSymbol& symbol = model_.packages_[name];
        symbol.path = path;
        symbol.parts.push_back(&declaration);
        if (!package.version) {
            return;
        }
        if (!symbol.version.empty() && symbol.version != package.version->text) {
            diagnostics_.error(package.version->location,
                               "package " + quoted(name) + " has version " + symbol.version +
                                   " elsewhere; one package has one version");
        }
        symbol.version = package.version->text;
    }

    void addType(const SourceFile& file, const Declaration& declaration,
                 const std::vector<std::string>& packages) {
        TypeSymbol symbol;
        symbol.packages = packages;
        symbol.name = declaration.name;
        symbol.kind = kindOf(declaration);
        symbol.declaration = &declaration;
        symbol.file = &file;
        const auto package = model_.packages_.find(joined(packages, packages.size()));
        symbol.package = package == model_.packages_.end() ? nullptr : &package->second;
        model_.types_.emplace(symbol.qualifiedName(), std::move(symbol));
    }

    void applyOldVersions(const SourceFile& file) {
        for (const PackageClause& clause : file.tree.oldVersions) {
            const auto found =
                model_.packages_.find(joined(clause.name.parts, clause.name.parts.size()));
            if (found == model_.packages_.end()) {
                diagnostics_.warning(clause.name.location,
                                     "there is no package " + quoted(clause.name.text()));
            } else if (found->second.version.empty()) {
                found->second.version = clause.version->text;
            }
        }
    }

    void resolveType(TypeSymbol& type) {
        const auto& body = type.declaration->body;
        if (const auto* aClass = std::get_if<Class>(&body)) {
            if (aClass->extends) {
                addBase(type, *aClass->extends, TypeKind::Class);
            }
            for (const ImplementedName& each : aClass->implements) {
                addBase(type, each.name, TypeKind::Interface);
            }
        } else if (const auto* interface = std::get_if<Interface>(&body)) {
            for (const ScopedName& each : interface->extends) {
                addBase(type, each, TypeKind::Interface);
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

    void addBase(TypeSymbol& type, const ScopedName& name, TypeKind wanted) {
        const TypeSymbol* base = resolveName(type, name, 0);
        if (base == nullptr) {
            return;
        }
        if (base->kind != wanted) {
            diagnostics_.error(name.location, "expected " + std::string(kindName(wanted)) +
                                                  ", found " + quoted(name.text()) + ", which is " +
                                                  kindName(base->kind));
            return;
        }
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
            resolveName(type, name, 0);
        }
        if (method.from) {
            resolveName(type, *method.from, 1);
        }
    }

    void resolveUse(const TypeSymbol& type, const TypeUse& use) {
        if (const auto* name = std::get_if<ScopedName>(&use.type)) {
            resolveName(type, *name, 0);
        } else if (const auto* array = std::get_if<ArrayType>(&use.type)) {
            checkDimension(use.location, array->dimension);
            if (const auto* element = std::get_if<ScopedName>(&array->element)) {
                resolveName(type, *element, 0);
            }
        } else if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
            checkDimension(use.location, rarray->dimension);
        }
    }

    void checkDimension(const Location& location, std::int64_t dimension) {
        if (dimension < 1 || dimension > kMaxDimension) {
            diagnostics_.error(
                location, "an array has 1 to " + std::to_string(kMaxDimension) + " dimensions");
        }
    }

    // The last `dropped` parts do not belong to the type (they name a method of it).
    const TypeSymbol* resolveName(const TypeSymbol& user, const ScopedName& name,
                                  std::size_t dropped) {
        if (name.parts.size() <= dropped) {
            diagnostics_.error(name.location,
                               "expected a type and its method, joined by a point, "
                               "found " +
                                   quoted(name.text()));
            return nullptr;
        }
        const std::string wanted = joined(name.parts, name.parts.size() - dropped);
        const TypeSymbol* found = lookUp(user, wanted, name.fromRoot);
        if (found == nullptr) {
            reportUnknown(user, name, wanted);
        } else {
            model_.targets_.emplace(&name, found);
        }
        return found;
    }

    const TypeSymbol* lookUp(const TypeSymbol& user, const std::string& wanted, bool fromRoot) {
        if (fromRoot) {
            return model_.find(wanted);
        }
        for (std::size_t depth = user.packages.size(); depth > 0; --depth) {
            if (const auto* type = model_.find(joined(user.packages, depth) + "." + wanted)) {
                return type;
            }
        }
        if (const auto* type = model_.find(wanted)) {
            return type;
        }
        for (const PackageClause& clause : user.file->tree.imports) {
            const auto& parts = clause.name.parts;
            if (const auto* type = model_.find(joined(parts, parts.size()) + "." + wanted)) {
                return type;
            }
            if (parts.back() == wanted) {
                if (const auto* type = model_.find(joined(parts, parts.size()))) {
                    return type;
                }
            }
        }
        return nullptr;
    }

    void reportUnknown(const TypeSymbol& user, const ScopedName& name, const std::string& wanted) {
        if (model_.packages_.count(wanted) != 0) {
            diagnostics_.error(name.location,
                               "expected a type, found the package " + quoted(wanted));
            return;
        }
        const std::string where = name.fromRoot || user.packages.empty()
                                      ? "in the given files"
                                      : "in package " +
                                            quoted(joined(user.packages, user.packages.size())) +
                                            ", the packages around it, or the imported ones";
        diagnostics_.error(name.location, "unknown type " + quoted(wanted) + ": there is none " +
                                              where +
                                              "; declare it, correct its name, or name "
                                              "the file that declares it");
    }

    Model& model_;
    Diagnostics& diagnostics_;
    std::map<std::string, const Declaration*> taken_;
};

std::unique_ptr<Model> resolve(std::vector<std::unique_ptr<SourceFile>> files,
                               Diagnostics& diagnostics) {
    auto model = std::make_unique<Model>(std::move(files));
    Resolver(*model, diagnostics).run();
    return model;
}

}  // namespace sidlc
