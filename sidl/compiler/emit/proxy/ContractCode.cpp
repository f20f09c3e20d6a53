#include "ContractCode.hpp"

#include <compiler/checks/ContractTypes.hpp>
#include <compiler/checks/ReservedWords.hpp>
#include <compiler/model/SidlText.hpp>
#include <compiler/syntax/TypeParser.hpp>

#include <algorithm>
#include <string_view>

#include "ContractNames.hpp"

namespace sidlc {

namespace {

using Kind = ValueType::Kind;

constexpr const char* kScope = "::gantry::contract::";

// Thrown inside this file only.
struct Obstacle {
    std::string why;
};

struct Value {
    std::string text;
    ValueType type;
    const TypeUse* use = nullptr;  // of an argument or result
};

// Every sub-expression becomes C++ with its SIDL type. What C++ cannot say ends the translation:
// the clause is then listed, and not checked.
class Translation final {
public:
    Translation(const CppTypes& types, const ContractScope& scope, CppNeeds& needs)
        : types_(types), scope_(scope), needs_(needs) {}

    ContractCode run(const Expression& expression) {
        ContractCode code;
        try {
            const Value value = evaluate(expression);
            if (!value.type.is(Kind::Bool)) {
                throw Obstacle{"it is of type " + std::string(typeName(value.type.kind)) +
                               ", not bool"};
            }
            code.condition = value.text;
            code.values = std::move(values_);
        } catch (const Obstacle& obstacle) {
            code.obstacle = obstacle.why;
        }
        return code;
    }

private:
    Value evaluate(const Expression& expression) {
        switch (expression.kind) {
            case Expression::Kind::Operation:
                return expression.operands.size() == 1 ? unary(expression) : binary(expression);
            case Expression::Kind::Call:
                return call(expression);
            case Expression::Kind::Name:
                return name(expression);
            case Expression::Kind::Result:
                show("result", scope_.result);
                return {scope_.result, typeOf(scope_.method->result), &scope_.method->result};
            case Expression::Kind::Complex:
                needs_.standardHeaders.insert("complex");
                return {"std::complex<double>(" + number(expression.operands[0]) + ", " +
                            number(expression.operands[1]) + ")",
                        {Kind::Dcomplex, false}};
            default:
                return literal(expression);
        }
    }

    Value literal(const Expression& expression) {
        switch (expression.kind) {
            case Expression::Kind::Boolean:
                return {expression.text, {Kind::Bool, false}};
            case Expression::Kind::Character:
                return {expression.text, {Kind::Char, false}};
            case Expression::Kind::String:
                needs_.standardHeaders.insert("string");
                return {"std::string(" + expression.text + ")", {Kind::String, false}};
            case Expression::Kind::Null:
                return {"nullptr", {Kind::Null, false}};
            case Expression::Kind::Integer:
                return {number(expression), {Kind::Int, false}};
            case Expression::Kind::Real:
                return {number(expression), {Kind::Double, false}};
            default:
                throw Obstacle{"'" + expression.text + "' is a promise, not a condition"};
        }
    }

    static std::string number(const Expression& expression) {
        if (expression.kind == Expression::Kind::Integer) {
            return std::to_string(*integerValue(expression.text));
        }
        std::string text = expression.text;
        if (text.back() == 'd' || text.back() == 'D') {
            text.pop_back();
        }
        if (text.find_first_of(".eE") == text.npos) {
            text.insert(text.find_last_of("0123456789") + 1, ".0");
        }
        return text;
    }

    ValueType typeOf(const TypeUse& use) const { return valueType(types_.model(), use); }

    void show(const std::string& sidl, const std::string& cpp) {
        const std::pair<std::string, std::string> entry(sidl, cpp);
        if (std::find(values_.begin(), values_.end(), entry) == values_.end()) {
            values_.push_back(entry);
        }
    }

