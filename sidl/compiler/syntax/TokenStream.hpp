#pragma once

#include <compiler/source/Diagnostics.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "Lexer.hpp"
#include "Token.hpp"

namespace sidlc {

/// Thrown inside the parser after an error was reported; caught where parsing can continue.
struct SyntaxError {};

/// The parser's position in a text: the current token and a few more; the tokens of the text are
/// never held as a list. At the end it stays at EndOfFile.
class TokenStream final {
public:
    TokenStream(const SourceText& source, Diagnostics& diagnostics);

    /// The current token or one up to kAhead further on; valid until the next one is taken.
    const Token& peek(std::size_t ahead = 0) {
        while (filled_ <= position_ + ahead) {
            tokens_[filled_++ % tokens_.size()] = lexer_.next();
        }
        return tokens_[(position_ + ahead) % tokens_.size()];
    }
    static constexpr std::size_t kAhead = 3;

    /// Tokens taken so far.
    std::size_t position() const noexcept { return position_; }
    bool atEnd() { return peek().kind == TokenKind::EndOfFile; }
    /// Whether the current token is the reserved word or symbol with that spelling.
    bool at(std::string_view spelling) { return peek().is(spelling); }
    bool at(TokenKind kind) { return peek().kind == kind; }

    /// The current token; advances to the next one.
    Token take() {
        const Token token = peek();
        if (token.kind != TokenKind::EndOfFile) {
            ++position_;
        }
        if (token.kind == TokenKind::Symbol) {
            countBraces(token);
        }
        return token;
    }

    /// Takes the current token if it has this spelling.
    bool accept(std::string_view spelling) {
        const bool found = at(spelling);
        if (found) {
            take();
        }
        return found;
    }

    /// Takes the current token if it is the expected one; otherwise reports `expected X, found Y`
    /// and throws SyntaxError. `context` and the method's name, if any, follow X in the message.
    Token expect(std::string_view spelling, std::string_view context = {},
                 std::string_view name = {});
    Token expect(TokenKind kind, std::string_view what);

    /// An identifier. A reserved word in its place is reported and then taken as the name. `prefix`
    /// precedes `what` in the message.
    Token expectName(std::string_view what, std::string_view prefix = {});

    /// Reports `expected X, found Y` here and throws SyntaxError.
    [[noreturn]] void fail(const std::string& expected);

    /// Braces opened and not closed by the tokens taken so far; negative if too many were closed.
    int openBraces() const noexcept { return openBraces_; }
    /// Corrects the count after braces that were found to be missing.
    void setOpenBraces(int count) noexcept { openBraces_ = count; }

    Diagnostics& diagnostics() noexcept { return diagnostics_; }

    /// A number for the next scoped name of the tree, from 0.
    std::uint32_t nextNameOrdinal() noexcept { return names_++; }

    /// Counts one level of nesting during its lifetime; too many are an error (SyntaxError).
    class Nesting final {
    public:
        explicit Nesting(TokenStream& stream);
        ~Nesting() { --stream_.depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

    private:
        TokenStream& stream_;
    };

    static constexpr int kMaxNesting = 200;

private:
    void countBraces(const Token& token) {
        openBraces_ += token.text.back() == '{' ? 1 : token.text.back() == '}' ? -1 : 0;
    }

    Lexer lexer_;
    Diagnostics& diagnostics_;
    std::array<Token, kAhead + 1> tokens_;
    std::size_t filled_ = 0;
    std::size_t position_ = 0;
    std::uint32_t names_ = 0;
    int depth_ = 0;
    int openBraces_ = 0;
};

}  // namespace sidlc
