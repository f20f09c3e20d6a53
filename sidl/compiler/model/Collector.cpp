#include "Collector.hpp"

#include <utility>

#include "Version.hpp"

namespace sidlc {

namespace {

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

}  // namespace

std::string qualified(std::string_view path, std::string_view name) {
    std::string whole(path);
    if (!whole.empty() && !name.empty()) {
        whole += '.';
    }
    return whole.append(name);
}

std::string placeText(const Location& location) {
    return location.source->name() + ":" + std::to_string(location.line);
}

void Collector::run() {
    for (const auto& file : model_.files_) {
        collect(file->tree.declarations, {file.get(), nullptr, {}});
    }
    model_.byName_.reserve(model_.types_.size());
    for (auto& [name, type] : model_.types_) {
        // After all types are known, in alphabetical order, so that the numbers do not depend on
        // the order of files.
        type.index = model_.byName_.size();
        model_.byName_.emplace(name, &type);
    }
    reportUselessClauses();
}

void Collector::collect(const std::vector<Declaration>& declarations, const Place& place) {
    for (const Declaration& declaration : declarations) {
        if (diagnostics_.full()) {
            return;
        }
        const auto* package = std::get_if<Package>(&declaration.body);
        if (package == nullptr) {
            addType(declaration, place);
            continue;
        }
        // The package's own version, else one given in the old form, else that of the package
        // around it.
        std::string_view version = place.version;
        if (package->version) {
            version = package->version->text;
        } else if (!place.file->tree.oldVersions.empty()) {
            const std::string_view old = oldVersion(
                *place.file, qualified(place.package ? place.package->name : "", declaration.name));
            version = old.empty() ? version : old;
        }
        PackageSymbol* symbol = openPackage(declaration, place, version);
        if (symbol != nullptr) {
            collect(package->members, {place.file, symbol, version});
        }
    }
}

// Names are compared without case, because languages and file systems may do so.
bool Collector::take(std::string_view path, const Declaration& declaration) {
    const auto [found, isFree] = taken_.emplace(path, &declaration);
    if (!isFree) {
        const Declaration& first = *found->second;
        const bool spelled = first.name == declaration.name;
        diagnostics_.report(
            declaration.location, Rule::DuplicateName,
            inQuotes(path) + " is already declared at " + placeText(first.location) +
                (spelled ? "" : " as " + inQuotes(first.name)) + "; give one of them another name");
    }
    return isFree;
}

PackageSymbol* Collector::openPackage(const Declaration& declaration, const Place& place,
                                      std::string_view version) {
    std::string name = qualified(place.package ? place.package->name : "", declaration.name);
    const auto found = model_.packages_.find(name);
    if (found != model_.packages_.end()) {
        checkReopening(declaration, found->second, version);
        found->second.parts.push_back(&declaration);
        return &found->second;
    }
    const auto entry = model_.packages_.try_emplace(name).first;
    if (!take(entry->first, declaration)) {
        // The key had to be in the table first, as taken_ points into it.
        model_.packages_.erase(entry);
        return nullptr;
    }
    PackageSymbol& symbol = entry->second;
    symbol.path = place.package ? place.package->path : std::vector<std::string>{};
    symbol.path.push_back(declaration.name);
    symbol.name = std::move(name);
    symbol.version = version;
    symbol.parts.push_back(&declaration);
    return &symbol;
}

void Collector::checkReopening(const Declaration& declaration, const PackageSymbol& symbol,
                               std::string_view version) {
    const Declaration& first = *symbol.parts.front();
    if (declaration.has(TypeAttribute::Final) || first.has(TypeAttribute::Final)) {
        diagnostics_.report(declaration.location, Rule::FinalPackage,
                            "package " + inQuotes(symbol.name) +
                                " is final and was already opened at " + placeText(first.location) +
                                "; join the parts or leave out 'final'");
        return;
    }
    const auto& given = std::get<Package>(declaration.body).version;
    // sameVersion compares versions that are there; one part without and one with a version differ
    // too.
    if (symbol.version.empty() != version.empty() || !sameVersion(symbol.version, version)) {
        diagnostics_.report(
            given ? given->location : declaration.location, Rule::OneVersion,
            "package " + inQuotes(symbol.name) + " has " +
                (symbol.version.empty() ? std::string("no version") : "version " + symbol.version) +
                " elsewhere, at " + placeText(first.location) + "; one package has one version");
    }
}

void Collector::addType(const Declaration& declaration, const Place& place) {
    if (place.version.empty()) {
        diagnostics_.report(
            declaration.location, Rule::VersionedPackage,
            inQuotes(declaration.name) + " is outside every versioned package; write 'package " +
                (place.package ? place.package->name : "NAME") + " version 1.0 {' around it");
    }
    // A type that is declared twice keeps its first declaration; the second is reported by take().
    const auto [entry, isNew] = model_.types_.try_emplace(
        qualified(place.package ? place.package->name : "", declaration.name));
    if (!take(entry->first, declaration)) {
        if (isNew) {
            model_.types_.erase(entry);
        }
        return;
    }
    TypeSymbol& symbol = entry->second;
    if (place.package != nullptr) {
        symbol.packages = place.package->path;
        symbol.package = place.package;
    }
    symbol.name = declaration.name;
    symbol.kind = kindOf(declaration);
    symbol.declaration = &declaration;
    symbol.file = place.file;
}

std::string_view Collector::oldVersion(const SourceFile& file, const std::string& path) const {
    for (const PackageClause& clause : file.tree.oldVersions) {
        if (clause.name.path == path) {
            return clause.version->text;
        }
    }
    return {};
}

void Collector::reportUselessClauses() {
    const auto check = [this](const std::vector<PackageClause>& clauses) {
        for (const PackageClause& clause : clauses) {
            if (model_.packages_.count(clause.name.path) == 0) {
                diagnostics_.report(clause.name.location, Rule::MissingPackage,
                                    "there is no package " + inQuotes(clause.name.path) +
                                        "; name the file that declares it, or its folder with -I");
            }
        }
    };
    for (const auto& file : model_.files_) {
        check(file->tree.oldVersions);
        check(file->tree.requirements);
        check(file->tree.imports);
    }
}

}  // namespace sidlc