    Value name(const Expression& expression) {
        const auto& arguments = scope_.method->arguments;
        std::size_t at = 0;
        while (arguments[at].name != expression.text) {
            ++at;
        }
        if (arguments[at].mode == Mode::Out && !scope_.isAfterCall) {
            throw Obstacle{"'" + expression.text + "' has no value before the call"};
        }
        show(expression.text, scope_.arguments[at]);
        return {scope_.arguments[at], typeOf(arguments[at].type), &arguments[at].type};
    }

    Value unary(const Expression& expression) {
        const Value operand = evaluate(expression.operands[0]);
        if (expression.text == "not") {
            return {"!" + operand.text, operand.type};
        }
        if (expression.text == "~") {
            return {kScope + ("bitNot(" + operand.text + ")"), operand.type};
        }
        throw Obstacle{"'" + expression.text + "' is a promise, not a condition"};
    }

    Value binary(const Expression& expression) {
        Value left = evaluate(expression.operands[0]);
        Value right = evaluate(expression.operands[1]);
        const std::string& sign = expression.text;
        const auto type = binaryResult(sign, left.type, right.type);
        if (!type) {
            throw Obstacle{"'" + sign + "' does not fit its operands"};
        }
        if (!contractRelation(sign).empty()) {
            return {comparison(sign, left, right), *type};
        }
        replaceNull(left, right.type);
        replaceNull(right, left.type);
        if (sign == "and" || sign == "or") {
            return {"(" + left.text + (sign == "and" ? " && " : " || ") + right.text + ")", *type};
        }
        if (sign == "implies") {
            return {"(!" + left.text + " || " + right.text + ")", *type};
        }
        if (sign == "iff" || sign == "xor") {
            return {"(" + left.text + (sign == "iff" ? " == " : " != ") + right.text + ")", *type};
        }
        return {arithmetic(sign, left, right, *type), *type};
    }

    static std::string arithmetic(const std::string& sign, const Value& left, const Value& right,
                                  ValueType type) {
        const bool isForBits = sign == "&" || sign == "|" || sign == "^";
        if (isForBits && !isWhole(type.kind)) {
            throw Obstacle{"'" + sign + "' of " + std::string(typeName(type.kind)) +
                           " has no meaning in C++"};
        }
        return kScope + contractOperator(sign) + "(" + left.text + ", " + right.text + ")";
    }

    // null compared with a value that cannot be null is its zero.
    void replaceNull(Value& value, ValueType other) {
        if (!value.type.is(Kind::Null)) {
            return;
        }
        value.type = other;
        if (isComplex(other.kind)) {
            needs_.standardHeaders.insert("complex");
            value.text = "std::complex<double>()";
        } else if (isWhole(other.kind) || isReal(other.kind) || other.is(Kind::Enumeration)) {
            value.text = "0";
        } else if (other.is(Kind::Bool)) {
            value.text = "false";
        } else if (other.is(Kind::Char)) {
            value.text = "'\\0'";
        } else if (other.is(Kind::Struct)) {
            throw Obstacle{"a struct is never null in C++"};
        }
    }

    std::string comparison(const std::string& sign, Value& left, Value& right) {
        const bool hasNull = left.type.is(Kind::Null) || right.type.is(Kind::Null);
        const Value& other = left.type.is(Kind::Null) ? right : left;
        const std::string no = sign == "!=" ? "!" : "";
        if (other.type.is(Kind::Null)) {
            return sign == "==" ? "true" : "false";
        }
        if (other.type.is(Kind::Array)) {
            checkArray(left);
            checkArray(right);
            return hasNull ? no + kScope + "isNull(" + other.text + ")"
                           : no + kScope + "sameArray(" + left.text + ", " + right.text + ")";
        }
        if (other.type.is(Kind::Class) || other.type.is(Kind::Interface)) {
            return hasNull ? "(" + other.text + " " + sign + " nullptr)"
                           : no + kScope + sameObject(left, right);
        }
        replaceNull(left, right.type);
        replaceNull(right, left.type);
        if (other.type.is(Kind::Struct)) {
            checkSameType(left, right);
            if (!types_.isComparable(*left.use)) {
                throw Obstacle{"the struct has members that cannot be compared"};
            }
            return "(" + left.text + " " + sign + " " + right.text + ")";
        }
        if (isComplex(other.type.kind) && sign != "==" && sign != "!=") {
            throw Obstacle{"complex numbers have no order"};
        }
        if (other.type.is(Kind::Opaque)) {
            return "(" + left.text + " " + sign + " " + right.text + ")";
        }
        return kScope + contractRelation(sign) + "(" + left.text + ", " + right.text + ")";
    }

