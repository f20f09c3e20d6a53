#pragma once

#include "Diagnostics.hpp"
#include "Model.hpp"

namespace sidlc {

// The rules of SIDL beyond its grammar, family by family. Each function reads the whole model and
// reports every broken rule with its name. The first ones need no resolved names; the others need
// a model that was resolved without an error.

/// Reserved words, underscores, names that differ in case only, lengths.
void checkNames(const Model& model, Diagnostics& diagnostics);

/// Attributes of packages, types, methods and arguments; oneway.
void checkAttributes(const Model& model, Diagnostics& diagnostics);

/// The values of enumerators.
void checkEnums(const Model& model, Diagnostics& diagnostics);

/// Arrays, rarrays and structs as arguments, results and members.
void checkArguments(const Model& model, Diagnostics& diagnostics);

/// Overloads, overriding, abstract classes, from; what is thrown and copied.
void checkInheritance(const Model& model, Diagnostics& diagnostics);

/// Names, calls and types in invariants, require and ensure clauses.
void checkContracts(const Model& model, Diagnostics& diagnostics);

/// All of them, as far as the model allows: `isResolved` says that every name has its target and
/// there is no cycle.
void checkModel(const Model& model, bool isResolved, Diagnostics& diagnostics);

}  // namespace sidlc
