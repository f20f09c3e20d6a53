#include <base/text/MarkupText.hpp>

#include <doctest/doctest.h>

#include <string>

using gantry::base::markdownText;
using gantry::base::markupText;

TEST_SUITE_BEGIN("base.MarkupText");

TEST_CASE("what would begin or end markup is an entity, all else stays") {
    CHECK(markupText("") == "");
    CHECK(markupText("<img onerror=\"f('&')\">") == "&lt;img onerror=&quot;f('&amp;')&quot;&gt;");
    CHECK(markupText("solve \xC3\xA4 & co") == "solve \xC3\xA4 &amp; co");
}

TEST_CASE("what has a meaning in a table of Markdown stands behind a backslash") {
    CHECK(markdownText("a|b *c* <d> [e](f) `g` \\") ==
          "a\\|b \\*c\\* \\<d\\> \\[e\\](f) \\`g\\` \\\\");
    CHECK(markdownText("one\ntwo").find('\n') == std::string::npos);
}

TEST_SUITE_END();
