#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "MatrixText.hpp"
#include "matrices/common/generate.hpp"

using matrices::generate;

namespace {

bool isSymmetric(const matrices::System& system) {
    for (int row = 0; row < system.rows; ++row) {
        for (int at = system.rowStarts[static_cast<std::size_t>(row)];
             at < system.rowStarts[static_cast<std::size_t>(row) + 1]; ++at) {
            const auto i = static_cast<std::size_t>(at);
            if (entryOf(system, system.columns[i], row) != system.values[i]) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

TEST_SUITE_BEGIN("matrices.Generate");

TEST_CASE("every family has rows of ascending columns, and is symmetric if it claims to be") {
    const std::string families = matrices::kFamilies;
    for (std::size_t begin = 0; begin < families.size();) {
        const std::size_t end = std::min(families.find('|', begin), families.size());
        const std::string family = families.substr(begin, end - begin);
        CAPTURE(family);
        begin = end + 1;
        const auto system = generate({family, 6, 0.5, 3});
        CHECK(system.rows > 1);
        CHECK(system.rowStarts.size() == static_cast<std::size_t>(system.rows) + 1);
        for (int row = 0; row < system.rows; ++row) {
            CHECK(entryOf(system, row, row) != 0);
        }
        CHECK(isSymmetric(system) == (family != "convection2d"));
        CHECK(system.name.starts_with(family));
    }
}

TEST_CASE("the same recipe gives the same system, another seed another one") {
    const auto first = generate({"random_spd", 50, 0.1, 7});
    CHECK(generate({"random_spd", 50, 0.1, 7}).values == first.values);
    CHECK(generate({"random_spd", 50, 0.1, 8}).values != first.values);
    CHECK(matrices::rightSideOf(first, 1) == matrices::rightSideOf(first, 1));
    CHECK(matrices::rightSideOf(first, 1) != matrices::rightSideOf(first, 2));
}

TEST_CASE("a recipe that makes no sense is refused") {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    for (const matrices::Recipe& recipe :
         {matrices::Recipe{"nothing", 5, 1, 0}, matrices::Recipe{"", 5, 1, 0},
          matrices::Recipe{"poisson2d", 0, 1, 0}, matrices::Recipe{"poisson2d", -3, 1, 0},
          matrices::Recipe{"poisson2d", 2000000000, 1, 0},
          matrices::Recipe{"poisson3d", 2000, 1, 0}, matrices::Recipe{"heat2d", 5, -1, 0},
          matrices::Recipe{"heat2d", 5, kNaN, 0}, matrices::Recipe{"jump2d", 5, 0, 0},
          matrices::Recipe{"anisotropic2d", 5, 0, 0}, matrices::Recipe{"random_spd", 5, 0, 0}}) {
        CAPTURE(recipe.family);
        CAPTURE(recipe.size);
        CHECK_THROWS_AS(generate(recipe), gantry::Error);
    }
}

TEST_SUITE_END();
