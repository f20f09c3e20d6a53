#include <doctest/doctest.h>

#include <vector>

#include "MatrixText.hpp"
#include "matrices/common/MatrixMarket.hpp"

namespace {

const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";
const std::string kSymmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
const std::string kSkew = "%%MatrixMarket matrix coordinate real skew-symmetric\n";

matrices::System read(const std::string& text) {
    const MatrixText file(text);
    return matrices::readMatrixMarket(file.name());
}

}  // namespace

TEST_SUITE_BEGIN("matrices.MatrixMarket");

TEST_CASE("a general Matrix Market file is read with its entries in any order") {
    const auto system =
        read(kReal + "% a comment\n\n3 3 4\n3 1 -2.5e1\n1 1 1\n2 2 +2\n% another\n3 3 4d0\n");
    CHECK(system.rows == 3);
    CHECK(system.numColumns == 3);
    CHECK(system.rowStarts == std::vector<std::int32_t>{0, 1, 2, 4});
    CHECK(system.columns == std::vector<std::int32_t>{0, 1, 0, 2});
    CHECK(system.values == std::vector<double>{1, 2, -25, 4});
}

TEST_CASE("Matrix Market: lines may end as on other systems, letters be large, numbers whole") {
    const auto system =
        read("%%MATRIXMARKET MATRIX COORDINATE INTEGER GENERAL\r\n1 1 1\r\n1 1 7\r\n");
    CHECK(system.values == std::vector<double>{7});
}

TEST_CASE("the other half of a symmetric Matrix Market file is filled in") {
    const auto symmetric = read(kSymmetric + "2 2 2\n1 1 4\n2 1 3\n");
    CHECK(entryOf(symmetric, 0, 1) == 3);
    CHECK(entryOf(symmetric, 1, 0) == 3);
    const auto skew = read(kSkew + "2 2 1\n2 1 3\n");
    CHECK(entryOf(skew, 0, 1) == -3);
    CHECK(entryOf(skew, 1, 0) == 3);
}

TEST_CASE("a file that is not a Matrix Market file, or not of a real sparse matrix, is refused") {
    const std::vector<Refused> cases{
        {"empty", "", ": the file ends here; expected %%MatrixMarket"},
        {"no banner", "1 1 1\n1 1 1\n", ":1: is not a Matrix Market file"},
        {"short banner", "%%MatrixMarket matrix coordinate real\n", ":1: is not a Matrix Market"},
        {"vector", "%%MatrixMarket vector coordinate real general\n", ":1: is not a Matrix Market"},
        {"pattern", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
         ":1: a pattern has no values"},
        {"complex", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n",
         ":1: complex numbers are not read"},
        {"hermitian", "%%MatrixMarket matrix coordinate real hermitian\n", ":1: symmetry"},
        {"unknown field", "%%MatrixMarket matrix coordinate quaternion general\n", ":1: field"},
        {"dense", "%%MatrixMarket matrix array real general\n1 1\n1\n", ":1: an array is a dense"},
        {"other format", "%%MatrixMarket matrix diagonal real general\n", ":1: format"}};
    for (const Refused& each : cases) {
        CAPTURE(each.title);
        CHECK_MESSAGE(refusalOf(matrices::readMatrixMarket, each.text).starts_with(each.message),
                      refusalOf(matrices::readMatrixMarket, each.text));
    }
}

