// Queries of events, messages, and of all rows together.

#include <perf/timeline/Timeline.hpp>

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <tuple>

#include "Columns.hpp"
#include "Image.hpp"
#include "RowReader.hpp"

namespace gantry::perf {

using timeline::activityIn;
using timeline::Columns;
using timeline::EventEntry;
using timeline::MessageEntry;
using timeline::RowReader;

namespace {

using Events = std::span<const EventEntry>;

Events within(const TimelineImage& image, std::uint32_t row, TimelineWindow window) {
    const Events all = image.rows.at(row).events;
    const TimelineClock& clock = image.infos[row].clock;
    const auto before = [](const EventEntry& event, std::uint64_t ticks) {
        return event.ticks < ticks;
    };
    const auto from = std::lower_bound(all.begin(), all.end(), clock.ticks(window.from), before);
    const auto to = std::lower_bound(from, all.end(), clock.ticks(window.to), before);
    return {from, to};
}

// The column of a moment in the window; columns have nearly equal widths.
std::uint32_t columnOf(const Columns& columns, std::int64_t moment) {
    std::uint32_t low = 0;
    std::uint32_t high = columns.count();
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (columns.begin(middle) <= moment ? low : high) = middle;
    }
    return low;
}

TimelineMessage messageOf(const MessageEntry& entry) {
    return {entry.from, entry.to,    entry.sent,        entry.received,
            entry.tag,  entry.bytes, entry.communicator};
}

// The first message that may be under way at or after that time: all before it were received.
std::uint64_t firstUnderWay(std::span<const MessageEntry> messages, std::int64_t from) {
    const auto first = std::partition_point(
        messages.begin(), messages.end(),
        [from](const MessageEntry& message) { return message.latest <= from; });
    return static_cast<std::uint64_t>(first - messages.begin());
}

// A change of what is under way.
struct Change {
    std::int64_t time;
    bool isBegin;
    std::uint64_t bytes;
};

// Adds up what is under way from one change to the next, column by column.
class TrafficSweep final {
public:
    explicit TrafficSweep(const Columns& columns)
        : columns_(columns), now_(columns.begin(0)), all_(columns.count()) {}

    void add(const Change& change) {
        goTo(change.time);
        count_ = change.isBegin ? count_ + 1 : count_ - 1;
        bytes_ = change.isBegin ? bytes_ + change.bytes : bytes_ - change.bytes;
        note();
    }

    std::vector<TimelineTraffic> take() {
        goTo(columns_.begin(columns_.count()));
        for (std::uint32_t i = 0; i < columns_.count(); ++i) {
            const auto width = static_cast<double>(columns_.begin(i + 1) - columns_.begin(i));
            all_[i].mean = width > 0 ? all_[i].mean / width : 0;
            all_[i].meanBytes = width > 0 ? all_[i].meanBytes / width : 0;
        }
        return std::move(all_);
    }

private:
    // Integrates count and bytes over time, column by column. The level at the begin of a column
    // counts for its maximum, also if nothing changes inside of it.
    void goTo(std::int64_t time) {
        while (now_ < time && at_ < columns_.count()) {
            const std::int64_t until = std::min(time, columns_.begin(at_ + 1));
            const auto length = static_cast<double>(until - now_);
            all_[at_].mean += length * static_cast<double>(count_);
            all_[at_].meanBytes += length * static_cast<double>(bytes_);
            now_ = until;
            if (now_ == columns_.begin(at_ + 1)) {
                ++at_;
                note();
            }
        }
    }

    void note() {
        if (at_ < columns_.count()) {
            all_[at_].most = std::max(all_[at_].most, count_);
            all_[at_].mostBytes = std::max(all_[at_].mostBytes, bytes_);
        }
    }

    const Columns& columns_;
    std::int64_t now_;
    std::uint32_t at_ = 0;
    std::uint64_t count_ = 0;
    std::uint64_t bytes_ = 0;
    std::vector<TimelineTraffic> all_;
};

}  // namespace

TimelinePage<TimelineEvent> Timeline::events(TimelineWindow window,
                                             const std::vector<std::uint32_t>& rows,
                                             std::size_t limit, TimelineCursor cursor) const {
    TimelinePage<TimelineEvent> page;
    const TimelineWindow limited = Columns(window, 1).window();
    for (std::uint64_t i = cursor.row; i < rows.size(); ++i) {
        // A cursor counts events from the begin of the window; it is valid for the same window
        // alone.
        const Events found = within(*image_, rows[i], limited);
        const TimelineClock& clock = image_->infos[rows[i]].clock;
        for (std::uint64_t at = i == cursor.row ? cursor.record : 0; at < found.size(); ++at) {
            if (page.entries.size() == limit) {
                page.next = TimelineCursor{i, at};
                return page;
            }
            const EventEntry& event = found[at];
            page.entries.push_back(
                {rows[i], event.name, clock.ns(event.ticks),
                 event.hasValue != 0 ? std::optional(event.value) : std::nullopt});
        }
    }
    return page;
}

