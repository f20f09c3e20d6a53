#include "Layout.hpp"

#include <cstring>

namespace gantry::perf::timeline {

std::uint64_t checkOf(const void* bytes, std::size_t words) noexcept {
    WordCheck check;
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, static_cast<const std::byte*>(bytes) + i * sizeof word, sizeof word);
        check.add(word);
    }
    return check.value();
}

std::uint64_t checkOfHeader(const FileHeader& header, const void* sections) noexcept {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    const std::uint64_t both[] = {checkOf(&header, offsetof(FileHeader, check) / kWord),
                                  checkOf(sections, header.sectionCount * sizeof(Section) / kWord)};
    return checkOf(both, 2);
}

// Over block and columns together, with `check` as 0: the place of the columns is in the block, so
// columns of another block are found too.
std::uint32_t checkOf(const Block& block, const std::uint64_t* words, std::size_t count) noexcept {
    Block plain = block;
    plain.check = 0;
    std::uint64_t entry[sizeof(Block) / sizeof(std::uint64_t)];
    std::memcpy(entry, &plain, sizeof plain);
    WordCheck check;
    for (const std::uint64_t word : entry) {
        check.add(word);
    }
    for (std::size_t i = 0; i < count; ++i) {
        check.add(words[i]);
    }
    return static_cast<std::uint32_t>(check.value());
}

}  // namespace gantry::perf::timeline