TEST_CASE("faulty entries of a Matrix Market file are refused with their line") {
    const std::vector<Refused> cases{
        {"no sizes", kReal, ":1: the file ends here; expected the line of sizes"},
        {"two sizes", kReal + "2 2\n", ":2: the line of sizes has 2 numbers"},
        {"word as size", kReal + "2 two 1\n", ":2: 'two' is not a size"},
        {"negative size", kReal + "-2 2 1\n", ":2: '-2' is not a size"},
        {"size beyond 64 bits", kReal + "99999999999999999999 2 1\n", ":2: '9999999999"},
        {"size beyond 32 bits", kReal + "3000000000 2 1\n", ":2: 3000000000 rows"},
        {"huge count", kReal + "2 2 4000000000\n1 1 1\n", ":2: promises 4000000000 entries"},
        {"far too many rows", kReal + "2000000000 2 1\n1 1 1\n", ":2: has far more rows"},
        {"truncated", kReal + "2 2 3\n1 1 1\n2 2 1\n", ":4: the file ends here; expected entry 3"},
        {"truncated in a line", kReal + "2 2 2\n1 1 1\n2 2\n", ":4: an entry is a row, a column"},
        {"too long", kReal + "1 1 1\n1 1 1\n1 1 2\n", ":4: there is more after the last"},
        {"row 0", kReal + "2 2 1\n0 1 1\n", ":3: row '0' is not a number from 1 to 2"},
        {"row too large", kReal + "2 2 1\n3 1 1\n", ":3: row '3' is not a number from 1 to 2"},
        {"column too large", kReal + "2 2 1\n1 9 1\n",
         ":3: column '9' is not a number from 1 to 2"},
        {"row with a fraction", kReal + "2 2 1\n1.5 1 1\n", ":3: row '1.5'"},
        {"NaN", kReal + "1 1 1\n1 1 nan\n", ":3: the value 'nan' is not finite"},
        {"infinity", kReal + "1 1 1\n1 1 -inf\n", ":3: the value '-inf' is not finite"},
        {"beyond double", kReal + "1 1 1\n1 1 1e400\n", ":3: the value '1e400' is not finite"},
        {"below double", kReal + "1 1 1\n1 1 -1D+999\n", ":3: the value '-1D+999' is not finite"},
        {"no number", kReal + "1 1 1\n1 1 x9\n", ":3: 'x9' is not a number"},
        {"number and more", kReal + "1 1 1\n1 1 1.0abc\n", ":3: '1.0abc' is not a number"},
        {"twice", kReal + "2 2 3\n1 1 1\n2 2 1\n1 1 5\n",
         ":5: the entry of row 1, column 1 stands in line 3, too"},
        {"symmetric, upper half", kSymmetric + "2 2 1\n1 2 1\n", ":3: a symmetric matrix lists"},
        {"symmetric, not square", kSymmetric + "2 3 1\n1 1 1\n", ":2: a symmetric matrix has"},
        {"skew diagonal", kSkew + "2 2 1\n1 1 1\n", ":3: a skew-symmetric matrix lists"}};
    for (const Refused& each : cases) {
        CAPTURE(each.title);
        CHECK_MESSAGE(refusalOf(matrices::readMatrixMarket, each.text).starts_with(each.message),
                      refusalOf(matrices::readMatrixMarket, each.text));
    }
}

TEST_CASE("a value too small for a double is the nearest one") {
    const auto system = read(kReal + "2 2 2\n1 1 1e-400\n2 2 -4e-320\n");
    CHECK(system.values == std::vector<double>{0, -4e-320});
}

TEST_CASE("a file that is not there, a folder and no name are refused") {
    CHECK_THROWS_WITH_AS(matrices::readMatrixMarket("/no/such/file.mtx"),
                         "/no/such/file.mtx: cannot be read: No such file or directory",
                         gantry::Error);
    CHECK_THROWS_AS(matrices::readMatrixMarket("/"), gantry::Error);
    CHECK_THROWS_AS(matrices::readMatrixMarket(""), gantry::Error);
}

TEST_CASE("a right side is read from a Matrix Market file of as many rows") {
    const MatrixText file("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n");
    CHECK(matrices::readMatrixMarketVector(file.name(), 3) == std::vector<double>{1, 2, 3});
    CHECK_THROWS_AS(matrices::readMatrixMarketVector(file.name(), 4), gantry::Error);
}

TEST_CASE("a right side with more entries than it promises is refused") {
    const std::string head = "%%MatrixMarket matrix coordinate real general\n3 1 1\n1 1 5\n";
    CHECK(matrices::readMatrixMarketVector(MatrixText(head).name(), 3) ==
          std::vector<double>{5, 0, 0});
    CHECK_THROWS_AS(matrices::readMatrixMarketVector(MatrixText(head + "2 1 6\n").name(), 3),
                    gantry::Error);
}

TEST_SUITE_END();
