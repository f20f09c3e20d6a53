#include <gantry/ProxyOf.hpp>
#include <trial/null/Empty.hpp>
#include <trial/null/Names.hpp>
#include <trial/null/Vessel.hpp>
#include <trial/proxy/Both.hpp>
#include <trial/proxy/Empty.hpp>
#include <trial/proxy/Everything.hpp>
#include <trial/proxy/Hiding.hpp>
#include <trial/proxy/Names.hpp>
#include <trial/proxy/Renamed.hpp>
#include <trial/proxy/Vessel.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "Echo.hpp"
#include "Scripted.hpp"

namespace {

using namespace gantry::test;

class Sides final : public virtual trial::Hiding {
public:
    std::string side(std::int32_t distance) override { return std::to_string(distance); }
    std::int32_t side(const std::string& word) override {
        return static_cast<std::int32_t>(word.size());
    }
};

class OfRenamed final : public virtual trial::Renamed {
public:
    std::string sideOfLeft(std::int32_t distance) override { return std::to_string(distance); }
};

class OfBoth final : public virtual trial::Both {
public:
    std::string side(std::int32_t distance) override { return std::to_string(distance); }
};

class FakeLibrary final : public gantry::Library {
public:
    std::shared_ptr<void> hold(void* object, void (*destroy)(void*)) const override {
        return {object, destroy};
    }
};

// One method of Everything in all modes, through the proxy.
template <class T, class Method>
void checkEcho(trial::Everything& proxy, Method method, const T& in, const T& inout) {
    T b{};
    T c = inout;

    const T result = (proxy.*method)(in, b, c);

    CHECK(result == in);
    CHECK(b == inout);
    CHECK(c == in);
}

void checkScalars(trial::Everything& proxy) {
    using Port = trial::Everything;
    int object = 0;
    checkEcho(proxy, &Port::bools, true, false);
    checkEcho(proxy, &Port::chars, 'a', '\0');
    checkEcho(proxy, &Port::ints, std::numeric_limits<std::int32_t>::min(), 7);
    checkEcho(proxy, &Port::longs, std::numeric_limits<std::int64_t>::max(), std::int64_t{-1});
    checkEcho(proxy, &Port::floats, 0.1F, -1e30F);
    checkEcho(proxy, &Port::doubles, 0.1, -1e300);
    checkEcho(proxy, &Port::fcomplexes, std::complex<float>(1, 2), std::complex<float>(3, 4));
    checkEcho(proxy, &Port::dcomplexes, std::complex<double>(1, 2), std::complex<double>(3, 4));
    checkEcho<void*>(proxy, &Port::opaques, &object, nullptr);
    checkEcho(proxy, &Port::colours, trial::Colour::Green, trial::Colour::Blue);
}

void checkObjects(trial::Everything& proxy) {
    using Port = trial::Everything;
    checkEcho(proxy, &Port::strings, std::string("text"), std::string());
    checkEcho(proxy, &Port::points, trial::Point{1, "one"}, trial::Point{2, "two"});
    const std::shared_ptr<trial::Everything> object = std::make_shared<Echo>();
    checkEcho(proxy, &Port::objects, object, std::shared_ptr<trial::Everything>());
}

void checkArrays(trial::Everything& proxy) {
    sidl::array<double, 2> table({2, 3});
    table(1, 2) = 6;
    sidl::array<double, 2> before({1, 1});
    sidl::array<double, 2> given;
    sidl::array<double, 2> both = before;
    const auto result = proxy.tables(table, given, both);
    CHECK(result.data() == table.data());
    CHECK(given.data() == before.data());
    CHECK(both(1, 2) == 6);
    CHECK(proxy.generic(table) == 2);

    const auto inner = std::make_shared<sidl::array<int>>(std::array{4});
    std::shared_ptr<sidl::BaseArray> empty;
    std::shared_ptr<sidl::BaseArray> held = inner;
    CHECK(proxy.generics(table, empty, held) == inner);
    CHECK(empty == inner);
    CHECK(held->length(1) == 3);

    sidl::array<std::string> words{"a", "b"};
    sidl::array<std::string> out;
    sidl::array<std::string> inout{"c"};
    CHECK(proxy.lists(words, out, inout)[1] == "b");
    CHECK(out[0] == "c");

    double cells[] = {1, 2, 3, 4, 5, 6};
    std::int32_t numbers[] = {0, 0};
    proxy.raw({cells, {2, 3}}, {numbers, {2}}, 2, 3);
    CHECK(numbers[0] == 6);
}

TEST_SUITE("proxy.Calls") {
    TEST_CASE("every type in every mode goes through, observed or not") {
        trial::proxy::Everything proxy(std::make_shared<Echo>());
        Log log;

        for (const bool observed : {false, true}) {
            if (observed) {
                observe(proxy, "", timing(log));
            }
            checkScalars(proxy);
            checkObjects(proxy);
            checkArrays(proxy);
        }

        CHECK(log.size() == 2 * 18);
    }

    TEST_CASE("methods with an extension, oneway ones and void ones reach the target") {
        const auto echo = std::make_shared<Echo>();
        trial::proxy::Everything proxy(echo);

        proxy.putInt(3);
        CHECK(echo->last == "3");
        proxy.putText("text");
        CHECK(echo->last == "text");
        proxy.signal(4);
        CHECK(echo->last == "signal 4");
        proxy.nothing();
        CHECK(echo->calls == 1);
    }

    TEST_CASE("exceptions of the target come out as they are") {
        trial::proxy::Everything proxy(std::make_shared<Echo>());
        Log log;

        CHECK(noteOf<trial::Refused>([&] { proxy.refuse(1); }) == "refused 1");
        observe(proxy, "refuse", timing(log));
        CHECK(noteOf<trial::Refused>([&] { proxy.refuse(2); }) == "refused 2");
        CHECK(log == Log{"start", "stop"});
    }

    TEST_CASE("a method that a base has under the same name is called in that base") {
        trial::proxy::Hiding proxy(std::make_shared<Sides>());
        trial::Left& left = proxy;
        trial::Hiding& hiding = proxy;
        Log log;

        observe(proxy, "", timing(log));

        CHECK(proxy.methods().size() == 2);
        CHECK(left.side(12) == "12");
        CHECK(hiding.side("four") == 4);
        CHECK(log.size() == 4);
    }

    TEST_CASE("a renamed method is one method, by its old name and by its new one") {
        trial::proxy::Renamed proxy(std::make_shared<OfRenamed>());
        trial::Left& left = proxy;
        Log log;

        observe(proxy, "sideOfLeft", timing(log));

        CHECK(proxy.methods().size() == 1);
        CHECK(left.side(1) == "1");
        CHECK(proxy.sideOfLeft(2) == "2");
        CHECK(log == Log{"start", "stop", "start", "stop"});
    }

    TEST_CASE("a method inherited from two sides is one method") {
        trial::proxy::Both proxy(std::make_shared<OfBoth>());
        Log log;

        observe(proxy, "side", timing(log));

        CHECK(proxy.methods().size() == 1);
        CHECK(static_cast<trial::Left&>(proxy).side(1) == "1");
        CHECK(static_cast<trial::Right&>(proxy).side(2) == "2");
        CHECK(log.size() == 4);
    }

    TEST_CASE("names that the proxy would like to have do no harm") {
        trial::proxy::Names proxy(std::make_shared<trial::null::Names>());
        trial::Names& port = proxy;
        const auto sampling = std::make_shared<ScriptedSampling>();

        observe(proxy, "", checking(sampling));

        CHECK(port.methods().empty());
        CHECK(port.observe(1, 0, 0, 0, 0) == 0);
        CHECK_THROWS_AS(port.observe(1, 0, 0, 0, -1), sidl::PreViolation);
        CHECK_THROWS_AS(port.gantry(0), sidl::PreViolation);
    }

    TEST_CASE("a proxy says of its methods what SIDL says") {
        const trial::proxy::Everything proxy(std::make_shared<Echo>());

        const auto& strings = proxy.methods()[numberOf(proxy, "strings")];
        const auto& tables = proxy.methods()[numberOf(proxy, "tables")];
        const auto& raw = proxy.methods()[numberOf(proxy, "raw")];
        const auto& put = proxy.methods()[numberOf(proxy, "putText")];

        CHECK(proxy.methods().size() == 24);
        CHECK(strings.timerName == std::string("trial.Everything::strings(string,string,string)"));
        CHECK(tables.arguments[2].mode == std::string("inout"));
        CHECK(tables.arguments[2].type == std::string("array<double,2>"));
        CHECK(tables.arguments[3].name == std::string("result"));
        CHECK(tables.arguments[3].mode == std::string("out"));
        CHECK(raw.timerName ==
              std::string("trial.Everything::raw(rarray<double,2>,rarray<int>,int,int)"));
        CHECK(raw.arguments.size() == 4);
        CHECK(put.timerName == std::string("trial.Everything::putText(string)"));
    }

    TEST_CASE("what can be recorded is what is a number or has a length") {
        const trial::proxy::Everything proxy(std::make_shared<Echo>());
        const auto recordable = [&proxy](const char* method) {
            return proxy.methods()[numberOf(proxy, method)].arguments[0].recordable;
        };

        for (const char* method : {"bools", "ints", "longs", "floats", "doubles", "strings",
                                   "colours", "tables", "lists", "generic", "raw"}) {
            INFO(method);
            CHECK(recordable(method));
        }
        for (const char* method :
             {"chars", "fcomplexes", "dcomplexes", "opaques", "points", "objects"}) {
            INFO(method);
            CHECK_FALSE(recordable(method));
        }
    }

    TEST_CASE("a proxy says its clauses, inherited ones and invariants included") {
        const trial::proxy::Vessel proxy(std::make_shared<trial::null::Vessel>());

        const auto& clauses = proxy.methods()[numberOf(proxy, "fill")].clauses;

        REQUIRE(clauses.size() == 3);
        CHECK(clauses[0].kind == std::string("require"));
        CHECK(clauses[0].label == std::string("some"));
        CHECK(clauses[0].text == std::string("litres > 0"));
        CHECK(clauses[1].text == std::string("result == level() and filled <= litres"));
        CHECK(clauses[2].kind == std::string("invariant"));
        CHECK(clauses[2].text == std::string("level() <= capacity()"));
    }

    TEST_CASE("an interface without methods has a proxy") {
        trial::proxy::Empty proxy(std::make_shared<trial::null::Empty>());

        CHECK(proxy.methods().empty());
        CHECK_THROWS_AS(proxy.observe(0, nullptr), std::out_of_range);
    }

    TEST_CASE("an invalid method number is refused") {
        trial::proxy::Vessel proxy(std::make_shared<trial::null::Vessel>());

        CHECK_THROWS_WITH_AS(proxy.observe(4, nullptr),
                             "gantry::Proxy: there is no method 4; this proxy has 4",
                             std::out_of_range);
    }

    TEST_CASE("a proxy made for a port is that port and keeps its target alive") {
        const FakeLibrary library;
        std::shared_ptr<gov::cca::Port> target = std::make_shared<Echo>();
        const std::weak_ptr<gov::cca::Port> watched = target;

        auto made = gantry::makeProxy<trial::Everything>(library, target, nullptr);
        target.reset();

        CHECK(std::dynamic_pointer_cast<trial::Everything>(made.port) != nullptr);
        CHECK(made.proxy->methods().size() == 24);
        CHECK_FALSE(watched.expired());
        made = {};
        CHECK(watched.expired());
    }

    TEST_CASE("a port of another type gets no proxy") {
        const FakeLibrary library;

        CHECK(noteOf<gov::cca::CCAException>([&] {
                  gantry::makeProxy<trial::Everything>(library, std::make_shared<OfBoth>(),
                                                       nullptr);
              }) == "a proxy of type trial.Everything cannot wrap a port of another type");
    }

    TEST_CASE("a uses port is described with the maker of its proxy") {
        constexpr auto kUses = gantry::uses<trial::Vessel>("vessel", false);

        CHECK(kUses.type == std::string("trial.Vessel"));
        CHECK_FALSE(kUses.required);
        CHECK(bool(kUses.makeProxy));
        CHECK(std::is_same_v<gantry::ProxyOf<trial::Vessel>::Type, trial::proxy::Vessel>);
    }
}

}  // namespace
