#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gates {

/// Points spread evenly over the unit cube, one after the other; of 2^m of them each part of the
/// cube has its share.
class PointSet {
public:
    /// More variables have no points.
    static constexpr int kMostVariables = 40;

    PointSet() = default;
    PointSet(const PointSet&) = delete;
    PointSet& operator=(const PointSet&) = delete;
    virtual ~PointSet() = default;
    /// Writes the next point, as many numbers in [0, 1) as there are variables.
    virtual void next(std::vector<double>& point) = 0;
};

/// A lattice of one generator that can be extended: the first 2^m points are a lattice for every m.
/// Of folded functions, whose ends meet, the error falls with the square of the points where they
/// are smooth.
class Lattice final : public PointSet {
public:
    /// There are two, 0 and 1, with different generators.
    explicit Lattice(std::size_t which);
    void next(std::vector<double>& point) override;

private:
    const std::uint64_t* generator_;
    std::uint64_t count_ = 0;
};

/// J. Halton's points (1960): the digits of the index mirrored at the point, in another prime base
/// for each variable. The digits of each base are permuted at random, 0 stays 0: without that, late
/// variables depend on each other. The same seed gives the same points.
class Halton final : public PointSet {
public:
    Halton(int variables, std::uint64_t seed);
    void next(std::vector<double>& point) override;

private:
    struct Base {
        std::uint64_t prime;
        /// What stands for each digit; 0 for 0.
        std::vector<double> digits;
    };
    std::vector<Base> bases_;
    std::uint64_t count_ = 0;
};

}  // namespace gates
