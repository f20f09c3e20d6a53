#include <perf/page/TimelineTile.hpp>

#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "ProfileColumns.hpp"
#include "TileCells.hpp"

namespace gantry::perf {

namespace {

// Columns of numbers, of one row after the other.
class TileText final {
public:
    TileText(const Timeline& timeline, const TileCells& cells)
        : timeline_(timeline), cells_(cells) {}

    std::string text() {
        text_ = "{\"from\":";
        number(cells_.window.from);
        text_ += ",\"to\":";
        number(cells_.window.to);
        text_ += ",\"columns\":";
        number(cells_.columns);
        text_ += ",\"rows\":[";
        for (std::size_t row = 0; row < cells_.rows.size(); ++row) {
            text_ += row == 0 ? "" : ",";
            addRow(row);
        }
        text_ += "],\"names\":" + names() + '}';
        return std::move(text_);
    }

private:
    void number(std::int64_t value) {
        std::array<char, 24> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        text_.append(digits.data(), end.ptr);
    }

    template <class Value>
    void column(const char* key, std::size_t row, Value value) {
        text_ += ",\"";
        text_ += key;
        text_ += "\":[";
        for (std::uint32_t i = 0; i < cells_.columns; ++i) {
            text_ += i == 0 ? "" : ",";
            number(value(row * cells_.columns + i));
        }
        text_ += ']';
    }

    void addRow(std::size_t row) {
        text_ += "{\"row\":";
        number(cells_.rows[row]);
        for (const auto& [key, times] :
             {std::pair("busy", &cells_.times[0]), std::pair("idle", &cells_.times[1]),
              std::pair("overhead", &cells_.times[2])}) {
            column(key, row, [times = times](std::size_t cell) { return (*times)[cell]; });
        }
        column("records", row, [this](std::size_t cell) {
            return static_cast<std::int64_t>(cells_.records[cell]);
        });
        column("name", row, [this](std::size_t cell) { return placeOf(cells_.names[cell]); });
        text_ += '}';
    }

    // -1: no call.
    std::int64_t placeOf(std::uint32_t name) {
        if (name == 0) {
            return -1;
        }
        const auto [known, isNew] = places_.try_emplace(name, used_.size());
        if (isNew) {
            used_.push_back(name);
        }
        return static_cast<std::int64_t>(known->second);
    }

    [[nodiscard]] std::string names() const {
        Json names = Json::array();
        for (const std::uint32_t place : used_) {
            const TimelineName& name = timeline_.names()[place];
            names.push_back({pageText(name.text), pageText(name.component)});
        }
        return names.dump(-1, ' ', true);
    }

    const Timeline& timeline_;
    const TileCells& cells_;
    std::string text_;
    std::unordered_map<std::uint32_t, std::size_t> places_;
    std::vector<std::uint32_t> used_;
};

}  // namespace

std::string timelineTile(const Timeline& timeline, const TileRequest& request) {
    const TileCells cells = tileCells(timeline, request);
    return TileText(timeline, cells).text();
}

}  // namespace gantry::perf
