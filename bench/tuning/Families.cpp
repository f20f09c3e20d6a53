#include "Families.hpp"

#include <base/hash/Fnv1a.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "Assembly.hpp"
#include "GridFamilies.hpp"

namespace gantry::bench {
namespace {

System beam(int rows) {
    // Fourth differences: bending.
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        for (const auto& [offset, value] :
             {std::pair{-2, 1.0}, {-1, -4.0}, {0, 6.0 + 1e-3}, {1, -4.0}, {2, 1.0}}) {
            a.add(i, i + offset, value);
        }
    }
    return a.system();
}

System constrainedMinimum(int rows) {
    // A diagonal with constraints of four unknowns each.
    const int constraints = std::max(1, rows / 4);
    const int n = rows - constraints;
    Assembly a(rows);
    for (int i = 0; i < n; ++i) {
        a.add(i, i, 1 + a.random());
    }
    for (int c = 0; c < constraints; ++c) {
        for (int k = 0; k < 4; ++k) {
            a.couple(n + c, (3 * c + k) % n, k == 0 ? 2 : a.random());
        }
    }
    return a.system();
}

System circuit(int rows) {
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.link(i, (i + 1) % rows, std::pow(10.0, 4 * a.random()));
        if (i % 3 == 0) {
            a.add(i, static_cast<int>(a.random() * rows), 0.3);
        }
    }
    return a.shifted(1e-3).system();
}

System circuitWithDenseRows(int rows) {
    // Supply lines meet every twentieth node.
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.link(i, (i + 1) % rows, std::pow(10.0, 3 * a.random()));
        if (i % 20 == 0) {
            a.link(i, rows / 2, 1);
            a.add(rows - 1, i, 0.1);
        }
    }
    return a.shifted(1e-3).system();
}

System powerFlow(int rows) {
    // A tree with some rings, two unknowns a node, unsymmetric blocks.
    const int n = std::max(2, rows / 2);
    Assembly a(2 * n);
    const auto line = [&](int one, int other) {
        const double g = 1 + a.random();
        const double b = 5 + 10 * a.random();
        for (const auto& [i, j, sign] : {std::tuple{one, other, -1.0},
                                         {other, one, -1.0},
                                         {one, one, 1.0},
                                         {other, other, 1.0}}) {
            a.add(2 * i, 2 * j, sign * b);
            a.add(2 * i, 2 * j + 1, sign * g);
            a.add(2 * i + 1, 2 * j, -sign * g);
            a.add(2 * i + 1, 2 * j + 1, sign * b);
        }
    };
    for (int i = 1; i < n; ++i) {
        line(i, (i - 1) / 2);
        if (i % 7 == 0) {
            line(i, static_cast<int>(a.random() * i));
        }
    }
    return a.shifted(0.5).system();
}

System smallWorld(int rows) {
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        for (int k = 1; k <= 3; ++k) {
            a.link(i, a.random() < 0.1 ? static_cast<int>(a.random() * rows) : (i + k) % rows, 1);
        }
    }
    return a.shifted(1e-3).system();
}

System socialGraph(int rows) {
    // New nodes prefer those with many links.
    Assembly a(rows);
    std::vector<int> ends{0};
    for (int i = 1; i < rows; ++i) {
        for (int k = 0; k < 3; ++k) {
            const int other =
                ends[static_cast<std::size_t>(a.random() * static_cast<double>(ends.size()))];
            a.link(i, other, 1);
            ends.push_back(other);
        }
        ends.push_back(i);
    }
    return a.shifted(1e-2).system();
}

System inputOutput(int rows) {
    // What sectors need of each other: unsymmetric, few entries, dominant.
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.add(i, i, 1);
        for (int k = 0; k < 6; ++k) {
            a.add(i, static_cast<int>(a.random() * rows), -0.15 * a.random());
        }
    }
    return a.system();
}

System periodsOfAnEconomy(int rows) {
    // Each period looks back at the one before and ahead to the next.
    const int sectors = std::clamp(rows / 20, 2, 20);
    const int n = rows / sectors * sectors;
    Assembly a(n);
    for (int i = 0; i < n; ++i) {
        a.add(i, i, 1);
        for (int k = 0; k < 4; ++k) {
            const int sector = static_cast<int>(a.random() * sectors);
            const int period = i / sectors;
            a.add(i, period * sectors + sector, 0.2 * a.random());
            a.add(i, (period + 1) * sectors + sector, -0.4 * a.random());
            a.add(i, (period - 1) * sectors + sector, 0.5 * a.random());
        }
    }
    return a.system();
}

