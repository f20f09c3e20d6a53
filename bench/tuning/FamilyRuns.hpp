#pragma once

#include <tuning/Forecast.hpp>

#include <string>
#include <vector>

#include "AloneSolvers.hpp"
#include "Families.hpp"
#include "Report.hpp"

namespace gantry::bench {

inline constexpr std::size_t kFewSolves = 20;
inline constexpr std::size_t kManySolves = 100;

/// Processor seconds of all solves of one system, tuned and by the best candidate alone.
struct FamilyRun {
    const Family* family = nullptr;
    int rows = 0;
    bool solved = false;
    std::size_t solves = 0;
    double tuned = 0;
    double alone = 0;
    double fewTuned = 0;  ///< of the first kFewSolves
    double fewAlone = 0;
    /// All solves by the initial candidate alone; 0: it does not solve the system.
    double initial = 0;
};

/// Runs of one half.
struct HalfOfRuns {
    Half half = Half::Tuned;
    std::vector<FamilyRun> runs{};
    std::size_t wrong = 0;
    /// Of kManySolves solves of a new system, by what the gate supplies.
    tuning::Forecast forecast{};
};

/// "families kept aside" or "families to tune on".
const char* nameOf(Half half);

/// Solves the system `solves` times in the tuner's mode Tune.
FamilyRun tunedRun(Solves& solves, System& system, std::size_t count);

/// Each family of the half at about that many rows, each new to its tuner. As many solves as take
/// `seconds` by the best candidate alone, at most kManySolves and at least kFewSolves; families
/// where these take longer are left out.
HalfOfRuns runFamilies(Half half, const std::vector<int>& rows, double seconds, std::size_t most);

/// Appends geometric mean, median and worst of tuned / alone of those solved at least `solves`
/// times, and a row for each system that only programs get to see.
void addRatios(std::vector<Figure>& figures, const std::string& what, const HalfOfRuns& half);

/// Geometric mean, median and worst.
void addDistribution(std::vector<Figure>& figures, const std::string& name,
                     std::vector<double> ratios, double goal, double worst);

}  // namespace gantry::bench
