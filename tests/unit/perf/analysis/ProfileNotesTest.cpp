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

    TEST_CASE("programs that were started without being measured are named, by how often") {
        Profile profile;
        ModuleRecords module{"programs", 1, "", {{"unmeasured", "starts", Reduction::Sum}}, {}};
        module.records = {{"cat", 0, {1}}, {"cat", 1, {2}}, {"failed", 0, {0}}, {"true", 0, {1}}};
        profile.modules.push_back(module);

        const std::vector<std::string> warnings = metricWarnings(profile);

        REQUIRE(warnings.size() == 1);
        CHECK(warnings[0].ends_with("nor was what they started: cat (3), true"));
    }

    TEST_CASE("programs into which nothing can be loaded are named apart") {
        Profile profile;
        ModuleRecords module{
            "programs",
            1,
            "",
            {{"unmeasured", "starts", Reduction::Sum}, {"unmeasurable", "starts", Reduction::Sum}},
            {}};
        module.records = {{"busybox", 0, {0, 2}}, {"cat", 0, {1, 0}}};
        profile.modules.push_back(module);

        const std::vector<std::string> warnings = metricWarnings(profile);

        REQUIRE(warnings.size() == 2);
        CHECK(warnings[0].ends_with(": cat"));
        CHECK(warnings[1].find("statically linked") != std::string::npos);
        CHECK(warnings[1].ends_with(": busybox (2)"));
    }

    TEST_CASE("of many unmeasured programs the first eight are named") {
        Profile profile;
        ModuleRecords module{"programs", 1, "", {{"unmeasured", "starts", Reduction::Sum}}, {}};
        for (char name = 'a'; name <= 'k'; ++name) {
            module.records.push_back({std::string(1, name), 0, {1}});
        }
        profile.modules.push_back(module);

        const std::vector<std::string> warnings = metricWarnings(profile);

        REQUIRE(warnings.size() == 1);
        CHECK(warnings[0].ends_with(": a, b, c, d, e, f, g, h and 3 more"));
    }

    TEST_CASE("a run whose programs were all measured, or that did not look, has no such warning") {
        Profile profile;
        profile.modules.push_back(
            {"programs", 1, "", {{"unmeasured", "starts", Reduction::Sum}}, {}});
        profile.modules.push_back({"posix", 1, "", {{"opens", "calls", Reduction::Sum}}, {}});

        CHECK(metricWarnings(profile).empty());
    }
}