System chainOfStates(int rows) {
    // Probabilities, discounted.
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.add(i, i, 1);
        for (int k = 0; k < 5; ++k) {
            a.add(i, static_cast<int>(a.random() * rows), -0.99 / 5);
        }
    }
    return a.system();
}

System blocks(int rows) {
    // Dense blocks of eight on the diagonal, weakly coupled.
    const int n = std::max(8, rows / 8 * 8);
    Assembly a(n);
    for (int i = 0; i < n; ++i) {
        for (int j = i / 8 * 8; j < i / 8 * 8 + 8; ++j) {
            a.add(i, j, i == j ? 8 : a.random());
        }
        a.add(i, i + 8, -0.1);
        a.add(i, i - 8, -0.2);
    }
    return a.system();
}

System arrow(int rows) {
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.add(i, i, 2 + a.random());
        a.couple(rows - 1, i, i + 1 < rows ? 0.5 / std::sqrt(rows) : 0);
    }
    return a.system();
}

System graded(int rows) {
    // Twelve orders of magnitude along the diagonal.
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        const double size = std::pow(10.0, -12.0 * i / rows);
        a.add(i, i, 2 * size);
        a.add(i, i + 1, -0.9 * size);
        a.add(i, i - 1, -0.8 * size);
    }
    return a.system();
}

System lopsided(int rows) {
    // Far from symmetric: a shift with a diagonal.
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.add(i, i, 1);
        a.add(i, (i * 7 + 3) % rows, 0.7);
        a.add(i, (i + 1) % rows, -0.9);
    }
    return a.system();
}

System scattered(int rows) {
    Assembly a(rows);
    for (int i = 0; i < rows; ++i) {
        a.add(i, i, 3);
        for (int k = 0; k < 4; ++k) {
            a.add(i, static_cast<int>(a.random() * rows), a.random() - 0.5);
        }
    }
    return a.system();
}

constexpr std::array<Family, 32> kFamilies{{
    {"truss", Half::Kept, truss},
    {"beam", Half::Kept, beam},
    {"plate", Half::Tuned, plate},
    {"layers_of_stiffness", Half::Tuned, layersOfStiffness},
    {"stokes", Half::Tuned, stokes},
    {"constrained_minimum", Half::Tuned, constrainedMinimum},
    {"helmholtz_low", Half::Tuned, helmholtzLow},
    {"helmholtz_high", Half::Kept, helmholtzHigh},
    {"helmholtz_damped", Half::Tuned, helmholtzDamped},
    {"circuit", Half::Kept, circuit},
    {"circuit_with_dense_rows", Half::Kept, circuitWithDenseRows},
    {"power_grid", Half::Tuned, powerGrid},
    {"power_flow", Half::Tuned, powerFlow},
    {"small_world", Half::Tuned, smallWorld},
    {"social_graph", Half::Kept, socialGraph},
    {"road_graph", Half::Tuned, roadGraph},
    {"convection_weak", Half::Tuned, convectionWeak},
    {"convection_even", Half::Kept, convectionEven},
    {"convection_strong", Half::Tuned, convectionStrong},
    {"convection_upwind", Half::Kept, convectionUpwind},
    {"input_output", Half::Kept, inputOutput},
    {"periods_of_an_economy", Half::Kept, periodsOfAnEconomy},
    {"chain_of_states", Half::Kept, chainOfStates},
    {"anisotropic", Half::Tuned, anisotropic},
    {"anisotropic_across", Half::Kept, anisotropicAcross},
    {"space", Half::Kept, space},
    {"blocks", Half::Kept, blocks},
    {"arrow", Half::Tuned, arrow},
    {"nearly_singular", Half::Tuned, nearlySingular},
    {"graded", Half::Kept, graded},
    {"lopsided", Half::Tuned, lopsided},
    {"scattered", Half::Kept, scattered},
}};

}  // namespace

Half halfOf(std::string_view name) {
    return std::popcount(base::fnv1a(name)) % 2 == 1 ? Half::Kept : Half::Tuned;
}

std::span<const Family> families() {
    return kFamilies;
}

}  // namespace gantry::bench
