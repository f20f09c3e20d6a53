#pragma once

#include <compiler/emit/cpp/InterfaceMethods.hpp>

#include <string>
#include <vector>

#include "ContractCode.hpp"

namespace sidlc {

/// A clause that a proxy checks.
struct ContractClause {
    std::string kind;  ///< "require", "ensure" or "invariant"
    std::string label;
    std::string text;  ///< as SIDL spells it
    ContractCode code;
};

/// The contracts of one interface, as its proxy checks them. The clauses of all declarations of a
/// method, in the interface and its bases, apply together, those of bases first; so do the
/// invariants.
class ContractEmitter final {
public:
    /// C++ names inside the proxy.
    struct Names {
        std::string target;
        std::string contract;
        std::string values;
        std::string clauses;
        std::string checkInvariants;
        std::string result = "result";
    };

    /// All arguments outlive this object; what the clauses need is added to `needs`.
    ContractEmitter(const CppTypes& types, const TypeSymbol& type, const Names& names,
                    CppNeeds& needs);

    /// The invariants of the interface and its bases, which hold before and after each call.
    const std::vector<ContractClause>& invariants() const noexcept { return invariants_; }

    /// The `require` clauses of all declarations of a method.
    std::vector<ContractClause> preconditions(const InterfaceMethod& method);
    /// The `ensure` clauses of all declarations of a method, without `is pure`.
    std::vector<ContractClause> postconditions(const InterfaceMethod& method);

    /// Statements that check the clauses, whose rows in the table of clauses begin at `row`.
    std::string statements(const std::vector<ContractClause>& clauses, std::size_t row,
                           std::size_t indent) const;

    /// Comment lines: the clauses that C++ cannot evaluate, and why. Grows with each method.
    const std::vector<std::string>& omitted() const noexcept { return omitted_; }

private:
    void add(const std::vector<Assertion>& assertions, const std::string& kind,
             const ContractScope& scope, std::vector<ContractClause>& clauses);
    ContractScope scope(const MethodDeclaration& declaration, const InterfaceMethod& method) const;

    const CppTypes& types_;
    const TypeSymbol& type_;
    const Names& names_;
    CppNeeds& needs_;
    std::vector<ContractClause> invariants_;
    std::vector<std::string> omitted_;
};

}  // namespace sidlc
