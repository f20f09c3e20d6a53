#pragma once

#include <cstddef>
#include <vector>

#include "SyntaxTree.hpp"
#include "TokenStream.hpp"
#include "TypeParser.hpp"

namespace sidlc {

/// Reads the bodies of classes and interfaces: invariants, methods and their contracts. Recovery is
/// by position and braces: after an error parsing continues at the next method.
class MethodParser final {
public:
    explicit MethodParser(TokenStream& stream) : stream_(stream), types_(stream) {}

    /// Reads up to the closing brace, which it does not take. A wrong method is reported and
    /// skipped, so that the methods after it are read too.
    void parseBody(std::vector<Assertion>& invariants, std::vector<Method>& methods);

private:
    /// Where a method began, to find its end after an error.
    struct Place {
        std::size_t position;
        int openBraces;
    };

    bool atBodyEnd();
    void parseInvariants(std::vector<Assertion>& invariants);
    void parseMethods(std::vector<Assertion>& invariants);
    void parseMethod(Method& method);
    std::vector<Argument> parseArguments();
    bool acceptAttribute(Method& method);
    void parseArgument(Argument& argument);
    Mode parseMode();
    void parseContract(Method& method);
    void skipToNextMethod(const Place& begin);

    TokenStream& stream_;
    TypeParser types_;
    // Lists grow here and are moved to the tree when their length is known.
    std::vector<Method> methods_;
    std::vector<Argument> arguments_;
};

/// True for the keywords that can only begin a type or package.
bool beginsDeclaration(const Token& token);

}  // namespace sidlc
