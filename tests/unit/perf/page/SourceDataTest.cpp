#include <perf/model/SampledMetric.hpp>
#include <perf/page/RunPage.hpp>
#include <perf/page/SourceData.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using Values = nlohmann::json;

namespace {

ArchivedSource kept(const std::string& path, const std::string& text) {
    ArchivedSource source;
    source.path = path;
    source.text = std::make_shared<const std::string>(text);
    return source;
}

Values filesOf(const Profile& profile, const std::vector<ArchivedSource>& sources) {
    return Values::parse(jsonDocument(sourceData(profile, sources), -1)).at("files");
}

Profile timed() {
    Profile profile = samples::withTimers({"solve [{/p/a.c} {2,1}]"});
    samples::addThread(profile, {samples::node(0, -1, 3, 100)});
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.page.SourceData");

TEST_CASE("a file has its lines as text, and what was measured of them in columns") {
    ArchivedSource source = kept("/p/a.c", "one\ntwo\r\nthr\xff\xfe\n");
    source.note = "the file is gone";

    const Values files = filesOf(timed(), {source});

    REQUIRE(files.size() == 1);
    CHECK(files[0].at("path") == "/p/a.c");
    CHECK(files[0].at("note") == "the file is gone");
    CHECK(files[0].at("text") == Values({"one", "two", "thr\\xff\\xfe"}));
    CHECK(files[0].at("lines").at("line") == Values({2}));
    CHECK(files[0].at("lines").at("calls") == Values({3}));
    CHECK(files[0].at("lines").at("inclusive") == Values({100}));
    CHECK(files[0].at("lines").at("timer") == Values({"solve"}));
}

TEST_CASE("a file without a text in the archive has none in a page, whatever it is today") {
    ArchivedSource left;
    left.path = "/p/a.c";
    left.leftOut = "it is too large";

    CHECK(filesOf(timed(), {})[0].at("text").is_null());
    CHECK(filesOf(timed(), {})[0].at("leftOut") == "");
    CHECK(filesOf(timed(), {left})[0].at("leftOut") == "it is too large");
    // This program certainly has that file.
    const Profile profile = samples::withTimers({"x [{/proc/self/status} {1,1}]"});
    CHECK(pageDocument({"run", profile, {}}).find("VmPeak") == std::string::npos);
}

TEST_CASE("a page has no room for more than a mebibyte of texts") {
    const auto files =
        filesOf(timed(), {kept("/p/a.c", std::string(700'000, 'a')),
                          kept("/p/b.c", std::string(700'000, 'b')), kept("/p/c.c", "short")});

    REQUIRE(files.size() == 3);
    CHECK(files[0].at("text").size() == 1);
    CHECK(files[1].at("text").is_null());
    CHECK(files[1].at("leftOut") == "the page has no room for it; the archive has it");
    CHECK(files[2].at("text") == Values({"short"}));
}

TEST_CASE("of very many files the first ones are in a page, and the others are counted") {
    std::vector<ArchivedSource> sources;
    for (int i = 0; i < 2005; ++i) {
        sources.push_back(kept('/' + std::to_string(i), ""));
    }

    CHECK(sourceData(samples::fullProfile(), sources).at("files").size() == 2000);
    CHECK(sourceData(samples::fullProfile(), sources).at("leftOut") == 5);
}

TEST_CASE("a text of a file cannot end the data of a page") {
    const Profile profile = timed();
    History history;
    history.sources = {kept("/p/a.c", "</script><img src=x onerror=alert(1)>\n")};

    const std::string page = runPage({"run", profile, history});

    CHECK(page.find("<img src=x") == std::string::npos);
    CHECK(page.find("\\u003c/script>") != std::string::npos);
}

TEST_SUITE_END();
