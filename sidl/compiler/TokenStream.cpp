#include "TokenStream.hpp"

#include <algorithm>
#include <utility>

namespace sidlc {

TokenStream::TokenStream(std::vector<Token> tokens, Diagnostics& diagnostics)
    : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

const Token& TokenStream::peek(std::size_t ahead) const noexcept {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Token& TokenStream::take() noexcept {
    const Token& token = peek();
    at_ = std::min(at_ + 1, tokens_.size() - 1);
    openBraces_ += token.is("{") || token.is("%attrib{") ? 1 : token.is("}") ? -1 : 0;
    return token;
}

bool TokenStream::accept(std::string_view spelling) noexcept {
    if (!at(spelling)) {
        return false;
    }
    take();
    return true;
}

const Token& TokenStream::expect(std::string_view spelling, const std::string& context) {
    if (!at(spelling)) {
        fail(quoted(spelling) + context);
    }
    return take();
}

const Token& TokenStream::expect(TokenKind kind, const std::string& what) {
    if (!at(kind)) {
        fail(what);
    }
    return take();
}

const Token& TokenStream::expectName(const std::string& what) {
    if (at(TokenKind::Keyword)) {
        diagnostics_.error(peek().location, "expected " + what + ", found " + describe(peek()) +
                                                "; choose another name");
        return take();
    }
    return expect(TokenKind::Identifier, what);
}

void TokenStream::fail(const std::string& expected) {
    diagnostics_.error(peek().location, "expected " + expected + ", found " + describe(peek()));
    throw SyntaxError{};
}

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
