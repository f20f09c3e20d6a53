#pragma once

#include <compiler/source/SourceText.hpp>

#include <string>
#include <string_view>

namespace sidlc {

/// The kinds the lexer distinguishes; `[Name]` is one token, without blanks inside.
enum class TokenKind {
    Identifier,
    Keyword,     ///< a reserved word, `true` and `false` included
    Extension,   ///< `[Name]`, brackets included
    Integer,     ///< decimal, hexadecimal or octal, with an optional `l` or `L`
    SimpleReal,  ///< digits, a dot, digits: a real number or a version
    Real,        ///< every other form of a real number
    Version,     ///< at least three numbers joined by dots
    Character,   ///< quotes included, escapes not yet replaced
    String,      ///< quotes included, escapes not yet replaced
    Symbol,      ///< separators and operators; `%attrib{` is one symbol
    EndOfFile,
};

/// A piece of a source text. `text` and `doc` point into that text.
struct Token {
    TokenKind kind = TokenKind::EndOfFile;
    std::string_view text;
    Location location;
    /// The last documentation comment between the previous token and this one, with its delimiters.
    std::string_view doc;

    /// True for the reserved word or symbol with this spelling.
    bool is(std::string_view spelling) const noexcept {
        return (kind == TokenKind::Keyword || kind == TokenKind::Symbol) && text == spelling;
    }
};

/// The token as messages show it, for example `the reserved word 'class'`.
std::string describe(const Token& token);

/// True for a reserved word of SIDL (case matters).
bool isReserved(std::string_view word);

/// The value of a character or string token: without quotes, escapes replaced.
std::string unescaped(std::string_view literal);

}  // namespace sidlc
