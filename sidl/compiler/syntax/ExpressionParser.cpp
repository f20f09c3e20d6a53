#include "ExpressionParser.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sidlc {

namespace {

// Small enough to walk any tree by recursion on a usual stack.
constexpr int kMaxDepth = 1000;

// From the lowest precedence to the highest.
using Spellings = std::array<std::string_view, 4>;
constexpr std::array<Spellings, 9> kLevels = {
    Spellings{"or", "xor"},
    Spellings{"and"},
    Spellings{"&", "|", "^"},
    Spellings{"==", "!="},
    Spellings{"<", ">", "<=", ">="},
    Spellings{"<<<", ">>>"},
    Spellings{"+", "-"},
    Spellings{"*", "/", "%", "rem"},
    Spellings{"**"},
};

bool isAnyOf(const Token& token, const Spellings& spellings) {
    return std::any_of(spellings.begin(), spellings.end(),
                       [&token](std::string_view each) { return token.is(each); });
}

bool isOperand(const Token& token) {
    static constexpr std::array<std::string_view, 11> kFirst = {
        "is", "not", "~", "(", "{", "+", "-", "null", "pure", "result", "true"};
    return token.is("false") || std::any_of(kFirst.begin(), kFirst.end(),
                                            [&token](auto each) { return token.is(each); });
}

}  // namespace

void ExpressionParser::parseAssertions(std::vector<Assertion>& into) {
    do {
        into.push_back(parseAssertion());
    } while (atAssertion());
}

// After an assertion there may be another one or a method; `name name` and `name.name` begin a
// method, because an expression has neither.
bool ExpressionParser::atAssertion() {
    const Token& first = stream_.peek();
    switch (first.kind) {
        case TokenKind::Identifier:
            return stream_.peek(1).kind != TokenKind::Identifier &&
                   stream_.peek(1).kind != TokenKind::Extension && !stream_.peek(1).is(".");
        case TokenKind::Integer:
        case TokenKind::SimpleReal:
        case TokenKind::Real:
        case TokenKind::Character:
        case TokenKind::String:
            return true;
        default:
            return isOperand(first);
    }
}

Assertion ExpressionParser::parseAssertion() {
    Assertion assertion;
    assertion.location = stream_.peek().location;
    if (stream_.at(TokenKind::Identifier) && stream_.peek(1).is(":")) {
        assertion.label = stream_.take().text;
        stream_.take();
    }
    assertion.expression = parseImplication();
    stream_.expect(";", " after the assertion");
    return assertion;
}

Expression ExpressionParser::parseImplication() {
    Expression left = parseBinary(0);
    // One at most: these two do not associate.
    if (!isAnyOf(stream_.peek(), {"implies", "iff"})) {
        return left;
    }
    const Token sign = stream_.take();
    return operation(std::move(left), sign, parseBinary(0));
}

Expression ExpressionParser::parseBinary(int level) {
    if (level == static_cast<int>(kLevels.size())) {
        return parseUnary();
    }
    const Spellings& signs = kLevels[static_cast<std::size_t>(level)];
    // Left-associative on every level, `**` included.
    Expression left = parseBinary(level + 1);
    while (isAnyOf(stream_.peek(), signs)) {
        const Token sign = stream_.take();
        left = operation(std::move(left), sign, parseBinary(level + 1));
    }
    return left;
}

Expression ExpressionParser::parseUnary() {
    // The grammar of SIDL has one such sign at most, and it binds more strongly than every operator
    // with two operands.
    if (!isAnyOf(stream_.peek(), {"is", "not", "~"})) {
        return parseCallOrPrimary();
    }
    Expression whole = leaf(Expression::Kind::Operation);
    whole.add(parseCallOrPrimary());
    return whole;
}

Expression ExpressionParser::parseCallOrPrimary() {
    if (stream_.at(TokenKind::Identifier)) {
        return stream_.peek(1).is("(") ? parseCall() : leaf(Expression::Kind::Name);
    }
    if (!stream_.at("(")) {
        return parseLiteral();
    }
    // Throws when brackets are nested too deeply for the recursion of this parser.
    const TokenStream::Nesting nesting(stream_);
    stream_.take();
    Expression inner = parseBinary(0);
    stream_.expect(")", " after the expression");
    return inner;
}

