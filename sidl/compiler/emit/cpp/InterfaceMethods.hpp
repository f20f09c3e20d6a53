#pragma once

#include <compiler/model/MethodDeclaration.hpp>
#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

#include "CppTypes.hpp"

namespace sidlc {

/// A method that C++ code calls on an interface, its own or inherited, with all its declarations:
/// those in bases first, the most derived one last. A method renamed with `from` is listed under
/// the new name.
struct InterfaceMethod {
    std::vector<MethodDeclaration> declarations;

    const Method& method() const { return *declarations.back().method; }
    const TypeSymbol& owner() const { return *declarations.back().owner; }
};

/// The type and all its bases, bases first, without those of package sidl.
std::vector<const TypeSymbol*> lineage(const TypeSymbol& type);

/// Every method of an interface, those of bases first, each C++ signature once. Methods of package
/// sidl have none.
std::vector<InterfaceMethod> interfaceMethods(const CppTypes& types, const TypeSymbol& type);

/// True if a base of `type` declares the method too, with the same C++ name and parameters. Bases
/// of package sidl are not looked at.
bool isDeclaredInBase(const CppTypes& types, const TypeSymbol& type, const Method& method);

/// `target`, a reference to `type`, converted to the C++ class in which a method of `owner` is
/// looked up, because a method of the same name elsewhere would hide it or make it ambiguous.
std::string cppTarget(const TypeSymbol& type, const TypeSymbol& owner, const std::string& target);

/// True for an interface that has a null object and a proxy: it is emitted and not an exception.
bool isCallable(const TypeSymbol& type);

}  // namespace sidlc
