#include "Lexer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sidlc {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isOctal(char c) {
    return c >= '0' && c <= '7';
}
bool isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isWordByte(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
}
bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}
bool oneOf(char c, std::string_view set) {
    return c != '\0' && set.find(c) != set.npos;
}

class Lexer final {
public:
    Lexer(const SourceText& source, Diagnostics& diagnostics)
        : source_(source), text_(source.text()), diagnostics_(diagnostics) {}

    std::vector<Token> run() {
        while (skipSpaceAndComments(), at_ < text_.size() && !diagnostics_.full()) {
            readToken();
        }
        at_ = text_.size();
        add(TokenKind::EndOfFile, 0);
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool looksAt(std::string_view spelling) const {
        return text_.substr(at_, spelling.size()) == spelling;
    }
    template <typename Predicate>
    std::size_t runOf(std::size_t from, Predicate predicate) const {
        std::size_t end = from;
        while (at_ + end < text_.size() && predicate(text_[at_ + end])) {
            ++end;
        }
        return end - from;
    }

    void add(TokenKind kind, std::size_t length) {
        tokens_.push_back({kind, text_.substr(at_, length), source_.locate(at_), doc_});
        doc_ = {};
        at_ += length;
    }
    void report(std::size_t offset, const std::string& message) {
        diagnostics_.error(source_.locate(offset), message);
    }

    void skipSpaceAndComments() {
        while (at_ < text_.size()) {
            if (isSpace(peek())) {
                ++at_;
            } else if (!inAttributes_ && looksAt("//")) {
                skipLineComment();
            } else if (!inAttributes_ && looksAt("/*")) {
                skipBlockComment();
            } else {
                return;
            }
        }
    }

    void skipLineComment() {
        const std::size_t end = text_.find_first_of("\r\n", at_);
        if (end == text_.npos) {
            diagnostics_.warning(source_.locate(at_),
                                 "the comment at the end of the file has no line end; other SIDL "
                                 "compilers refuse that");
        }
        at_ = end == text_.npos ? text_.size() : end;
    }

    void skipBlockComment() {
        const bool isDoc = looksAt("/**") && peek(3) != '/' && peek(3) != '\0';
        const std::size_t end = text_.find("*/", at_ + 2 + (isDoc ? 1 : 0));
        if (end == text_.npos) {
            report(at_, "expected '*/' at the end of this comment, found the end of the file");
            at_ = text_.size();
            return;
        }
        if (isDoc) {
            doc_ = text_.substr(at_, end + 2 - at_);
        }
        at_ = end + 2;
    }

    void readToken() {
        const char first = peek();
        if (isLetter(first)) {
            readWord();
        } else if (first == '"') {
            readString();
        } else if (inAttributes_) {
            readAttributeSymbol();
        } else if (isDigit(first) || (first == '.' && isDigit(peek(1)))) {
            readNumber();
        } else if (first == '\'') {
            readCharacter();
        } else if (first == '[') {
            readExtension();
        } else if (!readSymbol()) {
            skipUnknownBytes();
        }
    }

    void readWord() {
        std::size_t length = runOf(0, isWordByte);
        if (inAttributes_) {
            add(TokenKind::Identifier, length);
            return;
        }
        static constexpr std::array<std::string_view, 3> kHyphenated = {"row-major", "column-major",
                                                                        "implements-all"};
        for (const std::string_view word : kHyphenated) {
            if (looksAt(word) && word[length] == '-') {
                length = word.size();
                break;
            }
        }
        const bool reserved = isReserved(text_.substr(at_, length));
        add(reserved ? TokenKind::Keyword : TokenKind::Identifier, length);
    }

    std::size_t exponentLength(std::size_t from) const {
        if (!oneOf(peek(from), "eE")) {
            return 0;
        }
        const std::size_t sign = oneOf(peek(from + 1), "+-") ? 1 : 0;
        const std::size_t digits = runOf(from + 1 + sign, isDigit);
        return digits == 0 ? 0 : 1 + sign + digits;
    }

    void readNumber() {
        if (peek() == '0' && oneOf(peek(1), "xX") && isHex(peek(2))) {
            addInteger(2 + runOf(2, isHex));
            return;
        }
        const std::size_t whole = runOf(0, isDigit);
        std::size_t length = whole;
        if (peek(length) == '.') {
            length += 1 + runOf(length + 1, isDigit);
        }
        const bool simple = whole > 0 && length > whole + 1;
        if (simple && peek(length) == '.' && isDigit(peek(length + 1))) {
            readVersion(length);
            return;
        }
        const std::size_t mantissa = length;
        length += exponentLength(length);
        length += oneOf(peek(length), "fFdD") ? 1 : 0;
        if (length > mantissa || (mantissa > whole && !simple)) {
            add(TokenKind::Real, length);
        } else if (simple) {
            add(TokenKind::SimpleReal, length);
        } else {
            addInteger(peek() == '0' ? runOf(0, isOctal) : whole);
        }
    }

    void addInteger(std::size_t length) {
        add(TokenKind::Integer, length + (oneOf(peek(length), "lL") ? 1 : 0));
    }

    void readVersion(std::size_t length) {
        while (peek(length) == '.' && isDigit(peek(length + 1))) {
            length += 1 + runOf(length + 1, isDigit);
        }
        add(TokenKind::Version, length);
    }

    // Length of one character of a literal at `from`, escapes included; 0 when there is none.
    std::size_t characterLength(std::size_t from, char quote) const {
        if (at_ + from >= text_.size()) {
            return 0;
        }
        const char c = peek(from);
        if (c == quote || c == '\n' || c == '\r') {
            return 0;
        }
        if (c != '\\') {
            return 1;
        }
        const char escaped = peek(from + 1);
        if (isOctal(escaped)) {
            const std::size_t digits = runOf(from + 1, isOctal);
            return 1 + std::min<std::size_t>(digits, escaped <= '3' ? 3 : 2);
        }
        return oneOf(escaped, "ntbrf\\'\"") ? 2 : 0;
    }

    void readString() {
        std::size_t length = 1;
        while (const std::size_t more = characterLength(length, '"')) {
            length += more;
        }
        if (peek(length) == '"') {
            add(TokenKind::String, length + 1);
        } else {
            refuseLiteral(length, "'\"' at the end of the string");
        }
    }

    void readCharacter() {
        const std::size_t length = 1 + characterLength(1, '\'');
        if (length > 1 && peek(length) == '\'') {
            add(TokenKind::Character, length + 1);
        } else {
            refuseLiteral(length, length > 1 ? "\"'\" after the one character of the literal"
                                             : "a character between the quotes");
        }
    }

    void refuseLiteral(std::size_t length, const std::string& expected) {
        const std::size_t stop = at_ + length;
        std::string found = "the end of the line";
        if (stop >= text_.size()) {
            found = "the end of the file";
        } else if (peek(length) == '\\') {
            found = "the unknown escape " + quoted(text_.substr(stop, 2));
        } else if (!oneOf(peek(length), "\r\n")) {
            found = quoted(text_.substr(stop, 1));
        }
        report(stop, "expected " + expected + ", found " + found);
        at_ = std::min(text_.find_first_of("\r\n", stop), text_.size());
    }

    void readExtension() {
        const std::size_t length = runOf(1, isWordByte);
        if (length > 0 && peek(1 + length) == ']') {
            add(TokenKind::Extension, length + 2);
            return;
        }
        report(at_, "expected an extension such as '[Name]' without blanks, found '['");
        const std::size_t inside = runOf(1, [](char c) { return isWordByte(c) || c == ' '; });
        at_ += peek(1 + inside) == ']' ? inside + 2 : 1;
    }

    void readAttributeSymbol() {
        if (oneOf(peek(), "=,}")) {
            inAttributes_ = peek() != '}';
            add(TokenKind::Symbol, 1);
        } else {
            skipUnknownBytes();
            // Without the closing brace the rest of the file would be read as attributes.
            inAttributes_ = false;
        }
    }

    bool readSymbol() {
        static constexpr std::array<std::string_view, 28> kSymbols = {
            "%attrib{", "<<<", ">>>", "==", "!=", "<=", ">=", "**", "(", ")", "{", "}", ";", ",",
            ".",        "=",   "&",   "^",  ":",  ">",  "<",  "-",  "|", "+", "/", "*", "~", "%"};
        for (const std::string_view symbol : kSymbols) {
            if (looksAt(symbol)) {
                inAttributes_ = symbol == "%attrib{";
                add(TokenKind::Symbol, symbol.size());
                return true;
            }
        }
        return false;
    }

    void skipUnknownBytes() {
        const std::size_t begin = at_;
        do {
            ++at_;
        } while (at_ < text_.size() && (static_cast<unsigned char>(peek()) >= 0x7f ||
                                        (peek() < ' ' && !isSpace(peek()))));
        const std::string_view bytes = text_.substr(begin, at_ - begin);
        const bool mark = bytes.substr(0, 3) == "\xef\xbb\xbf";
        report(begin, "expected a SIDL token, found " + quoted(bytes) +
                          (mark ? " (a byte order mark; save the file without it)" : ""));
    }

    const SourceText& source_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::vector<Token> tokens_;
    std::string_view doc_;
    std::size_t at_ = 0;
    bool inAttributes_ = false;
};

}  // namespace

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
    return Lexer(source, diagnostics).run();
}

}  // namespace sidlc