    std::string sameObject(const Value& left, const Value& right) {
        for (const Value* each : {&left, &right}) {
            const TypeSymbol* type = types_.userType(*each->use);
            needs_.headers.insert(cppHeader(*type));
        }
        return "same(" + left.text + ", " + right.text + ")";
    }

    std::string cppType(const Value& value) {
        return value.use == nullptr ? "" : types_.value(*value.use, needs_);
    }

    void checkSameType(const Value& left, const Value& right) {
        if (cppType(left).empty() || cppType(left) != cppType(right)) {
            throw Obstacle{"its operands have different types in C++"};
        }
    }

    // In C++ an array of unknown elements gives no access to them.
    static void checkArray(const Value& value) {
        if (value.use != nullptr && CppTypes::isGenericArray(*value.use)) {
            throw Obstacle{"C++ knows only the lengths of an array<>"};
        }
    }

    // What an array holds; unknown for other things than primitives.
    ValueType elementType(const Value& value) const {
        TypeUse element;
        if (const auto* rarray = std::get_if<RarrayType>(&value.use->type)) {
            element.type = rarray->element;
        } else {
            const auto& held = std::get<ArrayType>(value.use->type).element;
            const auto* primitive = std::get_if<Primitive>(&held);
            if (primitive == nullptr) {
                return {};
            }
            element.type = *primitive;
        }
        return typeOf(element);
    }

    Value call(const Expression& expression) {
        const BuiltIn* relations = findBuiltIn(expression.text, true);
        if (relations != nullptr && relations->takesRelation && expression.operands.size() == 1) {
            return {elementCount(*relations, expression.operands[0]), {relations->result, false}};
        }
        std::vector<Value> arguments;
        bool withArray = false;
        for (const Expression& each : expression.operands) {
            arguments.push_back(evaluate(each));
            withArray = withArray || arguments.back().type.is(Kind::Array);
        }
        const BuiltIn* builtIn = findBuiltIn(expression.text, withArray);
        return builtIn != nullptr ? callBuiltIn(*builtIn, arguments)
                                  : callMethod(expression, arguments);
    }

    // all, any, none and count.
    std::string elementCount(const BuiltIn& builtIn, const Expression& condition) {
        const std::string function(builtIn.name);
        const std::string relation =
            condition.kind == Expression::Kind::Operation ? contractRelation(condition.text) : "";
        if (relation.empty()) {
            const Value truth = evaluate(condition);
            return function == "count"  ? "(" + truth.text + " ? 1 : 0)"
                   : function == "none" ? "!" + truth.text
                                        : truth.text;
        }
        const Value left = evaluate(condition.operands[0]);
        const Value right = evaluate(condition.operands[1]);
        checkArray(left);
        checkArray(right);
        const Kind one = left.type.is(Kind::Array) ? elementType(left).kind : left.type.kind;
        const Kind other = right.type.is(Kind::Array) ? elementType(right).kind : right.type.kind;
        const bool isEquality = condition.text == "==" || condition.text == "!=";
        const bool areNumbers = (isWhole(one) || isReal(one)) && (isWhole(other) || isReal(other));
        const bool areEqualKinds = (isComplex(one) && isComplex(other)) ||
                                   (one == other && (one == Kind::Bool || one == Kind::Char));
        if (!areNumbers && !(isEquality && areEqualKinds)) {
            throw Obstacle{"C++ cannot compare its elements in this way"};
        }
        return kScope + function + "(" + left.text + ", " + kScope + relation + ", " + right.text +
               ")";
    }

