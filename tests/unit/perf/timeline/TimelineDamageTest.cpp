#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "Layout.hpp"
#include "TimelineSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using namespace gantry::perf::timeline;

namespace {

using Image = std::vector<std::byte>;

// Reads all that queries read. Empty: nothing was refused.
std::string problem(Image image) {
    try {
        const Timeline timeline(std::move(image));
        timeline.verify();
        (void)timeline.calls(timeline.extent(), timeline.allRows(), 100);
        (void)timeline.shares(timeline.extent(), 10, timeline.allRows());
        return {};
    } catch (const TimelineError& error) {
        return error.what();
    }
}

Image sampleImage() {
    std::mt19937 random(1);
    return RandomTimeline(random, 2, 700).image();
}

// Makes the check of the header right, as an attacker would.
void sign(Image& image) {
    FileHeader header{};
    std::memcpy(&header, image.data(), sizeof header);
    header.check = checkOfHeader(header, image.data() + header.sections);
    std::memcpy(image.data(), &header, sizeof header);
}

}  // namespace

TEST_SUITE("perf.timeline.TimelineDamage") {
    TEST_CASE("a timeline that was cut anywhere is refused") {
        const Image whole = sampleImage();
        REQUIRE(problem(whole).empty());

        for (std::size_t size = 0; size < whole.size(); size += 13) {
            CHECK(!problem(Image(whole.begin(), whole.begin() + static_cast<long>(size))).empty());
        }
    }

    TEST_CASE("any flipped byte is refused, but for padding, and the message says where") {
        const Image whole = sampleImage();

        std::size_t unnoticed = 0;
        for (std::size_t at = 0; at < whole.size(); ++at) {
            Image image = whole;
            image[at] ^= std::byte{0x10};
            const std::string what = problem(image);
            unnoticed += what.empty() ? 1 : 0;
            // The first bytes tell which kind and version of file it is.
            CHECK((what.empty() || at < 16 || what.find("damaged at byte") != std::string::npos));
        }
        // Behind the columns of each of the two rows.
        CHECK(unnoticed <= 2 * 16);
    }

    TEST_CASE("places and counts that lead out of the image are refused") {
        const Image whole = sampleImage();
        FileHeader header{};
        std::memcpy(&header, whole.data(), sizeof header);

        for (std::uint32_t i = 0; i < header.sectionCount; ++i) {
            for (const std::uint64_t number :
                 {std::uint64_t{1} << 63U, ~std::uint64_t{0}, std::uint64_t{1} << 40U}) {
                Image image = whole;
                auto* const section =
                    reinterpret_cast<Section*>(image.data() + header.sections) + i;
                section->count = number;
                sign(image);
                CHECK(problem(image).find("damaged at byte") != std::string::npos);
                section->count = 1;
                section->offset = number;
                sign(image);
                CHECK(problem(image).find("damaged at byte") != std::string::npos);
            }
        }
        Image image = whole;
        header.sectionCount = ~std::uint32_t{0};
        std::memcpy(image.data(), &header, sizeof header);
        CHECK(problem(image).find("damaged at byte") != std::string::npos);
    }

    TEST_CASE("other files, byte orders and versions are distinguished") {
        Image image = sampleImage();
        CHECK(problem(Image(100)).find("not a timeline") != std::string::npos);
        image[8] = std::byte{9};
        CHECK(problem(image).find("format version 9") != std::string::npos);
        image[12] = std::byte{1};
        CHECK(problem(image).find("byte order") != std::string::npos);
    }

    TEST_CASE("sections of unknown kinds are skipped") {
        Image image = sampleImage();
        FileHeader header{};
        std::memcpy(&header, image.data(), sizeof header);
        const Section unknown{99, 8, 64, 1, 0};
        const auto* const bytes = reinterpret_cast<const std::byte*>(&unknown);
        image.insert(image.end(), bytes, bytes + sizeof unknown);
        header.bytes = image.size();
        ++header.sectionCount;
        std::memcpy(image.data(), &header, sizeof header);
        sign(image);

        CHECK(problem(image).empty());
    }
}
