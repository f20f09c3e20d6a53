#include <doctest/doctest.h>

#include <limits>

#include "EchoNode.hpp"

using everything::Colour;
using everything::Node;
using everything::Point;
using everything::Track;
using everything::test::EchoFixture;

namespace {

/// A C++ object in front of a Python object that hands each call on to a C++ object.
struct Fixture : EchoFixture {
    std::shared_ptr<Node> node;

    Fixture() {
        run(R"(
class Forward(Node):
    def __init__(self, inner):
        self.inner = inner
        self.seen = {}

def forward(name):
    def method(self, *arguments):
        self.seen[name] = arguments
        return getattr(self.inner, name)(*arguments)
    return method

for name in [n for n in dir(Node) if not n.startswith('_')]:
    setattr(Forward, name, forward(name))
forward = Forward(echo)
)");
        node = value<std::shared_ptr<Node>>("forward");
    }

    /// Calls one method with a and c and looks at all it gives.
    template <class T, class Call>
    void check(const T& a, const T& c, Call call) {
        T b{};
        T changed = c;
        const T result = call(a, b, changed);
        CHECK(result == c);
        CHECK(b == a);
        CHECK(changed == a);
    }
};

constexpr int kLeast = std::numeric_limits<int>::lowest();
constexpr std::int64_t kLeastLong = std::numeric_limits<std::int64_t>::lowest();

}  // namespace

