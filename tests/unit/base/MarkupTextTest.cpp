#include <base/text/MarkupText.hpp>

#include <doctest/doctest.h>

using gantry::base::markupText;

TEST_SUITE_BEGIN("base.MarkupText");

TEST_CASE("what would begin or end markup is an entity, all else stays") {
    CHECK(markupText("") == "");
    CHECK(markupText("<img onerror=\"f('&')\">") == "&lt;img onerror=&quot;f('&amp;')&quot;&gt;");
    CHECK(markupText("solve \xC3\xA4 & co") == "solve \xC3\xA4 &amp; co");
}

TEST_SUITE_END();
