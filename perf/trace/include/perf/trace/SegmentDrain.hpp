#pragma once

#include <base/files/Descriptor.hpp>
#include <perf/trace/RingDrain.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// The facts of a process as its segment holds them: pairs of key and value.
using SegmentFacts = std::vector<std::pair<std::string, std::string>>;

/// The file into which another process drains this segment: FOLDER/SEGMENT.trace, where FOLDER is
/// the fact kTraceFolder. Empty if the facts have no kTraceFolder.
std::filesystem::path drainedFileIn(const SegmentFacts& facts,
                                    const std::filesystem::path& segment);

/// Drains the segment of another process of this user into a trace file while that process runs, or
/// after its end. The process is not stopped and does not notice. Owns the mapping and the file.
/// For one thread at a time.
class SegmentDrain final {
public:
    /// Maps the segment for writing and creates the file. Throws SegmentError if the segment cannot
    /// be used, and TraceError if the file cannot be created.
    SegmentDrain(std::filesystem::path segment, const std::filesystem::path& file);
    /// Without end() the file lacks its end, and is read as one of a killed program.
    ~SegmentDrain();
    SegmentDrain(const SegmentDrain&) = delete;
    SegmentDrain& operator=(const SegmentDrain&) = delete;

    /// Looks at every ring once, as RingDrain::sweep() without `all`. Maps the segment again if it
    /// has grown. Does not throw for a damaged segment: draining then stops, and problem() reports
    /// the reason.
    bool sweep();

    /// Takes the remaining records and ends the file. To be called after the process has ended.
    void end();

    /// Why draining stopped, because of the segment or of the file; empty while it works.
    [[nodiscard]] std::string problem() const;
    /// The number of records written so far.
    [[nodiscard]] std::uint64_t records() const noexcept { return drain_.records(); }
    [[nodiscard]] const std::filesystem::path& file() const noexcept {
        return drain_.file().path();
    }

private:
    // To the present end of the file. The addresses of an earlier mapping are not valid any
    // more.
    void mapAgain();
    void unmap() noexcept;
    // work(), again after each growth of the segment; false, and the problem set, where it
    // throws.
    template <class Work>
    bool guarded(const Work& work);

    std::filesystem::path path_;
    base::Descriptor descriptor_;
    // The mapping; empty where there is none.
    std::span<std::byte> bytes_;
    std::string problem_;
    RingDrain drain_;
};

}  // namespace gantry::perf
