#include <base/text/NameSuggestion.hpp>
#include <compiler/model/MethodDeclaration.hpp>
#include <compiler/syntax/TypeParser.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "Checks.hpp"
#include "ContractTypes.hpp"

namespace sidlc {

namespace {

using Kind = ValueType::Kind;

bool isPure(const Method& method) {
    return std::any_of(method.postconditions.begin(), method.postconditions.end(),
                       [](const Assertion& each) { return promisesPurity(each.expression); });
}

// One clause of one type or method.
class ClauseCheck final {
public:
    enum class Clause { Invariant, Require, Ensure };

    ClauseCheck(const Model& model, const TypeSymbol& type, const Method* method, Clause clause,
                Diagnostics& diagnostics)
        : model_(model), type_(type), method_(method), clause_(clause), diagnostics_(diagnostics) {}

    void check(const std::vector<Assertion>& assertions) {
        for (const Assertion& each : assertions) {
            // A promise about the method, not a condition on values.
            if (clause_ == Clause::Ensure && promisesPurity(each.expression)) {
                continue;
            }
            if (evaluate(each.expression).is(Kind::Null)) {
                reportNull(each.expression);
            }
        }
    }

private:
    ValueType report(const Expression& at, Rule rule, const std::string& message) {
        diagnostics_.report(at.location, rule, message);
        return {};
    }

    ValueType reportNull(const Expression& at) {
        return report(at, Rule::ContractType, "'null' is an operand of '==' or '!=' only");
    }

    // Bottom up; after an error the type is Unknown, which fits everywhere, so that one mistake
    // gives one message.
    ValueType evaluate(const Expression& expression) {
        switch (expression.kind) {
            case Expression::Kind::Operation:
                return expression.operands.size() == 1 ? unary(expression) : binary(expression);
            case Expression::Kind::Call:
                return call(expression);
            case Expression::Kind::Name:
                return name(expression);
            case Expression::Kind::Integer:
                return integer(expression);
            case Expression::Kind::Real:
                return {isFloat(expression.text) ? Kind::Float : Kind::Double, false};
            case Expression::Kind::Complex:
                return complex(expression);
            case Expression::Kind::Boolean:
                return {Kind::Bool, false};
            case Expression::Kind::Character:
                return {Kind::Char, false};
            case Expression::Kind::String:
                return {Kind::String, false};
            case Expression::Kind::Null:
                return {Kind::Null, false};
            case Expression::Kind::Pure:
                return pure(expression);
            case Expression::Kind::Result:
                return result(expression);
        }
        return {};
    }

    ValueType pure(const Expression& expression) {
        return report(expression, Rule::ContractPlace,
                      "'is pure' is an assertion of its own, after 'ensure'");
    }

    ValueType result(const Expression& expression) {
        if (clause_ != Clause::Ensure) {
            return report(expression, Rule::ContractPlace,
                          "'result' is not known yet; use it after 'ensure' only");
        }
        const ValueType type = valueType(model_, method_->result);
        return type.is(Kind::Void) ? report(expression, Rule::ContractType,
                                            "the method " + inQuotes(method_->name) +
                                                " is void and has no 'result'")
                                   : type;
    }

    ValueType name(const Expression& expression) {
        if (clause_ == Clause::Invariant) {
            return report(expression, Rule::ContractPlace,
                          "an invariant has no argument " + inQuotes(expression.text) +
                              "; call a method that is pure");
        }
        std::vector<std::string> names;
        for (const Argument& argument : method_->arguments) {
            if (argument.name == expression.text) {
                return valueType(model_, argument.type);
            }
            names.push_back(argument.name);
        }
        return report(expression, Rule::ContractName,
                      inQuotes(expression.text) + " is not an argument of the method " +
                          inQuotes(method_->name) +
                          gantry::base::didYouMean(expression.text, names));
    }

    // A literal has the type int, as in generated C++.
    ValueType integer(const Expression& expression) {
        const auto value = integerValue(expression.text);
        const bool fits = value && *value >= std::numeric_limits<std::int32_t>::min() &&
                          *value <= std::numeric_limits<std::int32_t>::max();
        return fits ? ValueType{Kind::Int, false}
                    : report(expression, Rule::ContractType,
                             expression.text + " does not fit 32 bits; write it as a real number");
    }

