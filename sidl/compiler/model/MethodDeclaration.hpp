#pragma once

#include <string>

#include "Model.hpp"

namespace sidlc {

/// One declaration of a method: in which type it stands.
struct MethodDeclaration {
    const Method* method = nullptr;
    const TypeSymbol* owner = nullptr;
};

/// The declaration with this name and extension joined, of the type or what it inherits from;
/// nulls where there is none.
MethodDeclaration findMethod(const TypeSymbol& type, const std::string& longName);

}  // namespace sidlc
