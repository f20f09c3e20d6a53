#pragma once

#include <perf/segment/Capture.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/SampleRecord.hpp>

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// What a reader of nodes has to know of them. Made for one call; refers to what outlives that
/// call.
struct NodeSource {
    const ThreadRecord& thread;  ///< the one they belong to
    /// As in the segment's table: how many pairs of words a node has.
    std::size_t metrics;
    /// For calls that run; used for those only.
    const MetricReadings& readings;
    /// The segment where it is one of version 3 and the nodes are SampledNodes; else empty.
    SegmentBytes sampled{};
    LiveFloors* floors = nullptr;  ///< as for captureThread()
    /// Takes the number of calls that were not timed; may be null.
    std::uint64_t* untimed = nullptr;
};

/// One call path as a row of a ThreadCapture: 2 + metrics words. False, and no calls and sums of 0,
/// where its checksum is wrong. A node that runs costs reading the metrics as well; where calls
/// were not timed the sum is the estimate. Never waits for the writer: 2 ns for a node at rest,
/// with one metric. The row belongs to the caller and is written in any case.
bool captureNode(const NodeRecord& node, const NodeSource& source, std::uint64_t* row) noexcept;

/// The segment where its nodes of that size are SampledNodes; else nothing.
SegmentBytes sampledBytes(SegmentBytes segment, std::size_t recordBytes) noexcept;

}  // namespace gantry::perf
