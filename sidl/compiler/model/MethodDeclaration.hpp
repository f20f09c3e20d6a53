#pragma once

#include <string>

#include "Model.hpp"

namespace sidlc {

/// A declaration of a method, and the type that contains it.
struct MethodDeclaration {
    const Method* method = nullptr;
    const TypeSymbol* owner = nullptr;
};

/// The method whose joined name and extension are `longName`, declared in the type or in one of its
/// bases; null pointers if there is none.
MethodDeclaration findMethod(const TypeSymbol& type, const std::string& longName);

}  // namespace sidlc
