#include "GridFamilies.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "Assembly.hpp"

namespace gantry::bench {
namespace {

int sideOf(int rows, int dimensions) {
    return std::max(2, static_cast<int>(std::lround(std::pow(rows, 1.0 / dimensions))));
}

// Neighbours in a square grid, with the row they begin in.
template <class Visit>
void forGrid(int side, const Visit& visit) {
    for (int i = 0; i < side * side; ++i) {
        if (i % side + 1 < side) {
            visit(i, i + 1, i / side);
        }
        if (i + side < side * side) {
            visit(i, i + side, i / side);
        }
    }
}

// Those and both diagonals, with their direction.
template <class Visit>
void forEdges(int side, const Visit& visit) {
    forGrid(side, [&](int one, int other, int) {
        visit(one, other, other == one + 1 ? 1.0 : 0.0, other == one + 1 ? 0.0 : 1.0);
    });
    for (int i = 0; i + side < side * side; ++i) {
        if (i % side + 1 < side) {
            visit(i, i + side + 1, 1.0, 1.0);
            visit(i + 1, i + side, -1.0, 1.0);
        }
    }
}

Assembly laplacian(int side, double along, double across, double shift, bool isFree = false) {
    Assembly a(side * side);
    forGrid(side, [&](int one, int other, int) {
        a.link(one, other, other == one + 1 ? along : across);
    });
    for (int i = 0; i < side * side && !isFree; ++i) {
        a.add(i, i, i % side == 0 || i % side + 1 == side ? along : 0);
        a.add(i, i, i < side || i + side >= side * side ? across : 0);
    }
    return a.shifted(shift);
}

Assembly squareOf(const Assembly& one, double shift) {
    const auto& rows = one.rows();
    Assembly a(static_cast<int>(rows.size()));
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        for (const auto& [between, first] : rows[static_cast<std::size_t>(i)]) {
            for (const auto& [column, second] : rows[static_cast<std::size_t>(between)]) {
                a.add(i, column, first * second);
            }
        }
    }
    return a.shifted(shift);
}

// Central differences of a wind along the rows; its strength is the Peclet number of a cell.
Assembly wind(int side, double strength) {
    Assembly a = laplacian(side, 1, 1, 0);
    for (int i = 0; i < side * side; ++i) {
        if (i % side + 1 < side) {
            a.add(i, i + 1, strength);
            a.add(i + 1, i, -strength);
        }
    }
    return a;
}

}  // namespace

System truss(int rows) {
    // Bars between neighbours and diagonals, two displacements a joint.
    const int side = sideOf(rows / 2, 2);
    Assembly a(2 * side * side);
    forEdges(side, [&](int one, int other, double dx, double dy) {
        const double length = std::hypot(dx, dy);
        a.spring(2 * one, 2 * other, dx / length, dy / length, 1 / length);
    });
    return a.shifted(1e-3).system();
}

System plate(int rows) {
    // The square of the Laplacian.
    const int side = sideOf(rows, 2);
    return squareOf(laplacian(side, 1, 1, 0), 0).system();
}

System layersOfStiffness(int rows) {
    const int side = sideOf(rows, 2);
    Assembly a(side * side);
    forGrid(side,
            [&](int one, int other, int level) { a.link(one, other, level % 4 == 0 ? 1e4 : 1); });
    return a.shifted(1e-2).system();
}

System stokes(int rows) {
    // A Laplacian for each velocity, and their divergence: a saddle point.
    const int side = sideOf(rows / 3, 2);
    const int n = side * side;
    Assembly a(3 * n);
    forGrid(side, [&](int one, int other, int) {
        a.link(one, other, 1);
        a.link(n + one, n + other, 1);
    });
    for (int i = 0; i < n; ++i) {
        a.add(i, i, 0.1);
        a.add(n + i, n + i, 0.1);
        a.add(2 * n + i, 2 * n + i, -1e-3);
        a.couple(2 * n + i, i, 1);
        a.couple(2 * n + i, n + i, 0.5);
        if (i % side > 0) {
            a.couple(2 * n + i, i - 1, -1);
        }
    }
    return a.system();
}

System helmholtzLow(int rows) {
    return laplacian(sideOf(rows, 2), 1, 1, -0.05).system();
}

System helmholtzHigh(int rows) {
    return laplacian(sideOf(rows, 2), 1, 1, -0.9).system();
}

System helmholtzDamped(int rows) {
    // A skew part for the damping, so unsymmetric.
    const int side = sideOf(rows / 2, 2);
    const int n = side * side;
    Assembly a(2 * n);
    forGrid(side, [&](int one, int other, int) {
        a.link(one, other, 1);
        a.link(n + one, n + other, 1);
    });
    for (int i = 0; i < n; ++i) {
        a.add(i, i, -0.4);
        a.add(n + i, n + i, -0.4);
        a.add(i, n + i, -0.2);
        a.add(n + i, i, 0.2);
    }
    return a.system();
}

System powerGrid(int rows) {
    const int side = sideOf(rows, 2);
    Assembly a(side * side);
    forGrid(side, [&](int one, int other, int) { a.link(one, other, 0.1 + 10 * a.random()); });
    for (int i = 0; i < side * side; i += 50) {
        a.add(i, i, 1e3);
    }
    return a.shifted(1e-6).system();
}

System roadGraph(int rows) {
    const int side = sideOf(rows, 2);
    Assembly a(side * side);
    forGrid(side, [&](int one, int other, int) {
        if (a.random() < 0.8) {
            a.link(one, other, 0.5 + a.random());
        }
    });
    return a.shifted(1e-4).system();
}

System convectionWeak(int rows) {
    return wind(sideOf(rows, 2), 0.1).system();
}

System convectionEven(int rows) {
    return wind(sideOf(rows, 2), 1.0).system();
}

System convectionStrong(int rows) {
    return wind(sideOf(rows, 2), 30.0).system();
}

System convectionUpwind(int rows) {
    const int side = sideOf(rows, 2);
    Assembly a(side * side);
    forGrid(side, [&](int one, int other, int) {
        a.link(one, other, 0.01);
        a.add(other, other, 1);
        a.add(other, one, -1);
    });
    return a.shifted(0.05).system();
}

System anisotropic(int rows) {
    return laplacian(sideOf(rows, 2), 1, 1e-3, 1e-6).system();
}

System anisotropicAcross(int rows) {
    // Along the diagonal of the grid.
    const int side = sideOf(rows, 2);
    Assembly a(side * side);
    forEdges(side, [&](int one, int other, double dx, double dy) {
        a.link(one, other, dx * dy > 0 ? 1 : 1e-3);
    });
    return a.shifted(1e-6).system();
}

System space(int rows) {
    // Seven points.
    const int side = sideOf(rows, 3);
    Assembly a(side * side * side);
    for (int i = 0; i < side * side * side; ++i) {
        if (i % side + 1 < side) {
            a.link(i, i + 1, 1);
        }
        if (i / side % side + 1 < side) {
            a.link(i, i + side, 1);
        }
        if (i + side * side < side * side * side) {
            a.link(i, i + side * side, 1);
        }
    }
    return a.shifted(0.01).system();
}

System nearlySingular(int rows) {
    // Free at all edges, held by almost nothing.
    return laplacian(sideOf(rows, 2), 1, 1, 1e-8, true).system();
}

}  // namespace gantry::bench
