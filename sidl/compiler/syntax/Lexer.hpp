#pragma once

#include <compiler/source/Diagnostics.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "Token.hpp"

namespace sidlc {

/// A comment with its delimiters, for the printer; `text` points into the source and has no line
/// end.
struct Comment {
    std::string_view text;
    bool onOwnLine = true;  ///< only blanks precede it in its line
};

/// Reads a source text token by token, in time linear in its size. Bytes that do not begin a token,
/// and literals and comments that do not end, are reported and skipped, so every input is read to
/// its end; once no further error is kept, the next token is the end. Attributes in `%attrib{...}`
/// have a grammar of their own, so the lexer knows whether it is inside.
class Lexer final {
public:
    /// Comments are appended to `comments` if it is not null. All three arguments outlive the
    /// lexer; the tokens point into `source`.
    Lexer(const SourceText& source, Diagnostics& diagnostics,
          std::vector<Comment>* comments = nullptr)
        : source_(source), text_(source.text()), diagnostics_(diagnostics), comments_(comments) {}

    /// The next token; EndOfFile at the end and from then on.
    Token next();

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool looksAt(std::string_view spelling) const {
        return text_.substr(at_, spelling.size()) == spelling;
    }
    template <typename Predicate>
    std::size_t runOf(std::size_t from, Predicate predicate) const;

    void take(TokenKind kind, std::size_t length);
    void report(std::size_t offset, const std::string& message);
    void newLine(std::size_t offset);
    void keep(std::size_t begin, std::size_t end);
    void skipSpaceAndComments();
    void skipLineComment();
    void skipBlockComment();
    void readToken();
    void readWord();
    std::size_t exponentLength(std::size_t from) const;
    void readNumber();
    void takeInteger(std::size_t length);
    void readVersion(std::size_t length);
    std::size_t characterLength(std::size_t from, char quote) const;
    void readString();
    void readCharacter();
    void refuseLiteral(std::size_t length, const std::string& expected);
    void readExtension();
    void readAttributeSymbol();
    std::size_t symbolLength() const;
    void skipUnknownBytes();

    const SourceText& source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::vector<Comment>* comments_;
    Token token_;
    std::string_view doc_;
    std::size_t at_ = 0;
    std::size_t lineStart_ = 0;
    std::size_t lastEnd_ = 0;  ///< of the token or comment before
    std::uint32_t line_ = 1;
    bool taken_ = false;
    bool inAttributes_ = false;
};

}  // namespace sidlc
