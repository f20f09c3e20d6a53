#pragma once

#include <perf/analysis/findings/Finding.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace gantry::perf {

inline constexpr int kReplicas = 300;
inline constexpr std::uint64_t kSeed = 20;
/// With fewer steps a run is not resampled by them.
inline constexpr std::size_t kFewestSteps = 4;

/// Of at least one value.
double meanOf(const std::vector<double>& values);

/// Quantiles and confidence from the gains of replicas, of which there is at least one.
ResampledGain summary(double gain, std::vector<double> gains, double least);

/// What workers may have computed, where what was measured is that with so much noise, relative:
/// the more of the differences noise explains, the closer they are to the mean.
std::vector<double> plausible(const std::vector<double>& useful, double noise,
                              std::mt19937_64& random);

/// The same with the noise as a standard deviation in the unit of the values.
std::vector<double> plausibleWithin(const std::vector<double>& values, double deviation,
                                    std::mt19937_64& random);

}  // namespace gantry::perf
