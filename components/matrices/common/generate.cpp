#include "matrices/common/generate.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <sstream>

namespace matrices {
namespace {

constexpr std::int64_t kMostRows = 20000000;

[[noreturn]] void refuse(const std::string& text) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, text);
}

// Collects rows one after the other.
class Rows final {
public:
    explicit Rows(std::int64_t rows) {
        if (rows < 1 || rows > kMostRows) {
            refuse("a generated matrix of " + std::to_string(rows) + " rows: 1 to " +
                   std::to_string(kMostRows) + " are possible; change the parameter 'size'");
        }
        system_.rows = static_cast<int>(rows);
        system_.numColumns = system_.rows;
        system_.rowStarts.reserve(static_cast<std::size_t>(rows) + 1);
        system_.rowStarts.push_back(0);
    }

    // Columns of a row come in ascending order.
    void add(int column, double value) {
        system_.columns.push_back(column);
        system_.values.push_back(value);
    }
    void endRow() {
        system_.rowStarts.push_back(static_cast<std::int32_t>(system_.columns.size()));
    }
    System take() { return std::move(system_); }

private:
    System system_;
};

// The coefficients of a point and of its neighbours west, east, south and north.
struct Point {
    double here;
    double west;
    double east;
    double south;
    double north;
};
using PointAt = std::function<Point(int x, int y)>;

System grid2d(int side, const PointAt& pointAt) {
    Rows rows(std::int64_t{side} * side);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const Point point = pointAt(x, y);
            const int here = y * side + x;
            if (y > 0) {
                // Neighbours in the order of their numbers, so columns ascend. Those beyond the
                // edge are left out: boundary values are 0.
                rows.add(here - side, point.south);
            }
            if (x > 0) {
                rows.add(here - 1, point.west);
            }
            rows.add(here, point.here);
            if (x + 1 < side) {
                rows.add(here + 1, point.east);
            }
            if (y + 1 < side) {
                rows.add(here + side, point.north);
            }
            rows.endRow();
        }
    }
    return rows.take();
}

System poisson2d(const Recipe& recipe) {
    return grid2d(recipe.size, [](int, int) { return Point{4, -1, -1, -1, -1}; });
}

System anisotropic2d(const Recipe& recipe) {
    const double across = recipe.strength;
    return grid2d(recipe.size, [across](int, int) {
        return Point{2 + 2 * across, -1, -1, -across, -across};
    });
}

System heat2d(const Recipe& recipe) {
    const double step = recipe.strength;
    return grid2d(recipe.size, [step](int, int) {
        return Point{1 + 4 * step, -step, -step, -step, -step};
    });
}

System helmholtz2d(const Recipe& recipe) {
    const double shift = recipe.strength * recipe.strength;
    return grid2d(recipe.size, [shift](int, int) { return Point{4 - shift, -1, -1, -1, -1}; });
}

// Between points of two conductivities there is their harmonic mean.
System jump2d(const Recipe& recipe) {
    const int middle = recipe.size / 2;
    const auto at = [middle, strength = recipe.strength](int x) {
        return x < middle ? strength : 1.0;
    };
    return grid2d(recipe.size, [at](int x, int) {
        const double here = at(x);
        const double west = 2 * here * at(x - 1) / (here + at(x - 1));
        const double east = 2 * here * at(x + 1) / (here + at(x + 1));
        return Point{west + east + 2 * here, -west, -east, -here, -here};
    });
}

// A wind around the middle of the square, upwind differences.
System convection2d(const Recipe& recipe) {
    const int side = recipe.size;
    return grid2d(side, [side, peclet = recipe.strength](int x, int y) {
        const double px = (x + 1.0) / (side + 1);
        const double py = (y + 1.0) / (side + 1);
        // A divergence-free flow with closed stream lines that vanishes on the edges.
        const double windX = 2 * peclet * 2 * (2 * py - 1) * (1 - (2 * px - 1) * (2 * px - 1));
        const double windY = -2 * peclet * 2 * (2 * px - 1) * (1 - (2 * py - 1) * (2 * py - 1));
        const Point point{0, -1 - std::max(windX, 0.0), -1 + std::min(windX, 0.0),
                          -1 - std::max(windY, 0.0), -1 + std::min(windY, 0.0)};
        return Point{-(point.west + point.east + point.south + point.north), point.west, point.east,
                     point.south, point.north};
    });
}

