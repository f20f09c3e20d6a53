// One column of values per rank as bytes (docs/formats/archive.md): number of figures and of ranks,
// a bit for each rank unless all are there, then for each figure its least code, a width, and the
// codes above the least in so many bits.

#include <base/bytes/Varint.hpp>
#include <perf/model/RankColumns.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace gantry::perf {

namespace {

constexpr unsigned kByte = 8;
constexpr unsigned kMostWidth = 32;
// Far above any profile; a damaged file must not ask for more.
constexpr std::uint64_t kMostFigures = 2 * kMaxMetrics + 4;

class BitWriter final {
public:
    void whole(std::uint64_t number) { base::addVarint(bytes_, number); }
    void bits(std::uint32_t value, unsigned width) {
        for (unsigned i = 0; i < width; ++i) {
            if (used_ == 0) {
                bytes_ += '\0';
            }
            const unsigned bit = (value >> i) & 1U;
            bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) |
                                              static_cast<unsigned char>(bit << used_));
            used_ = (used_ + 1) % kByte;
        }
    }
    // The next bits begin a byte.
    void align() { used_ = 0; }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
    unsigned used_ = 0;  // bits of the last byte
};

[[noreturn]] void fail() {
    throw std::invalid_argument("a column of values per rank is cut short or out of range");
}

class Reader final {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t below(std::uint64_t bound) {
        const std::optional<std::uint64_t> number = base::takeVarint(bytes_);
        if (!number || *number >= bound) {
            fail();
        }
        return *number;
    }
    // The bytes of so many values of that width.
    std::string_view packed(std::uint64_t values, unsigned width) {
        const std::uint64_t size = (values * width + kByte - 1) / kByte;
        if (size > bytes_.size()) {
            fail();
        }
        // Figures begin at a byte, so one of them is found without reading the others bit by bit.
        const std::string_view part = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return part;
    }
    [[nodiscard]] bool isAtEnd() const { return bytes_.empty(); }

private:
    std::string_view bytes_;
};

std::uint32_t bitsAt(std::string_view bytes, std::uint64_t place, unsigned width) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < width; ++i) {
        const std::uint64_t bit = place * width + i;
        const auto byte = static_cast<unsigned char>(bytes[bit / kByte]);
        value |= static_cast<std::uint32_t>((byte >> (bit % kByte)) & 1U) << i;
    }
    return value;
}

// What stands before the values: how many figures, and which ranks have them.
struct Head {
    std::uint64_t figures = 0;
    std::uint64_t present = 0;
    std::string_view marks{};  // empty: all
};

Head headOf(Reader& in, std::uint32_t count) {
    Head head;
    head.figures = in.below(kMostFigures + 1);
    head.present = in.below(std::uint64_t{count} + 1);
    if (head.present < count) {
        head.marks = in.packed(count, 1);
    }
    return head;
}

struct Figure {
    std::uint32_t least = 0;
    unsigned width = 0;
    std::string_view bytes{};

    [[nodiscard]] std::uint32_t at(std::uint64_t place) const {
        return least + bitsAt(bytes, place, width);
    }
};

Figure figureOf(Reader& in, std::uint64_t present) {
    Figure figure;
    figure.least =
        static_cast<std::uint32_t>(in.below(std::numeric_limits<std::uint32_t>::max() / 2));
    figure.width = static_cast<unsigned>(in.below(kMostWidth));
    figure.bytes = in.packed(present, figure.width);
    return figure;
}

}  // namespace

std::string packColumn(const RankColumn& column, std::uint32_t count) {
    BitWriter out;
    out.whole(column.figures.size());
    out.whole(column.ranks.size());
    if (column.ranks.size() < count) {
        std::vector<bool> marks(count, false);
        for (const std::uint32_t rank : column.ranks) {
            marks.at(rank) = true;
        }
        for (const bool mark : marks) {
            out.bits(mark ? 1 : 0, 1);
        }
        out.align();
    }
    for (const auto& codes : column.figures) {
        const auto [least, most] = std::minmax_element(codes.begin(), codes.end());
        const std::uint32_t base = codes.empty() ? 0 : *least;
        const auto width = static_cast<unsigned>(codes.empty() ? 0 : std::bit_width(*most - base));
        out.whole(base);
        out.whole(width);
        for (const std::uint32_t code : codes) {
            out.bits(code - base, width);
        }
        out.align();
    }
    return out.take();
}

RankColumn unpackColumn(std::string_view bytes, std::uint32_t count) {
    Reader in(bytes);
    const Head head = headOf(in, count);
    RankColumn column;
    for (std::uint32_t rank = 0; rank < count; ++rank) {
        if (head.marks.empty() || bitsAt(head.marks, rank, 1) == 1) {
            column.ranks.push_back(rank);
        }
    }
    if (column.ranks.size() != head.present) {
        fail();
    }
    for (std::uint64_t i = 0; i < head.figures; ++i) {
        const Figure figure = figureOf(in, head.present);
        auto& codes = column.figures.emplace_back();
        for (std::uint64_t place = 0; place < head.present; ++place) {
            codes.push_back(figure.at(place));
        }
    }
    if (!in.isAtEnd()) {
        fail();
    }
    return column;
}

std::vector<std::int64_t> figuresIn(std::string_view bytes, std::uint32_t count,
                                    std::uint32_t place) {
    Reader in(bytes);
    const Head head = headOf(in, count);
    std::vector<std::int64_t> values;
    if (place >= count || (!head.marks.empty() && bitsAt(head.marks, place, 1) == 0)) {
        return values;
    }
    // The place among the ranks that are there: how many of them come before.
    std::uint64_t at = head.marks.empty() ? place : 0;
    for (std::uint32_t rank = 0; !head.marks.empty() && rank < place; ++rank) {
        at += bitsAt(head.marks, rank, 1);
    }
    for (std::uint64_t i = 0; i < head.figures; ++i) {
        const Figure figure = figureOf(in, head.present);
        if (at >= head.present) {
            fail();
        }
        values.push_back(columnValue(figure.at(at)));
    }
    return values;
}

}  // namespace gantry::perf