TEST_SUITE("python.RoundTrip") {
    TEST_CASE_FIXTURE(Fixture, "numbers, texts and enums come back from Python as they were") {
        check(true, false, [&](auto a, auto& b, auto& c) { return node->flags(a, b, c); });
        check('a', '\xe4', [&](auto a, auto& b, auto& c) { return node->letters(a, b, c); });
        check(kLeast, 5, [&](auto a, auto& b, auto& c) { return node->ints(a, b, c); });
        check(kLeastLong, std::int64_t{1} << 40,
              [&](auto a, auto& b, auto& c) { return node->longs(a, b, c); });
        check(0.1F, -2e30F, [&](auto a, auto& b, auto& c) { return node->floats(a, b, c); });
        check(0.1, std::numeric_limits<double>::infinity(),
              [&](auto a, auto& b, auto& c) { return node->doubles(a, b, c); });
        check(std::complex<float>(1, -2), std::complex<float>(0, 3),
              [&](auto a, auto& b, auto& c) { return node->smallComplex(a, b, c); });
        check(std::complex<double>(1, -2), std::complex<double>(0, 3),
              [&](auto a, auto& b, auto& c) { return node->largeComplex(a, b, c); });
        check(std::string("g\xc3\xbcnstig"), std::string("a\0b", 3),
              [&](auto a, auto& b, auto& c) { return node->strings(a, b, c); });
        check(Colour::Green, Colour::Blue,
              [&](auto a, auto& b, auto& c) { return node->colours(a, b, c); });
        check(static_cast<void*>(this), static_cast<void*>(nullptr),
              [&](auto a, auto& b, auto& c) { return node->opaques(a, b, c); });
    }

    TEST_CASE_FIXTURE(Fixture, "a string that is not UTF-8 comes back unchanged") {
        check(std::string("\xff\xfe x"), std::string("\x80"),
              [&](const auto& a, auto& b, auto& c) { return node->strings(a, b, c); });
    }

    TEST_CASE_FIXTURE(Fixture, "Python sees its own types") {
        std::int32_t number = 2;
        node->ints(1, number, number);
        std::string text = "x";
        node->strings("y", text, text);
        Colour colour = Colour::Blue;
        node->colours(Colour::Green, colour, colour);
        Point point;
        node->points({1, 2, Colour::Red, "p", nullptr}, point, point);

        CHECK(holds("forward.seen['ints'] == (1, 2)"));
        CHECK(holds("forward.seen['strings'] == ('y', 'x')"));
        CHECK(holds("forward.seen['colours'] == (Colour.Green, Colour.Blue)"));
        CHECK(holds("isinstance(forward.seen['colours'][0], Colour)"));
        CHECK(holds("forward.seen['points'][0] == Point(1.0, 2.0, Colour.Red, 'p')"));
    }

    TEST_CASE_FIXTURE(Fixture, "structs come back as they were, with all that they hold") {
        const Point point{1.5, -2, Colour::Blue, "here", this};
        check(point, Point{},
              [&](const auto& a, auto& b, auto& c) { return node->points(a, b, c); });

        Track given;
        given.points = ::sidl::array<Point>({point, Point{}});
        given.owner = echo;
        given.first = point;
        Track out;
        Track inout;
        node->tracks(given, out, inout);
        REQUIRE(out.points.length() == 2);
        CHECK(out.points[0] == point);
        CHECK(inout.owner == echo);
        CHECK(inout.first == point);
    }

    TEST_CASE_FIXTURE(Fixture, "an object is the same after a way through Python") {
        std::shared_ptr<Node> out;
        std::shared_ptr<Node> inout = node;
        const auto result = node->nodes(echo, out, inout);

        CHECK(result == node);
        CHECK(out == echo);
        CHECK(inout == echo);
        CHECK(holds("forward.seen['nodes'][0] == echo and forward.seen['nodes'][1] is forward"));
    }

    TEST_CASE_FIXTURE(Fixture, "no object is None") {
        std::shared_ptr<Node> out = echo;
        std::shared_ptr<Node> inout = echo;
        node->nodes(nullptr, out, inout);

        CHECK(out == nullptr);
        CHECK(inout == nullptr);
        CHECK(holds("forward.seen['nodes'][0] is None"));
    }

    TEST_CASE_FIXTURE(Fixture,
                      "an array of numbers is the same memory after a way through Python") {
        const ::sidl::array<std::int32_t> a{1, 2, 3};
        ::sidl::array<std::int32_t> b;
        ::sidl::array<std::int32_t> c{9};
        const auto result = node->rows(a, b, c);

        CHECK(b.data() == a.data());
        CHECK(c.data() == a.data());
        CHECK(result[0] == 9);
        CHECK(holds("forward.seen['rows'][0] == [1, 2, 3]"));
        run("forward.seen['rows'][0][1] = 20");
        CHECK(a[1] == 20);
    }

    TEST_CASE_FIXTURE(Fixture, "an array keeps its order, strides and lower bounds") {
        ::sidl::array<double, 2> a({2, 3}, ::sidl::Order::ColumnMajor);
        a(0, 0) = 1;
        a(1, 2) = 6;
        a.setLower({1, -1});
        ::sidl::array<double, 2> b;
        ::sidl::array<double, 2> c;
        node->tables(a, b, c);

        CHECK(b.data() == a.data());
        CHECK(b.isDense(::sidl::Order::ColumnMajor));
        CHECK(b.lower(0) == 1);
        CHECK(b.upper(1) == 1);
        CHECK(holds("forward.seen['tables'][0].shape == (2, 3)"));
        CHECK(holds("forward.seen['tables'][0].tolist() == [[1, 0, 0], [0, 0, 6]]"));
    }

    TEST_CASE_FIXTURE(Fixture, "arrays of texts, objects and structs come and go as lists") {
        ::sidl::array<std::string> texts;
        ::sidl::array<std::string> moreTexts;
        node->names({"a", "b"}, texts, moreTexts);
        CHECK(texts.toVector() == std::vector<std::string>{"a", "b"});
        CHECK(holds("forward.seen['names'] == (['a', 'b'], [])"));

        ::sidl::array<std::shared_ptr<Node>> objects;
        ::sidl::array<std::shared_ptr<Node>> moreObjects;
        node->lists({echo, nullptr}, objects, moreObjects);
        CHECK(objects[0] == echo);
        CHECK(objects[1] == nullptr);

        ::sidl::array<Point> points;
        ::sidl::array<Point> morePoints;
        node->paths({Point{1, 2, Colour::Red, "x", nullptr}}, points, morePoints);
        CHECK(points[0].label == "x");
    }

    TEST_CASE_FIXTURE(Fixture, "overloads are called by their name with its extension") {
        node->putInt(4);
        node->putText("four");

        CHECK(echo->lastInt == 4);
        CHECK(echo->lastText == "four");
    }

    TEST_CASE_FIXTURE(Fixture, "an array of any kind has its kind in Python") {
        node->generic(::sidl::array<float, 3>({4, 1, 1}));

        CHECK(echo->lastText == "3 x 4");
        CHECK(holds("forward.seen['generic'][0].shape == (4, 1, 1)"));
    }

    TEST_CASE_FIXTURE(Fixture, "an rarray is changed in place through Python") {
        std::vector<double> table{1, 2, 3, 4, 5, 6};
        std::vector<std::int32_t> row(4);
        run("class Direct(Forward):\n"
            "    def raw(self, a, b, n, m):\n"
            "        self.table = a.tolist()\n"
            "        b[:] = 8\n"
            "        b[-1] = n * m\n"
            "direct = Direct(echo)");
        value<std::shared_ptr<Node>>("direct")->raw({table.data(), {2, 3}}, {row.data(), {4}}, 2,
                                                    3);

        CHECK(row == std::vector<std::int32_t>{8, 8, 8, 6});
        CHECK(holds("direct.table == [[1, 3, 5], [2, 4, 6]]"));
    }
}
