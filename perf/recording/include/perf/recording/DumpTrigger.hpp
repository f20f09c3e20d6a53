#pragma once

#include <perf/segment/SegmentFile.hpp>
#include <perf/trace/RingControl.hpp>

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace gantry::perf {

/// When a run with a trace of the latest records is dumped. Both may be set: either causes a dump.
struct DumpRequest {
    std::string event;           ///< empty: at no event
    double above = 0;            ///< of a value of that event
    std::optional<int> signal;   ///< the number
    std::filesystem::path stem;  ///< of the files STEM.dump-1.gantry, ...

    [[nodiscard]] bool empty() const noexcept { return event.empty() && !signal; }
};

/// Reads "EVENT>VALUE" into the event and the bound of the request; the name ends at the last '>'.
/// Throws std::invalid_argument.
void readEventTrigger(const std::string& text, DumpRequest& request);
/// The number of a signal by its name: USR1, USR2 or HUP. Throws std::invalid_argument.
int signalNumber(const std::string& name);

/// Waits beside a run of this process for what the request names, by a thread of its own: lets
/// every ring go on for half a lap, writes an archive, and releases the rings. The program goes on
/// all the while. At most kMostDumps, so that no disk is filled. It looks once a millisecond.
/// Writing happens in its thread, so a dump delays the next one.
class DumpTrigger final {
public:
    static constexpr std::size_t kMostDumps = 20;

    /// To be made before other threads: it blocks the signal for them all.
    explicit DumpTrigger(DumpRequest request);
    ~DumpTrigger();
    DumpTrigger(const DumpTrigger&) = delete;
    DumpTrigger& operator=(const DumpTrigger&) = delete;

    /// Ends the waiting, after a last look. A line for each file, or for why it could not be
    /// written.
    std::vector<std::string> stop();

private:
    void watch(const std::stop_token& stop);
    void look();
    void findSegment();
    [[nodiscard]] bool signalCame() const noexcept;
    void dump(const std::string& why);

    DumpRequest request_;
    std::unique_ptr<SegmentFile> file_;
    std::unique_ptr<RingControl> control_;
    bool armed_ = false;
    std::uint32_t eventsKnown_ = 0;
    std::uint64_t triggers_ = 0;
    std::size_t dumps_ = 0;
    std::vector<std::string> lines_;
    std::jthread thread_;
};

}  // namespace gantry::perf
