#include <doctest/doctest.h>

#include "EchoNode.hpp"

using everything::Node;
using everything::test::EchoFixture;

namespace {

struct Fixture : EchoFixture {
    Fixture() { run("import array"); }
};

}  // namespace

TEST_SUITE("python.Array") {
    TEST_CASE_FIXTURE(Fixture, "memory of Python is used in place, and kept as long as needed") {
        run("mine = array.array('i', [1, 2, 3])\n"
            "before, same, also = echo.rows(mine, [7])\n"
            "same[0] = 100");
        CHECK(holds("mine[0] == 100 and also[0] == 100 and before == [7]"));

        run("del mine");
        CHECK(holds("same.tolist() == [100, 2, 3]"));
    }

    TEST_CASE_FIXTURE(Fixture, "a view of an array shows its memory") {
        set("a", ::sidl::array<std::int32_t>{1, 2, 3});
        run("v = memoryview(a)\nv[2] = 30");

        CHECK(holds("a[2] == 30 and v.format == 'i' and v.shape == (3,) and not v.readonly"));
    }

    TEST_CASE_FIXTURE(Fixture, "an array is indexed, sliced and iterated as Python does") {
        set("a", ::sidl::array<std::int32_t>{0, 1, 2, 3, 4, 5});

        CHECK(holds("len(a) == 6 and a[-1] == 5 and list(a) == [0, 1, 2, 3, 4, 5]"));
        CHECK(holds("a[1:4] == [1, 2, 3] and a[::-2] == [5, 3, 1] and 3 in a and sum(a) == 15"));
        run("a[::2] = 9");
        CHECK(holds("a == [9, 1, 9, 3, 9, 5]"));

        set("t", ::sidl::array<double, 2>({2, 3}));
        run("t[1, 2] = 4.5\nt[0] = 1");
        CHECK(holds("t == [[1, 1, 1], [0, 0, 4.5]] and t[1][2] == 4.5 and t[:, 2] == [1, 4.5]"));
    }

    TEST_CASE_FIXTURE(Fixture, "complex numbers, which a memoryview cannot index, are elements") {
        set("z", ::sidl::array<std::complex<double>>{{1, 2}, {3, 4}});
        run("z[0] = 5j");

        CHECK(holds("z == [5j, 3+4j] and memoryview(z).format == 'Zd'"));
    }

    TEST_CASE_FIXTURE(Fixture, "lists, ranges and other numbers are copied") {
        CHECK(holds("echo.rows(range(3), ())[1] == [0, 1, 2]"));
        CHECK(holds("echo.rows(array.array('q', [1, 2]), None)[1] == [1, 2]"));
        CHECK(holds("echo.tables([[1, 2], (3, 4.5)], [])[1] == [[1, 2], [3, 4.5]]"));
        CHECK(holds("echo.rows(memoryview(array.array('i', [4])).toreadonly(), [])[1] == [4]"));
    }

    TEST_CASE_FIXTURE(Fixture, "an rarray takes memory in column-major order in place") {
        run("m = memoryview(array.array('d', [1, 2, 3, 4])).cast('B').cast('d', (2, 2))\n"
            "b = array.array('i', [0, 0])\n"
            "echo.raw(m, b, 2, 2)");

        CHECK(echo->rawSum == 0 * 1 + 1 * 2 + 10 * 3 + 11 * 4);
        CHECK(holds("list(b) == [1, 2]"));
    }

    TEST_CASE_FIXTURE(Fixture, "an object that is not an array is refused by its type") {
        const std::vector<std::pair<const char*, const char*>> cases{
            {"echo.rows(5, [])", "argument 'a' is int, not an array of 1 dimension"},
            {"echo.rows([1.5], [])", "argument 'a' has an element 0 that is float, not a whole"},
            {"echo.rows([1, 3000000000], [])", "3000000000, which does not fit a SIDL int"},
            {"echo.tables([[1], [2, 3]], [])", "has rows of different lengths"},
            {"echo.tables([1, 2], [])", "is int, not an array of 2 dimensions"},
            {"echo.names('ab', [])", "argument 'a' is str, not an array"},
            {"echo.generic([1, 2])", "not an array of numbers that can be changed in place"},
            {"echo.raw([[1.0]], [1], 1, 1)", "argument 'b' is list, not an array of int with 1"},
        };
        for (const auto& [eachCode, text] : cases) {
            const auto& code = eachCode;
            CAPTURE(code);
            const std::string message = error(code);
            CAPTURE(message);
            CHECK(message.find(text) != std::string::npos);
            CHECK(message.find("Node.") != std::string::npos);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "an index outside is an IndexError") {
        set("a", ::sidl::array<std::int32_t>{0, 1});
        CHECK(error("a[2]") ==
              "IndexError: index 2 of dimension 0 is outside an array of length 2");
        CHECK(error("a[-3]").find("IndexError") == 0);
        CHECK(error("a[0, 0]").find("IndexError: 2 indices") == 0);
        CHECK(error("a[0] = 'x'").find("TypeError") == 0);
        CHECK(error("a['x']").find("TypeError") == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "what was lent for a call is closed after it") {
        run("class Keeper(Node):\n"
            "    def raw(self, a, b, n, m):\n"
            "        self.kept = a\n"
            "keeper = Keeper()");
        std::vector<double> table(4);
        std::vector<std::int32_t> row(2);
        value<std::shared_ptr<Node>>("keeper")->raw({table.data(), {2, 2}}, {row.data(), {2}}, 2,
                                                    2);

        CHECK(error("keeper.kept[0, 0]").find("lent for a call that is over") != std::string::npos);
        CHECK(error("memoryview(keeper.kept)") != "");
    }

    TEST_CASE_FIXTURE(Fixture, "keeping a view of what was lent for a call is an error") {
        run("class Keeper(Node):\n"
            "    def raw(self, a, b, n, m):\n"
            "        self.kept = memoryview(a)\n"
            "keeper = Keeper()");
        std::vector<double> table(4);
        std::vector<std::int32_t> row(2);
        const auto node = value<std::shared_ptr<Node>>("keeper");

        CHECK_THROWS_WITH_AS(node->raw({table.data(), {2, 2}}, {row.data(), {2}}, 2, 2),
                             doctest::Contains("keeps a view"), gov::cca::CCAException);
        run("keeper.kept.release()");
    }
}
