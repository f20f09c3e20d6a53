#include <compiler/syntax/Lexer.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using sidlc::Token;
using sidlc::TokenKind;

// The source outlives the tokens, which point into it.
struct Lexed {
    explicit Lexed(std::string text) : source("a.sidl", std::move(text)) {
        sidlc::Lexer lexer(source, diagnostics);
        do {
            tokens.push_back(lexer.next());
        } while (tokens.back().kind != TokenKind::EndOfFile);
    }

    sidlc::SourceText source;
    sidlc::Diagnostics diagnostics;
    std::vector<Token> tokens;
};

std::vector<std::string> texts(const Lexed& lexed) {
    std::vector<std::string> all;
    for (const Token& token : lexed.tokens) {
        all.emplace_back(token.text);
    }
    all.pop_back();
    return all;
}

using Words = std::vector<std::string>;

TEST_SUITE("sidl.syntax.Lexer") {
    TEST_CASE("an empty text has one token, the end of the file") {
        const Lexed lexed("");

        CHECK(lexed.tokens.size() == 1);
        CHECK(lexed.tokens[0].kind == TokenKind::EndOfFile);
    }

    TEST_CASE("words are identifiers unless they are reserved, and case matters") {
        const Lexed lexed("interface Interface x_1 true nulls");

        CHECK(lexed.tokens[0].kind == TokenKind::Keyword);
        CHECK(lexed.tokens[1].kind == TokenKind::Identifier);
        CHECK(lexed.tokens[2].kind == TokenKind::Identifier);
        CHECK(lexed.tokens[3].kind == TokenKind::Keyword);
        CHECK(lexed.tokens[4].kind == TokenKind::Identifier);
    }

    TEST_CASE("the three reserved words with a hyphen are one token each") {
        const Lexed lexed("row-major column-major implements-all row - major");

        CHECK(texts(lexed) ==
              Words{"row-major", "column-major", "implements-all", "row", "-", "major"});
        CHECK(lexed.tokens[2].kind == TokenKind::Keyword);
        CHECK(lexed.tokens[3].kind == TokenKind::Identifier);
    }

    TEST_CASE("each form of a number has its kind") {
        const std::vector<std::pair<std::string, TokenKind>> cases = {
            {"0", TokenKind::Integer},       {"42", TokenKind::Integer},
            {"42L", TokenKind::Integer},     {"0x1F", TokenKind::Integer},
            {"017l", TokenKind::Integer},    {"1.0", TokenKind::SimpleReal},
            {"08.5", TokenKind::SimpleReal}, {"1.0.2", TokenKind::Version},
            {"1.2.3.4", TokenKind::Version}, {"1.", TokenKind::Real},
            {".5", TokenKind::Real},         {"1e9", TokenKind::Real},
            {"1.5e-3", TokenKind::Real},     {"2f", TokenKind::Real},
            {"1.0D", TokenKind::Real},
        };
        for (const auto& [eachText, kind] : cases) {
            const auto& text = eachText;
            CAPTURE(text);
            const Lexed lexed(text);

            CHECK(texts(lexed) == Words{text});
            CHECK(lexed.tokens[0].kind == kind);
        }
    }

    TEST_CASE("the longest symbol wins") {
        const Lexed lexed("<<< >>> <= >= == != ** * >> . :");

        CHECK(texts(lexed) ==
              Words{"<<<", ">>>", "<=", ">=", "==", "!=", "**", "*", ">", ">", ".", ":"});
    }

    TEST_CASE("an extension is one token with its brackets") {
        const Lexed lexed("f[Line_2](");

        CHECK(texts(lexed) == Words{"f", "[Line_2]", "("});
        CHECK(lexed.tokens[1].kind == TokenKind::Extension);
    }

    TEST_CASE("inside %attrib reserved words are plain names, until the brace closes") {
        const Lexed lexed("%attrib{ final = \"a\\n\", x } final");

        CHECK(texts(lexed) == Words{"%attrib{", "final", "=", "\"a\\n\"", ",", "x", "}", "final"});
        CHECK(lexed.tokens[1].kind == TokenKind::Identifier);
        CHECK(lexed.tokens[3].kind == TokenKind::String);
        CHECK(lexed.tokens[7].kind == TokenKind::Keyword);
    }

    TEST_CASE("literals keep their quotes and give their value unescaped") {
        const Lexed lexed(R"('a' '\'' "tab\tquote\"" "\101\7")");

        CHECK(lexed.tokens[0].kind == TokenKind::Character);
        CHECK(sidlc::unescaped(lexed.tokens[1].text) == "'");
        CHECK(sidlc::unescaped(lexed.tokens[2].text) == "tab\tquote\"");
        CHECK(sidlc::unescaped(lexed.tokens[3].text) == "A\a");
    }

    TEST_CASE("a documentation comment belongs to the next token, and the last one counts") {
        const Lexed lexed("/** old */ /* plain */ /** new */ a /**/ b");

        CHECK(lexed.tokens[0].doc == "/** new */");
        CHECK(lexed.tokens[1].doc == "");
    }

    TEST_CASE("lines end with any of the three line ends and columns count from one") {
        const Lexed lexed("a\r\nb\n c\rd");

        CHECK(lexed.tokens[0].location.line == 1);
        CHECK(lexed.tokens[1].location.line == 2);
        CHECK(lexed.tokens[2].location.line == 3);
        CHECK(lexed.tokens[2].location.column == 2);
        CHECK(lexed.tokens[3].location.line == 4);
    }

    TEST_CASE("what is not a token is reported once and skipped") {
        const std::vector<std::pair<std::string, std::string>> cases = {
            {"a $ b", "1:3: error: expected a SIDL token, found '$'"},
            {"a \xc3\xa9 b", "1:3: error: expected a SIDL token, found '\\xc3\\xa9'"},
            {"\xef\xbb\xbf"
             "a b",
             "(a byte order mark; save the file without it)"},
            {"a _x b", "1:3: error: expected a SIDL token, found '_'"},
            {std::string("a \0 b", 5), "found '\\x00'"},
            {"a [b c] b", "expected an extension such as '[Name]' without blanks, found '['"},
            {"a \"open\nb", "expected '\"' at the end of the string, found the end of the line"},
            {"a \"open", "found the end of the file"},
            {"a \"\\q\"\nb", "found the unknown escape '\\q'"},
            {"a ''\nb", "expected a character between the quotes, found '''"},
            {"a 'xy'\nb", "after the one character of the literal, found 'y'"},
            {"a /* b", "expected '*/' at the end of this comment, found the end of the file"},
            {"a /** b", "expected '*/' at the end of this comment, found the end of the file"},
        };
        for (const auto& [eachText, message] : cases) {
            const auto& text = eachText;
            CAPTURE(text);
            const Lexed lexed(text);

            CHECK(lexed.diagnostics.all().size() == 1);
            CHECK(lexed.diagnostics.hasErrors());
            CHECK(lexed.diagnostics.text().find(message) != std::string::npos);
            CHECK(lexed.tokens.back().kind == TokenKind::EndOfFile);
        }
    }

    TEST_CASE("a comment without a line end at the end of the file is an error") {
        const Lexed lexed("a // b");

        CHECK(lexed.diagnostics.hasErrors());
        CHECK(lexed.diagnostics.text().find("1:3: error: expected a line end") !=
              std::string::npos);
    }
}

}  // namespace
