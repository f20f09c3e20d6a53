#include <perf/analysis/TopScreen.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

std::ptrdiff_t linesOf(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

Profile wideProfile() {
    Profile profile = samples::largeProfile(60, 60);
    for (std::size_t i = 0; i < profile.timers.size(); ++i) {
        profile.timers[i].name += std::to_string(i);
    }
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.TopScreen");

TEST_CASE("a screen begins with the program and what a person may press") {
    const Profile profile = samples::fullProfile();

    CHECK(topScreen(profile, nullptr, {}, {"process 7", ""}, {}).starts_with("process 7, "));
    CHECK(topScreen(profile, nullptr, {}, {"process 7", "q quit"}, {}).find(" (q quit)\n") !=
          std::string::npos);
}

TEST_CASE("a screen fits its window, however many timers and threads there are") {
    const Profile profile = wideProfile();
    const std::vector<ThreadActivity> threads(40);
    for (const std::size_t rows : {16U, 24U, 50U}) {
        CAPTURE(rows);
        const std::string text = topScreen(profile, nullptr, threads, {"x", "", rows}, {});
        CHECK(linesOf(text) <= static_cast<std::ptrdiff_t>(rows));
    }
}

TEST_CASE("without a window all lines are shown, unless fewer are asked for") {
    const Profile profile = wideProfile();
    TopOptions few;
    few.most = 3;

    CHECK(linesOf(topScreen(profile, nullptr, {}, {"x", ""}, {})) > 60);
    CHECK(linesOf(topScreen(profile, nullptr, {}, {"x", ""}, few)) < 12);
}

TEST_SUITE_END();
