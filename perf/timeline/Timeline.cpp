#include <base/text/GlobPattern.hpp>
#include <perf/timeline/Timeline.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "Columns.hpp"
#include "Image.hpp"
#include "RowCalls.hpp"
#include "RowShares.hpp"
#include "RowVerifier.hpp"

namespace gantry::perf {

using timeline::Columns;
using timeline::kMagic;
using timeline::RowCalls;
using timeline::RowShares;
using timeline::verifyRow;

namespace {

void checkRow(const TimelineImage& image, std::uint32_t row) {
    if (row >= image.rows.size()) {
        throw std::out_of_range("the timeline has no row " + std::to_string(row));
    }
}

// The calls of one row in a window, as a part of a page. Every query limits its window by Columns
// first, so that differences of two moments do not overflow.
class RowPage final {
public:
    RowPage(const TimelineImage& image, std::uint32_t row, TimelineWindow window, std::size_t limit)
        : reader_(image, row),
          window_(window),
          from_(image.infos[row].clock.ticks(window.from)),
          to_(image.infos[row].clock.ticks(window.to)),
          limit_(limit) {}

    // Appends calls from that record on; 0 stands for the first one. The record to go on from if
    // the page is full.
    std::optional<std::uint64_t> fill(std::uint64_t record, std::vector<TimelineCall>& entries) {
        if (record == 0) {
            // A page may be longer for the calls that began before the window: those are given
            // together, or on the next page.
            const std::vector<TimelineCall> stack = begunBefore();
            if (!entries.empty() && entries.size() + stack.size() > limit_) {
                return 0;
            }
            entries.insert(entries.end(), stack.begin(), stack.end());
            record = reader_.recordAt(from_);
        }
        while (entries.size() < limit_) {
            const auto found = reader_.nextStart(record, to_);
            if (!found) {
                return std::nullopt;
            }
            entries.push_back(*found);
        }
        // A full page has a cursor only if there is another call, so that no client asks for an
        // empty page.
        std::uint64_t ahead = record;
        return reader_.nextStart(ahead, to_) ? std::optional(record) : std::nullopt;
    }

private:
    std::vector<TimelineCall> begunBefore() {
        if (from_ == 0 || window_.to <= window_.from) {
            return {};
        }
        std::vector<TimelineCall> stack = reader_.stackAt(from_ - 1);
        std::erase_if(stack, [this](const TimelineCall& call) { return call.end <= window_.from; });
        return stack;
    }