System poisson3d(const Recipe& recipe) {
    const int side = recipe.size;
    const int layer = side * side;
    Rows rows(std::int64_t{layer} * side);
    for (int here = 0; here < layer * side; ++here) {
        const int x = here % side;
        const int y = here / side % side;
        const int z = here / layer;
        // In ascending order of columns.
        const std::array<std::pair<bool, int>, 7> neighbours{{{z > 0, here - layer},
                                                              {y > 0, here - side},
                                                              {x > 0, here - 1},
                                                              {true, here},
                                                              {x + 1 < side, here + 1},
                                                              {y + 1 < side, here + side},
                                                              {z + 1 < side, here + layer}}};
        for (const auto& [inside, column] : neighbours) {
            if (inside) {
                rows.add(column, column == here ? 6 : -1);
            }
        }
        rows.endRow();
    }
    return rows.take();
}

System randomSpd(const Recipe& recipe) {
    constexpr int kEntries = 4;
    const int size = recipe.size;
    Rows rows(size);
    std::mt19937_64 random(static_cast<std::uint64_t>(recipe.seed));
    std::vector<std::map<int, double>> entries(static_cast<std::size_t>(size));
    for (int row = 0; row < size; ++row) {
        for (int i = 0; i < kEntries; ++i) {
            const int column = static_cast<int>(random() % static_cast<std::uint64_t>(size));
            const double value = static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5;
            if (column != row) {
                entries[static_cast<std::size_t>(row)][column] = value;
                entries[static_cast<std::size_t>(column)][row] = value;
            }
        }
    }
    for (int row = 0; row < size; ++row) {
        auto& line = entries[static_cast<std::size_t>(row)];
        double sum = 0;
        for (const auto& [column, value] : line) {
            sum += std::abs(value);
        }
        line[row] = (sum > 0 ? sum : 1) * (1 + recipe.strength);
        for (const auto& [column, value] : line) {
            rows.add(column, value);
        }
        rows.endRow();
    }
    return rows.take();
}

struct Family {
    System (*make)(const Recipe&);
    bool hasStrength;
    bool mayBeZero;
};

const Family* familyOf(const std::string& name) {
    static const std::map<std::string, Family> kKnown{
        {"poisson2d", {poisson2d, false, true}},
        {"poisson3d", {poisson3d, false, true}},
        {"anisotropic2d", {anisotropic2d, true, false}},
        {"jump2d", {jump2d, true, false}},
        {"heat2d", {heat2d, true, true}},
        {"convection2d", {convection2d, true, true}},
        {"helmholtz2d", {helmholtz2d, true, true}},
        {"random_spd", {randomSpd, true, false}}};
    const auto found = kKnown.find(name);
    return found == kKnown.end() ? nullptr : &found->second;
}

}  // namespace

System generate(const Recipe& recipe) {
    const Family* const family = familyOf(recipe.family);
    if (family == nullptr) {
        refuse("there is no family of matrices '" + recipe.family + "'; there are " + kFamilies);
    }
    const int most = recipe.family == "random_spd"  ? static_cast<int>(kMostRows)
                     : recipe.family == "poisson3d" ? 270
                                                    : 4400;
    if (recipe.size < 1 || recipe.size > most) {
        refuse("size " + std::to_string(recipe.size) + " of " + recipe.family +
               " is not a number from 1 to " + std::to_string(most));
    }
    if (family->hasStrength && (!std::isfinite(recipe.strength) || recipe.strength < 0 ||
                                (!family->mayBeZero && recipe.strength == 0))) {
        refuse("strength " + std::to_string(recipe.strength) + " of " + recipe.family +
               ": it must be a finite number " + (family->mayBeZero ? "from 0 on" : "above 0"));
    }
    System system = family->make(recipe);
    std::ostringstream name;
    name << recipe.family << ' ' << recipe.size;
    if (family->hasStrength) {
        name << ' ' << recipe.strength;
    }
    system.name = name.str();
    return system;
}

}  // namespace matrices
