#pragma once

#include <perf/segment/EventRecord.hpp>
#include <perf/segment/MisuseRecord.hpp>
#include <perf/segment/NameView.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Larger values are none that were measured: 2.3 years in ns.
inline constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;
inline bool canBe(std::int64_t value) noexcept {
    return value >= 0 && value <= kMostValue;
}

/// Turns the records of a segment into a profile, table by table in the order of the methods.
/// Damaged records are left out and counted.
class ProfileBuilder final {
public:
    ProfileBuilder(SegmentBytes bytes, const NameView& names, std::vector<MetricRecord> metrics);

    /// A store that is left out and counted where it is damaged.
    StoreView store(const StoreHeader& header, std::size_t recordBytes) {
        return StoreView::orNone(bytes_, header, recordBytes, reading_.damaged);
    }

    /// Before addThread(): nodes are checked against the timers.
    void addTimers(const StoreView& timers);
    void addThread(const ThreadRecord& record, const ThreadCapture& capture);
    // row: of the capture; timer and parent, version, and a sum for each metric.
    void fillNode(CallPathNode& node, std::uint32_t place, const std::uint64_t* row);
    /// place: of the thread in the order of addThread().
    void addEvents(const StoreView& events, const ThreadRecord& record, std::size_t place);
    /// thread: its ThreadProfile::id.
    void addMisuse(const StoreView& events, const ThreadRecord& record, std::uint32_t thread);
    void addFacts(const StoreView& facts);
    /// After addThread(), which collects what rings have lost.
    void addLost(const SegmentHeader& header);
    /// The profile, once; nothing may be called afterwards.
    SegmentReader::Reading take(bool countOpen);

private:
    using Nodes = std::vector<CallPathNode>;

    void readProbeOverhead();
    [[nodiscard]] std::uint32_t timerOf(std::uint32_t id);
    void addSamples(ThreadProfile& thread, const ThreadCapture& capture);
    void widenBounds();
    void checkSum(const Nodes& nodes);
    void countChildCalls(Nodes& nodes) const;
    [[nodiscard]] std::string pathOf(const Nodes& nodes, std::uint32_t node) const;
    std::map<std::uint32_t, QuantileSketch> readSketches(const ThreadRecord& record,
                                                         std::uint32_t events);
    [[nodiscard]] std::string name(std::uint32_t id);
    [[nodiscard]] std::string eventName(const StoreView& events, std::uint32_t event);
    [[nodiscard]] std::string timerName(std::uint32_t timer) const;
    void addOpen(const ThreadProfile& thread);
    void addLostUses(const std::uint64_t& counter, MisuseKind kind);
    [[nodiscard]] std::string whatDidNotFit() const;
    [[nodiscard]] std::string whatIsMissing() const;
    void addFact(const std::string& key, const std::string& value);
    void addModule(const std::string& name, const std::string& place);
    void addProcess();
    [[nodiscard]] const SegmentHeader& header() const {
        return *reinterpret_cast<const SegmentHeader*>(bytes_.data());
    }

    SegmentBytes bytes_;
    const NameView& names_;
    std::vector<MetricRecord> metrics_;
    MetricValues sums_{};
    std::uint32_t numTimers_ = 0;
    std::uint32_t other_ = kNone;
    std::set<std::uint32_t> mayStayOpen_;
    std::string lostRecords_;  ///< of which threads, as text
    std::uint64_t traceWaitsNs_ = 0;
    std::string bootId_;
    SegmentReader::Reading reading_;
    std::map<std::pair<std::string, std::string>, EventStats> events_;
};

}  // namespace gantry::perf
