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
// processor time of all solves over that of the best candidate alone, each system new to the tuner,
// its values changed for each solve.
std::vector<Figure> familiesOfSystems(const Effort& effort);
// IntegratorFigures.cpp: what a gate lets through, against closed forms.
std::vector<Figure> realIntegrators(const Effort& effort);
// GenzFigures.cpp: the same for functions of several variables, and what it takes beside the
// fastest right candidate of each function, measured in the same run.
std::vector<Figure> genzIntegrals(const Effort& effort);
// CrashFigures.cpp: what requests and the decision log show of candidates that crash.
std::vector<Figure> crashingCandidates(const Effort& effort);

// DecisionRows.cpp: one choice and one outcome.
std::vector<Case> decisions(framework::Framework& framework);

}  // namespace gantry::bench
