#pragma once

#include <compiler/model/Model.hpp>
#include <compiler/source/Diagnostics.hpp>

#include <functional>

namespace sidlc {

// The rules of SIDL beyond its grammar, family by family. Checks of one type at a time run type by
// type, all families for one type before the next, for locality in memory. The first ones need no
// resolved names; the others need a model that was resolved without errors.

/// Reports the violations in one type. Model and diagnostics outlive the check.
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

/// Overloads, overriding, abstract classes, `from`, types that are thrown and copied; for all
/// types.
void checkInheritance(const Model& model, Diagnostics& diagnostics);

/// Runs all checks that the model allows: `isResolved` says that every name has its target and that
/// there is no cycle.
void checkModel(const Model& model, bool isResolved, Diagnostics& diagnostics);

}  // namespace sidlc
