// Queries of how long something lasts: stretches of one activity, and calls.

#include <perf/timeline/Timeline.hpp>

#include <algorithm>

#include "Columns.hpp"
#include "Image.hpp"
#include "RowReader.hpp"

namespace gantry::perf {

using timeline::activityIn;
using timeline::Columns;
using timeline::nameIn;
using timeline::RowReader;

namespace {

// Joins what follows each other in one activity, and keeps the longest of each.
class LongestStretches final {
public:
    LongestStretches(const std::vector<bool>& names, std::uint64_t from)
        : names_(names), begin_(from), now_(from) {}

    // The row was in what `tag` says from the end of the last one up to that tick.
    void add(std::uint64_t until, std::uint32_t tag) {
        const std::size_t activity = activityOf(tag);
        if (activity != activity_) {
            end();
            activity_ = activity;
            begin_ = now_;
        }
        now_ = until;
    }

    // In ns, inside of the window.
    std::array<TimelineStretch, kActivities> take(const TimelineClock& clock,
                                                  TimelineWindow window) {
        end();
        std::array<TimelineStretch, kActivities> all;
        for (std::size_t i = 0; i < kActivities; ++i) {
            if (longest_[i].to > longest_[i].from) {
                all[i] = {std::clamp(clock.ns(longest_[i].from), window.from, window.to),
                          std::clamp(clock.ns(longest_[i].to), window.from, window.to)};
            }
        }
        return all;
    }

private:
    struct Ticks {
        std::uint64_t from = 0;
        std::uint64_t to = 0;
    };

    std::size_t activityOf(std::uint32_t tag) const {
        const std::uint32_t name = nameIn(tag);
        return names_.empty() || (name < names_.size() && names_[name]) ? activityIn(tag) : 0;
    }

    void end() {
        Ticks& longest = longest_[activity_];
        // A damaged row may go back in time.
        if (now_ > begin_ && now_ - begin_ > longest.to - longest.from) {
            longest = {begin_, now_};
        }
    }

    const std::vector<bool>& names_;
    std::array<Ticks, kActivities> longest_{};
    std::size_t activity_ = 0;
    std::uint64_t begin_;
    std::uint64_t now_;
};

// The classes are 1, 2 and 5 times a power of ten; this is the number of the one of a duration.
std::size_t classOf(std::int64_t duration, const std::vector<std::int64_t>& bounds) {
    const auto above = std::upper_bound(bounds.begin(), bounds.end(), duration);
    return static_cast<std::size_t>(above - bounds.begin()) - 1;
}

std::vector<std::int64_t> boundsOfClasses() {
    constexpr std::int64_t kLargest = 1'000'000'000'000'000'000;
    std::vector<std::int64_t> bounds{0};
    for (std::int64_t power = 1; power < kLargest; power *= 10) {
        bounds.insert(bounds.end(), {power, 2 * power, 5 * power});
    }
    bounds.push_back(kLargest);
    return bounds;
}

}  // namespace

std::vector<std::array<TimelineStretch, kActivities>> Timeline::longest(
    TimelineWindow window, const std::vector<std::uint32_t>& rows,
    const std::vector<bool>& names) const {
    const TimelineWindow limited = Columns(window, 1).window();
    std::vector<std::array<TimelineStretch, kActivities>> all;
    for (const std::uint32_t row : rows) {
        const TimelineClock& clock = image_->infos.at(row).clock;
        const std::uint64_t to = clock.ticks(limited.to);
        RowReader reader(*image_, row);
        LongestStretches stretches(names, clock.ticks(limited.from));
        reader.seek(clock.ticks(limited.from));
        while (!reader.atEnd() && reader.time() < to) {
            const std::uint64_t record = reader.number();
            reader.scan(to, [&stretches](std::uint64_t time, std::uint32_t tag) {
                stretches.add(time, tag);
            });
            if (reader.number() == record) {
                image_->refuse(image_->rows[row].blocksAt,
                               "a block of the row ends before it begins");
            }
        }
        // Nothing is known of what comes after the last record.
        stretches.add(to, reader.atEnd() ? 0 : reader.before());
        all.push_back(stretches.take(clock, limited));
    }
    return all;
}

std::vector<TimelineDurations> Timeline::durations(const TimelineSearch& wanted) const {
    const std::vector<std::int64_t> bounds = boundsOfClasses();
    std::vector<TimelineDurations> classes(bounds.size());
    constexpr std::size_t kCallsAtOnce = 4096;
    TimelineSearch search = wanted;
    search.limit = kCallsAtOnce;
    for (std::optional<TimelineCursor> cursor = TimelineCursor{}; cursor;) {
        search.cursor = *cursor;
        const TimelinePage<TimelineCall> page = this->search(search);
        for (const TimelineCall& call : page.entries) {
            const std::int64_t duration = std::max<std::int64_t>(call.end - call.start, 0);
            TimelineDurations& of = classes[classOf(duration, bounds)];
            ++of.calls;
            of.total += duration;
        }
        cursor = page.next;
    }
    const auto isUsed = [](const TimelineDurations& one) { return one.calls > 0; };
    for (std::size_t i = 0; i < classes.size(); ++i) {
        classes[i].least = bounds[i];
        classes[i].below = i + 1 < bounds.size() ? bounds[i + 1] : bounds[i];
    }
    classes.erase(std::find_if(classes.rbegin(), classes.rend(), isUsed).base(), classes.end());
    classes.erase(classes.begin(), std::find_if(classes.begin(), classes.end(), isUsed));
    return classes;
}

}  // namespace gantry::perf