std::vector<TimelineCounter> Timeline::counters(std::uint32_t name, TimelineWindow window,
                                                std::uint32_t columns,
                                                const std::vector<std::uint32_t>& rows) const {
    const Columns division(window, columns);
    std::vector<TimelineCounter> counters(division.count());
    for (const std::uint32_t row : rows) {
        for (const EventEntry& event : within(*image_, row, division.window())) {
            if (event.name != name || event.hasValue == 0) {
                continue;
            }
            TimelineCounter& to =
                counters[columnOf(division, image_->infos[row].clock.ns(event.ticks))];
            to.least = to.count == 0 ? event.value : std::min(to.least, event.value);
            to.most = to.count == 0 ? event.value : std::max(to.most, event.value);
            to.mean += event.value;
            ++to.count;
        }
    }
    for (TimelineCounter& counter : counters) {
        counter.mean = counter.count == 0 ? 0 : counter.mean / static_cast<double>(counter.count);
    }
    return counters;
}

std::vector<std::array<double, kActivities>> Timeline::utilisation(
    TimelineWindow window, std::uint32_t columns, const std::vector<std::uint32_t>& rows) const {
    const Columns division(window, columns);
    const TimelineShares all = shares(window, columns, rows);
    std::vector<std::array<double, kActivities>> mean(division.count());
    for (std::size_t cell = 0; cell < all.cells.size(); ++cell) {
        const std::size_t column = cell % division.count();
        const std::array<std::uint64_t, kActivities>& ticks = all.cells[cell].ticks;
        // Shares of what the column has in ticks of this row, so that they add up to one.
        double width = 0;
        for (const std::uint64_t part : ticks) {
            width += static_cast<double>(part);
        }
        for (std::size_t i = 0; width > 0 && i < kActivities; ++i) {
            mean[column][i] += static_cast<double>(ticks[i]) / width;
        }
    }
    return mean;
}

// Merges the rows by time: the queue has one entry for each row, its next record. The cost is one
// step of a heap for each record in the window; no record is kept.
std::vector<std::int64_t> Timeline::concurrency(Activity activity, TimelineWindow window,
                                                const std::vector<std::uint32_t>& rows) const {
    const TimelineWindow limited = Columns(window, 1).window();
    std::vector<std::int64_t> times(rows.size() + 1);
    std::vector<RowReader> readers;
    using Next = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    const auto wanted = static_cast<std::uint32_t>(activity);
    std::size_t count = 0;
    // Whether a row counts now. Kept, as the blocks of a damaged row disagree on what was before.
    std::vector<bool> counts;
    for (const std::uint32_t row : rows) {
        const TimelineClock& clock = image_->infos.at(row).clock;
        RowReader& reader = readers.emplace_back(*image_, row);
        reader.seek(clock.ticks(limited.from));
        counts.push_back(activityIn(reader.atEnd() ? 0 : reader.before()) == wanted);
        count += counts.back() ? 1 : 0;
        if (!reader.atEnd()) {
            queue.emplace(clock.ns(reader.time()), readers.size() - 1);
        }
    }
    std::int64_t now = limited.from;
    while (!queue.empty() && queue.top().first < limited.to) {
        const auto [time, at] = queue.top();
        queue.pop();
        times[count] += time - now;
        now = time;
        RowReader& reader = readers[at];
        const TimelineRow& info = image_->infos[rows[at]];
        // The state after the last record is none.
        const bool isLast = reader.number() + 1 == info.records;
        const bool is = (isLast ? 0 : activityIn(reader.tag())) == wanted;
        count = count + (is ? 1 : 0) - (counts[at] ? 1 : 0);
        counts[at] = is;
        reader.advance();
        if (!reader.atEnd()) {
            queue.emplace(info.clock.ns(reader.time()), at);
        }
    }
    times[count] += limited.to - now;
    return times;
}

TimelinePage<TimelineMessage> Timeline::messages(TimelineWindow window, std::size_t limit,
                                                 TimelineCursor cursor) const {
    TimelinePage<TimelineMessage> page;
    const std::span<const MessageEntry> all = image_->messages;
    for (std::uint64_t at = std::max(cursor.record, firstUnderWay(all, window.from));
         at < all.size() && all[at].sent < window.to; ++at) {
        if (all[at].received <= window.from) {
            continue;
        }
        if (page.entries.size() == limit) {
            page.next = TimelineCursor{0, at};
            break;
        }
        page.entries.push_back(messageOf(all[at]));
    }
    return page;
}

std::uint64_t Timeline::messageCount() const noexcept {
    return image_->messages.size();
}

std::vector<TimelineTraffic> Timeline::traffic(TimelineWindow window, std::uint32_t columns,
                                               std::optional<std::int32_t> receiver) const {
    const Columns division(window, columns);
    const TimelineWindow limited = division.window();
    const std::span<const MessageEntry> all = image_->messages;
    std::vector<Change> changes;
    for (std::uint64_t at = firstUnderWay(all, limited.from);
         at < all.size() && all[at].sent < limited.to; ++at) {
        const MessageEntry& message = all[at];
        // Messages that take no time, or that end before the window, are never under way in it.
        // With clocks that differ, a message can also be received before it was sent.
        if (message.received > std::max(message.sent, limited.from) &&
            (!receiver || message.to == *receiver)) {
            changes.push_back({std::max(message.sent, limited.from), true, message.bytes});
            changes.push_back({message.received, false, message.bytes});
        }
    }
    // At one moment, what ends comes before what begins.
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return std::tie(a.time, a.isBegin) < std::tie(b.time, b.isBegin);
    });
    TrafficSweep sweep(division);
    for (const Change& change : changes) {
        if (change.time >= limited.to) {
            break;
        }
        sweep.add(change);
    }
    return sweep.take();
}

}  // namespace gantry::perf
