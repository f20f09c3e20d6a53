#include <perf/document/ProfileFile.hpp>
#include <perf/runs/RunInput.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

std::string written(const std::filesystem::path& folder, const std::string& rank) {
    Profile profile = samples::withTimers({"main"});
    samples::addThread(profile, {samples::node(0, -1, 1, 100)});
    profile.context.emplace_back("rank", rank);
    const std::filesystem::path file = folder / ("rank" + rank + ".json");
    writeProfile(file, profile);
    return file.string();
}

}  // namespace

TEST_SUITE_BEGIN("perf.runs.RunInput");

TEST_CASE("ranks are single numbers and ranges") {
    const RankSelection some = parseRanks("0,4:7");

    CHECK(some.includes(0));
    CHECK(some.includes(4));
    CHECK(some.includes(7));
    CHECK_FALSE(some.includes(3));
    CHECK_FALSE(some.includes(8));
    CHECK(RankSelection{}.includes(12345));
}

TEST_CASE("ranks of another form are refused") {
    for (const char* const text : {"", "1-3", "1,", "a", "1:", "-1", "4294967296", "7:4"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parseRanks(text), std::invalid_argument);
    }
}

TEST_CASE("a window has two times, of which one may be left out") {
    const ExportWindow both = parseWindow("20ms:30ms");
    const ExportWindow open = parseWindow(":2");

    CHECK(both.from == 20 * kMillisecond);
    CHECK(both.to == 30 * kMillisecond);
    CHECK(open.from == ExportWindow().from);
    CHECK(open.to == 2000 * kMillisecond);
}

TEST_CASE("a window without a colon, or that ends before it begins, is refused") {
    for (const char* const text : {"", "1", "2:1", "x:1", "1:x"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parseWindow(text), std::invalid_argument);
    }
}

TEST_CASE("the files of two ranks are one run, of which a rank can be selected") {
    const TestFolder folder;
    RunRequest request;
    request.files = {written(folder.path, "0"), written(folder.path, "5")};
    const RunInput all(request);
    RunRequest chosen = request;
    chosen.ranks = parseRanks("5");
    const RunInput one(chosen);

    CHECK(all.source().profile.threads.size() == 2);
    CHECK(all.source().rankOf == std::vector<std::uint32_t>{0, 5});
    CHECK(one.source().profile.threads.size() == 1);
    CHECK(one.source().rankOf == std::vector<std::uint32_t>{5});
}

TEST_CASE("a rank that is not in the run is an error") {
    const TestFolder folder;
    RunRequest request;
    request.files = {written(folder.path, "0"), written(folder.path, "5")};
    request.ranks = parseRanks("1");

    CHECK_THROWS_AS(RunInput{request}, ExportError);
}

TEST_SUITE_END();