    RowCalls reader_;
    TimelineWindow window_;
    std::uint64_t from_;
    std::uint64_t to_;
    std::size_t limit_;
};

}  // namespace

Timeline::Timeline(std::vector<std::byte> image)
    : image_(std::make_unique<TimelineImage>(std::move(image))) {}

Timeline::Timeline(std::unique_ptr<TimelineImage> image) : image_(std::move(image)) {}

Timeline Timeline::map(const std::filesystem::path& file) {
    return Timeline(std::make_unique<TimelineImage>(file));
}

Timeline::Timeline(Timeline&&) noexcept = default;
Timeline& Timeline::operator=(Timeline&&) noexcept = default;
Timeline::~Timeline() = default;

const std::vector<TimelineRow>& Timeline::rows() const noexcept {
    return image_->infos;
}

const std::vector<TimelineName>& Timeline::names() const noexcept {
    return image_->names;
}

TimelineWindow Timeline::extent() const noexcept {
    return image_->extent;
}

std::uint64_t Timeline::records() const noexcept {
    return image_->records;
}

std::uint64_t Timeline::bytes() const noexcept {
    return image_->size();
}

std::uint64_t Timeline::source() const noexcept {
    return image_->source;
}

void Timeline::verify() const {
    for (std::uint32_t row = 0; row < image_->rows.size(); ++row) {
        verifyRow(*image_, row);
    }
}

std::vector<std::uint32_t> Timeline::allRows() const {
    std::vector<std::uint32_t> all(image_->rows.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

std::vector<bool> Timeline::namesLike(std::string_view text, std::string_view component) const {
    std::vector<bool> like;
    for (const TimelineName& name : image_->names) {
        like.push_back((text.empty() || base::matchesPattern(text, name.text)) &&
                       (component.empty() || base::matchesPattern(component, name.component)));
    }
    return like;
}

TimelineShares Timeline::shares(TimelineWindow window, std::uint32_t columns,
                                const std::vector<std::uint32_t>& rows) const {
    const Columns division(window, columns);
    TimelineShares shares{division.window(), rows, division.count(), {}};
    shares.cells.reserve(rows.size() * division.count());
    for (const std::uint32_t row : rows) {
        checkRow(*image_, row);
        const TimelineClock& clock = image_->infos[row].clock;
        RowShares scan(*image_, row);
        scan.begin(clock.ticks(division.begin(0)));
        for (std::uint32_t column = 1; column <= division.count(); ++column) {
            shares.cells.push_back(scan.upTo(clock.ticks(division.begin(column))));
        }
    }
    return shares;
}

TimelinePage<TimelineCall> Timeline::calls(TimelineWindow window,
                                           const std::vector<std::uint32_t>& rows,
                                           std::size_t limit, TimelineCursor cursor) const {
    TimelinePage<TimelineCall> page;
    const TimelineWindow within = Columns(window, 1).window();
    for (std::uint64_t i = cursor.row; i < rows.size() && !page.next; ++i) {
        checkRow(*image_, rows[i]);
        RowPage row(*image_, rows[i], within, limit);
        if (const auto record = row.fill(i == cursor.row ? cursor.record : 0, page.entries)) {
            page.next = TimelineCursor{i, *record};
        }
    }
    return page;
}

TimelinePage<TimelineCall> Timeline::search(const TimelineSearch& wanted) const {
    TimelinePage<TimelineCall> page;
    const TimelineWindow within = Columns(wanted.window, 1).window();
    for (std::uint64_t i = wanted.cursor.row; i < wanted.rows.size(); ++i) {
        const std::uint32_t row = wanted.rows[i];
        checkRow(*image_, row);
        const TimelineClock& clock = image_->infos[row].clock;
        RowCalls reader(*image_, row);
        std::uint64_t record = i == wanted.cursor.row ? wanted.cursor.record : 0;
        record = std::max(record, reader.recordAt(clock.ticks(within.from)));
        // The ticks that the smallest wanted duration takes at least. Both ends of a call are
        // rounded down to ns, so its duration can be almost 1 ns more than its ticks say.
        const std::uint64_t least =
            wanted.least <= 1 ? 0 : TimelineClock{0, clock.unitsPerTick, 0}.ticks(wanted.least - 1);
        const std::uint64_t to = clock.ticks(within.to);
        for (std::uint64_t at = record; auto call = reader.nextStart(record, to, least);
             at = record) {
            const std::int64_t duration = call->end - call->start;
            if ((!wanted.names.empty() && !wanted.names[call->name]) || duration < wanted.least ||
                (wanted.most && duration > *wanted.most)) {
                continue;
            }
            if (page.entries.size() == wanted.limit) {
                page.next = TimelineCursor{i, at};
                return page;
            }
            page.entries.push_back(*call);
        }
    }
    return page;
}

std::optional<TimelineCall> Timeline::next(std::uint32_t row, std::int64_t after) const {
    checkRow(*image_, row);
    RowCalls reader(*image_, row);
    const std::int64_t moment = Columns({after, after}, 1).window().from;
    std::uint64_t record = reader.recordAt(image_->infos[row].clock.ticks(moment + 1));
    return reader.nextStart(record, ~std::uint64_t{0});
}

std::optional<TimelineCall> Timeline::previous(std::uint32_t row, std::int64_t before) const {
    checkRow(*image_, row);
    const std::int64_t moment = Columns({before, before}, 1).window().from;
    return RowCalls(*image_, row).lastStart(image_->infos[row].clock.ticks(moment));
}

std::vector<TimelineCall> Timeline::stackAt(std::uint32_t row, std::int64_t moment) const {
    checkRow(*image_, row);
    const std::int64_t at = Columns({moment, moment}, 1).window().from;
    // The last tick of that ns.
    const std::uint64_t behind = image_->infos[row].clock.ticks(at + 1);
    return behind == 0 ? std::vector<TimelineCall>() : RowCalls(*image_, row).stackAt(behind - 1);
}

std::int64_t columnBegin(TimelineWindow window, std::uint32_t columns,
                         std::uint32_t column) noexcept {
    return Columns(window, columns).begin(column);
}

bool looksLikeTimeline(const std::filesystem::path& file) {
    std::ifstream bytes(file, std::ios::binary);
    std::array<char, sizeof kMagic> magic{};
    return bytes.read(magic.data(), magic.size()) && std::equal(magic.begin(), magic.end(), kMagic);
}

}  // namespace gantry::perf
