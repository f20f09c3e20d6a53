#include <gov/cca/Port.hpp>
#include <trial/Colour.hpp>
#include <trial/Point.hpp>
#include <trial/null/BuiltIns.hpp>
#include <trial/null/Operators.hpp>
#include <trial/proxy/BuiltIns.hpp>
#include <trial/proxy/Operators.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "Scripted.hpp"

namespace {

using namespace gantry::test;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Twice final : public virtual trial::Operators {
public:
    void sum(std::int32_t, std::int32_t) override {}
    void difference(std::int64_t, std::int32_t) override {}
    void product(std::int32_t, double) override {}
    void quotient(std::int32_t, std::int32_t) override {}
    void ratio(double, double) override {}
    void rest(std::int32_t, std::int32_t) override {}
    void power(std::int32_t, std::int32_t) override {}
    void root(double) override {}
    void bits(std::int32_t, std::int32_t) override {}
    void inverse(std::int32_t) override {}
    void shift(std::int32_t, std::int32_t) override {}
    void less(std::int32_t, std::int64_t) override {}
    void lessOrEqual(float, double) override {}
    void greater(std::int32_t, double) override {}
    void greaterOrEqual(std::int32_t, std::int32_t) override {}
    void equal(std::complex<float>, std::complex<double>) override {}
    void different(char, char) override {}
    void both(bool, bool) override {}
    void either(bool, bool) override {}
    void oneOnly(bool, bool) override {}
    void follows(bool, bool) override {}
    void together(bool, bool) override {}
    void opposite(bool) override {}
    void tightness(std::int32_t, std::int32_t) override {}
    void present(const std::shared_ptr<trial::Operators>&, void*,
                 const sidl::array<std::int32_t>&) override {}
    void absent(const std::shared_ptr<trial::Operators>&, void*,
                const sidl::array<std::int32_t>&) override {}
    void sameObject(const std::shared_ptr<trial::Operators>&,
                    const std::shared_ptr<gov::cca::Port>&) override {}
    void sameArray(const sidl::array<std::int32_t>&, const sidl::array<std::int32_t>&) override {}
    void samePoint(const trial::Point&, const trial::Point&) override {}
    void sameColour(trial::Colour, trial::Colour) override {}
    void sameFlag(bool, bool) override {}
    void zeros(std::int32_t, bool, char, std::complex<float>, trial::Colour) override {}
    void odd(bool, double, const sidl::array<std::int32_t>&) override {}
    std::int32_t twice(std::int32_t n, float) override { return 2 * n; }
    void uses(std::int64_t, double) override {}
};

struct Checked {
    std::shared_ptr<ScriptedSampling> sampling = std::make_shared<ScriptedSampling>();
    trial::proxy::Operators op{std::make_shared<Twice>()};
    trial::proxy::BuiltIns in{std::make_shared<trial::null::BuiltIns>()};

