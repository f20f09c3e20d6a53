// Takes any bytes as the segment of a program that is gone, and reads all of it.

#include <perf/document/JsonProfile.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "ForeignReadings.hpp"
#include "ProfileCheck.hpp"
#include "SegmentRepair.hpp"

using namespace gantry::perf;

// NOLINTNEXTLINE(readability-identifier-naming): the name of libFuzzer's function
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const char* what, const char* shown = "") {
    if (!holds) {
        std::fprintf(stderr, "fuzz-segment: does not hold: %s\n%s\n", what, shown);
        std::abort();
    }
}

// The bytes where a segment may stand: at a multiple of 8.
std::vector<std::uint64_t> wordsOf(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint64_t> words((size + 7) / 8 + 1);
    std::memcpy(words.data(), data, size);
    return words;
}

void changeWord(std::uint8_t* data, std::size_t size, std::mt19937& random) {
    const std::size_t width = random() % 2 == 0 ? 4 : 8;
    if (size < width) {
        return;
    }
    std::uint8_t* const at = data + random() % (size / width) * width;
    std::uint64_t word = 0;
    std::memcpy(&word, at, width);
    switch (random() % 5) {
        case 0:
            word ^= std::uint64_t{1} << random() % (8 * width);
            break;
        case 1:
            word += random() % 9 - 4;
            break;
        case 2:
            word = 0;
            break;
        case 3:
            word = ~std::uint64_t{0} >> random() % 64;
            break;
        default:
            word = std::uint64_t{random()} << 32U | random();
            break;
    }
    std::memcpy(at, &word, width);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    if (random() % 4 == 0) {
        size = LLVMFuzzerMutate(data, size, most);
    } else {
        for (std::size_t i = 1 + random() % 4; i > 0; --i) {
            changeWord(data, size, random);
        }
    }
    if (random() % 8 != 0) {
        std::vector<std::uint64_t> words = wordsOf(data, size);
        fuzz::repairSegment({reinterpret_cast<std::byte*>(words.data()), size});
        std::memcpy(data, words.data(), size);
    }
    return size;
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<std::uint64_t> words = wordsOf(data, size);
    try {
        const SegmentReader reader({reinterpret_cast<const std::byte*>(words.data()), size});
        const std::uint64_t last = reader.lastKnownNs();
        const ForeignReadings readings(reader.metrics(), last == 0 ? 1 : last);
        const SegmentReader::Reading reading = reader.read(readings, true);
        require((reading.damaged == 0) || !reading.profile.partial.empty(),
                "what is left out is reported");
        (void)flat(reading.profile);
        require(faultOf(reading.profile).empty(), "what is accepted can be kept",
                faultOf(reading.profile).c_str());
        // The longest part by far, so not each time.
        if (std::accumulate(words.begin(), words.end(), std::uint64_t{0}) % 16 == 0) {
            (void)fromJson(toJson(reading.profile));
        }
    } catch (const SegmentError& error) {
        require(error.what()[0] != '\0', "a refusal says why");
    }
    return 0;
}
