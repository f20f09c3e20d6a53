#pragma once

#include <compiler/model/Model.hpp>
#include <compiler/source/Diagnostics.hpp>

#include <functional>

namespace sidlc {

// The rules of SIDL beyond its grammar, family by family. Those that look at one type at a time
// are asked type by type, all families for one before the next, because that is what memory is
// fast at. The first ones need no resolved names; the others need a model that was resolved
// without an error.

/// Reports what a type breaks. Model and diagnostics outlive it.
using TypeCheck = std::function<void(const TypeSymbol&)>;

/// Reserved words, underscores, names that differ in case only, lengths. Packages, and what
/// 'require' and 'import' name, are checked at once.
TypeCheck nameCheck(const Model& model, Diagnostics& diagnostics);

/// Attributes of types, methods and arguments; oneway. Those of packages are checked at once.
TypeCheck attributeCheck(const Model& model, Diagnostics& diagnostics);

/// The values of enumerators.
TypeCheck enumCheck(Diagnostics& diagnostics);

/// Arrays, rarrays and structs as arguments, results and members.
TypeCheck argumentCheck(const Model& model, Diagnostics& diagnostics);

/// Names, calls and types in invariants, require and ensure clauses.
TypeCheck contractCheck(const Model& model, Diagnostics& diagnostics);

/// Overloads, overriding, abstract classes, from; what is thrown and copied. Of all types.
void checkInheritance(const Model& model, Diagnostics& diagnostics);

/// All of them, as far as the model allows: `isResolved` says that every name has its target and
/// there is no cycle.
void checkModel(const Model& model, bool isResolved, Diagnostics& diagnostics);

}  // namespace sidlc
