#pragma once

#include <compiler/source/Diagnostics.hpp>
#include <compiler/source/FoldedName.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "Model.hpp"

namespace sidlc {

/// Finds the packages and types that the files of a model declare. Reports names that are taken,
/// types outside versioned packages, and packages that may not be reopened. Used once by the
/// resolver, before any name is looked up.
class Collector final {
public:
    Collector(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

    /// Fills the model's tables of packages and types from all files, in their order.
    void run();

private:
    struct Place {
        const SourceFile* file;
        PackageSymbol* package;    ///< null outside every package
        std::string_view version;  ///< the one that applies here; empty for none
    };

    /// Visits the declarations of a file or package, depth first.
    void collect(const std::vector<Declaration>& declarations, const Place& place);
    /// Claims a qualified name; reports a name that is taken and returns false.
    bool take(std::string_view path, const Declaration& declaration);
    /// The symbol of a package, new or reopened; null if its name is taken by a type.
    PackageSymbol* openPackage(const Declaration& declaration, const Place& place,
                               std::string_view version);
    void checkReopening(const Declaration& declaration, const PackageSymbol& symbol,
                        std::string_view version);
    void addType(const Declaration& declaration, const Place& place);
    /// The version that an old-form clause gives a package; empty if there is none.
    std::string_view oldVersion(const SourceFile& file, const std::string& path) const;
    /// Reports clauses that name packages which no file declares.
    void reportUselessClauses();

    Model& model_;
    Diagnostics& diagnostics_;
    /// The keys point into the names that the model's tables own.
    std::unordered_map<std::string_view, const Declaration*, FoldedName, FoldedName> taken_;
};

/// `path`, then `name`, joined by a dot if both are given.
std::string qualified(std::string_view path, std::string_view name);

/// `file:line`, for messages that point to a second place.
std::string placeText(const Location& location);

}  // namespace sidlc
