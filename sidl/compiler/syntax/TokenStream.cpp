#include "TokenStream.hpp"

namespace sidlc {

TokenStream::TokenStream(const SourceText& source, Diagnostics& diagnostics)
    : lexer_(source, diagnostics), diagnostics_(diagnostics) {}

Token TokenStream::expect(std::string_view spelling, std::string_view context,
                          std::string_view name) {
    if (!at(spelling)) {
        fail(inQuotes(spelling) + std::string(context) + (name.empty() ? "" : inQuotes(name)));
    }
    return take();
}

Token TokenStream::expect(TokenKind kind, std::string_view what) {
    if (!at(kind)) {
        fail(std::string(what));
    }
    return take();
}

Token TokenStream::expectName(std::string_view what, std::string_view prefix) {
    // Reported and taken as the name, so that the parser goes on and finds further errors.
    if (at(TokenKind::Keyword)) {
        diagnostics_.error(peek().location, "expected " + std::string(prefix).append(what) +
                                                ", found " + describe(peek()) +
                                                "; choose another name");
        return take();
    }
    if (!at(TokenKind::Identifier)) {
        fail(std::string(prefix).append(what));
    }
    return take();
}

// The exception carries nothing, as the diagnostic has been recorded before it is thrown.
void TokenStream::fail(const std::string& expected) {
    diagnostics_.error(peek().location, "expected " + expected + ", found " + describe(peek()));
    throw SyntaxError{};
}

// Guards the stack of the recursive parser, and of all later passes over its tree.
TokenStream::Nesting::Nesting(TokenStream& stream) : stream_(stream) {
    if (stream_.depth_ >= kMaxNesting) {
        stream_.diagnostics_.error(
            stream_.peek().location,
            "nested too deeply; at most " + std::to_string(kMaxNesting) + " levels are allowed");
        throw SyntaxError{};
    }
    ++stream_.depth_;
}

}  // namespace sidlc
