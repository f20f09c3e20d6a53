#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

/// The image of a timeline (docs/formats/timeline.md). Numbers are in the byte order of the
/// machine; every structure begins at a multiple of 8 bytes.
namespace gantry::perf::timeline {

inline constexpr char kMagic[8] = {'G', 'A', 'N', 'T', 'R', 'Y', 'T', 'L'};
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kByteOrder = 0x01020304;

enum class SectionKind : std::uint32_t { Rows = 1, Names = 2, Text = 3, Events = 4, Messages = 5 };

struct FileHeader {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byteOrder;
    std::uint64_t bytes;     ///< of the whole image
    std::uint64_t sections;  ///< place of the table of sections
    std::uint32_t sectionCount;
    std::uint32_t reserved;
    std::uint64_t source;
    std::uint64_t reserved2;
    std::uint64_t check;  ///< over the fields before it and the table of sections
};
static_assert(sizeof(FileHeader) == 64);

struct Section {
    std::uint32_t kind;
    std::uint32_t entryBytes;  ///< a reader uses the first bytes of a longer entry
    std::uint64_t offset;
    std::uint64_t count;
    std::uint64_t check;  ///< over all entries
};
static_assert(sizeof(Section) == 32);

struct TextPlace {
    std::uint32_t offset;
    std::uint32_t bytes;
};

struct RowEntry {
    std::int32_t rank;
    std::uint32_t thread;
    TextPlace label;
    std::uint64_t startTicks;
    std::uint64_t unitsPerTick;
    std::int64_t shift;
    std::uint64_t firstTicks;
    std::uint64_t lastTicks;
    std::uint64_t blocks;  ///< place of the first Block
    std::uint64_t blockCount;
    std::uint64_t words;  ///< place of the packed columns
    std::uint64_t wordCount;
    std::uint64_t records;
    std::uint64_t firstEvent;  ///< in the section of events
    std::uint64_t eventCount;
    std::uint64_t lost;
    std::uint64_t unmatched;
};
static_assert(sizeof(RowEntry) == 128);

struct NameEntry {
    TextPlace text;
    TextPlace component;
    TextPlace group;
    std::uint32_t kind;
    std::uint32_t activity;  ///< 1 + Activity; 0: that of the caller
};
static_assert(sizeof(NameEntry) == 32);

struct EventEntry {
    std::uint64_t ticks;
    std::uint32_t name;
    std::uint32_t hasValue;
    double value;
};
static_assert(sizeof(EventEntry) == 24);

struct MessageEntry {
    std::int64_t sent;
    std::int64_t received;
    std::int64_t latest;  ///< received, the latest of this and all before
    std::int64_t tag;
    std::uint64_t bytes;
    std::int32_t from;
    std::int32_t to;
    std::uint32_t communicator;
    std::uint32_t reserved;
};
static_assert(sizeof(MessageEntry) == 56);

/// Records in a block, but for the last one of a row.
inline constexpr std::uint32_t kBlock = 128;
inline constexpr std::uint32_t kMostDepth = 0xffff;

/// What the thread does after a record: name and activity of the innermost call; and whether the
/// record was a stop.
constexpr std::uint32_t tagOf(std::uint32_t name, std::uint32_t activity, bool isStop) noexcept {
    return name << 3U | activity << 1U | (isStop ? 1U : 0U);
}
constexpr std::uint32_t nameIn(std::uint32_t tag) noexcept {
    return tag >> 3U;
}
constexpr std::uint32_t activityIn(std::uint32_t tag) noexcept {
    return tag >> 1U & 3U;
}
constexpr bool isStop(std::uint32_t tag) noexcept {
    return (tag & 1U) != 0;
}
inline constexpr std::uint32_t kMostNames = std::uint32_t{1} << 28U;

/// Up to 128 records, and everything before them in sums.
struct Block {
    std::uint64_t time;     ///< of the first record
    std::uint64_t sums[3];  ///< ticks busy, idle, overhead from the row's first record up to `time`
    std::uint32_t words;    ///< place of the columns, in words from those of the row
    std::uint32_t check;    ///< over this entry and its columns
    float longestCall;      ///< ticks of the longest call that begins here, rounded up
    float longestStretch;   ///< ticks between a record and the next one, the longest of them
    std::uint32_t longestName;  ///< of that stretch
    std::uint32_t before;       ///< tag before the first record
    std::uint16_t depth;        ///< calls that run before the first record
    std::uint16_t
        leastDepth;  ///< the smallest number of calls that run before or after any of them
    std::uint8_t count;
    std::uint8_t timeBits;  ///< of a number in the column of times
    std::uint8_t tagBits;
    std::uint8_t reserved;
};
static_assert(sizeof(Block) == 64);

/// Words that a column of `count` numbers takes.
constexpr std::uint32_t wordsOf(std::uint32_t count, std::uint32_t bits) noexcept {
    return (count * bits + 63) / 64;
}

/// A check of words that costs about a third of a nanosecond for each: finds flipped and displaced
/// bytes, does not defend against intent.
class WordCheck final {
public:
    void add(std::uint64_t word) noexcept {
        std::uint64_t& lane = lanes_[at_++ & 3U];
        lane = std::rotl(lane ^ word, 29) * 0x9e3779b97f4a7c15U;
    }
    [[nodiscard]] std::uint64_t value() const noexcept {
        std::uint64_t all = at_ * 0xff51afd7ed558ccdU;
        for (const std::uint64_t lane : lanes_) {
            all = std::rotl(all ^ lane, 31) * 0xc4ceb9fe1a85ec53U;
        }
        return all ^ all >> 29U;
    }

private:
    std::uint64_t lanes_[4] = {1, 2, 3, 4};
    std::uint64_t at_ = 0;
};

/// Over words in memory.
std::uint64_t checkOf(const void* bytes, std::size_t words) noexcept;
/// Of the header, whose member `check` is left out, and the table of sections.
std::uint64_t checkOfHeader(const FileHeader& header, const void* sections) noexcept;
/// Of a block, whose member `check` is left out, and its columns.
std::uint32_t checkOf(const Block& block, const std::uint64_t* words, std::size_t count) noexcept;

}  // namespace gantry::perf::timeline
