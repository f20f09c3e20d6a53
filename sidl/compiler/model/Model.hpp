#pragma once

#include <compiler/source/SourceText.hpp>
#include <compiler/syntax/SyntaxTree.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sidlc {

/// One file: its text and its tree. `emitted` is false for files read only for their types.
struct SourceFile {
    std::unique_ptr<SourceText> source;
    SyntaxTree tree;
    bool emitted = true;
    bool isBuiltIn = false;  ///< package sidl, compiled into the program
};

/// What a user-defined type is; exceptions are classes or interfaces.
enum class TypeKind { Class, Interface, Struct, Enumeration };

/// A package: all its parts in all files together. Owned by the model; the parts point into the
/// trees.
struct PackageSymbol {
    std::vector<std::string> path;
    std::string name;     ///< the path joined by dots
    std::string version;  ///< its own or that of an enclosing package; empty when there is none
    std::vector<const Declaration*> parts;
};

/// A user-defined type. Owned by the model at a fixed address, so pointers are its identity.
struct TypeSymbol {
    std::vector<std::string> packages;  ///< enclosing packages, outermost first
    std::string name;
    TypeKind kind = TypeKind::Interface;
    const Declaration* declaration = nullptr;
    const SourceFile* file = nullptr;
    const PackageSymbol* package = nullptr;  ///< null for a type outside every package
    std::size_t index = 0;                   ///< counts the types of the model from 0
    /// What is extended, then what is implemented, in the order written. An interface without
    /// `extends` has none here; its base sidl.BaseInterface is implied.
    std::vector<const TypeSymbol*> bases;

    /// The names joined by dots.
    std::string qualifiedName() const;
    /// Whether values of it are objects, passed by reference.
    bool isObject() const noexcept {
        return kind == TypeKind::Class || kind == TypeKind::Interface;
    }
};

/// All files with their types resolved. Owns sources, trees and symbols; what it returns lives as
/// long as the model. Complete only if the resolver reported no error. Threads may read it
/// concurrently.
class Model final {
public:
    explicit Model(std::vector<std::unique_ptr<SourceFile>> files) : files_(std::move(files)) {}

    const std::vector<std::unique_ptr<SourceFile>>& files() const noexcept { return files_; }

    /// Every type by qualified name, in alphabetical order.
    const std::map<std::string, TypeSymbol>& types() const noexcept { return types_; }
    /// Every package by qualified name, in alphabetical order.
    const std::map<std::string, PackageSymbol>& packages() const noexcept { return packages_; }

    /// The type with this qualified name, or null. Takes constant time.
    const TypeSymbol* find(std::string_view qualifiedName) const;

    /// The type that a name in one of the trees refers to; null when it could not be resolved.
    /// For the name after `from` it is the type whose method is named. Takes constant time.
    const TypeSymbol* target(const ScopedName& name) const noexcept;

private:
    friend class Collector;
    friend class Resolver;

    std::vector<std::unique_ptr<SourceFile>> files_;
    std::map<std::string, TypeSymbol> types_;
    std::map<std::string, PackageSymbol> packages_;
    std::unordered_map<std::string_view, const TypeSymbol*> byName_;
    /// What the names of each source refer to, by their ordinals. The trees themselves stay as
    /// they were parsed.
    std::unordered_map<const SourceText*, std::vector<const TypeSymbol*>> targets_;
};

/// True when `type` is `ancestor` or has it, directly or indirectly, among its bases.
bool derivesFrom(const TypeSymbol& type, std::string_view ancestor);

/// True for a static method of a class; in an interface the attribute has no effect.
bool isStaticMethod(const TypeSymbol& owner, const Method& method);

/// The methods of a class or interface, or an empty list for other types.
const std::vector<Method>& methodsOf(const TypeSymbol& type);

/// The invariants that a class or interface declares itself, or an empty list for other types.
const std::vector<Assertion>& invariantsOf(const TypeSymbol& type);

}  // namespace sidlc
