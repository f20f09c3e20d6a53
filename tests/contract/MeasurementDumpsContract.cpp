#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "MeasurementFixture.hpp"

using namespace contract;

namespace {

using Json = nlohmann::json;

// Throws for anything that is not JSON.
Json parse(const std::filesystem::path& path) {
    std::ifstream file(path);
    return Json::parse(file);
}

}  // namespace

TEST_SUITE("contract.performance.Measurement") {
    TEST_CASE_FIXTURE(MeasurementFixture, "dumps write files and never over an incremental one") {
        call(*timer("timed"));

        query->dumpProfileData();
        query->dumpProfileDataPrefix((folder / "mine").string());
        query->dumpTimerNames();
        query->dumpTimerData({"timed", "nobody"});
        const std::size_t named = files();
        query->dumpProfileDataIncremental();
        query->dumpProfileDataIncremental();
        measurement->createQuery()->dumpProfileDataIncremental();
        query->dumpTimerDataIncremental({"timed"});
        query->dumpTimerDataIncremental({"timed"});

        if (measures) {
            CHECK(named == 4);
            CHECK(files() == named + 5);
        } else {
            CHECK(files() == 0);
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "every dumped file is a document of its format") {
        call(*timer("timed"));

        query->dumpProfileDataPrefix("p");
        query->dumpProfileDataIncremental();
        query->dumpTimerNames();
        query->dumpTimerData({});
        query->dumpTimerDataIncremental({});

        std::multiset<std::string> formats;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            CAPTURE(entry.path().string());
            const Json document = parse(entry.path());
            const auto format = document.at("format").get<std::string>();
            CHECK(document.at("version") == (format == "gantry-profile" ? 2 : 1));
            formats.insert(format);
        }
        if (measures) {
            CHECK(formats == std::multiset<std::string>{"gantry-profile", "gantry-profile",
                                                        "gantry-timer-names", "gantry-timers",
                                                        "gantry-timers"});
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "the dumped names are those of the timers, byte by byte") {
        call(*timer("plain"));
        call(*timer("\xc3\xa9t\xc3\xa9 \"quoted\""));
        call(*timer("\xff\xfe"));

        query->dumpTimerNames();

        if (measures) {
            const Json names = parse(theFile(".timers.json")).at("timers");
            CHECK(names == Json{"plain", "\xc3\xa9t\xc3\xa9 \"quoted\"", {{"hex", "fffe"}}});
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture, "the dumped figures are those that a query gives") {
        const auto outer = timer("outer");
        outer->start();
        call(*timer("inner"));
        outer->stop();

        query->dumpTimerData({"inner", "nobody", "outer"});

        if (measures) {
            const TimerData data = read({"inner", "outer"});
            const Json document = parse(theFile(".timerdata.json"));
            CHECK(document.at("metrics").size() == static_cast<std::size_t>(data.numCounters));
            const Json& timers = document.at("timers");
            REQUIRE(timers.size() == 2);
            for (int t = 0; t < 2; ++t) {
                const Json& figures = timers.at(static_cast<std::size_t>(t));
                CHECK(figures.at("name") == (t == 0 ? "inner" : "outer"));
                CHECK(figures.at("calls") == data.calls[t]);
                CHECK(figures.at("childCalls") == data.childCalls[t]);
                CHECK(figures.at("running") == 0);
                CHECK(figures.at("inclusive").at(0) == data.inclusive(t, 0));
                CHECK(figures.at("exclusive").at(0) == data.exclusive(t, 0));
            }
        }
    }

    TEST_CASE_FIXTURE(MeasurementFixture,
                      "a dump that cannot be written is an error and leaves nothing behind") {
        if (measures) {
            CHECK_THROWS_AS(
                query->dumpProfileDataPrefix((folder / "no such folder" / "x").string()),
                gov::cca::CCAException);
            CHECK(files() == 0);
        }
    }
}