    Checked() {
        observe(op, "", checking(sampling));
        observe(in, "", checking(sampling));
    }
};

// Whether the call is let through by its precondition.
bool holds(const std::function<void()>& call) {
    const std::string note = noteOf<sidl::PreViolation>(call);
    CHECK((note == "nothing" || note.find("require ") == 0));
    return note == "nothing";
}

std::string noteOfPre(const std::function<void()>& call) {
    const std::string note = noteOf<sidl::PreViolation>(call);
    return note.substr(0, note.find(';'));
}

TEST_SUITE("proxy.Clauses") {
    TEST_CASE("whole numbers and real ones are computed with") {
        Checked c;

        CHECK(holds([&] { c.op.sum(3, 4); }));
        CHECK_FALSE(holds([&] { c.op.sum(3, 3); }));
        CHECK(holds([&] { c.op.difference(10, 3); }));
        CHECK_FALSE(holds([&] { c.op.difference(3, 10); }));
        CHECK(holds([&] { c.op.product(3, 2.5); }));
        CHECK_FALSE(holds([&] { c.op.product(2, 2.5); }));
        CHECK(holds([&] { c.op.quotient(10, 3); }));
        CHECK_FALSE(holds([&] { c.op.quotient(12, 3); }));
        CHECK(holds([&] { c.op.ratio(5, 2); }));
        CHECK_FALSE(holds([&] { c.op.ratio(5, 0); }));
        CHECK(holds([&] { c.op.rest(17, 5); }));
        CHECK_FALSE(holds([&] { c.op.rest(-17, 5); }));
        CHECK(holds([&] { c.op.power(3, 4); }));
        CHECK(holds([&] { c.op.power(-3, 4); }));
        CHECK_FALSE(holds([&] { c.op.power(3, -4); }));
        CHECK(holds([&] { c.op.root(9); }));
        CHECK_FALSE(holds([&] { c.op.root(-9); }));
    }

    TEST_CASE("bits are operated on and shifted") {
        Checked c;

        CHECK(holds([&] { c.op.bits(6, 3); }));
        CHECK_FALSE(holds([&] { c.op.bits(6, 2); }));
        CHECK(holds([&] { c.op.inverse(-5); }));
        CHECK_FALSE(holds([&] { c.op.inverse(4); }));
        CHECK(holds([&] { c.op.shift(3, 2); }));
        CHECK_FALSE(holds([&] { c.op.shift(3, 1); }));
    }

    TEST_CASE("numbers of any kinds are compared by value") {
        Checked c;

        CHECK(holds([&] { c.op.less(-1, std::int64_t{1} << 40); }));
        CHECK_FALSE(holds([&] { c.op.less(1, 1); }));
        CHECK(holds([&] { c.op.lessOrEqual(0.5F, 0.5); }));
        CHECK_FALSE(holds([&] { c.op.lessOrEqual(0.5F, 0.25); }));
        CHECK_FALSE(holds([&] { c.op.lessOrEqual(0.5F, kNaN); }));
        CHECK(holds([&] { c.op.greater(1, 0.5); }));
        CHECK_FALSE(holds([&] { c.op.greater(0, 0.5); }));
        CHECK(holds([&] { c.op.greaterOrEqual(2, 2); }));
        CHECK_FALSE(holds([&] { c.op.greaterOrEqual(1, 2); }));
        CHECK(holds([&] { c.op.equal({1, 2}, {1, 2}); }));
        CHECK_FALSE(holds([&] { c.op.equal({1, 2}, {1, 3}); }));
        CHECK_FALSE(holds([&] { c.op.equal({2, 2}, {2, 2}); }));
        CHECK(holds([&] { c.op.different('a', 'b'); }));
        CHECK_FALSE(holds([&] { c.op.different('a', 'a'); }));
        CHECK_FALSE(holds([&] { c.op.different('x', 'a'); }));
    }

    TEST_CASE("truth values are joined as their tables say") {
        Checked c;
        int followed = 0;

        for (const bool a : {false, true}) {
            CHECK(holds([&] { c.op.opposite(a); }) == !a);
            for (const bool b : {false, true}) {
                CHECK(holds([&] { c.op.both(a, b); }) == (a && b));
                CHECK(holds([&] { c.op.either(a, b); }) == (a || b));
                CHECK(holds([&] { c.op.oneOnly(a, b); }) == (a != b));
                CHECK(holds([&] { c.op.together(a, b); }) == (a == b));
                CHECK(holds([&] { c.op.sameFlag(a, b); }) == (a == b));
                followed += holds([&] { c.op.follows(a, b); }) ? 1 : 0;
            }
        }
        CHECK(followed == 3);
        CHECK_FALSE(holds([&] { c.op.follows(true, false); }));
    }

    TEST_CASE("operators bind as SIDL says") {
        Checked c;

        CHECK(holds([&] { c.op.tightness(1, 3); }));
        CHECK_FALSE(holds([&] { c.op.tightness(5, 1); }));
        CHECK_FALSE(holds([&] { c.op.tightness(-1, 4); }));
    }

    TEST_CASE("objects, addresses and arrays are null or not") {
        Checked c;
        int address = 0;
        const auto object = std::make_shared<Twice>();
        const sidl::array<std::int32_t> none;
        const sidl::array<std::int32_t> empty(std::array{0});

        CHECK(holds([&] { c.op.present(object, &address, empty); }));
        CHECK_FALSE(holds([&] { c.op.present(nullptr, &address, empty); }));
        CHECK_FALSE(holds([&] { c.op.present(object, nullptr, empty); }));
        CHECK_FALSE(holds([&] { c.op.present(object, &address, none); }));
        CHECK(holds([&] { c.op.absent(nullptr, nullptr, none); }));
        CHECK_FALSE(holds([&] { c.op.absent(object, nullptr, none); }));
    }

    TEST_CASE("null beside what is never null is its zero") {
        Checked c;
        const auto red = trial::Colour::Red;

        CHECK(holds([&] { c.op.zeros(0, false, '\0', {}, red); }));
        CHECK_FALSE(holds([&] { c.op.zeros(1, false, '\0', {}, red); }));
        CHECK_FALSE(holds([&] { c.op.zeros(0, true, '\0', {}, red); }));
        CHECK_FALSE(holds([&] { c.op.zeros(0, false, '0', {}, red); }));
        CHECK_FALSE(holds([&] { c.op.zeros(0, false, '\0', {0, 1}, red); }));
        CHECK_FALSE(holds([&] { c.op.zeros(0, false, '\0', {}, trial::Colour::Blue); }));
    }

    TEST_CASE("a real number goes for a dimension as its whole part") {
        Checked c;
        const sidl::array<std::int32_t> list{1, 2};

        CHECK(holds([&] { c.op.odd(true, 0.9, list); }));
        CHECK_FALSE(holds([&] { c.op.odd(false, 0, list); }));
        CHECK(noteOfPre([&] {
                  c.op.odd(true, 1e300, list);
              }).find("cannot be evaluated (a number does not fit") != std::string::npos);
    }

    TEST_CASE("objects are equal when they are one, structs when their members are equal") {
        Checked c;
        const auto object = std::make_shared<Twice>();
        const sidl::array<std::int32_t> a{1, 2};
        const sidl::array<std::int32_t> shared = a;

        CHECK(holds([&] { c.op.sameObject(object, object); }));
        CHECK_FALSE(holds([&] { c.op.sameObject(object, std::make_shared<Twice>()); }));
        CHECK_FALSE(holds([&] { c.op.sameObject(object, nullptr); }));
        CHECK(holds([&] { c.op.sameArray(a, shared); }));
        CHECK_FALSE(holds([&] { c.op.sameArray(a, a.clone()); }));
        CHECK(holds([&] { c.op.samePoint({1, "p"}, {1, "p"}); }));
        CHECK_FALSE(holds([&] { c.op.samePoint({1, "p"}, {1, "q"}); }));
        CHECK(holds([&] { c.op.sameColour(trial::Colour::Red, trial::Colour::Red); }));
        CHECK_FALSE(holds([&] { c.op.sameColour(trial::Colour::Red, trial::Colour::Blue); }));
    }

    TEST_CASE("a pure method is called on the target, with numbers as it takes them") {
        Checked c;

        CHECK(holds([&] { c.op.uses(1, 0.5); }));
        CHECK_FALSE(holds([&] { c.op.uses(2, 0.5); }));
        CHECK(noteOfPre([&] { c.op.uses(std::int64_t{1} << 32, 0.5); }) ==
              "require twice(n, x) == 2 cannot be evaluated (a number does not fit the argument "
              "it is passed for): n = 4294967296, x = 0.5");
    }

    TEST_CASE("what has no value does not hold and says why") {
        Checked c;

        CHECK(noteOfPre([&] { c.op.quotient(1, 0); }) ==
              "require n / m == 3 cannot be evaluated (a whole number is divided by zero): n = 1, "
              "m = 0");
        CHECK(noteOfPre([&] { c.op.power(3, 400); }) ==
              "require n ** m == 81 cannot be evaluated (a whole number needs more than 64 bits): "
              "n = 3, m = 400");
        CHECK(noteOfPre([&] { c.op.shift(3, -1); }) ==
              "require n <<< m == 12 and n >>> 1 == 1 cannot be evaluated (a shift is by 0 to 63 "
              "places): n = 3, m = -1");
    }

    TEST_CASE("values are shown as they are") {
        Checked c;

        CHECK(noteOfPre([&] { c.op.ratio(0.1, 1e300); }) ==
              "require x / y == 2.5 does not hold: x = 0.1, y = 1e+300");
        CHECK(noteOfPre([&] {
                  c.op.equal({1, 2}, {0.5, -1});
              }) ==
              "require z == w and z + w == {2.0, 4.0} does not hold: z = {1, 2}, w = {0.5, -1}");
        CHECK(noteOfPre([&] { c.op.different('a', 'a'); }) ==
              "require a != b and a != 'x' does not hold: a = 'a', b = 'a'");
        CHECK(noteOfPre([&] { c.op.sameFlag(true, false); }) ==
              "require a == b does not hold: a = true, b = false");
        CHECK(noteOfPre([&] { c.op.sameColour(trial::Colour::Green, trial::Colour::Red); }) ==
              "require a == b does not hold: a = 5, b = 0");
        CHECK(noteOfPre([&] {
                  c.op.samePoint({1, "p"}, {2, "p"});
              }) == "require a == b does not hold: a = a value, b = a value");
        CHECK(noteOfPre([&] { c.op.present(nullptr, nullptr, {}); }) ==
              "require object != null and address != null and list != null does not hold: object "
              "= null, address = null, list = [] (0)");
        CHECK(noteOfPre([&] {
                  c.in.rising({9, 8, 7, 6, 5, 4, 3, 2, 1});
              }) == "require nonDecr(a) does not hold: a = [9, 8, 7, 6, 5, 4, 3, 2, ...] (9)");
    }

    TEST_CASE("all, any, none and count look at each element") {
        Checked c;
        std::int32_t two[] = {3, 4};

        CHECK(holds([&] { c.in.allOf({1, 2}); }));
        CHECK(holds([&] { c.in.allOf({}); }));
        CHECK_FALSE(holds([&] { c.in.allOf({1, 0}); }));
        CHECK(holds([&] { c.in.allOfTwo({1, 4}, {two, {2}}, 2); }));
        CHECK_FALSE(holds([&] { c.in.allOfTwo({1, 5}, {two, {2}}, 2); }));
        CHECK_FALSE(holds([&] { c.in.allOfTwo({1}, {two, {2}}, 2); }));
        CHECK(holds([&] { c.in.anyOf({1, 2}, 2); }));
        CHECK_FALSE(holds([&] { c.in.anyOf({1, 2}, 3); }));
        CHECK_FALSE(holds([&] { c.in.anyOf({}, 3); }));
        CHECK(holds([&] { c.in.noneOf({1, 2}); }));
        CHECK_FALSE(holds([&] { c.in.noneOf({1, -2}); }));
        CHECK(holds([&] { c.in.countOf({true, false, true}); }));
        CHECK_FALSE(holds([&] { c.in.countOf({true, false}); }));
        CHECK(holds([&] { c.in.letters({'a', ' ', 'b'}); }));
        CHECK_FALSE(holds([&] { c.in.letters({'a', ' '}); }));
        CHECK(holds([&] { c.in.complexes({{1, 2}, {3, 4}}, {3, 4}); }));
        CHECK_FALSE(holds([&] { c.in.complexes({{1, 2}}, {3, 4}); }));
        CHECK(holds([&] { c.in.truth(true); }));
        CHECK_FALSE(holds([&] { c.in.truth(false); }));
    }

    TEST_CASE("dimen, lower, upper, stride and size tell the shape") {
        Checked c;
        sidl::array<std::int32_t, 2> table({2, 3});
        table.setLower({0, 2});
        const sidl::array<std::int32_t, 2> square({2, 2});
        std::int32_t cells[] = {1, 2, 3, 4};

        CHECK(holds([&] { c.in.dimenOf({}, square, {cells, {2, 2}}, 2); }));
        CHECK_FALSE(holds([&] {
            c.in.dimenOf({}, sidl::array<std::int32_t>{1}, {cells, {2, 2}}, 2);
        }));
        CHECK(holds([&] { c.in.bounds(table); }));
        CHECK_FALSE(holds([&] { c.in.bounds(square); }));
        CHECK(holds([&] { c.in.strideOf(table); }));
        CHECK_FALSE(holds([&] { c.in.strideOf(table.clone(sidl::Order::ColumnMajor)); }));
        CHECK(holds([&] { c.in.sizeOf(table, square); }));
        CHECK_FALSE(holds([&] { c.in.sizeOf(square, square); }));
    }

    TEST_CASE("max, min and sum take all elements together") {
        Checked c;
        double three[] = {1, 2, 3};

        CHECK(holds([&] { c.in.extremes({0, 9, -3}); }));
        CHECK_FALSE(holds([&] { c.in.extremes({0, 10, -3}); }));
        CHECK_FALSE(holds([&] { c.in.extremes({}); }));
        CHECK(holds([&] { c.in.sumOf({three, {3}}, 3); }));
        CHECK_FALSE(holds([&] { c.in.sumOf({three, {2}}, 2); }));
    }

    TEST_CASE("nonDecr and nonIncr compare neighbours") {
        Checked c;

        CHECK(holds([&] { c.in.rising({1, 1, 2}); }));
        CHECK(holds([&] { c.in.rising({}); }));
        CHECK_FALSE(holds([&] { c.in.rising({1, 3, 2}); }));
        CHECK(holds([&] { c.in.falling({2, 1, 1}); }));
        CHECK_FALSE(holds([&] { c.in.falling({3, 1, 2}); }));
        CHECK_FALSE(holds([&] { c.in.falling({3, kNaN, 2}); }));
    }

    TEST_CASE("range, irange and nearEqual have inclusive bounds") {
        Checked c;

        CHECK(holds([&] { c.in.rangeOf({0.5, 2.5}, 2.5); }));
        CHECK_FALSE(holds([&] { c.in.rangeOf({0.5, 2.51}, 2); }));
        CHECK_FALSE(holds([&] { c.in.rangeOf({1}, 0.4); }));
        CHECK(holds([&] { c.in.irangeOf({1, 3, 2}, 3); }));
        CHECK_FALSE(holds([&] { c.in.irangeOf({1, 4}, 3); }));
        CHECK_FALSE(holds([&] { c.in.irangeOf({1}, 0); }));
        CHECK(holds([&] { c.in.nearly({1, 2}, {1.005F, 2}, 0.995); }));
        CHECK_FALSE(holds([&] { c.in.nearly({1, 2}, {1.05F, 2}, 1); }));
        CHECK_FALSE(holds([&] { c.in.nearly({1, 2}, {1}, 1); }));
        CHECK_FALSE(holds([&] { c.in.nearly({}, {}, 1.1); }));
    }
}

}  // namespace
