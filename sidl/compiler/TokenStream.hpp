#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "Diagnostics.hpp"
#include "Token.hpp"

namespace sidlc {

/// Thrown inside the parser after an error was reported; caught where parsing can go on.
struct SyntaxError {};

/// The parser's place in a token list. Past the end it stays at EndOfFile.
class TokenStream final {
public:
    /// `tokens` ends with EndOfFile.
    TokenStream(std::vector<Token> tokens, Diagnostics& diagnostics);

    const Token& peek(std::size_t ahead = 0) const noexcept;
    std::size_t position() const noexcept { return at_; }
    bool atEnd() const noexcept { return peek().kind == TokenKind::EndOfFile; }
    bool at(std::string_view spelling) const noexcept { return peek().is(spelling); }
    bool at(TokenKind kind) const noexcept { return peek().kind == kind; }

    /// The token here; moves on.
    const Token& take() noexcept;
    /// Moves over the token when it has this spelling.
    bool accept(std::string_view spelling) noexcept;

    /// The token here when it is the right one; otherwise reports `expected X, found Y` and
    /// throws SyntaxError. `context` follows X in the message.
    const Token& expect(std::string_view spelling, const std::string& context = {});
    const Token& expect(TokenKind kind, const std::string& what);

    /// An identifier. A reserved word in its place is reported and then taken as the name.
    const Token& expectName(const std::string& what);

    /// Reports `expected X, found Y` here and throws SyntaxError.
    [[noreturn]] void fail(const std::string& expected);

    /// Braces opened and not closed by the tokens taken so far; below zero when too many closed.
    int openBraces() const noexcept { return openBraces_; }
    /// Forgets braces that were found to be missing.
    void setOpenBraces(int count) noexcept { openBraces_ = count; }

    Diagnostics& diagnostics() noexcept { return diagnostics_; }

    /// Counts one level of nesting for its lifetime; too many are an error (SyntaxError).
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
    std::vector<Token> tokens_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int openBraces_ = 0;
};

}  // namespace sidlc
