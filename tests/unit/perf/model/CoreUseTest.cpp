#include <perf/model/CoreUse.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace gantry::perf;

namespace {

Profile noted(const std::string& text) {
    Profile profile;
    profile.context.emplace_back(kCoreUse, text);
    return profile;
}

}  // namespace

TEST_SUITE("perf.model.CoreUse") {
    TEST_CASE("what is noted is read back") {
        Profile profile;
        const CoreUse use{1.62, 1.43, 0.6123456789};
        noteCoreUse(profile, use);
        CHECK(coreUseOf(profile) == use);
        CHECK_FALSE(coreUseOf(Profile{}));
    }

    TEST_CASE("others have what is busy and not of the run") {
        CHECK(CoreUse{4, 3, 1}.othersShare() == doctest::Approx(0.5));
        CHECK(CoreUse{4, 1, 1.01}.othersShare() == 0);  // ticks of 10 ms, and an exact time
        CHECK(CoreUse{4, 9, 1}.othersShare() == 1);
        CHECK(CoreUse{}.othersShare() == 0);
    }

    TEST_CASE("a fact that is not three numbers is not believed") {
        for (const char* text : {"", "1", "1 2", "1 2 x", "1 2 3 4", "0 0 0", "-1 1 1", "1 -1 1",
                                 "1 1 -1", "nan 1 1", "much"}) {
            CAPTURE(text);
            CHECK_FALSE(coreUseOf(noted(text)));
        }
        CHECK(coreUseOf(noted("2 1 0.5")));
    }
}
