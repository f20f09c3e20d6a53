#include <gov/cca/CCAException.hpp>
#include <sidl/RuntimeException.hpp>
#include <sidl/SIDLException.hpp>

#include <doctest/doctest.h>

#include "EchoNode.hpp"

using everything::Failure;
using everything::Node;
using everything::test::EchoFixture;

namespace {

struct Fixture : EchoFixture {
    /// A node whose method `ints` has this body.
    std::shared_ptr<Node> withInts(const std::string& body) {
        run("class Own(Node):\n    def ints(self, a, c):\n        " + body + "\n");
        return value<std::shared_ptr<Node>>("Own()");
    }
    /// What a call of `ints` throws: its note.
    std::string noteOf(Node& node) {
        std::int32_t b = 0;
        std::int32_t c = 0;
        try {
            node.ints(1, b, c);
            return "";
        } catch (sidl::BaseException& error) {
            trace = error.getTrace();
            return error.getNote();
        }
    }

    std::string trace;
};

}  // namespace

TEST_SUITE("python.Errors") {
    TEST_CASE_FIXTURE(Fixture, "a wrong call from Python is refused with method and argument") {
        const std::vector<std::pair<const char*, const char*>> cases{
            {"echo.ints()", "TypeError: everything.Node.ints(): argument 'a' is missing"},
            {"echo.ints(1)", "TypeError: everything.Node.ints(): argument 'c' is missing"},
            {"echo.ints(1, 2, 3)",
             "TypeError: everything.Node.ints(): 3 arguments are given, not 2: "
             "a, c"},
            {"echo.ints(1, a=2)", "TypeError: everything.Node.ints(): argument 'a' is given twice"},
            {"echo.ints(1, d=2)",
             "TypeError: everything.Node.ints(): there is no argument 'd'; its "
             "arguments are: a, c"},
            {"echo.ints(1.5, 2)",
             "TypeError: everything.Node.ints(): argument 'a' is float, not a "
             "whole number (int)"},
            {"echo.ints(2**31, 2)",
             "OverflowError: everything.Node.ints(): argument 'a' is "
             "2147483648, which does not fit a SIDL int"},
            {"echo.longs(-2**63 - 1, 2)",
             "OverflowError: everything.Node.longs(): argument 'a' is "
             "-9223372036854775809, which does not fit a SIDL long"},
            {"echo.flags(1, True)",
             "TypeError: everything.Node.flags(): argument 'a' is int, not "
             "True or False"},
            {"echo.doubles('1', 0)",
             "TypeError: everything.Node.doubles(): argument 'a' is str, "
             "not a number"},
            {"echo.strings(b'x', '')",
             "TypeError: everything.Node.strings(): argument 'a' is "
             "bytes, not a string (str)"},
            {"echo.letters('xy', 'x')",
             "TypeError: everything.Node.letters(): argument 'a' is "
             "str, not a string of one character below 256"},
            {"echo.colours(3, Colour.Red)",
             "TypeError: everything.Node.colours(): argument 'a' is 3, not one of Colour"},
            {"echo.nodes('x', None)",
             "TypeError: everything.Node.nodes(): argument 'a' is str, not everything.Node"},
            {"echo.tools(echo, None)",
             "TypeError: everything.Node.tools(): argument 'a' is Node, not everything.Tool"},
            {"echo.points(5, Point())",
             "TypeError: everything.Node.points(): argument 'a' is int, "
             "which has no member 'x'"},
            {"echo.points(Point(label=3), Point())",
             "TypeError: everything.Node.points(): argument 'a' has a member 'label' that is int, "
             "not a string (str)"},
        };
        for (const auto& [eachCode, text] : cases) {
            const auto& code = eachCode;
            CAPTURE(code);
            CHECK(error(code) == text);
        }
        CHECK(error("echo.ints(c=1, a=2)") == "");
    }

    TEST_CASE_FIXTURE(Fixture, "a wrong answer of Python code is refused with class and method") {
        CHECK(noteOf(*withInts("return 'x', 1, 2")) ==
              "TypeError: Own.ints: its result is str, not a whole number (int) (as "
              "everything.Node says)");
        CHECK(noteOf(*withInts("return 1, None, 2"))
                  .find("Own.ints: its b is NoneType, not a whole number") != std::string::npos);
        CHECK(noteOf(*withInts("return 1")).find("result is int, not a tuple of 3 values") !=
              std::string::npos);
        CHECK(noteOf(*withInts("return 1, 2")).find("result is tuple of 2, not a tuple of 3") !=
              std::string::npos);
        CHECK(noteOf(*withInts("return 1, 2, 2**31")).find("OverflowError") == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "a method that a class does not define is named") {
        run("class Empty(Node):\n    pass\n");
        CHECK(noteOf(*value<std::shared_ptr<Node>>("Empty()"))
                  .find("NotImplementedError: class Empty does not define 'ints', which "
                        "everything.Node has") == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "an exception of Python has its text, its place and its traceback") {
        const auto node = withInts("return self.deeper(a)");
        run("def deeper(self, a):\n    raise ValueError('not today')\nOwn.deeper = deeper");

        const std::string note = noteOf(*node);
        CHECK(note.find("ValueError: not today (<string>:") == 0);
        CHECK(note.find(" in deeper)") == note.size() - 11);
        CHECK(trace.find("Traceback (most recent call last)") != std::string::npos);
        CHECK(trace.find("in ints") != std::string::npos);
        CHECK(trace.find("in deeper") != std::string::npos);
        std::int32_t b = 0;
        CHECK_THROWS_AS(node->ints(1, b, b), gov::cca::CCAException);
        CHECK_THROWS_AS(node->ints(1, b, b), sidl::RuntimeException);
    }

    TEST_CASE_FIXTURE(Fixture, "a SIDL exception of C++ is its class in Python") {
        run("try:\n    echo.strings('fail', '')\nexcept Failure as error:\n    caught = error\n");

        CHECK(
            holds("caught.code() == 7 and caught.getNote() == 'code 7' and str(caught) == "
                  "'code 7'"));
        CHECK(holds("isinstance(caught, sidl.BaseException) and isinstance(caught, Exception)"));
    }

    TEST_CASE_FIXTURE(Fixture, "a SIDL exception goes through Python as what it is") {
        run("class Through(Node):\n"
            "    def strings(self, a, c):\n        return echo.strings(a, c)\n");
        const auto node = value<std::shared_ptr<Node>>("Through()");
        std::string out;
        try {
            node->strings("fail", out, out);
            FAIL("nothing was thrown");
        } catch (Failure& failure) {
            CHECK(failure.code() == 7);
            CHECK(failure.getNote() == "code 7");
            CHECK(failure.getTrace().find("in strings") != std::string::npos);
        }
        CHECK_THROWS_AS(node->strings("fail", out, out), everything::test::FailureWithCode);
        CHECK_THROWS_WITH_AS(node->strings("out of range", out, out), "no such place",
                             std::out_of_range);
    }

    TEST_CASE_FIXTURE(Fixture, "a SIDL exception raised in Python is caught as such in C++") {
        const auto node = withInts("raise Wrong('it is wrong')");
        run("class Wrong(Failure):\n    def code(self):\n        return 3\n");
        std::int32_t b = 0;
        try {
            node->ints(1, b, b);
            FAIL("nothing was thrown");
        } catch (Failure& failure) {
            CHECK(failure.code() == 3);
            CHECK(failure.getNote() == "it is wrong");
            CHECK(failure.getTrace().find("in ints") != std::string::npos);
        }
        CHECK_THROWS_AS(withInts("raise sidl.SIDLException('x')")->ints(1, b, b),
                        sidl::SIDLException);
        CHECK_THROWS_AS(withInts("raise sidl.RuntimeException('x')")->ints(1, b, b),
                        sidl::RuntimeException);
        CHECK_THROWS_AS(withInts("raise Failure('x')")->ints(1, b, b), Failure);
    }

    TEST_CASE_FIXTURE(Fixture, "an exception of Python comes back to Python as the same object") {
        const auto node = withInts("raise problem");
        run("problem = KeyError('k')\ninner = Own()\n");
        // Through C++ once more.
        run("class Outer(Node):\n    def ints(self, a, c):\n        return inner.ints(a, c)\n");
        set<std::shared_ptr<Node>>("direct", node);
        CHECK(error("try:\n    direct.ints(1, 2)\nexcept KeyError as error:\n    assert error is "
                    "problem\nelse:\n    assert False") == "");
    }
}