Expression ExpressionParser::parseCall() {
    const TokenStream::Nesting nesting(stream_);
    Expression call = leaf(Expression::Kind::Call);
    stream_.take();
    if (!stream_.at(")")) {
        do {
            call.add(parseBinary(0));
        } while (stream_.accept(","));
    }
    stream_.expect(")", " after the arguments of ", call.text);
    return call;
}

Expression ExpressionParser::parseLiteral() {
    const Token& token = stream_.peek();
    if (token.kind == TokenKind::Character) {
        return leaf(Expression::Kind::Character);
    }
    if (token.kind == TokenKind::String) {
        return leaf(Expression::Kind::String);
    }
    if (isAnyOf(token, {"true", "false"})) {
        return leaf(Expression::Kind::Boolean);
    }
    if (token.is("null")) {
        return leaf(Expression::Kind::Null);
    }
    if (token.is("pure")) {
        return leaf(Expression::Kind::Pure);
    }
    if (token.is("result")) {
        return leaf(Expression::Kind::Result);
    }
    return token.is("{") ? parseComplex() : parseNumber();
}

Expression ExpressionParser::parseComplex() {
    Expression whole = leaf(Expression::Kind::Complex);
    // leaf() took the brace as its text.
    whole.text.clear();
    whole.add(parseNumber());
    stream_.expect(",", " between the parts of a complex number");
    whole.add(parseNumber());
    stream_.expect("}", " after the complex number");
    return whole;
}

Expression ExpressionParser::parseNumber() {
    // A sign belongs to the literal: there is no operator of that name with one operand.
    const std::size_t sign = isAnyOf(stream_.peek(), {"+", "-"}) ? 1 : 0;
    const TokenKind kind = stream_.peek(sign).kind;
    if (kind == TokenKind::Integer) {
        return parseInteger();
    }
    if (kind != TokenKind::SimpleReal && kind != TokenKind::Real) {
        stream_.fail("an expression");
    }
    Expression number = leaf(Expression::Kind::Real);
    if (sign == 1) {
        number.text += stream_.take().text;
    }
    return number;
}

Expression ExpressionParser::parseInteger() {
    std::string sign;
    const Location location = stream_.peek().location;
    if (isAnyOf(stream_.peek(), {"+", "-"})) {
        sign = stream_.take().text;
    }
    const Token digits = stream_.expect(TokenKind::Integer, "a whole number");
    return {Expression::Kind::Integer, sign + std::string(digits.text), location, {}, 1};
}

// Extents have a grammar of their own: whole numbers, names, four operators and parentheses.
Expression ExpressionParser::parseExtent() {
    Expression left = parseExtentTerm();
    while (isAnyOf(stream_.peek(), {"+", "-"})) {
        const Token sign = stream_.take();
        left = operation(std::move(left), sign, parseExtentTerm());
    }
    return left;
}

Expression ExpressionParser::parseExtentTerm() {
    Expression left = parseExtentPrimary();
    while (isAnyOf(stream_.peek(), {"*", "/"})) {
        const Token sign = stream_.take();
        left = operation(std::move(left), sign, parseExtentPrimary());
    }
    return left;
}

Expression ExpressionParser::parseExtentPrimary() {
    if (stream_.at(TokenKind::Identifier)) {
        return leaf(Expression::Kind::Name);
    }
    if (!stream_.at("(")) {
        return parseInteger();
    }
    const TokenStream::Nesting nesting(stream_);
    stream_.take();
    Expression inner = parseExtent();
    stream_.expect(")", " after the extent");
    return inner;
}

Expression ExpressionParser::leaf(Expression::Kind kind) {
    const Token token = stream_.take();
    return {kind, std::string(token.text), token.location, {}, 1};
}

Expression ExpressionParser::operation(Expression left, const Token& sign, Expression right) {
    Expression whole{Expression::Kind::Operation, std::string(sign.text), sign.location, {}, 1};
    whole.add(std::move(left));
    whole.add(std::move(right));
    checkDepth(whole, sign);
    return whole;
}

void ExpressionParser::checkDepth(const Expression& expression, const Token& token) {
    // Operators of equal rank in a row make a tree as deep as the row is long, without any nesting
    // of the parser's functions: bounded here for everybody who walks the tree later.
    if (expression.depth > kMaxDepth) {
        stream_.diagnostics().error(token.location, "the expression is too long; at most " +
                                                        std::to_string(kMaxDepth) +
                                                        " operators in a row are "
                                                        "allowed");
        throw SyntaxError{};
    }
}

}  // namespace sidlc
