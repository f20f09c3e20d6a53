#include "Lexer.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace sidlc {

namespace {

// Classes of bytes as bits, so that one look-up answers each question about a byte.
enum : unsigned { kSpace = 1, kDigit = 2, kLetter = 4, kWord = 8, kHex = 16, kOctal = 32 };

constexpr std::array<std::uint8_t, 256> classTable() {
    std::array<std::uint8_t, 256> table{};
    for (const char c : {' ', '\t', '\n', '\r', '\f'}) {
        table[static_cast<unsigned char>(c)] = kSpace;
    }
    for (unsigned c = '0'; c <= '9'; ++c) {
        table[c] = static_cast<std::uint8_t>(kDigit | kWord | kHex | (c <= '7' ? kOctal : 0u));
    }
    for (unsigned c = 'a'; c <= 'z'; ++c) {
        const unsigned classes = kLetter | kWord | (c <= 'f' ? kHex : 0u);
        table[c] = static_cast<std::uint8_t>(classes);
        table[c - 'a' + 'A'] = static_cast<std::uint8_t>(classes);
    }
    // Inside of a word, but not its first byte.
    table['_'] = kWord;
    return table;
}

constexpr std::array<std::uint8_t, 256> kClasses = classTable();

bool isOf(char c, unsigned wanted) {
    return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}
bool isDigit(char c) {
    return isOf(c, kDigit);
}
bool isOctal(char c) {
    return isOf(c, kOctal);
}
bool isHex(char c) {
    return isOf(c, kHex);
}
bool isWordByte(char c) {
    return isOf(c, kWord);
}
bool isLetter(char c) {
    return isOf(c, kLetter);
}
bool isSpace(char c) {
    return isOf(c, kSpace);
}
bool oneOf(char c, std::string_view set) {
    return c != '\0' && set.find(c) != set.npos;
}

constexpr std::string_view kAttributes = "%attrib{";

}  // namespace

// Never looks behind the end of the text, where peek() gives a NUL.
template <typename Predicate>
std::size_t Lexer::runOf(std::size_t from, Predicate predicate) const {
    std::size_t end = from;
    while (at_ + end < text_.size() && predicate(text_[at_ + end])) {
        ++end;
    }
    return end - from;
}

Token Lexer::next() {
    taken_ = false;
    // Ends without a token only at the end of the text, or when further errors would be dropped
    // anyway.
    while (skipSpaceAndComments(), !taken_ && at_ < text_.size() && !diagnostics_.full()) {
        readToken();
        if (taken_) {
            return token_;
        }
    }
    at_ = text_.size();
    token_ = {TokenKind::EndOfFile, text_.substr(at_), source_.locate(at_), doc_};
    return token_;
}

void Lexer::take(TokenKind kind, std::size_t length) {
    // Line and column are counted while reading; locate() would search for each token.
    token_ = {kind,
              text_.substr(at_, length),
              {&source_, line_, static_cast<std::uint32_t>(at_ - lineStart_ + 1)},
              doc_};
    doc_ = {};
    at_ += length;
    lastEnd_ = at_;
    taken_ = true;
}

void Lexer::report(std::size_t offset, const std::string& message) {
    diagnostics_.error(source_.locate(offset), message);
}

// `offset` is that of a line end; the first byte of the pair \r\n does not end a line.
void Lexer::newLine(std::size_t offset) {
    if (text_[offset] == '\n' || offset + 1 >= text_.size() || text_[offset + 1] != '\n') {
        ++line_;
        lineStart_ = offset + 1;
    }
}

void Lexer::keep(std::size_t begin, std::size_t end) {
    if (comments_ != nullptr) {
        // On its own line: nothing but blanks is before it.
        comments_->push_back(
            {text_.substr(begin, end - begin), lastEnd_ == 0 || lastEnd_ < lineStart_});
    }
    lastEnd_ = end;
}

void Lexer::skipSpaceAndComments() {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (isSpace(c)) {
            if (c == '\n' || c == '\r') {
                newLine(at_);
            }
            ++at_;
        } else if (c == '/' && !inAttributes_ && peek(1) == '/') {
            skipLineComment();
        } else if (c == '/' && !inAttributes_ && peek(1) == '*') {
            skipBlockComment();
        } else {
            return;
        }
    }
}

