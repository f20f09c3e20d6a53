#include <trial/Cask.hpp>
#include <trial/Refused.hpp>
#include <trial/proxy/Cask.hpp>
#include <trial/proxy/Vessel.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "Echo.hpp"
#include "Scripted.hpp"

namespace {

using namespace gantry::test;

/// Does what a test sets, right or wrong.
class ScriptedCask final : public virtual trial::Cask {
public:
    std::int32_t level() override {
        ++asked;
        tell("level");
        return content;
    }
    std::int32_t capacity() override { return size; }
    std::int32_t fill(std::int32_t litres, std::int32_t& filled) override {
        ++calls;
        content += litres;
        filled = litres + overflow;
        return content + lie;
    }
    std::string drain(std::int32_t litres) override {
        tell("drain");
        if (litres == 13) {
            size = 0;
            throw Refusal(13);
        }
        content -= litres;
        return "drained";
    }
    std::int32_t leaks() override {
        if (isBroken) {
            throw std::runtime_error("no one knows");
        }
        return holes;
    }

    Log* log = nullptr;
    int content = 5;
    int size = 10;
    int overflow = 0;
    int lie = 0;
    int holes = 0;
    bool isBroken = false;
    int asked = 0;
    int calls = 0;

private:
    void tell(const char* what) const {
        if (log != nullptr) {
            log->emplace_back(what);
        }
    }
};

struct Checked {
    std::shared_ptr<ScriptedCask> cask = std::make_shared<ScriptedCask>();
    std::shared_ptr<ScriptedSampling> sampling = std::make_shared<ScriptedSampling>();
    trial::proxy::Vessel vessel{cask};
    trial::proxy::Cask proxy{cask};
    std::int32_t filled = 0;

