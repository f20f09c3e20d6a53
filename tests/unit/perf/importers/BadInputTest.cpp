#include <base/InputError.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <zlib.h>

#include "ImportSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using gantry::base::InputError;

namespace {

std::string compressed(const std::string& text) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8,
                         Z_DEFAULT_STRATEGY) == Z_OK);
    std::string result(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

std::string repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) {
        result += text;
    }
    return result;
}

// Whether it is read, and can be kept, or is refused as damaged with a name and a place.
bool readOrRefused(const std::string& format, const std::string& content) {
    try {
        (void)flat(imported(format, content));
        return true;
    } catch (const InputError& error) {
        const std::string text = error.what();
        return error.kind() == InputError::Kind::Damaged &&
               text.rfind(format + ".file: ", 0) == 0 && text.find("byte ") != std::string::npos;
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.BadInput");

TEST_CASE("a file that is cut anywhere is refused with the place, or read") {
    for (const auto& [eachFormat, content] : wholeFiles()) {
        const auto& format = eachFormat;
        CAPTURE(format);
        for (std::size_t size = 0; size < content.size(); ++size) {
            CHECK(readOrRefused(format, content.substr(0, size)));
        }
    }
}

TEST_CASE("a document that is cut is always refused") {
    for (const auto& [eachFormat, content] : wholeFiles()) {
        const auto& format = eachFormat;
        if (content.front() != '{') {
            continue;
        }
        CAPTURE(format);
        for (std::size_t size = 1; size < content.find_last_of('}'); ++size) {
            CHECK(refusal(format, content.substr(0, size)) != "");
        }
    }
}

TEST_CASE("changed bytes give an error with a place, or a profile that can be used") {
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const auto& [eachFormat, content] : wholeFiles()) {
        const auto& format = eachFormat;
        CAPTURE(format);
        for (int i = 0; i < 300; ++i) {
            std::string damaged = content;
            for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
                damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
            }
            CHECK(readOrRefused(format, damaged));
        }
    }
}

TEST_CASE("each format refuses the files of all others") {
    for (const auto& [eachFormat, own] : wholeFiles()) {
        const auto& format = eachFormat;
        for (const auto& [eachOther, content] : wholeFiles()) {
            const auto& other = eachOther;
            CAPTURE(format);
            CAPTURE(other);
            if (format != other) {
                CHECK(refusal(format, content) != "");
            }
        }
    }
}

TEST_CASE("nesting of any depth is skipped, and refused where it would be call paths") {
    const std::string deep = repeated("[", 1'000'000) + repeated("]", 1'000'000);
    std::string chrome = kChrome;
    chrome.insert(1, "\"deep\": " + deep + ",");
    CHECK(imported("chrome", chrome).threads.size() == 2);
    CHECK(refusal("chrome", repeated("[", 1'000'000)).find("an object is due") !=
          std::string::npos);
    CHECK(refusal("chrome", "{\"deep\": " + repeated("[", 1'000'000)).find("the text ends") !=
          std::string::npos);
    CHECK(refusal("folded", repeated("a;", 5000) + "a 1\n").find("nested more than 4096 deep") !=
          std::string::npos);
    CHECK(refusal("chrome", "[" + repeated("{\"ph\":\"B\",\"name\":\"a\",\"ts\":1},", 5000))
              .find("nested more than 4096 deep") != std::string::npos);
}

TEST_CASE("counts that the file does not hold take no memory") {
    CHECK(refusal("tau", "9000000000000000000 templated_functions\n# titles\n")
              .find("the file ends where a function is due") != std::string::npos);
    // A text that claims to be longer than the file.
    CHECK(refusal("pprof", "\x32\xff\xff\xff\xff\xff\xff\xff\xff\x7f").find("byte 0: ") !=
          std::string::npos);
    CHECK(refusal("tau", "0 templated_functions\n# t\n9000000000000000000 aggregates\n")
              .find("the file ends where an aggregate is due") != std::string::npos);
}

