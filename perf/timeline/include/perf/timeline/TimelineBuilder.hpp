#pragma once

#include <perf/timeline/TimelineTypes.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace gantry::perf {

/// Makes the image of a timeline: names, then row after row, each in the order of time. Needs the
/// memory of the image, about 4 bytes for each record. For one thread.
///
///     TimelineBuilder builder;
///     const std::uint32_t solve = builder.name({.text = "solve"});
///     builder.beginRow({.rank = 0, .label = "rank 0"});
///     builder.start(100, solve);
///     builder.stop(250, solve);
///     builder.write("run.timeline");
class TimelineBuilder final {
public:
    TimelineBuilder();
    ~TimelineBuilder();
    TimelineBuilder(const TimelineBuilder&) = delete;
    TimelineBuilder& operator=(const TimelineBuilder&) = delete;

    /// The number of a name, the same for equal ones. Costs a look-up in a map.
    std::uint32_t name(const TimelineName& name);

    /// Begins the next row. Counts in it are ignored: the builder counts itself.
    void beginRow(const TimelineRow& row);
    /// A call begins. Time that goes back counts as the time before. Calls deeper than 65,535 are
    /// left out. ticks: of the clock of the row.
    void start(std::uint64_t ticks, std::uint32_t name);
    /// The innermost call ends. Ignored and counted if that is of another name.
    void stop(std::uint64_t ticks, std::uint32_t name);
    /// An event of the row at that time.
    void event(std::uint64_t ticks, std::uint32_t name, std::optional<double> value);
    /// Records are missing from here on: calls that run are taken to end here.
    void lost(std::uint64_t ticks, std::uint64_t records);

    /// Messages of the whole run, in any order.
    void addMessage(const TimelineMessage& message);

    /// The image. Ends the last row; the builder is of no use afterwards. `source` is any number by
    /// which the source of the image can be recognised.
    std::vector<std::byte> image(std::uint64_t source = 0);
    /// The same as a file, written atomically, without a second copy in memory. Throws
    /// TimelineError; the image can then be written elsewhere.
    void write(const std::filesystem::path& file, std::uint64_t source = 0);

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gantry::perf
