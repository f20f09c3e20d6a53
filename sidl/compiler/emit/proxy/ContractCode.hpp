#pragma once

#include <compiler/emit/cpp/CppTypes.hpp>
#include <compiler/emit/cpp/InterfaceMethods.hpp>

#include <string>
#include <utility>
#include <vector>

namespace sidlc {

/// Where a clause is evaluated: the C++ names of what it refers to.
struct ContractScope {
    const TypeSymbol* proxied = nullptr;  ///< the interface whose object `target` is
    const TypeSymbol* owner = nullptr;    ///< the type that declares the clause
    const Method* method = nullptr;      ///< the declaration with the clause; null for an invariant
    std::vector<std::string> arguments;  ///< the C++ names of its arguments
    std::string target;                  ///< the object, as in `target_`
    std::string result;                  ///< the local variable that holds the result
    bool isAfterCall = false;            ///< result and out arguments have their values
};

/// A clause as C++.
struct ContractCode {
    std::string condition;  ///< an expression of type bool
    /// The values to show if a call violates the clause: their SIDL names and C++ expressions.
    std::vector<std::pair<std::string, std::string>> values;
    std::string obstacle;  ///< why C++ cannot evaluate the clause; empty where it can
};

/// The C++ form of a checked contract expression, in terms of gantry/contractOperators.hpp and
/// contractArrays.hpp. Headers that it needs are added to `needs`.
ContractCode contractCode(const CppTypes& types, const ContractScope& scope,
                          const Expression& expression, CppNeeds& needs);

}  // namespace sidlc
