#pragma once

#include <string>

#include "FortranTypes.hpp"

namespace sidlc {

// Procedures of a Fortran module, each piece with its line ends. `type` has the method; `types` is
// the Fortran side of its model.

/// The interface of the C function behind a method, as `c_a_b_T_m`.
std::string cInterfaceText(const FortranTypes& types, const TypeSymbol& type,
                           const CMethod& method);

/// The interface of the procedure that an author writes, as `a_b_T_m__interface`.
std::string deferredText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method);

/// A first version of the procedure that an author writes: `name` with `self` of class `selfType`
/// and the statements of body. Indented like the procedures of a module.
std::string writtenText(const FortranTypes& types, const CMethod& method, const std::string& name,
                        const std::string& selfType, const std::string& body);

/// The procedure that calls an object, as `a_b_T_m`.
std::string callText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method);

/// The procedure that C calls and that calls the author's procedure, as `a_b_T_m__from_c`.
std::string calledText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method);

/// `a_b_T_word`, or `a_b_T__word` where the type has a method of that name.
std::string ownName(const TypeSymbol& type, const std::string& word);

/// The name of a method's type binding; those of every handle are taken.
std::string bindingName(const CMethod& method);

}  // namespace sidlc
