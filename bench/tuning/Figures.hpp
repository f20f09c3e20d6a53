#pragma once

#include <framework/Framework.hpp>

#include <vector>

#include "Harness.hpp"

/// The rows of bench-tuning: README.md. Each throws what kept it from measuring.
namespace gantry::bench {

// SimulatedFigures.cpp: totals over those of the oracle, the mean of 100 worlds (25 where there are
// 10,000 requests).
std::vector<Figure> fewCandidates(const Effort& effort);
std::vector<Figure> manyCandidates(const Effort& effort);
std::vector<Figure> drift(const Effort& effort);
/// The worst of the worlds against keeping the initial candidate, where that is the best one.
std::vector<Figure> againstInitial(const Effort& effort);
/// Choices of a replayed log that are others than in the log.
std::vector<Figure> replay(const Effort& effort);

// SolverFigures.cpp: generated systems, each solved by the tuner's choice and by each candidate
// alone; the oracle is the fastest candidate of each system, measured in the same run.
std::vector<Figure> realSolvers(const Effort& effort);
// FamilyFigures.cpp: generated families of systems in two halves (Families.cpp has the list):
// processor time of all solves over that of the best candidate alone, without gate and timers; each
// system is new to the tuner, and its values are changed for each solve. About 10 to 1,000, 6,000,
// 40,000 and 200,000 rows; where 20 solves would take longer than 3 s, a system is left out.
std::vector<Figure> smallFamilies(const Effort& effort);
std::vector<Figure> middleFamilies(const Effort& effort);
std::vector<Figure> largeFamilies(const Effort& effort);
std::vector<Figure> largestFamilies(const Effort& effort);
// SequenceFigures.cpp: the same with a store from systems of other sizes, in turn, and on a
// sequence of meshes.
std::vector<Figure> familiesWithStore(const Effort& effort);
std::vector<Figure> interleavedFamilies(const Effort& effort);
std::vector<Figure> meshesSolvedOnce(const Effort& effort);
// IntegratorFigures.cpp: what a gate lets through, against closed forms.
std::vector<Figure> realIntegrators(const Effort& effort);
// GenzFigures.cpp: the same for functions of several variables, and what it takes beside the
// fastest right candidate of each function, measured in the same run.
std::vector<Figure> genzIntegrals(const Effort& effort);
// CrashFigures.cpp: what requests and the decision log show of candidates that crash.
std::vector<Figure> crashingCandidates(const Effort& effort);

// DecisionRows.cpp: one choice and one outcome.
std::vector<Case> decisions(framework::Framework& framework);
// RequestRows.cpp: a whole request of a tuned solver against its candidate alone.
std::vector<Case> tunedRequests();

}  // namespace gantry::bench