void Lexer::skipLineComment() {
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    if (end == text_.size()) {
        report(at_,
               "expected a line end after this comment, found the end of the file; end the "
               "file with a line end");
    }
    keep(at_, end);
    at_ = end;
}

void Lexer::skipBlockComment() {
    // `/**/` is an empty comment and no documentation; the search for the end begins behind the
    // stars.
    const bool isDoc = looksAt("/**") && peek(3) != '/' && peek(3) != '\0';
    const std::size_t begin = at_;
    const std::size_t found = text_.find("*/", at_ + 2 + (isDoc ? 1 : 0));
    if (found == text_.npos) {
        report(at_, "expected '*/' at the end of this comment, found the end of the file");
        at_ = text_.size();
        return;
    }
    at_ = found + 2;
    if (isDoc) {
        doc_ = text_.substr(begin, at_ - begin);
    }
    keep(begin, at_);
    for (std::size_t end = text_.find_first_of("\r\n", begin); end < at_;
         end = text_.find_first_of("\r\n", end + 1)) {
        newLine(end);
    }
}

void Lexer::readToken() {
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
    } else if (const std::size_t length = symbolLength()) {
        inAttributes_ = length == kAttributes.size();
        take(TokenKind::Symbol, length);
    } else {
        skipUnknownBytes();
    }
}

void Lexer::readWord() {
    std::size_t length = runOf(0, isWordByte);
    if (inAttributes_) {
        take(TokenKind::Identifier, length);
        return;
    }
    static constexpr std::array<std::string_view, 3> kHyphenated = {"row-major", "column-major",
                                                                    "implements-all"};
    // Three reserved words have a hyphen, which is otherwise an operator.
    if (peek(length) == '-') {
        for (const std::string_view word : kHyphenated) {
            if (looksAt(word) && word[length] == '-') {
                length = word.size();
                break;
            }
        }
    }
    // Within attributes every word is a name, so reserved words are names of attributes there.
    const bool reserved = isReserved(text_.substr(at_, length));
    take(reserved ? TokenKind::Keyword : TokenKind::Identifier, length);
}

// Without digits there is none, and the letter begins the next token.
std::size_t Lexer::exponentLength(std::size_t from) const {
    if (!oneOf(peek(from), "eE")) {
        return 0;
    }
    const std::size_t sign = oneOf(peek(from + 1), "+-") ? 1 : 0;
    const std::size_t digits = runOf(from + 1 + sign, isDigit);
    return digits == 0 ? 0 : 1 + sign + digits;
}

void Lexer::readNumber() {
    if (peek() == '0' && oneOf(peek(1), "xX") && isHex(peek(2))) {
        takeInteger(2 + runOf(2, isHex));
        return;
    }
    const std::size_t whole = runOf(0, isDigit);
    std::size_t length = whole;
    if (peek(length) == '.') {
        length += 1 + runOf(length + 1, isDigit);
    }
    // Digits on both sides of the dot: the only form that may also be a version.
    const bool simple = whole > 0 && length > whole + 1;
    if (simple && peek(length) == '.' && isDigit(peek(length + 1))) {
        readVersion(length);
        return;
    }
    const std::size_t mantissa = length;
    length += exponentLength(length);
    length += oneOf(peek(length), "fFdD") ? 1 : 0;
    if (length > mantissa || (mantissa > whole && !simple)) {
        take(TokenKind::Real, length);
    } else if (simple) {
        take(TokenKind::SimpleReal, length);
    } else {
        // As in C a leading zero makes it octal; the token ends before an 8 or 9.
        takeInteger(peek() == '0' ? runOf(0, isOctal) : whole);
    }
}

void Lexer::takeInteger(std::size_t length) {
    take(TokenKind::Integer, length + (oneOf(peek(length), "lL") ? 1 : 0));
}

void Lexer::readVersion(std::size_t length) {
    while (peek(length) == '.' && isDigit(peek(length + 1))) {
        length += 1 + runOf(length + 1, isDigit);
    }
    take(TokenKind::Version, length);
}