    Value callBuiltIn(const BuiltIn& builtIn, const std::vector<Value>& arguments) {
        std::string text;
        const bool isPlace = builtIn.arguments.back() == Kind::Int;
        const bool isForAny = builtIn.name == "dimen" || builtIn.name == "size";
        for (const Value& each : arguments) {
            const bool asWhole = !text.empty() && isPlace && isReal(each.type.kind);
            const std::string place = kScope + ("as<std::int64_t>(" + each.text + ")");
            text += (text.empty() ? "" : ", ") + (asWhole ? place : each.text);
            if (!each.type.is(Kind::Array) || isForAny) {
                continue;
            }
            checkArray(each);
            const Kind element = elementType(each).kind;
            if (builtIn.needsNumbers && !isWhole(element) && !isReal(element) &&
                !(isComplex(element) && builtIn.name == "nearequal")) {
                throw Obstacle{"its array does not hold real numbers"};
            }
        }
        if (builtIn.name == "nearequal" && arguments[0].type.is(Kind::Array) &&
            isComplex(elementType(arguments[0]).kind) !=
                isComplex(elementType(arguments[1]).kind)) {
            throw Obstacle{"real and complex numbers do not mix"};
        }
        return {kScope + contractFunction(builtIn.name) + "(" + text + ")",
                {builtIn.result, false}};
    }

    Value callMethod(const Expression& expression, const std::vector<Value>& arguments) {
        const MethodDeclaration found = findMethod(*scope_.owner, expression.text);
        if (found.method == nullptr || found.owner->packages.empty() ||
            found.owner->packages.front() == "sidl") {
            throw Obstacle{"the method '" + expression.text + "' does not exist in C++"};
        }
        std::string text = cppTarget(*scope_.proxied, *found.owner, scope_.target) + "." +
                           cppMethodName(*found.method) + "(";
        for (std::size_t at = 0; at < arguments.size(); ++at) {
            text += (at == 0 ? "" : ", ") + passed(arguments[at], found.method->arguments[at]);
        }
        text += ")";
        if (arguments.empty()) {
            show(sidlText(expression), text);
        }
        return {text, typeOf(found.method->result), &found.method->result};
    }

    std::string passed(const Value& value, const Argument& wanted) {
        if (wanted.mode != Mode::In) {
            throw Obstacle{"'" + wanted.name + "' is an " + sidlText(wanted.mode) + " argument"};
        }
        const Kind kind = typeOf(wanted.type).kind;
        const std::string type = types_.value(wanted.type, needs_);
        if (isWhole(kind) || isReal(kind)) {
            return kScope + ("as<" + type + ">(") + value.text + ")";
        }
        if (isComplex(kind)) {
            return type + "(" + value.text + ")";
        }
        if (CppTypes::isGenericArray(wanted.type)) {
            throw Obstacle{"'" + wanted.name + "' is an array<>"};
        }
        const bool isPlain = kind == Kind::Bool || kind == Kind::Char || kind == Kind::String ||
                             kind == Kind::Opaque;
        if (!isPlain && cppType(value) != type) {
            throw Obstacle{"'" + wanted.name + "' has another type in C++"};
        }
        return value.text;
    }

    const CppTypes& types_;
    const ContractScope& scope_;
    CppNeeds& needs_;
    std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace

ContractCode contractCode(const CppTypes& types, const ContractScope& scope,
                          const Expression& expression, CppNeeds& needs) {
    return Translation(types, scope, needs).run(expression);
}

}  // namespace sidlc
