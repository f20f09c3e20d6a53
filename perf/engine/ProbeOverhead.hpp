#pragma once

#include <perf/engine/MetricSet.hpp>
#include <perf/engine/detail/TimerTable.hpp>
#include <perf/model/Overhead.hpp>

namespace gantry::perf {

/// Measures on the calling thread what a start and stop of a known timer adds to each metric:
/// medians over some batches of pairs, on records of its own that nobody sees. Takes about 0.5 ms
/// of real time, or the time of one batch where metrics are slow. Throws std::bad_alloc.
MeasuredOverhead measureProbeOverhead(const MetricSet& metrics, const TimerTable& timers);

/// The same from few batches, in some 50 us.
MeasuredOverhead measureProbeOverheadSoon(const MetricSet& metrics, const TimerTable& timers);

/// As the last one, and what a call adds that is counted only, in the engine or by its caller.
/// There must be one metric. Throws std::bad_alloc.
MeasuredOverhead measureSamplingOverhead(const MetricSet& metrics, const TimerTable& timers,
                                         bool countedByCallers);

}  // namespace gantry::perf
