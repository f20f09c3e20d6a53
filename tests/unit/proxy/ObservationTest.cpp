#include <trial/proxy/Everything.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "Echo.hpp"
#include "Scripted.hpp"

namespace {

using namespace gantry::test;

struct Observed {
    Log log;
    std::shared_ptr<Echo> echo = std::make_shared<Echo>();
    trial::proxy::Everything proxy{echo};
    std::shared_ptr<ScriptedMonitor> monitor = std::make_shared<ScriptedMonitor>(log);

    void record(const char* method) {
        const std::size_t number = numberOf(proxy, method);
        observe(proxy, method, recording(monitor, proxy.methods()[number]));
    }
};

TEST_SUITE("proxy.Observation") {
    TEST_CASE("only the observed method is timed, until it is observed no more") {
        Observed observed;

        observe(observed.proxy, "putInt", timing(observed.log));
        observed.proxy.putInt(1);
        observed.proxy.putText("x");
        observed.proxy.observe(numberOf(observed.proxy, "putInt"), nullptr);
        observed.proxy.putInt(2);

        CHECK(observed.log == Log{"start", "stop"});
        CHECK(observed.echo->last == "2");
    }

    TEST_CASE("a recursive call is timed within the call it comes from") {
        Observed observed;
        observed.echo->within = [&observed](std::int32_t depth) {
            return depth == 0 ? 0 : 1 + observed.proxy.nested(depth - 1);
        };

        observe(observed.proxy, "nested", timing(observed.log));

        CHECK(observed.proxy.nested(2) == 2);
        CHECK(observed.log == Log{"start", "start", "start", "stop", "stop", "stop"});
    }

    TEST_CASE("the record is around the timer") {
        Observed observed;
        gantry::MethodProbe probe = timing(observed.log);
        probe.monitor = observed.monitor;
        probe.record = "record";

        observe(observed.proxy, "nothing", probe);
        observed.proxy.nothing();

        CHECK(observed.log == Log{"begin record", "start", "stop", "end record"});
    }

    TEST_CASE("numbers are recorded: in arguments as they went in, others as they came out") {
        Observed observed;
        std::int32_t b = 100;
        std::int32_t c = 5;

        observed.record("ints");
        observed.proxy.ints(7, b, c);

        CHECK(observed.log == Log{"begin ints", "end ints a=7. b=5. c=7. result=7."});
    }

    TEST_CASE("truth values are recorded as 0 and 1, enumerators as their numbers") {
        Observed observed;
        bool b = false;
        bool c = false;
        trial::Colour green{};
        trial::Colour blue = trial::Colour::Blue;

        observed.record("bools");
        observed.proxy.bools(true, b, c);
        observed.record("colours");
        observed.proxy.colours(trial::Colour::Green, green, blue);

        CHECK(observed.log == Log{"begin bools", "end bools a=1. b=0. c=1. result=1.",
                                  "begin colours", "end colours a=5. b=1. c=5. result=5."});
    }

    TEST_CASE("real numbers and long ones are recorded as far as a double goes") {
        Observed observed;
        float b = 0;
        float c = 0.25F;
        std::int64_t out = 0;
        std::int64_t inout = 1;

        observed.record("floats");
        observed.proxy.floats(1.5F, b, c);
        observed.record("longs");
        observed.proxy.longs(std::int64_t{1} << 40, out, inout);

        CHECK(observed.log ==
              Log{"begin floats", "end floats a=1.5 b=0.25 c=1.5 result=1.5", "begin longs",
                  "end longs a=1099511627776. b=1. c=1099511627776. result=1099511627776."});
    }

    TEST_CASE("strings and arrays are recorded as their lengths in all dimensions") {
        Observed observed;
        std::string b;
        std::string c = "four";
        sidl::array<double, 2> out;
        sidl::array<double, 2> inout({4, 5});
        double cells[6] = {};
        std::int32_t numbers[2] = {};

        observed.record("strings");
        observed.proxy.strings("in", b, c);
        observed.record("tables");
        observed.proxy.tables(sidl::array<double, 2>({2, 3}), out, inout);
        observed.record("raw");
        observed.proxy.raw({cells, {2, 3}}, {numbers, {2}}, 2, 3);
        observed.record("generic");
        observed.proxy.generic(sidl::array<double, 2>({2, 3}));
        std::shared_ptr<sidl::BaseArray> none;
        std::shared_ptr<sidl::BaseArray> nothing;
        observed.record("generics");
        observed.proxy.generics(sidl::array<double, 2>({2, 3}), none, nothing);

        CHECK(observed.log == Log{"begin strings", "end strings a=2. b=4. c=2. result=2.",
                                  "begin tables", "end tables a=6. b=20. c=6. result=6.",
                                  "begin raw", "end raw a=6. b=2. n=2. m=3.", "begin generic",
                                  "end generic a=6. result=2.", "begin generics",
                                  "end generics a=6. b=0. c=6. result=0."});
    }

    TEST_CASE("arguments are recorded in the order that was asked for") {
        Observed observed;
        gantry::MethodProbe probe;
        double b = 0;
        double c = 2;
        probe.monitor = observed.monitor;
        probe.record = "some";
        probe.recordedArguments = {3, 0, 3};
        probe.recordedNames = {"r", "a", "again"};

        observe(observed.proxy, "doubles", probe);
        observed.proxy.doubles(4, b, c);

        CHECK(observed.log == Log{"begin some", "end some r=4. a=4. again=4."});
    }

    TEST_CASE("what cannot be recorded, or is not an argument, is NaN") {
        Observed observed;
        gantry::MethodProbe probe;
        char b = 0;
        char c = 0;
        probe.monitor = observed.monitor;
        probe.record = "none";
        probe.recordedArguments = {0, 17};
        probe.recordedNames = {"a", "far"};

        observe(observed.proxy, "chars", probe);
        observed.proxy.chars('x', b, c);

        CHECK(observed.log == Log{"begin none", "end none a=nan far=nan"});
    }

    TEST_CASE("a call that throws is recorded, with NaN for what it did not give") {
        Observed observed;
        gantry::MethodProbe probe = timing(observed.log);
        probe.monitor = observed.monitor;
        probe.record = "refuse";
        probe.recordedArguments = {0, 1};
        probe.recordedNames = {"code", "result"};

        observe(observed.proxy, "refuse", probe);
        CHECK_THROWS_AS(observed.proxy.refuse(9), trial::Refused);

        CHECK(observed.log ==
              Log{"begin refuse", "start", "stop", "end refuse code=9. result=nan"});
    }

    TEST_CASE("a monitor that throws does not break the call") {
        Observed observed;

        observed.record("putInt");
        observed.monitor->throwsOnStop = true;
        observed.proxy.putInt(1);
        CHECK(observed.echo->last == "1");
        observed.monitor->throwsOnStart = true;
        observed.proxy.putInt(2);
        CHECK(observed.echo->last == "2");

        CHECK(observed.log == Log{"begin putInt", "end putInt value=1.", "begin putInt"});
    }

    TEST_CASE("a timer that throws does not break the call, and is not stopped") {
        Observed observed;
        gantry::MethodProbe probe;
        const auto timer = std::make_shared<ScriptedTimer>(observed.log);
        timer->throwsOnStart = true;
        probe.timer = timer;

        observe(observed.proxy, "putInt", probe);
        observed.proxy.putInt(1);
        timer->throwsOnStart = false;
        timer->throwsOnStop = true;
        observed.proxy.putInt(2);

        CHECK(observed.echo->last == "2");
        CHECK(observed.log == Log{"start", "start", "stop"});
    }

    TEST_CASE("probes live as long as the proxy, and no longer") {
        Log log;
        const std::weak_ptr<const gantry::MethodProbe> watched = [&log] {
            trial::proxy::Everything proxy(std::make_shared<Echo>());
            auto probe = std::make_shared<const gantry::MethodProbe>(timing(log));
            std::weak_ptr<const gantry::MethodProbe> weak = probe;
            proxy.observe(0, std::move(probe));
            proxy.observe(0, nullptr);
            CHECK_FALSE(weak.expired());
            return weak;
        }();

        CHECK(watched.expired());
    }
}

}  // namespace
