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
#include "TileCells.hpp"

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
    Tile(const Timeline& timeline, TileCells cells, std::size_t rowsInOne)
        : timeline_(timeline), cells_(std::move(cells)) {
        const auto length = static_cast<std::uint64_t>(cells_.window.to - cells_.window.from);
        // A column may be longer than the others by the rounding of its ends.
        isWide_ =
            (length / cells_.columns + 2) * rowsInOne > std::numeric_limits<std::uint32_t>::max();
    }

    std::string text() {
        const std::vector<std::int32_t> places = placesOfNames();
        const std::string names = namesText();
        text_.reserve(cells_.size() * sizeof(std::uint64_t) * 4 + names.size());
        addHead(names.size());
        for (const std::uint32_t row : cells_.rows) {
            text_.add(row);
        }
        text_.pad();
        for (const std::vector<std::int64_t>& times : cells_.times) {
            addTimes(times);
        }
        for (const std::uint64_t records : cells_.records) {
            text_.add(bounded(records));
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
        text_.add(static_cast<std::uint32_t>(cells_.rows.size()));
        text_.add(cells_.columns);
        text_.add(cells_.window.from);
        text_.add(cells_.window.to);
        text_.add(
            static_cast<std::uint32_t>(isWide_ ? sizeof(std::uint64_t) : sizeof(std::uint32_t)));
        text_.add(static_cast<std::uint32_t>(nameBytes));
    }
    void addTimes(const std::vector<std::int64_t>& times) {
        for (const std::int64_t time : times) {
            isWide_ ? text_.add(time) : text_.add(static_cast<std::uint32_t>(time));
        }
        text_.pad();
    }
    std::vector<std::int32_t> placesOfNames() {
        std::unordered_map<std::uint32_t, std::int32_t> known;
        std::vector<std::int32_t> places;
        places.reserve(cells_.size());
        for (const std::uint32_t name : cells_.names) {
            if (name == 0) {
                places.push_back(-1);
                continue;
            }
            const auto [place, isNew] =
                known.try_emplace(name, static_cast<std::int32_t>(used_.size()));
            if (isNew) {
                used_.push_back(name);
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
    TileCells cells_;
    bool isWide_ = false;
    std::vector<std::uint32_t> used_;
    BinaryText text_;
};

}  // namespace

std::string binaryTile(const Timeline& timeline, const TileRequest& request) {
    return Tile(timeline, tileCells(timeline, request), request.together ? request.rows.size() : 1)
        .text();
}

}  // namespace gantry::perf