// Length of one character of a literal at `from`, escapes included; 0 when there is none.
std::size_t Lexer::characterLength(std::size_t from, char quote) const {
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
        // Up to \377, the largest byte.
        return 1 + std::min<std::size_t>(digits, escaped <= '3' ? 3 : 2);
    }
    return oneOf(escaped, "ntbrf\\'\"") ? 2 : 0;
}

void Lexer::readString() {
    std::size_t length = 1;
    while (const std::size_t more = characterLength(length, '"')) {
        length += more;
    }
    if (peek(length) == '"') {
        take(TokenKind::String, length + 1);
    } else {
        refuseLiteral(length, "'\"' at the end of the string");
    }
}

void Lexer::readCharacter() {
    const std::size_t length = 1 + characterLength(1, '\'');
    if (length > 1 && peek(length) == '\'') {
        take(TokenKind::Character, length + 1);
    } else {
        refuseLiteral(length, length > 1 ? "\"'\" after the one character of the literal"
                                         : "a character between the quotes");
    }
}

void Lexer::refuseLiteral(std::size_t length, const std::string& expected) {
    const std::size_t stop = at_ + length;
    std::string found = "the end of the line";
    if (stop >= text_.size()) {
        found = "the end of the file";
    } else if (peek(length) == '\\') {
        found = "the unknown escape " + inQuotes(text_.substr(stop, 2));
    } else if (!oneOf(peek(length), "\r\n")) {
        found = inQuotes(text_.substr(stop, 1));
    }
    report(stop, "expected " + expected + ", found " + found);
    // The rest of the line is skipped: in the middle of a literal every token would be wrong.
    at_ = std::min(text_.find_first_of("\r\n", stop), text_.size());
}

void Lexer::readExtension() {
    const std::size_t length = runOf(1, isWordByte);
    if (length > 0 && peek(1 + length) == ']') {
        take(TokenKind::Extension, length + 2);
        return;
    }
    report(at_, "expected an extension such as '[Name]' without blanks, found '['");
    // Skips what was meant as an extension, so that one mistake gives one message.
    const std::size_t inside = runOf(1, [](char c) { return isWordByte(c) || c == ' '; });
    at_ += peek(1 + inside) == ']' ? inside + 2 : 1;
}

void Lexer::readAttributeSymbol() {
    if (oneOf(peek(), "=,}")) {
        inAttributes_ = peek() != '}';
        take(TokenKind::Symbol, 1);
    } else {
        skipUnknownBytes();
        // Without the closing brace the rest of the file would be read as attributes.
        inAttributes_ = false;
    }
}

// 0 when no symbol begins here.
std::size_t Lexer::symbolLength() const {
    static constexpr std::string_view kSingle = "(){};,.=&^:><-|+/*~%";
    const char c = peek();
    const char next = peek(1);
    if ((c == '<' || c == '>') && next == c && peek(2) == c) {
        return 3;
    }
    if ((next == '=' && oneOf(c, "=!<>")) || (c == '*' && next == '*')) {
        return 2;
    }
    if (c == '%' && looksAt(kAttributes)) {
        return kAttributes.size();
    }
    return oneOf(c, kSingle) ? 1 : 0;
}

void Lexer::skipUnknownBytes() {
    const std::size_t begin = at_;
    // All at once: bytes of one character that is not ASCII, or of a file that is not text, give
    // one message.
    do {
        ++at_;
    } while (at_ < text_.size() &&
             (static_cast<unsigned char>(peek()) >= 0x7f || (peek() < ' ' && !isSpace(peek()))));
    const std::string_view bytes = text_.substr(begin, at_ - begin);
    if (bytes.find('\0') != bytes.npos) {
        report(begin, "expected SIDL text, found " + inQuotes(bytes) + "; this is not a text file");
        at_ = text_.size();
        return;
    }
    const bool mark = bytes.substr(0, 3) == "\xef\xbb\xbf";
    report(begin, "expected a SIDL token, found " + inQuotes(bytes) +
                      (mark ? " (a byte order mark; save the file without it)" : ""));
}

}  // namespace sidlc
