#include <compiler/print/Printer.hpp>
#include <compiler/syntax/Parser.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

// The canonical form; what is wrong with the text in its place.
std::string printed(const std::string& text) {
    const sidlc::SourceText source("a.sidl", text);
    sidlc::Diagnostics diagnostics;
    const sidlc::SyntaxTree tree = sidlc::parse(source, diagnostics);
    return diagnostics.hasErrors() ? diagnostics.text() : sidlc::printed(source, tree);
}

void checkStays(const std::string& text, const std::string& canonical) {
    CAPTURE(text);

    CHECK(printed(text) == canonical);
    CHECK(printed(canonical) == canonical);
}

TEST_SUITE("sidl.print.Printer") {
    TEST_CASE("a comment behind a comment stays behind it") {
        checkStays("/** d */ // x\n/* y */", "/** d */ // x\n/* y */\n");
    }

    TEST_CASE("a comment of several lines does not break the line before it") {
        checkStays(
            "package p version 1.0 { class C { void f(in int a, in int b); require "
            "nearEqual(a, b, 0.1) and a > 0;/*\n*/ b > 0; } }",
            "package p version 1.0 {\n"
            "    class C {\n"
            "        void f(in int a, in int b);\n"
            "            require\n"
            "                nearEqual(a, b, 0.1) and a > 0; /*\n"
            "                                                 */\n"
            "                b > 0;\n"
            "    }\n"
            "}\n");
    }
}

}  // namespace
