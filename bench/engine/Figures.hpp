#pragma once

#include <vector>

#include "Harness.hpp"

/// The figures of bench-engine that are no times of one operation: README.md. Each throws what
/// kept it from measuring.
namespace gantry::bench {

// SnapshotFigures.cpp
/// Writers on all cores but one; the other threads have records and wait.
std::vector<Figure> snapshotsBesideFew(const Effort& effort);
/// All threads write. Where they are more than cores, each snapshot waits for its turn.
std::vector<Figure> snapshotsBesideAll(const Effort& effort);

// ThreadFigures.cpp
/// What each of two threads loses to what two that only read the clock lose; nothing where there is
/// one core.
std::vector<Figure> twoThreads(const Effort& effort);

// StartFigures.cpp
std::vector<Figure> startUp(const Effort& effort);
std::vector<Figure> memoryPerTimer(const Effort& effort);

// LimitFigures.cpp
std::vector<Figure> manyTimers(const Effort& effort);
std::vector<Figure> liveThreads(const Effort& effort);
std::vector<Figure> shortThreads(const Effort& effort);

// ArchiveFigures.cpp
std::vector<Figure> archive(const Effort& effort);

// TraceFigures.cpp
/// What a record takes in a drained file: of a program with loops in loops, and of one that calls
/// at random.
std::vector<Figure> traceFiles(const Effort& effort);

// CommandFigures.cpp
/// What the command line takes to begin and to end.
std::vector<Figure> command(const Effort& effort);
/// How much longer `gantry run` takes because it measures, in processor time of the whole process,
/// for components whose calls are short and long. Only long calls have a goal: of a call of a few
/// ns, counting it is a large part.
std::vector<Figure> measuredRuns(const Effort& effort);

}  // namespace gantry::bench
