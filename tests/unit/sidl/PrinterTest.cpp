#include <doctest/doctest.h>

#include <string>

#include "Parser.hpp"
#include "Printer.hpp"

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

TEST_SUITE("sidl.Printer") {
    TEST_CASE("a comment behind a comment stays behind it") {
        checkStays("/** d */ // x\n/* y */", "/** d */ // x\n/* y */\n");
    }
}

}  // namespace
