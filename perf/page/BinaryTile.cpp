#include <perf/page/TimelineTile.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

constexpr std::uint32_t kMagic = 0x314c5447;  // "GTL1"
constexpr std::uint32_t kTileVersion = 1;
constexpr std::size_t kAlignment = 8;

// Little-endian, whatever the machine is.
class BinaryText final {
public:
    template <class Value>
    void add(Value value) {
        constexpr unsigned kByte = 8;
        auto bits = static_cast<std::make_unsigned_t<Value>>(value);
        for (std::size_t i = 0; i < sizeof(Value); ++i) {
            text_ += static_cast<char>(bits & 0xffU);
            // In two steps: a shift by all bits of a type is none.
            bits = static_cast<std::make_unsigned_t<Value>>(bits >> (kByte - 1) >> 1U);
        }
    }
    void add(const std::string& text) { text_ += text; }
    void pad() { text_.resize((text_.size() + kAlignment - 1) / kAlignment * kAlignment, '\0'); }
    void reserve(std::size_t bytes) { text_.reserve(bytes); }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

std::uint32_t bounded(std::uint64_t value) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

class Tile final {
public:
    Tile(const Timeline& timeline, TimelineShares shares)
        : timeline_(timeline), shares_(std::move(shares)) {
        const auto length = static_cast<std::uint64_t>(shares_.window.to - shares_.window.from);
        // A column may be longer than the others by the rounding of its ends.
        isWide_ = length / shares_.columns + 2 > std::numeric_limits<std::uint32_t>::max();
    }

    std::string text() {
        const std::vector<std::int32_t> places = placesOfNames();
        const std::string names = namesText();
        text_.reserve(shares_.cells.size() * sizeof(std::uint64_t) * 4 + names.size());
        addHead(names.size());
        for (const std::uint32_t row : shares_.rows) {
            text_.add(row);
        }
        text_.pad();
        for (const Activity activity : {Activity::Busy, Activity::Idle, Activity::Overhead}) {
            addTimes(activity);
        }
        for (const TimelineColumn& cell : shares_.cells) {
            text_.add(bounded(cell.records));
        }
        text_.pad();
        for (const std::int32_t place : places) {
            text_.add(place);
        }
        text_.pad();
        text_.add(names);
        return text_.take();
    }

private:
    void addHead(std::size_t nameBytes) {
        text_.add(kMagic);
        text_.add(kTileVersion);
        text_.add(static_cast<std::uint32_t>(shares_.rows.size()));
        text_.add(shares_.columns);
        text_.add(shares_.window.from);
        text_.add(shares_.window.to);
        text_.add(
            static_cast<std::uint32_t>(isWide_ ? sizeof(std::uint64_t) : sizeof(std::uint32_t)));
        text_.add(static_cast<std::uint32_t>(nameBytes));
    }
    void addTimes(Activity activity) {
        for (std::size_t i = 0; i < shares_.cells.size(); ++i) {
            const TimelineClock& clock = timeline_.rows()[shares_.rows[i / shares_.columns]].clock;
            const std::int64_t time =
                clock.duration(shares_.cells[i].ticks[static_cast<std::size_t>(activity)]);
            isWide_ ? text_.add(time) : text_.add(static_cast<std::uint32_t>(time));
        }
        text_.pad();
    }
    std::vector<std::int32_t> placesOfNames() {
        std::unordered_map<std::uint32_t, std::int32_t> known;
        std::vector<std::int32_t> places;
        places.reserve(shares_.cells.size());
        for (const TimelineColumn& cell : shares_.cells) {
            if (cell.name == 0) {
                places.push_back(-1);
                continue;
            }
            const auto [place, isNew] =
                known.try_emplace(cell.name, static_cast<std::int32_t>(used_.size()));
            if (isNew) {
                used_.push_back(cell.name);
            }
            places.push_back(place->second);
        }
        return places;
    }
    [[nodiscard]] std::string namesText() const {
        Json names = Json::array();
        for (const std::uint32_t place : used_) {
            const TimelineName& name = timeline_.names()[place];
            names.push_back({pageText(name.text), pageText(name.component)});
        }
        return names.dump(-1, ' ', true);
    }

    const Timeline& timeline_;
    TimelineShares shares_;
    bool isWide_ = false;
    std::vector<std::uint32_t> used_;
    BinaryText text_;
};

}  // namespace

std::string binaryTile(const Timeline& timeline, const TileRequest& request) {
    return Tile(timeline, timeline.shares(request.window, request.columns, request.rows)).text();
}

}  // namespace gantry::perf
