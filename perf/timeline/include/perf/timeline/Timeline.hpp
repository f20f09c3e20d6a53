#pragma once

#include <perf/timeline/TimelineError.hpp>
#include <perf/timeline/TimelineTypes.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace gantry::perf {

class TimelineImage;

/// A timeline, in memory or in a mapped file. Opening reads what is small: rows, names, events and
/// messages; the records stay where they are until a query needs them, and are verified then. All
/// queries are const and may run in several threads at once. They throw TimelineError with
/// Kind::Damaged where the bytes they need are damaged. Rows are numbered in the order of rows().
///
///     const Timeline timeline = Timeline::map("run.timeline");
///     const TimelineShares shares = timeline.shares(timeline.extent(), 1000, timeline.allRows());
class Timeline final {
public:
    /// Takes an image; its memory must be aligned for 8-byte numbers, as that of a vector is.
    /// Throws TimelineError.
    explicit Timeline(std::vector<std::byte> image);
    /// Maps a file. Throws TimelineError; the message names the file.
    static Timeline map(const std::filesystem::path& file);
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;
    Timeline(Timeline&&) noexcept;
    Timeline& operator=(Timeline&&) noexcept;
    ~Timeline();

    /// By number of the row. Valid as long as the timeline, as names().
    [[nodiscard]] const std::vector<TimelineRow>& rows() const noexcept;
    /// By number. 0 stands for "no call".
    [[nodiscard]] const std::vector<TimelineName>& names() const noexcept;
    /// From the first record or message to just behind the last.
    [[nodiscard]] TimelineWindow extent() const noexcept;
    /// Starts and stops of all rows.
    [[nodiscard]] std::uint64_t records() const noexcept;
    /// Of the image.
    [[nodiscard]] std::uint64_t bytes() const noexcept;
    /// What the builder was given to recognise the source by.
    [[nodiscard]] std::uint64_t source() const noexcept;
    /// Reads everything and throws TimelineError at the first damage. Linear.
    void verify() const;

    /// All row numbers.
    [[nodiscard]] std::vector<std::uint32_t> allRows() const;
    /// Which names match patterns with * and ?; an empty pattern matches all. By number of the
    /// name, as TimelineSearch::names.
    [[nodiscard]] std::vector<bool> namesLike(std::string_view text,
                                              std::string_view component) const;

    /// The window in columns of equal width: what each row was in each. Costs at most two blocks of
    /// records for each cell, whatever the window.
    [[nodiscard]] TimelineShares shares(TimelineWindow window, std::uint32_t columns,
                                        const std::vector<std::uint32_t>& rows) const;

    /// The calls that run in the window, row after row, in the order of their starts: at most
    /// `limit` of them. The rest is read with the page's `next` as the cursor and the same other
    /// arguments.
    [[nodiscard]] TimelinePage<TimelineCall> calls(TimelineWindow window,
                                                   const std::vector<std::uint32_t>& rows,
                                                   std::size_t limit,
                                                   TimelineCursor cursor = {}) const;
    /// The calls that begin in the window and are as asked for.
    [[nodiscard]] TimelinePage<TimelineCall> search(const TimelineSearch& wanted) const;
    /// The first call of a row that begins after the moment, or the last that begins before it.
    [[nodiscard]] std::optional<TimelineCall> next(std::uint32_t row, std::int64_t after) const;
    [[nodiscard]] std::optional<TimelineCall> previous(std::uint32_t row,
                                                       std::int64_t before) const;
    /// The calls of a row that run at the moment, outermost first.
    [[nodiscard]] std::vector<TimelineCall> stackAt(std::uint32_t row, std::int64_t moment) const;

    /// The events in the window, row after row.
    [[nodiscard]] TimelinePage<TimelineEvent> events(TimelineWindow window,
                                                     const std::vector<std::uint32_t>& rows,
                                                     std::size_t limit,
                                                     TimelineCursor cursor = {}) const;
    /// The values of an event. Linear in the events of the window.
    [[nodiscard]] std::vector<TimelineCounter> counters(
        std::uint32_t name, TimelineWindow window, std::uint32_t columns,
        const std::vector<std::uint32_t>& rows) const;

    /// How many rows were in each activity, on average over each column. By column, then by
    /// Activity.
    [[nodiscard]] std::vector<std::array<double, kActivities>> utilisation(
        TimelineWindow window, std::uint32_t columns, const std::vector<std::uint32_t>& rows) const;
    /// For how many ns exactly 0, 1, ... rows were in the activity. Linear in the records of the
    /// window.
    [[nodiscard]] std::vector<std::int64_t> concurrency(
        Activity activity, TimelineWindow window, const std::vector<std::uint32_t>& rows) const;

    /// The longest stretch of each row in each activity without any other in between, by row of the
    /// request and Activity; the first of equally long ones. With `names`, as in TimelineSearch,
    /// what runs in calls of other names counts as Outside. Linear in the records of the window.
    [[nodiscard]] std::vector<std::array<TimelineStretch, kActivities>> longest(
        TimelineWindow window, const std::vector<std::uint32_t>& rows,
        const std::vector<bool>& names = {}) const;
    /// How many of the calls that search() finds, whatever its limit and cursor, took how long: in
    /// classes with the bounds 0, 1, 2, 5, 10, 20, ... ns, from the first to the last that has a
    /// call. Linear in the records of the window.
    [[nodiscard]] std::vector<TimelineDurations> durations(const TimelineSearch& wanted) const;

    /// The messages that were under way in the window, in the order they were sent. `record` of the
    /// cursor counts all messages of the timeline.
    [[nodiscard]] TimelinePage<TimelineMessage> messages(TimelineWindow window, std::size_t limit,
                                                         TimelineCursor cursor = {}) const;
    /// Of the whole timeline. O(1).
    [[nodiscard]] std::uint64_t messageCount() const noexcept;
    /// Messages in flight; with a receiver, those that wait for it: the length of its queue. Linear
    /// in the messages of the window.
    [[nodiscard]] std::vector<TimelineTraffic> traffic(
        TimelineWindow window, std::uint32_t columns,
        std::optional<std::int32_t> receiver = std::nullopt) const;

private:
    explicit Timeline(std::unique_ptr<TimelineImage> image);

    std::unique_ptr<TimelineImage> image_;
};

/// Where a column of a window begins, as all queries divide it: in whole numbers, so that moments
/// of long runs keep their last ns. Of `columns` it is the end.
std::int64_t columnBegin(TimelineWindow window, std::uint32_t columns,
                         std::uint32_t column) noexcept;

/// Whether the file begins as a timeline does. False if it cannot be read.
bool looksLikeTimeline(const std::filesystem::path& file);

}  // namespace gantry::perf
