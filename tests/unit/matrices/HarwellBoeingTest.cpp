#include <doctest/doctest.h>

#include <vector>

#include "MatrixText.hpp"
#include "matrices/common/HarwellBoeing.hpp"

namespace {

// [4 1; 0 3] with right side (5, 6).
struct Text {
    std::string title =
        "A small matrix                                                          KEY     ";
    std::string lines = "             5             1             1             1             1";
    std::string sizes = "RUA                        2             2             3             0";
    std::string formats =
        "(3I4)           (3I4)           (3E12.4)            (2F8.2)             ";
    std::string rightSides = "F                          1             0";
    std::string pointers = "   1   2   4";
    std::string rows = "   1   1   2";
    std::string values = "  4.0000D+00  1.0000E+00  3.0000E+00";
    std::string right = "    5.00    6.00";

    [[nodiscard]] std::string all() const {
        std::string text;
        for (const std::string& line :
             {title, lines, sizes, formats, rightSides, pointers, rows, values, right}) {
            text += line + "\n";
        }
        return text;
    }
};

template <class Change>
std::string with(const Change& change) {
    Text text;
    change(text);
    return text.all();
}

}  // namespace

TEST_SUITE_BEGIN("matrices.HarwellBoeing");

TEST_CASE("a Harwell-Boeing file is read with its right side") {
    const MatrixText file(Text{}.all());
    const auto system = matrices::readHarwellBoeing(file.name());
    CHECK(system.rows == 2);
    CHECK(system.rowStarts == std::vector<std::int32_t>{0, 2, 3});
    CHECK(system.columns == std::vector<std::int32_t>{0, 1, 1});
    CHECK(system.values == std::vector<double>{4, 1, 3});
    CHECK(system.rightSide == std::vector<double>{5, 6});
}

TEST_CASE("a Rutherford-Boeing file of a symmetric matrix is read in full") {
    const MatrixText file(
        "Symmetric                                                               KEY     \n"
        "             3             1             1             1\n"
        "rsa                        2             2             2             0\n"
        "(26I3)          (26I3)          (1P,3E13.5)         \n"
        "  1  3  3\n"
        "  1  2\n"
        "  2.00000E+00 -1.00000E+00\n");
    const auto system = matrices::readHarwellBoeing(file.name());
    CHECK(entryOf(system, 0, 0) == 2);
    CHECK(entryOf(system, 0, 1) == -1);
    CHECK(entryOf(system, 1, 0) == -1);
    CHECK(system.rightSide.empty());
}

TEST_CASE("a Harwell-Boeing file that cannot be a system is refused with its line") {
    const auto type = [](const char* letters) {
        return with([&](Text& text) { text.sizes.replace(0, 3, letters); });
    };
    const std::vector<Refused> cases{
        {"empty", "", ": the file ends here; expected the title"},
        {"title alone", "A title\n", ":1: the file ends here"},
        {"prose", "A\nletter to\nsomebody\n", ":2: lines of values"},
        {"pattern", type("PUA"), ":3: a pattern has no values"},
        {"complex", type("CUA"), ":3: complex numbers"},
        {"elements", type("RUE"), ":3: matrix type 'rue'"},
        {"hermitian", type("RHA"), ":3: matrix type 'rha'"},
        {"huge", with([](Text& t) { t.sizes.replace(42, 14, "    2000000000"); }),
         ":3: promises 2 rows"},
        {"symmetric, not square", with([](Text& t) {
             t.sizes = "RSA                        3             2             3             0";
         }),
         ":3: a matrix of type 'rsa' has as many rows"},
        {"format", with([](Text& t) { t.formats.replace(0, 5, "what "); }), ":4: 'what'"},
        {"pointers fall", with([](Text& t) { t.pointers = "   1   3   2"; }),
         ":6: the beginning of a column: '2'"},
        {"pointers begin late", with([](Text& t) { t.pointers = "   2   2   4"; }),
         ":6: the columns do not go"},
        {"pointers end early", with([](Text& t) { t.pointers = "   1   2   3"; }),
         ":6: the columns do not go"},
        {"row 0", with([](Text& t) { t.rows = "   0   1   2"; }), ":7: a row of an entry: '0'"},
        {"row too large", with([](Text& t) { t.rows = "   1   1   3"; }),
         ":7: a row of an entry: '3'"},
        {"a row is missing", with([](Text& t) { t.rows = "   1   1"; }),
         ":7: a row of an entry: ''"},
        {"twice", with([](Text& t) { t.rows = "   1   2   2"; }),
         ":7: the entry of row 2, column 2 stands in line 7, too"},
        {"NaN", with([](Text& t) { t.values = "         NaN  1.0000E+00  3.0000E+00"; }),
         ":8: a value: 'NaN' is not a finite number"},
        {"word", with([](Text& t) { t.values = "        four  1.0000E+00  3.0000E+00"; }),
         ":8: a value: 'four'"},
        {"right side", with([](Text& t) { t.right = "    5.00"; }), ":9: the right side: ''"}};
    for (const Refused& each : cases) {
        CAPTURE(each.title);
        CHECK_MESSAGE(refusalOf(matrices::readHarwellBoeing, each.text).starts_with(each.message),
                      refusalOf(matrices::readHarwellBoeing, each.text));
    }
}

TEST_CASE("a Harwell-Boeing file that ends early is refused wherever it ends") {
    const std::string whole = Text{}.all();
    for (std::size_t length = 0; length + 6 < whole.size(); ++length) {
        CAPTURE(length);
        CHECK_FALSE(refusalOf(matrices::readHarwellBoeing, whole.substr(0, length)).empty());
    }
}

TEST_SUITE_END();
