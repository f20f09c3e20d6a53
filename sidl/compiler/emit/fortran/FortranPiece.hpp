#pragma once

#include <string>

#include "FortranTypes.hpp"

namespace sidlc {

/// What a procedure that forwards a call between Fortran and C needs for one argument, or for the
/// result, besides its declaration. Each part consists of complete lines, except the expression.
struct FortranPiece {
    std::string locals;      ///< declarations
    std::string before;      ///< statements
    std::string expression;  ///< what is passed, or what takes the result
    std::string after;       ///< statements
};

/// A line inside a procedure.
std::string fortranStatement(const std::string& text);

/// The declarations of an argument and of the result `res`, as Fortran code sees them; `isCall`
/// selects the caller's side instead of the implementation's. Without a result it is empty.
std::string outerDeclaration(const FortranTypes& types, const Argument& argument, bool isCall);
std::string outerResult(const FortranTypes& types, const TypeUse& use);

/// The same as C sees them.
std::string innerDeclaration(const FortranTypes& types, const Argument& argument);
std::string innerResult(const FortranTypes& types, const TypeUse& use);

/// From a caller in Fortran to C and back.
FortranPiece argumentToC(const FortranTypes& types, const Argument& argument);
FortranPiece resultFromC(const FortranTypes& types, const TypeUse& use);

/// From a caller in C to Fortran and back.
FortranPiece argumentFromC(const FortranTypes& types, const Argument& argument);
FortranPiece resultToC(const FortranTypes& types, const TypeUse& use);

}  // namespace sidlc
