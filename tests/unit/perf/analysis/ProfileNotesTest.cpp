#include <perf/analysis/ProfileNotes.hpp>
#include <perf/model/Misuse.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace gantry::perf;

namespace {

// number timers that were stopped without a start, twice each.
Profile misused(int number) {
    Profile profile;
    for (int i = 0; i < number; ++i) {
        profile.misuse.push_back(
            {MisuseKind::StopWithoutStart, "timer " + std::to_string(i), "", 2, 0});
    }
    return profile;
}

}  // namespace

TEST_SUITE("perf.analysis.ProfileNotes") {
    TEST_CASE(
        "a misuse of every timer of a large program is reported in some lines, with a count") {
        Profile profile = misused(10800);
        profile.misuse.push_back({MisuseKind::NotFinite, "residual", "", 1, 0});

        const std::vector<std::string> warnings = misuseWarnings(profile);

        REQUIRE(warnings.size() == 5);
        CHECK(warnings[0] == describe(profile.misuse[0]));
        CHECK(warnings[2] == describe(profile.misuse[2]));
        CHECK(warnings[3] == describe(profile.misuse.back()));
        CHECK(warnings[4] ==
              "stop-without-start: 10797 more cases of this kind (21594 times in all); the view "
              "misuses lists them");
    }

    TEST_CASE("a few misuses are reported one by one") {
        CHECK(misuseWarnings(misused(3)).size() == 3);
        CHECK(misuseWarnings(misused(0)).empty());
        CHECK(misuseWarnings(misused(4)).back().find("1 more case of this kind (2 times") !=
              std::string::npos);
    }
}
