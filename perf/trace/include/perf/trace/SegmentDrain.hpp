#pragma once

#include <perf/trace/RingDrain.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// The facts of a process, as its segment has them.
using SegmentFacts = std::vector<std::pair<std::string, std::string>>;

/// The file that another process drains a segment into, as its facts say: FOLDER/SEGMENT.trace, in
/// the folder of kTraceFolder. Empty where no such fact is there.
std::filesystem::path drainedFileIn(const SegmentFacts& facts,
                                    const std::filesystem::path& segment);

/// Drains the segment of another process of this user into a trace file while that runs, or after
/// its end. The process is neither stopped nor told. For one thread at a time.
class SegmentDrain final {
public:
    /// Maps the segment to be written, and makes the file. Throws SegmentError or TraceError.
    SegmentDrain(std::filesystem::path segment, const std::filesystem::path& file);
    ~SegmentDrain();
    SegmentDrain(const SegmentDrain&) = delete;
    SegmentDrain& operator=(const SegmentDrain&) = delete;

    /// A look at the rings, as RingDrain::sweep(). A segment that is damaged is looked at no more:
    /// problem() says so.
    bool sweep();

    /// After the process has ended: takes what is left, and ends the file.
    void end();

    /// Why nothing is taken any more; else empty.
    [[nodiscard]] std::string problem() const;
    [[nodiscard]] std::uint64_t records() const noexcept { return drain_.records(); }
    [[nodiscard]] const std::filesystem::path& file() const noexcept {
        return drain_.file().path();
    }

private:
    void mapAgain();
    void unmap() noexcept;
    template <class Work>
    bool guarded(const Work& work);

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::span<std::byte> bytes_;
    std::string problem_;
    RingDrain drain_;
};

}  // namespace gantry::perf
