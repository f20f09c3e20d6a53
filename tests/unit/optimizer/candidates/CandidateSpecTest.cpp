#include <gov/cca/CCAException.hpp>

#include <doctest/doctest.h>

#include <string>

#include "candidates/CandidateSpec.hpp"

namespace {

std::string refusal(const std::string& text) {
    try {
        (void)optimizer::readCandidates(text, "the list");
    } catch (gov::cca::CCAException& error) {
        return error.getNote();
    }
    return "";
}

}  // namespace

TEST_SUITE("optimizer.candidates.CandidateSpec") {
    TEST_CASE("candidates are classes with parameters, separated by semicolons") {
        const auto list =
            optimizer::readCandidates("  a.B method=cg  limit=3;c.D ; e.F? x= ", "the list");

        REQUIRE(list.size() == 3);
        CHECK(list[0].name == "a.B method=cg limit=3");
        CHECK(list[0].className == "a.B");
        CHECK(list[0].parameters ==
              std::vector<std::pair<std::string, std::string>>{{"method", "cg"}, {"limit", "3"}});
        CHECK_FALSE(list[0].optional);
        CHECK(list[1].name == "c.D");
        CHECK(list[2].className == "e.F");
        CHECK(list[2].optional);
        CHECK(list[2].parameters.front().second.empty());
    }

    TEST_CASE("marks after a class say that it is optional, and that it is to be isolated") {
        const auto list = optimizer::readCandidates("a.A?; a.B!; a.C?! x=1; a.D!?", "the list");

        CHECK(list[0].optional);
        CHECK_FALSE(list[0].isolated);
        CHECK_FALSE(list[1].optional);
        CHECK(list[1].isolated);
        CHECK((list[2].optional && list[2].isolated));
        CHECK((list[3].optional && list[3].isolated));
        CHECK(list[2].name == "a.C x=1");
    }

    TEST_CASE("classes without parameters may be separated by commas") {
        const auto list = optimizer::readCandidates("a.A, b.B,; c.C x=1,2", "the list");

        REQUIRE(list.size() == 3);
        CHECK(list[1].className == "b.B");
        CHECK(list[2].parameters.front().second == "1,2");
    }

    TEST_CASE("an empty list has no candidates") {
        CHECK(optimizer::readCandidates("", "the list").empty());
        CHECK(optimizer::readCandidates(" ; ;; ", "the list").empty());
    }

    TEST_CASE("one class may be listed with different parameters") {
        CHECK(optimizer::readCandidates("a.B m=1; a.B m=2; a.B", "the list").size() == 3);
    }

    TEST_CASE("an invalid entry is refused and named") {
        CHECK(refusal("a.B; c.D oops").find("'c.D oops' has the word 'oops'") != std::string::npos);
        CHECK(refusal("a.B =3").find("has the word '=3'") != std::string::npos);
        CHECK(refusal("x=3").find("does not start with a class") != std::string::npos);
        CHECK(refusal("?").find("does not start with a class") != std::string::npos);
        CHECK(refusal("a.B x=1 x=2").find("sets 'x' twice") != std::string::npos);
        CHECK(refusal("a.B x=1; a.B  x=1").find("is in the list twice") != std::string::npos);
    }
}
