#include <perf/page/TimelineTile.hpp>

#include <array>
#include <charconv>
#include <unordered_map>

#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

// Columns of numbers, of one row after the other.
class TileText final {
public:
    TileText(const Timeline& timeline, const TimelineShares& shares)
        : timeline_(timeline), shares_(shares) {}

    std::string text() {
        text_ = "{\"from\":";
        number(shares_.window.from);
        text_ += ",\"to\":";
        number(shares_.window.to);
        text_ += ",\"columns\":";
        number(shares_.columns);
        text_ += ",\"rows\":[";
        for (std::size_t row = 0; row < shares_.rows.size(); ++row) {
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
        for (std::uint32_t i = 0; i < shares_.columns; ++i) {
            text_ += i == 0 ? "" : ",";
            number(value(shares_.cells[row * shares_.columns + i]));
        }
        text_ += ']';
    }

    void addRow(std::size_t row) {
        const std::uint32_t place = shares_.rows[row];
        const TimelineClock& clock = timeline_.rows()[place].clock;
        text_ += "{\"row\":";
        number(place);
        const auto time = [&clock](Activity activity) {
            return [&clock, activity](const TimelineColumn& cell) {
                return clock.duration(cell.ticks[static_cast<std::size_t>(activity)]);
            };
        };
        column("busy", row, time(Activity::Busy));
        column("idle", row, time(Activity::Idle));
        column("overhead", row, time(Activity::Overhead));
        column("records", row,
               [](const TimelineColumn& cell) { return static_cast<std::int64_t>(cell.records); });
        column("name", row, [this](const TimelineColumn& cell) { return placeOf(cell.name); });
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
    const TimelineShares& shares_;
    std::string text_;
    std::unordered_map<std::uint32_t, std::size_t> places_;
    std::vector<std::uint32_t> used_;
};

}  // namespace

std::string timelineTile(const Timeline& timeline, const TileRequest& request) {
    const TimelineShares shares = timeline.shares(request.window, request.columns, request.rows);
    return TileText(timeline, shares).text();
}

}  // namespace gantry::perf
