#include <gov/cca/CCAException.hpp>
#include <probe/Silence.hpp>
#include <sidl/RuntimeException.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "Echo.hpp"

namespace {

using languages::DirectEcho;
using languages::Way;

// The ways whose nearest end is not C++, with the name of that language.
struct Foreign {
    const char* language;
    std::shared_ptr<probe::Echo> echo;
};

std::vector<Foreign> foreign() {
    const auto target = std::make_shared<DirectEcho>();
    std::vector<Foreign> all{{"C", languages::relayed(&relay_create, target)}};
#ifdef GANTRY_TEST_FORTRAN
    all.push_back({"Fortran", languages::relayed(&relay_create_in_fortran, target)});
#endif
    return all;
}

}  // namespace

TEST_SUITE("languages.Error") {
    TEST_CASE("a declared exception that C++ throws comes back as itself through other languages") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>())) {
            CAPTURE(way.name);
            try {
                way.echo->failBehind(0);
                FAIL_CHECK("nothing was thrown");
            } catch (languages::Refused& refusal) {
                CHECK(refusal.code() == 17);
                CHECK(refusal.getNote() == "refused in C++");
            }
            CHECK_THROWS_AS(way.echo->failBehind(1), sidl::SIDLException);
            CHECK_THROWS_AS(way.echo->failBehind(2), gov::cca::CCAException);
        }
    }

    TEST_CASE("an exception that is not a SIDL exception comes back as itself too") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>())) {
            CAPTURE(way.name);
            CHECK_THROWS_AS(way.echo->failBehind(3), std::out_of_range);
            CHECK_THROWS_WITH(way.echo->failBehind(3), "out of C++");
            CHECK_THROWS_AS(way.echo->failBehind(4), int);
        }
    }

    TEST_CASE("a declared exception raised in another language has its methods and its note") {
        for (const Foreign& each : foreign()) {
            CAPTURE(each.language);
            try {
                each.echo->fail(0);
                FAIL_CHECK("nothing was thrown");
            } catch (probe::Refusal& refusal) {
                CHECK(refusal.code() == 42);
                CHECK(refusal.getNote() == std::string("refused in ") + each.language);
            }
        }
    }

    TEST_CASE("exceptions without methods, of the run time and of the framework can be raised") {
        for (const Foreign& each : foreign()) {
            const std::string where = each.language;
            CAPTURE(where);
            CHECK_THROWS_AS(each.echo->fail(1), sidl::RuntimeException);
            CHECK_THROWS_WITH(each.echo->fail(1), ("broken in " + where).c_str());
            CHECK_THROWS_AS(each.echo->fail(3), probe::Silence);
            CHECK_THROWS_WITH(each.echo->fail(3), ("silent in " + where).c_str());
            try {
                each.echo->fail(2);
                FAIL_CHECK("nothing was thrown");
            } catch (gov::cca::CCAException& error) {
                CHECK(error.getCCAExceptionType() == gov::cca::CCAExceptionType::BadPortName);
                CHECK(error.getNote() == "misnamed in " + where);
            }
        }
    }

    TEST_CASE("after an error the next call works again, and out arguments were left alone") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>())) {
            CAPTURE(way.name);
            std::int32_t b = 1;
            std::int32_t c = 2;
            CHECK_THROWS(way.echo->failBehind(0));

            CHECK(way.echo->ints(3, b, c) == 2);

            CHECK(b == 3);
        }
    }
}
