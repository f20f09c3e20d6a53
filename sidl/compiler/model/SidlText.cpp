#include "SidlText.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sidlc {

namespace {

std::string arrayText(const Model& model, const ArrayType& array) {
    static constexpr std::string_view kOrders[] = {"", ",row-major", ",column-major"};
    std::string text = "array<";
    if (const auto* primitive = std::get_if<Primitive>(&array.element)) {
        text += sidlText(*primitive);
    } else if (const auto* name = std::get_if<ScopedName>(&array.element)) {
        text += model.target(*name)->qualifiedName();
    } else {
        return text + ">";
    }
    if (array.dimension != 1) {
        text += "," + std::to_string(array.dimension);
    }
    return text.append(kOrders[static_cast<std::size_t>(array.order)]) + ">";
}

// The precedence of a binary operator; 0 for expressions that need no parentheses.
int tightness(const Expression& expression) {
    using Level = std::array<std::string_view, 4>;
    static constexpr std::array<Level, 10> kLevels = {Level{"implies", "iff"},
                                                      Level{"or", "xor"},
                                                      Level{"and"},
                                                      Level{"&", "|", "^"},
                                                      Level{"==", "!="},
                                                      Level{"<", ">", "<=", ">="},
                                                      Level{"<<<", ">>>"},
                                                      Level{"+", "-"},
                                                      Level{"*", "/", "%", "rem"},
                                                      Level{"**"}};
    if (expression.kind != Expression::Kind::Operation || expression.operands.size() == 1) {
        return 0;
    }
    for (std::size_t level = 0; level < kLevels.size(); ++level) {
        if (std::find(kLevels[level].begin(), kLevels[level].end(), expression.text) !=
            kLevels[level].end()) {
            return static_cast<int>(level) + 1;
        }
    }
    return 1;
}

std::string bracketed(const Expression& expression, bool brackets) {
    const std::string text = sidlText(expression);
    return brackets ? "(" + text + ")" : text;
}

std::string listed(const std::vector<Expression>& expressions) {
    std::string text;
    for (const Expression& each : expressions) {
        text += (text.empty() ? "" : ", ") + sidlText(each);
    }
    return text;
}

std::string operationText(const Expression& expression) {
    if (expression.operands.size() == 1) {
        const Expression& operand = expression.operands[0];
        // Operators with one operand bind most strongly, so any operation below one needs
        // parentheses.
        const bool brackets = operand.kind == Expression::Kind::Operation;
        return expression.text + (expression.text == "~" ? "" : " ") + bracketed(operand, brackets);
    }
    // Operators are left-associative: on the right, equal precedence needs parentheses.
    const int own = tightness(expression);
    const int left = tightness(expression.operands[0]);
    const int right = tightness(expression.operands[1]);
    return bracketed(expression.operands[0], left != 0 && left < own) + " " + expression.text +
           " " + bracketed(expression.operands[1], right != 0 && right <= own);
}

}  // namespace

const char* sidlText(Primitive primitive) {
    static constexpr const char* kWords[] = {"bool",   "char",     "int",      "long",   "float",
                                             "double", "fcomplex", "dcomplex", "string", "opaque"};
    return kWords[static_cast<std::size_t>(primitive)];
}

std::string sidlText(const Model& model, const TypeUse& use) {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        return sidlText(*primitive);
    }
    if (const auto* name = std::get_if<ScopedName>(&use.type)) {
        return model.target(*name)->qualifiedName();
    }
    if (const auto* array = std::get_if<ArrayType>(&use.type)) {
        return arrayText(model, *array);
    }
    const auto* rarray = std::get_if<RarrayType>(&use.type);
    if (rarray == nullptr) {
        return "void";
    }
    return std::string("rarray<") + sidlText(rarray->element) +
           (rarray->dimension == 1 ? "" : "," + std::to_string(rarray->dimension)) + ">";
}

std::string sidlText(const Expression& expression) {
    switch (expression.kind) {
        case Expression::Kind::Operation:
            return operationText(expression);
        case Expression::Kind::Call:
            return expression.text + "(" + listed(expression.operands) + ")";
        case Expression::Kind::Complex:
            return "{" + listed(expression.operands) + "}";
        default:
            return expression.text;
    }
}

const char* sidlText(Mode mode) {
    static constexpr const char* kWords[] = {"in", "out", "inout"};
    return kWords[static_cast<std::size_t>(mode)];
}

}  // namespace sidlc