TEST_CASE("a location of many functions that many samples name takes little time and memory") {
    Message location;
    location.number(1, 1);
    for (int i = 0; i < 4000; ++i) {
        location.bytes(4, Message().number(1, 7).text());
    }
    Message profile;
    profile.bytes(1, Message().text());
    for (int i = 0; i < 20000; ++i) {
        profile.bytes(2, Message().number(1, 1).number(2, 1).text());
    }
    profile.bytes(4, location.text()).bytes(5, Message().number(1, 7).text()).bytes(6, "");
    const Profile read = imported("pprof", profile.text());
    CHECK(read.threads[0].nodes.size() == 4000);
    CHECK(read.threads[0].nodes.front().inclusive[0] == 20000);
}

TEST_CASE("names may have any bytes, and are kept") {
    const std::string name = "a\xff\xfe\x01";
    CHECK(imported("folded", name + " 1\n").timers[0].name == name);
    CHECK(
        imported("chrome", "[{\"ph\":\"X\",\"ts\":0,\"name\":\"" + name + "\"}]").timers[0].name ==
        name);
    CHECK(imported("chrome", R"([{"ph":"X","ts":0,"name":"\u00e4\ud83d\ude00\ud83d\n"}])")
              .timers[0]
              .name == "\xc3\xa4\xf0\x9f\x98\x80\xef\xbf\xbd\n");
    const TestFolder folder;
    const Profile profile = imported("folded", name + ";b 1\n");
    writeArchive(folder.path / "a.gantry", profile);
    CHECK(readArchive(folder.path / "a.gantry") == profile);
}

TEST_CASE("an escape of other than four digits is refused") {
    for (const char* const digits : {"-000", "00e", "00g4", "+0e4"}) {
        CAPTURE(digits);
        CHECK(!refusal("chrome", std::string(R"([{"ph":"X","ts":0,"name":"\u)") + digits + "\"}]")
                   .empty());
    }
}

TEST_CASE("a million names are read") {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) {
        text += "main;f" + std::to_string(i) + " 1\n";
    }
    const Profile profile = imported("folded", text);
    CHECK(profile.timers.size() == 1'000'001);
    CHECK(profile.threads[0].nodes[0].inclusive[0] == 1'000'000);
}

TEST_CASE("values whose sums an archive does not hold are refused") {
    const std::string most = std::to_string(std::int64_t{1} << 56U);
    CHECK(refusal("folded", "a " + most + "\n") == "");
    CHECK(refusal("folded", "a " + most + "\na 1\n").find("beyond 2^56") != std::string::npos);
    CHECK(refusal("folded", "a;b " + most + "\na;c 1\n").find("beyond 2^56 together") !=
          std::string::npos);
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += "f" + std::to_string(i) + " " + most + "\n";
    }
    CHECK(refusal("folded", many).find("beyond 2^62 together") != std::string::npos);
}

TEST_CASE("compressed files are read, and refused when cut, changed or far too large") {
    for (const auto& [eachFormat, content] : wholeFiles()) {
        const auto& format = eachFormat;
        CAPTURE(format);
        const std::string packed = compressed(content);
        CHECK(ImportFile(format, packed).bytes() == content);
        CHECK(std::string(importerOf(ImportFile(format, packed)).name) == format);
        CHECK(imported(format, packed) == imported(format, content));
        CHECK(refusal(format, packed.substr(0, packed.size() - 9)).find("ends too early") !=
              std::string::npos);
        std::string flipped = packed;
        flipped[packed.size() - 6] = static_cast<char>(flipped[packed.size() - 6] ^ 1);
        CHECK(refusal(format, flipped).find("is damaged") != std::string::npos);
    }
    const std::string bomb = compressed(std::string(std::size_t{1} << 26U, ' '));
    CHECK(refusal("folded", bomb).find("expands to more than") != std::string::npos);
    const std::string twice = compressed("a 1\n") + compressed("b 2\n");
    CHECK(ImportFile("two", twice).bytes() == "a 1\nb 2\n");
}