    static bool isFloat(const std::string& text) {
        return text.back() == 'f' || text.back() == 'F';
    }

    static ValueType complex(const Expression& expression) {
        // A part without a suffix is a double, as in C; whole numbers decide nothing.
        const bool isDouble = std::any_of(
            expression.operands.begin(), expression.operands.end(), [](const Expression& part) {
                return part.kind == Expression::Kind::Real && !isFloat(part.text);
            });
        return {isDouble ? Kind::Dcomplex : Kind::Fcomplex, false};
    }

    ValueType unary(const Expression& expression) {
        if (expression.text == "is") {
            return pure(expression);
        }
        const ValueType operand = evaluate(expression.operands[0]);
        const bool isNot = expression.text == "not";
        const bool fits =
            isNot ? operand.is(Kind::Bool) : operand.is(Kind::Int) || operand.is(Kind::Long);
        return fits || operand.is(Kind::Unknown)
                   ? operand
                   : report(expression, Rule::ContractType,
                            inQuotes(expression.text) + " is for " +
                                (isNot ? "bool" : "int and long") + ", not for " +
                                std::string(typeName(operand.kind)));
    }

    ValueType binary(const Expression& expression) {
        const ValueType left = evaluate(expression.operands[0]);
        const ValueType right = evaluate(expression.operands[1]);
        const auto result = binaryResult(expression.text, left, right);
        return result ? *result
                      : report(expression, Rule::ContractType,
                               inQuotes(expression.text) + " is not for " +
                                   std::string(typeName(left.kind)) + " and " +
                                   std::string(typeName(right.kind)));
    }

    // all(a > 0): an array by its name on one side at least.
    ValueType relation(const Expression& expression) {
        bool hasArray = false;
        for (const Expression& side : expression.operands) {
            const ValueType type = evaluate(side);
            if (type.is(Kind::Unknown)) {
                return {};
            }
            hasArray = hasArray || (type.is(Kind::Array) && side.kind == Expression::Kind::Name);
        }
        return hasArray ? ValueType{Kind::Bool, false}
                        : report(expression, Rule::ContractCall,
                                 "expected a comparison with an array argument");
    }

    static bool isComparison(const Expression& expression) {
        static const std::set<std::string, std::less<>> kSigns = {"==", "!=", "<", ">", "<=", ">="};
        return expression.kind == Expression::Kind::Operation && kSigns.count(expression.text) != 0;
    }

    ValueType call(const Expression& expression) {
        const BuiltIn* relations = findBuiltIn(expression.text, true);
        // The arguments of all(), any() and the like are comparisons with an array, element by
        // element; anywhere else an array has no order.
        const bool takesRelation = relations != nullptr && relations->takesRelation;
        std::vector<ValueType> arguments;
        for (const Expression& each : expression.operands) {
            arguments.push_back(takesRelation && isComparison(each) ? relation(each)
                                                                    : evaluate(each));
            if (arguments.back().is(Kind::Null)) {
                arguments.back() = report(each, Rule::ContractCall, "'null' cannot be passed on");
            }
        }
        // Checking the contract would call the method, whose contract would be checked.
        if (method_ != nullptr && expression.text == method_->name + method_->extension) {
            return report(expression, Rule::ContractCall,
                          "the method " + inQuotes(expression.text) +
                              " cannot be called in its own contract; its value is 'result'");
        }
        // Some names are functions of numbers and of arrays, such as range; the arguments decide
        // which.
        const bool withArray =
            std::any_of(arguments.begin(), arguments.end(),
                        [](const ValueType& each) { return each.is(Kind::Array); });
        const BuiltIn* builtIn = findBuiltIn(expression.text, withArray);
        return builtIn != nullptr ? callBuiltIn(expression, *builtIn, arguments)
                                  : callMethod(expression, arguments);
    }

