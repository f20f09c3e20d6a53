#pragma once

#include <perf/timeline/Timeline.hpp>
#include <perf/timeline/TimelineBuilder.hpp>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace gantry::perf::samples {

/// A row as it was given to the builder.
struct PlainRow {
    struct Step {
        std::uint64_t ticks;
        std::uint32_t name;
        bool isStop;
    };

    TimelineClock clock;
    std::vector<Step> steps;
};

/// A few rows of random calls, kept as they are, and the timeline of them.
class RandomTimeline final {
public:
    RandomTimeline(std::mt19937& random, std::size_t rows, std::size_t steps)
        : timeline_(build(random, rows, steps)) {}

    [[nodiscard]] const Timeline& timeline() const { return timeline_; }
    [[nodiscard]] const std::vector<PlainRow>& rows() const { return rows_; }
    [[nodiscard]] const std::vector<std::byte>& image() const { return image_; }

private:
    Timeline build(std::mt19937& random, std::size_t rows, std::size_t steps) {
        TimelineBuilder builder;
        std::vector<std::uint32_t> names;
        for (std::uint32_t i = 0; i < 9; ++i) {
            TimelineName name{
                std::string("f").append(std::to_string(i)), i % 2 == 0 ? "A" : "B", {}, {}, {}};
            if (i % 3 != 0) {
                name.activity = static_cast<Activity>(i % 4);
            }
            names.push_back(builder.name(name));
        }
        for (std::size_t row = 0; row < rows; ++row) {
            addRow(builder, random, names, steps);
        }
        image_ = builder.image(77);
        return Timeline(image_);
    }

    void addRow(TimelineBuilder& builder, std::mt19937& random,
                const std::vector<std::uint32_t>& names, std::size_t steps) {
        PlainRow row;
        row.clock = {random() % 1000, std::uint64_t{1} << (31 + random() % 3),
                     static_cast<std::int64_t>(random() % 2000) - 1000};
        TimelineRow info;
        info.rank = static_cast<std::int32_t>(rows_.size());
        info.clock = row.clock;
        builder.beginRow(info);
        std::vector<std::uint32_t> open;
        std::uint64_t now = random() % 5000;
        const std::size_t all = random() % (steps + 1);
        for (std::size_t i = 0; i < all; ++i) {
            // Often nothing passes, seldom very much.
            now += random() % 3 == 0 ? 0 : random() % (random() % 50 == 0 ? 100'000 : 40);
            const bool isStop = !open.empty() && random() % 100 < 20 + 8 * open.size();
            const std::uint32_t name = isStop ? open.back() : names[random() % names.size()];
            if (isStop) {
                builder.stop(now, name);
                open.pop_back();
            } else {
                builder.start(now, name);
                open.push_back(name);
            }
            row.steps.push_back({now, name, isStop});
        }
        rows_.push_back(std::move(row));
    }

    std::vector<PlainRow> rows_;
    std::vector<std::byte> image_;
    Timeline timeline_;
};

}  // namespace gantry::perf::samples