    Checked() {
        observe(vessel, "", checking(sampling));
        observe(proxy, "", checking(sampling));
    }
};

TEST_SUITE("proxy.Contracts") {
    TEST_CASE("a contract that holds changes nothing") {
        Checked checked;

        CHECK(checked.vessel.fill(2, checked.filled) == 7);
        CHECK(checked.filled == 2);
        CHECK(checked.vessel.drain(7) == "drained");
        CHECK(checked.sampling->told == 2);
    }

    TEST_CASE("a precondition that does not hold keeps the call from the target") {
        Checked checked;

        const std::string note =
            noteOf<sidl::PreViolation>([&checked] { checked.vessel.fill(-1, checked.filled); });

        CHECK(note ==
              "require some: litres > 0 does not hold: litres = -1; trial.Vessel::fill(int,int), "
              "driver.port -> vessel.port; the caller has to see to it");
        CHECK(checked.cask->calls == 0);
    }

    TEST_CASE("a postcondition that does not hold is reported after the call") {
        Checked checked;
        checked.cask->lie = 1;

        const std::string note =
            noteOf<sidl::PostViolation>([&checked] { checked.vessel.fill(2, checked.filled); });

        CHECK(note ==
              "ensure grown: result == level() and filled <= litres does not hold: result = 8, "
              "level() = 7, filled = 2, litres = 2; trial.Vessel::fill(int,int), driver.port -> "
              "vessel.port; the provider has to see to it");
        CHECK(checked.cask->calls == 1);
    }

    TEST_CASE("out arguments are what came out of the call") {
        Checked checked;
        checked.cask->overflow = 3;

        CHECK_THROWS_AS(checked.vessel.fill(2, checked.filled), sidl::PostViolation);
        CHECK(checked.filled == 5);
    }

    TEST_CASE("an invariant that a call breaks is reported after it") {
        Checked checked;

        const std::string note =
            noteOf<sidl::InvViolation>([&checked] { checked.vessel.fill(6, checked.filled); });

        CHECK(note ==
              "invariant within: level() <= capacity() does not hold: level() = 11, capacity() = "
              "10; trial.Vessel::fill(int,int), driver.port -> vessel.port; the provider has to "
              "see to it");
        CHECK(checked.cask->calls == 1);
    }

    TEST_CASE("an invariant that is broken already is reported before the call") {
        Checked checked;
        checked.cask->content = 11;

        CHECK_THROWS_AS(checked.vessel.fill(1, checked.filled), sidl::InvViolation);
        CHECK(checked.cask->calls == 0);
    }

    TEST_CASE("violations are SIDL runtime exceptions and standard ones") {
        Checked checked;

        CHECK_THROWS_AS(checked.vessel.fill(0, checked.filled), sidl::RuntimeException);
        CHECK_THROWS_AS(checked.vessel.fill(0, checked.filled), sidl::SIDLException);
        CHECK_THROWS_AS(checked.vessel.fill(0, checked.filled), std::exception);
    }

    TEST_CASE("nothing is evaluated in a call that is not due") {
        Checked checked;
        checked.sampling->isDue = false;
        checked.cask->lie = 1;

        CHECK(checked.vessel.fill(6, checked.filled) == 12);
        CHECK(checked.vessel.fill(-1, checked.filled) == 11);
        CHECK(checked.cask->asked == 0);
        CHECK(checked.sampling->asked == 2);
        CHECK(checked.sampling->told == 0);
    }

    TEST_CASE("nothing is evaluated where a probe has no sampling") {
        Checked checked;
        Log log;

        observe(checked.vessel, "", timing(log));
        checked.vessel.fill(-1, checked.filled);

        CHECK(checked.cask->asked == 0);
        CHECK(checked.sampling->asked == 0);
    }

    TEST_CASE(
        "the sampling policy is asked and informed once per call, also for calls that throw") {
        Checked checked;

        CHECK_THROWS_AS(checked.vessel.fill(-1, checked.filled), sidl::PreViolation);
        checked.cask->content = 50;
        checked.cask->size = 50;
        CHECK_THROWS_AS(checked.vessel.drain(13), trial::Refused);
        checked.cask->size = 50;
        checked.vessel.drain(1);

        CHECK(checked.sampling->asked == 3);
        CHECK(checked.sampling->told == 3);
        CHECK(checked.sampling->spent > 0);
    }

    TEST_CASE("what a call that threw has broken is not checked") {
        Checked checked;
        checked.cask->content = 50;
        checked.cask->size = 50;

        CHECK_THROWS_AS(checked.vessel.drain(13), trial::Refused);
        CHECK(checked.cask->size == 0);
    }

    TEST_CASE("checking is not part of the time of the call") {
        Checked checked;
        Log log;
        gantry::MethodProbe probe = checking(checked.sampling);
        probe.timer = std::make_shared<ScriptedTimer>(log);
        checked.cask->log = &log;

        observe(checked.vessel, "drain", probe);
        checked.vessel.drain(1);

        CHECK(log == Log{"level", "level", "start", "drain", "stop", "level"});
    }

    TEST_CASE("contracts of a base hold for what extends it, and add up") {
        Checked checked;

        CHECK(noteOf<sidl::PreViolation>([&checked] {
                  checked.proxy.fill(-1, checked.filled);
              }).find("require some: litres > 0 does not hold: litres = -1; trial.Cask::fill") ==
              0);
        CHECK(noteOf<sidl::PreViolation>([&checked] {
                  checked.proxy.fill(100, checked.filled);
              }).find("require little: amount < 100 does not hold: amount = 100") == 0);
        checked.cask->lie = 1;
        CHECK_THROWS_AS(checked.proxy.fill(1, checked.filled), sidl::PostViolation);
        checked.cask->lie = 0;
        checked.cask->holes = 1;
        CHECK(noteOf<sidl::InvViolation>([&checked] {
                  checked.proxy.fill(1, checked.filled);
              }).find("invariant sound: leaks() == 0 does not hold: leaks() = 1") == 0);
    }

    TEST_CASE("a clause whose method throws does not hold and says why") {
        Checked checked;
        checked.cask->isBroken = true;

        CHECK(noteOf<sidl::InvViolation>([&checked] { checked.proxy.drain(1); }) ==
              "invariant sound: leaks() == 0 cannot be evaluated (no one knows); "
              "trial.Cask::drain(int), driver.port -> vessel.port; the provider has to see to it");
    }

    TEST_CASE("the base's proxy does not know the contracts of what extends it") {
        Checked checked;
        checked.cask->holes = 1;

        CHECK(checked.vessel.drain(1) == "drained");
    }
}

}  // namespace
