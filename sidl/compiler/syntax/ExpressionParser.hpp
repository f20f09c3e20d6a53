#pragma once

#include <vector>

#include "Expression.hpp"
#include "TokenStream.hpp"

namespace sidlc {

/// Reads the assertions of contracts and the extents of rarrays. Errors are reported and thrown as
/// SyntaxError, with the stream left at the token that is wrong.
///
/// A parser by recursive descent, one function for each level of precedence; trees are at most 1000
/// levels deep, which is reported otherwise.
class ExpressionParser final {
public:
    explicit ExpressionParser(TokenStream& stream) : stream_(stream) {}

    /// One or more assertions, as they follow `invariant`, `require` or `ensure`.
    void parseAssertions(std::vector<Assertion>& into);

    /// An integer expression of names, numbers, `+ - * /` and brackets.
    Expression parseExtent();

    /// [+|-] and an integer token; the text has the sign.
    Expression parseInteger();

private:
    bool atAssertion();
    Assertion parseAssertion();
    Expression parseImplication();
    Expression parseBinary(int level);
    Expression parseUnary();
    Expression parseCallOrPrimary();
    Expression parseCall();
    Expression parseLiteral();
    Expression parseComplex();
    Expression parseNumber();
    Expression parseExtentTerm();
    Expression parseExtentPrimary();
    Expression leaf(Expression::Kind kind);
    Expression operation(Expression left, const Token& sign, Expression right);
    void checkDepth(const Expression& expression, const Token& token);

    TokenStream& stream_;
};

}  // namespace sidlc
