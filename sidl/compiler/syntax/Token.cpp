#include "Token.hpp"

#include <compiler/source/Diagnostics.hpp>

#include <array>
#include <cstdint>

namespace sidlc {

namespace {

// Sorted by the first letter, as kFirstWith needs; some are reserved without a meaning in the
// grammar.
constexpr std::array<std::string_view, 57> kReserved = {
    "abstract",     "and",     "array",      "bool",           "char",      "class",
    "column-major", "copy",    "dcomplex",   "double",         "else",      "ensure",
    "enum",         "extends", "false",      "fcomplex",       "final",     "float",
    "from",         "iff",     "implements", "implements-all", "implies",   "import",
    "in",           "inout",   "int",        "interface",      "invariant", "is",
    "local",        "long",    "mod",        "nonblocking",    "not",       "null",
    "oneway",       "opaque",  "or",         "order",          "out",       "package",
    "pure",         "rarray",  "rem",        "require",        "result",    "row-major",
    "static",       "string",  "struct",     "then",           "throws",    "true",
    "version",      "void",    "xor"};

// Where the words with each first letter begin in kReserved; one more for the end.
constexpr std::array<std::size_t, 27> kFirstWith = [] {
    std::array<std::size_t, 27> first{};
    for (const std::string_view word : kReserved) {
        ++first[static_cast<std::size_t>(word[0] - 'a') + 1];
    }
    for (std::size_t letter = 1; letter < first.size(); ++letter) {
        first[letter] += first[letter - 1];
    }
    return first;
}();

// For each first letter the lengths of its words, one bit each: most names are ruled out by this.
constexpr std::array<std::uint32_t, 26> kLengths = [] {
    std::array<std::uint32_t, 26> lengths{};
    for (const std::string_view word : kReserved) {
        lengths[static_cast<std::size_t>(word[0] - 'a')] |= 1u << word.size();
    }
    return lengths;
}();

std::size_t octalValue(std::string_view digits, int& value) {
    std::size_t used = 0;
    value = 0;
    // Three digits only where the value fits one byte.
    const std::size_t most = !digits.empty() && digits[0] <= '3' ? 3 : 2;
    while (used < most && used < digits.size() && digits[used] >= '0' && digits[used] <= '7') {
        value = value * 8 + (digits[used] - '0');
        ++used;
    }
    return used;
}

char escapeValue(char letter) {
    switch (letter) {
        case 'n':
            return '\n';
        case 't':
            return '\t';
        case 'b':
            return '\b';
        case 'r':
            return '\r';
        case 'f':
            return '\f';
        default:
            return letter;
    }
}

}  // namespace

bool isReserved(std::string_view word) {
    const auto letter = static_cast<unsigned char>(word.empty() ? 0 : word[0] - 'a');
    // An upper-case letter wraps around to a large number. Asked for every word of every file.
    if (letter > 'z' - 'a' || word.size() > 31 || (kLengths[letter] >> word.size() & 1u) == 0) {
        return false;
    }
    for (std::size_t at = kFirstWith[letter]; at < kFirstWith[letter + 1u]; ++at) {
        if (kReserved[at] == word) {
            return true;
        }
    }
    return false;
}

std::string describe(const Token& token) {
    switch (token.kind) {
        case TokenKind::EndOfFile:
            return "the end of the file";
        case TokenKind::Keyword:
            return "the reserved word " + inQuotes(token.text);
        case TokenKind::Integer:
        case TokenKind::SimpleReal:
        case TokenKind::Real:
            return "the number " + inQuotes(token.text);
        case TokenKind::String:
        case TokenKind::Character:
            return "the literal " + inQuotes(token.text);
        default:
            return inQuotes(token.text);
    }
}

std::string unescaped(std::string_view literal) {
    literal = literal.substr(1, literal.size() < 2 ? 0 : literal.size() - 2);
    std::string value;
    for (std::size_t at = 0; at < literal.size(); ++at) {
        if (literal[at] != '\\' || at + 1 == literal.size()) {
            value += literal[at];
            continue;
        }
        int octal = 0;
        const std::size_t digits = octalValue(literal.substr(at + 1), octal);
        value += digits > 0 ? static_cast<char>(octal) : escapeValue(literal[at + 1]);
        at += digits > 0 ? digits : 1;
    }
    return value;
}

}  // namespace sidlc
