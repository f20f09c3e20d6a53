// Takes any bytes as a timeline, and asks it everything.

#include <perf/timeline/Timeline.hpp>
#include <perf/timeline/TimelineBuilder.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "Layout.hpp"

using namespace gantry::perf;
using namespace gantry::perf::timeline;

// NOLINTNEXTLINE(readability-identifier-naming): the name of libFuzzer's function
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "fuzz-timeline: does not hold: %s\n", what);
        std::abort();
    }
}

// A whole timeline to begin with.
std::vector<std::byte> whole(std::mt19937& random) {
    TimelineBuilder builder;
    const std::uint32_t names[] = {builder.name({"f", "A", {}, {}, {}}),
                                   builder.name({"g", {}, {}, {}, Activity::Idle})};
    const std::uint32_t value = builder.name({"v", {}, {}, OperationKind::Counter, {}});
    for (std::size_t row = 0; row < 1 + random() % 3; ++row) {
        builder.beginRow({});
        std::uint64_t now = random() % 1000;
        for (std::size_t i = 0; i < random() % 400; ++i) {
            now += random() % 100;
            const std::uint32_t name = names[random() % 2];
            if (random() % 2 == 0) {
                builder.start(now, name);
            } else {
                builder.stop(now, name);
            }
        }
        builder.event(now, value, 1.5);
    }
    builder.addMessage({0, 1, 5, 90, 0, 8, 0});
    return builder.image();
}

template <class Value>
Value at(const std::uint8_t* data, std::uint64_t place) {
    Value value{};
    std::memcpy(&value, data + place, sizeof value);
    return value;
}

bool isInside(std::uint64_t place, std::uint64_t count, std::uint64_t each, std::size_t size) {
    return each > 0 && place <= size && count <= (size - place) / each;
}

// Makes the checks of the blocks of a row right.
void signBlocks(std::uint8_t* data, std::size_t size, const RowEntry& row) {
    if (!isInside(row.blocks, row.blockCount, sizeof(Block), size) ||
        !isInside(row.words, row.wordCount, sizeof(std::uint64_t), size)) {
        return;
    }
    std::vector<std::uint64_t> words(row.wordCount);
    if (!words.empty()) {
        std::memcpy(words.data(), data + row.words, words.size() * sizeof(std::uint64_t));
    }
    for (std::uint64_t i = 0; i < row.blockCount; ++i) {
        auto block = at<Block>(data, row.blocks + i * sizeof(Block));
        const std::uint64_t count =
            wordsOf(block.count, block.timeBits) + wordsOf(block.count, block.tagBits);
        if (isInside(block.words, count, 1, words.size())) {
            block.check = checkOf(block, words.data() + block.words, count);
            std::memcpy(data + row.blocks + i * sizeof(Block), &block, sizeof block);
        }
    }
}

// Makes all checks right, so that what they guard is reached.
void repair(std::uint8_t* data, std::size_t size) {
    if (size < sizeof(FileHeader)) {
        return;
    }
    auto header = at<FileHeader>(data, 0);
    header.bytes = size;
    if (!isInside(header.sections, header.sectionCount, sizeof(Section), size)) {
        return;
    }
    for (std::uint32_t i = 0; i < header.sectionCount; ++i) {
        auto section = at<Section>(data, header.sections + i * sizeof(Section));
        if (!isInside(section.offset, section.count, section.entryBytes, size)) {
            continue;
        }
        if (section.kind == static_cast<std::uint32_t>(SectionKind::Rows) &&
            section.entryBytes == sizeof(RowEntry)) {
            for (std::uint64_t row = 0; row < section.count; ++row) {
                signBlocks(data, size, at<RowEntry>(data, section.offset + row * sizeof(RowEntry)));
            }
        }
        section.check = checkOf(data + section.offset,
                                section.count * section.entryBytes / sizeof(std::uint64_t));
        std::memcpy(data + header.sections + i * sizeof section, &section, sizeof section);
    }
    header.check = checkOfHeader(header, data + header.sections);
    std::memcpy(data, &header, sizeof header);
}

void askAll(const Timeline& timeline) {
    std::vector<std::uint32_t> rows = timeline.allRows();
    rows.resize(std::min<std::size_t>(rows.size(), 8));
    const TimelineWindow all = timeline.extent();
    const std::int64_t middle = std::midpoint(all.from, all.to);
    for (const TimelineWindow& window : {all, TimelineWindow{middle, middle + 50}}) {
        require(timeline.shares(window, 7, rows).cells.size() == 7 * rows.size(), "all cells");
        require(timeline.calls(window, rows, 20).entries.size() < 100'000, "few calls");
        (void)timeline.events(window, rows, 20);
        (void)timeline.messages(window, 20);
        (void)timeline.traffic(window, 5);
        (void)timeline.utilisation(window, 5, rows);
        (void)timeline.concurrency(Activity::Busy, window, rows);
        (void)timeline.longest(window, rows);
        TimelineSearch search;
        search.window = window;
        search.rows = rows;
        search.least = 10;
        (void)timeline.search(search);
        (void)timeline.durations(search);
    }
    for (const std::uint32_t row : rows) {
        (void)timeline.stackAt(row, middle);
        (void)timeline.next(row, middle);
        (void)timeline.previous(row, middle);
    }
    timeline.verify();
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    if (size < sizeof(FileHeader) || random() % 64 == 0) {
        const std::vector<std::byte> image = whole(random);
        if (image.size() <= most) {
            std::memcpy(data, image.data(), image.size());
            size = image.size();
        }
    }
    size = LLVMFuzzerMutate(data, size, most);
    if (random() % 8 != 0) {
        repair(data, size);
    }
    return size;
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> image(size);
    std::transform(data, data + size, image.begin(),
                   [](std::uint8_t byte) { return std::byte{byte}; });
    try {
        askAll(Timeline(std::move(image)));
    } catch (const TimelineError&) {
        return 0;
    }
    return 0;
}
