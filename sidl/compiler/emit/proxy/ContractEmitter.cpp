#include "ContractEmitter.hpp"

#include <compiler/checks/ContractTypes.hpp>
#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/cpp/CppText.hpp>
#include <compiler/model/SidlText.hpp>

#include <algorithm>

namespace sidlc {

namespace {

constexpr std::size_t kColumns = 100;

std::string described(const ContractClause& clause) {
    return clause.kind + " " + (clause.label.empty() ? "" : clause.label + ": ") + clause.text;
}

// On one line where it is one statement at most and fits.
std::string lambda(const std::string& head, const std::vector<std::string>& statements,
                   std::size_t indent) {
    if (statements.empty()) {
        return head + " {}";
    }
    std::string one = head + " { " + statements.front() + " }";
    if (statements.size() == 1 && indent + one.size() + 2 <= kColumns) {
        return one;
    }
    const std::string margin(indent, ' ');
    std::string text = head + " {\n";
    for (const std::string& each : statements) {
        text += margin + "    " + each + "\n";
    }
    return text + margin + "}";
}

}  // namespace

ContractEmitter::ContractEmitter(const CppTypes& types, const TypeSymbol& type, const Names& names,
                                 CppNeeds& needs)
    : types_(types), type_(type), names_(names), needs_(needs) {
    for (const TypeSymbol* owner : lineage(type)) {
        ContractScope where;
        where.proxied = &type;
        where.owner = owner;
        where.target = names.target;
        add(invariantsOf(*owner), "invariant", where, invariants_);
    }
}

std::vector<ContractClause> ContractEmitter::preconditions(const InterfaceMethod& method) {
    std::vector<ContractClause> clauses;
    for (const MethodDeclaration& each : method.declarations) {
        add(each.method->preconditions, "require", scope(each, method), clauses);
    }
    return clauses;
}

std::vector<ContractClause> ContractEmitter::postconditions(const InterfaceMethod& method) {
    std::vector<ContractClause> clauses;
    for (const MethodDeclaration& each : method.declarations) {
        ContractScope where = scope(each, method);
        where.isAfterCall = true;
        add(each.method->postconditions, "ensure", where, clauses);
    }
    return clauses;
}

ContractScope ContractEmitter::scope(const MethodDeclaration& declaration,
                                     const InterfaceMethod& method) const {
    ContractScope where;
    where.proxied = &type_;
    where.owner = declaration.owner;
    where.method = declaration.method;
    where.target = names_.target;
    where.result = names_.result;
    for (const Argument& each : method.method().arguments) {
        where.arguments.push_back(cppIdentifier(each.name));
    }
    return where;
}

void ContractEmitter::add(const std::vector<Assertion>& assertions, const std::string& kind,
                          const ContractScope& scope, std::vector<ContractClause>& clauses) {
    for (const Assertion& each : assertions) {
        if (promisesPurity(each.expression)) {
            continue;
        }
        const ContractClause clause{kind, each.label, sidlText(each.expression),
                                    contractCode(types_, scope, each.expression, needs_)};
        const auto isAlike = [&clause](const ContractClause& other) {
            return other.label == clause.label && other.text == clause.text &&
                   other.code.condition == clause.code.condition;
        };
        if (!clause.code.obstacle.empty()) {
            const std::string of =
                scope.method == nullptr ? "" : scope.method->name + scope.method->extension + ", ";
            omitted_.push_back("Not checked: " + of + described(clause) + " (" +
                               clause.code.obstacle + ").");
        } else if (std::none_of(clauses.begin(), clauses.end(), isAlike)) {
            clauses.push_back(clause);
        }
    }
}

std::string ContractEmitter::statements(const std::vector<ContractClause>& clauses, std::size_t row,
                                        std::size_t indent) const {
    const std::string margin(indent, ' ');
    std::string text;
    for (const ContractClause& each : clauses) {
        std::vector<std::string> shown;
        for (const auto& [sidl, cpp] : each.code.values) {
            shown.push_back(names_.values + ".add(" + cppString(sidl) + ", " + cpp + ");");
        }
        const std::string table = names_.clauses + "[" + std::to_string(row++) + "],";
        const std::string holds =
            lambda("[&]", {"return " + each.code.condition + ";"}, indent + 4) + ",";
        const bool fits =
            indent + 5 + table.size() + holds.size() <= kColumns && holds.find('\n') == holds.npos;
        text += margin + names_.contract + ".clause(\n" + margin + "    " + table +
                (fits ? " " : "\n" + margin + "    ") + holds + "\n" + margin + "    " +
                lambda(shown.empty() ? "[](::gantry::ClauseValues&)"
                                     : "[&](::gantry::ClauseValues& " + names_.values + ")",
                       shown, indent + 4) +
                ");\n";
    }
    return text;
}

}  // namespace sidlc