    bool fits(const Expression& expression, const std::vector<ValueType>& given,
              const std::vector<Kind>& wanted) {
        if (given.size() != wanted.size()) {
            report(expression, Rule::ContractCall,
                   inQuotes(expression.text) + " takes " + std::to_string(wanted.size()) +
                       " arguments, not " + std::to_string(given.size()));
            return false;
        }
        for (std::size_t at = 0; at < given.size(); ++at) {
            if (!mayPass(given[at], wanted[at])) {
                report(expression.operands[at], Rule::ContractCall,
                       "argument " + std::to_string(at + 1) + " of " + inQuotes(expression.text) +
                           " is of type " + std::string(typeName(wanted[at])) + ", not " +
                           std::string(typeName(given[at].kind)));
                return false;
            }
        }
        return true;
    }

    ValueType callBuiltIn(const Expression& expression, const BuiltIn& builtIn,
                          const std::vector<ValueType>& arguments) {
        for (std::size_t at = 0; at < arguments.size(); ++at) {
            const bool byName = expression.operands[at].kind == Expression::Kind::Name;
            if (builtIn.needsNumbers && byName && arguments[at].is(Kind::Array) &&
                !arguments[at].isNumericArray) {
                return report(expression.operands[at], Rule::ContractCall,
                              inQuotes(expression.text) + " is for arrays of numbers");
            }
        }
        return fits(expression, arguments, builtIn.arguments) ? ValueType{builtIn.result, false}
                                                              : ValueType{};
    }

    ValueType callMethod(const Expression& expression, const std::vector<ValueType>& arguments) {
        // Built-in functions come first, so a method of such a name cannot be called in a contract.
        const MethodDeclaration found = findMethod(type_, expression.text);
        if (found.method == nullptr) {
            return report(expression, Rule::ContractCall,
                          inQuotes(expression.text) +
                              " is neither a built-in function nor a method "
                              "of " +
                              inQuotes(type_.qualifiedName()) + nearMethod(expression.text));
        }
        std::vector<Kind> wanted;
        for (const Argument& argument : found.method->arguments) {
            wanted.push_back(valueType(model_, argument.type).kind);
        }
        if (!fits(expression, arguments, wanted)) {
            return {};
        }
        // Checks may be switched off, so evaluating them must not change anything.
        if (!isPure(*found.method)) {
            return report(expression, Rule::ContractPure,
                          "the method " + inQuotes(expression.text) +
                              " does not promise 'ensure is pure;', so no contract may call it");
        }
        if (method_ != nullptr && isStaticMethod(type_, *method_) &&
            !isStaticMethod(*found.owner, *found.method)) {
            return report(expression, Rule::ContractCall,
                          "the static method " + inQuotes(method_->name) +
                              " has no object to call " + inQuotes(expression.text) + " of");
        }
        const ValueType type = valueType(model_, found.method->result);
        return type.is(Kind::Void) ? report(expression, Rule::ContractCall,
                                            "the method " + inQuotes(expression.text) +
                                                " is void and has no value to use")
                                   : type;
    }

    std::string nearMethod(const std::string& wanted) const {
        std::vector<std::string> names;
        for (const Method& method : methodsOf(type_)) {
            names.push_back(method.name + method.extension);
        }
        return gantry::base::didYouMean(wanted, names);
    }

    const Model& model_;
    const TypeSymbol& type_;
    const Method* method_;  ///< null for an invariant
    Clause clause_;
    Diagnostics& diagnostics_;
};

}  // namespace

TypeCheck contractCheck(const Model& model, Diagnostics& diagnostics) {
    using Clause = ClauseCheck::Clause;
    return [&model, &diagnostics](const TypeSymbol& type) {
        const auto check = [&](const Method* method, Clause clause, const auto& assertions) {
            if (!assertions.empty()) {
                ClauseCheck(model, type, method, clause, diagnostics).check(assertions);
            }
        };
        check(nullptr, Clause::Invariant, invariantsOf(type));
        for (const Method& method : methodsOf(type)) {
            check(&method, Clause::Require, method.preconditions);
            check(&method, Clause::Ensure, method.postconditions);
        }
    };
}

}  // namespace sidlc
