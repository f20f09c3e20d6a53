#include <compiler/source/Diagnostics.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

TEST_SUITE("sidl.source.Diagnostics") {
    TEST_CASE("a diagnostic is the place, the message, the line and a caret") {
        const sidlc::SourceText source("dir/a.sidl", "one\n\ttwo three\n");
        sidlc::Diagnostics diagnostics;

        diagnostics.error(source.locate(9), "expected X, found Y");

        CHECK(diagnostics.text() ==
              "dir/a.sidl:2:6: error: expected X, found Y\n"
              "     two three\n"
              "         ^\n");
    }

    TEST_CASE("of a long line only the part around the place is shown") {
        const sidlc::SourceText source("a", std::string(5000, 'x') + "!" + std::string(5000, 'y'));
        sidlc::Diagnostics diagnostics;

        diagnostics.error(source.locate(5000), "here");

        const std::string text = diagnostics.text();
        CHECK(text.size() < 400);
        const std::size_t mark = text.find('!');
        const std::size_t line = text.rfind('\n', mark);
        const std::size_t end = text.find('\n', mark);
        CHECK(text.find('^') - end == mark - line);
    }

    TEST_CASE("bytes a terminal could obey are never shown") {
        const sidlc::SourceText source("a", "x \x1b[2J \x07 \xff");
        sidlc::Diagnostics diagnostics;

        diagnostics.error(source.locate(2), "found " + sidlc::inQuotes("\x1b[2J"));

        CHECK(diagnostics.text().find('\x1b') == std::string::npos);
        CHECK(diagnostics.text().find("found '\\x1b[2J'") != std::string::npos);
    }

    TEST_CASE("errors are shown by place, whatever order they were found in") {
        const sidlc::SourceText source("a", "one two three");
        sidlc::Diagnostics diagnostics;

        diagnostics.error(source.locate(8), "later");
        diagnostics.report(source.locate(0), sidlc::Rule::MissingPackage, "sooner");

        CHECK(diagnostics.text().find("sooner") < diagnostics.text().find("later"));
    }

    TEST_CASE("a second error at one place is dropped") {
        const sidlc::SourceText source("a", "one");
        sidlc::Diagnostics diagnostics;

        diagnostics.error(source.locate(0), "first");
        diagnostics.error(source.locate(0), "second");

        CHECK(diagnostics.all().size() == 1);
    }

    TEST_CASE("after the limit errors are only counted") {
        const sidlc::SourceText source("a", std::string(1000, 'x'));
        sidlc::Diagnostics diagnostics;

        for (std::size_t at = 0; at < 1000; ++at) {
            diagnostics.error(source.locate(at), "wrong");
        }

        CHECK(diagnostics.all().size() == sidlc::Diagnostics::kMaxErrors);
        CHECK(diagnostics.full());
        CHECK(diagnostics.text().find("too many errors") != std::string::npos);
    }
}

}  // namespace
