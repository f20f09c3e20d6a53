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
/// Throws std::invalid_argument. The value may be negative or have an exponent, as std::from_chars
/// reads it, whatever the locale.
void readEventTrigger(const std::string& text, DumpRequest& request);
/// The number of a signal by its name: USR1, USR2 or HUP. Throws std::invalid_argument. Without SIG
/// in front.
int signalNumber(const std::string& name);

/// Waits beside a run of this process for what the request names, by a thread of its own: lets
/// every ring go on for half a lap, writes an archive, and releases the rings. The program goes on
/// all the while. At most kMostDumps, so that no disk is filled. It looks once a millisecond.
/// Writing happens in its thread, so a dump delays the next one.
///
/// The program must measure into a file (not "none") with a trace of mode Latest; else it waits in
/// vain, without an error.
///
///     DumpRequest request;
///     readEventTrigger("residual>1e3", request);
///     request.stem = "run";
///     DumpTrigger trigger(request);    // run.dump-1.gantry, when a residual is above 1000
class DumpTrigger final {
public:
    static constexpr std::size_t kMostDumps = 20;

    /// To be made before other threads: it blocks the signal for them all. The signal stays
    /// blocked; it is taken by sigtimedwait, so no handler runs. Throws std::system_error where no
    /// thread can be made.
    explicit DumpTrigger(DumpRequest request);
    ~DumpTrigger();
    DumpTrigger(const DumpTrigger&) = delete;
    DumpTrigger& operator=(const DumpTrigger&) = delete;

    /// Ends the waiting, after a last look. A line for each file, or for why it could not be
    /// written. Later calls return the same lines.
    std::vector<std::string> stop();

private:
    void watch(const std::stop_token& stop);
    // Once: arms the trigger when its event exists, and dumps where something came.
    void look();
    void findSegment();
    [[nodiscard]] bool signalCame() const noexcept;
    // Waits up to 50 ms for the rings: one whose thread rests is dumped as it is.
    void dump(const std::string& why);

    DumpRequest request_;
    std::unique_ptr<SegmentFile> file_;
    std::unique_ptr<RingControl> control_;
    bool armed_ = false;
    // Events of the segment's table that were compared with the name.
    std::uint32_t eventsKnown_ = 0;
    // The count of the trigger in the segment when it was looked at last.
    std::uint64_t triggers_ = 0;
    std::size_t dumps_ = 0;
    std::vector<std::string> lines_;
    std::jthread thread_;
};

}  // namespace gantry::perf
