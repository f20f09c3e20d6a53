#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "Echo.hpp"

namespace {

using languages::DirectEcho;
using languages::Way;

template <class T>
bool same(const T& a, const T& b) {
    return a == b;
}
template <class T, int N>
bool same(const sidl::array<T, N>& a, const sidl::array<T, N>& b);

bool same(const probe::Mark& a, const probe::Mark& b) {
    return a.set == b.set && a.letter == b.letter && a.number == b.number && a.large == b.large &&
           a.single == b.single && a.precise == b.precise && a.small == b.small && a.big == b.big &&
           a.label == b.label && a.address == b.address && a.colour == b.colour &&
           same(a.table, b.table) && same(a.names, b.names) && a.owner == b.owner;
}

// Equal lengths and elements; the strides may be others.
template <class T, int N>
bool same(const sidl::array<T, N>& a, const sidl::array<T, N>& b) {
    if (a.size() != b.size()) {
        return false;
    }
    for (int d = 0; d < N; ++d) {
        if (a.size() != 0 && a.length(d) != b.length(d)) {
            return false;
        }
    }
    const auto first = a.clone();
    const auto second = b.clone();
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!same(first.data()[i], second.data()[i])) {
            return false;
        }
    }
    return true;
}

// Sends a there and c along, by a method of Echo.
template <class T, class Method>
void send(Method method, const T& a, const T& c) {
    const auto target = std::make_shared<DirectEcho>();
    for (const Way& way : languages::ways(target)) {
        CAPTURE(way.name);
        T b{};
        T both = c;

        const T result = ((*way.echo).*method)(a, b, both);

        CHECK(same(b, a));
        CHECK(same(both, a));
        CHECK(same(result, c));
    }
}

template <int N>
sidl::array<double, N> filled(int first, sidl::Order order) {
    std::array<int, N> lengths{};
    for (int d = 0; d < N; ++d) {
        lengths[static_cast<std::size_t>(d)] = 2 + d % 3;
    }
    sidl::array<double, N> array(lengths, order);
    for (std::size_t i = 0; i < array.size(); ++i) {
        array.data()[i] = first + static_cast<double>(i);
    }
    return array;
}

template <int N, class Method>
void sendDoubles(Method method) {
    using sidl::Order;
    CAPTURE(N);
    send(method, filled<N>(1, Order::RowMajor), filled<N>(-50, Order::ColumnMajor));
    send(method, filled<N>(7, Order::ColumnMajor), sidl::array<double, N>());
    send(method, sidl::array<double, N>(), filled<N>(9, Order::RowMajor));
}

probe::Mark mark(const std::string& label) {
    probe::Mark mark;
    mark.set = true;
    mark.letter = 'x';
    mark.number = -7;
    mark.large = std::int64_t{1} << 40;
    mark.single = 0.5F;
    mark.precise = -0.125;
    mark.small = {1, -2};
    mark.big = {3, -4};
    mark.label = label;
    mark.address = &mark;
    mark.colour = probe::Colour::Blue;
    mark.table = filled<2>(3, sidl::Order::RowMajor);
    mark.names = {"one", "", "three"};
    mark.owner = std::make_shared<DirectEcho>();
    return mark;
}

}  // namespace

TEST_SUITE("languages.Echo") {
    TEST_CASE("numbers, characters, truth values and addresses pass in every mode") {
        using Int = std::numeric_limits<std::int32_t>;
        using Long = std::numeric_limits<std::int64_t>;
        int place = 0;
        send(&probe::Echo::bools, true, false);
        send(&probe::Echo::bools, false, true);
        send(&probe::Echo::chars, 'a', static_cast<char>(-1));
        send(&probe::Echo::ints, Int::min(), Int::max());
        send(&probe::Echo::longs, Long::min(), Long::max());
        send(&probe::Echo::floats, 1.5F, std::numeric_limits<float>::infinity());
        send(&probe::Echo::doubles, -0.1, std::numeric_limits<double>::denorm_min());
        send<void*>(&probe::Echo::opaques, &place, nullptr);
    }

    TEST_CASE("complex numbers pass in every mode") {
        send(&probe::Echo::fcomplexes, std::complex<float>(1, -2), std::complex<float>(3, 4));
        send(&probe::Echo::dcomplexes, std::complex<double>(1e300, -2),
             std::complex<double>(-3, 1e-300));
    }

    TEST_CASE("texts pass in every mode, empty and long ones too") {
        send<std::string>(&probe::Echo::strings, "a text", "");
        send<std::string>(&probe::Echo::strings, "", "another");
        send<std::string>(&probe::Echo::strings, std::string(100000, 'x'), " with blanks \t ");
        send<std::string>(&probe::Echo::strings, "\xc3\xa4\n\x01", "%s %n");
    }

    TEST_CASE("enums pass in every mode") {
        send(&probe::Echo::colours, probe::Colour::Green, probe::Colour::Red);
        send(&probe::Echo::colourArrays,
             sidl::array<probe::Colour>{probe::Colour::Blue, probe::Colour::Red},
             sidl::array<probe::Colour>{probe::Colour::Green});
    }

    TEST_CASE("objects are the same ones behind the border, and null stays null") {
        const std::shared_ptr<probe::Echo> first = std::make_shared<DirectEcho>(1);
        const std::shared_ptr<probe::Echo> second = std::make_shared<DirectEcho>(2);
        send<std::shared_ptr<probe::Echo>>(&probe::Echo::objects, first, second);
        send<std::shared_ptr<probe::Echo>>(&probe::Echo::objects, nullptr, second);
        send<std::shared_ptr<probe::Echo>>(&probe::Echo::objects, first, nullptr);
        send(&probe::Echo::objectArrays,
             sidl::array<std::shared_ptr<probe::Echo>>{first, nullptr, second},
             sidl::array<std::shared_ptr<probe::Echo>>{second});
    }

    TEST_CASE("structs pass with all that is in them") {
        send(&probe::Echo::marks, mark("first"), mark("second"));
        send(&probe::Echo::marks, probe::Mark(), mark("second"));
        send(&probe::Echo::markArrays, sidl::array<probe::Mark>{mark("a"), mark("b")},
             sidl::array<probe::Mark>{});
    }

    TEST_CASE("arrays pass with elements of every type") {
        int place = 0;
        send(&probe::Echo::boolArrays, sidl::array<bool>{true, false}, sidl::array<bool>{false});
        send(&probe::Echo::charArrays, sidl::array<char>{'a', '\0', 'z'}, sidl::array<char>{});
        send(&probe::Echo::intArrays, sidl::array<std::int32_t>{1, -2, 3},
             sidl::array<std::int32_t>{4});
        send(&probe::Echo::longArrays, sidl::array<std::int64_t>{1, std::int64_t{1} << 50},
             sidl::array<std::int64_t>{});
        send(&probe::Echo::floatArrays, sidl::array<float>{1, 2.5}, sidl::array<float>{-1});
        send(&probe::Echo::fcomplexArrays, sidl::array<std::complex<float>>{{1, 2}, {3, 4}},
             sidl::array<std::complex<float>>{{5, 6}});
        send(&probe::Echo::dcomplexArrays, sidl::array<std::complex<double>>{{1, 2}},
             sidl::array<std::complex<double>>{{5, 6}, {7, 8}});
        send(&probe::Echo::stringArrays, sidl::array<std::string>{"one", "", "three"},
             sidl::array<std::string>{"four"});
        send(&probe::Echo::opaqueArrays, sidl::array<void*>{&place, nullptr},
             sidl::array<void*>{nullptr});
    }

    TEST_CASE("arrays of 1 to 7 dimensions pass in both orders") {
        sendDoubles<1>(&probe::Echo::doubles1);
        sendDoubles<2>(&probe::Echo::doubles2);
        sendDoubles<3>(&probe::Echo::doubles3);
        sendDoubles<4>(&probe::Echo::doubles4);
        sendDoubles<5>(&probe::Echo::doubles5);
        sendDoubles<6>(&probe::Echo::doubles6);
        sendDoubles<7>(&probe::Echo::doubles7);
    }

    TEST_CASE("a view with gaps passes by its strides") {
        std::array<double, 60> memory{};
        for (std::size_t i = 0; i < memory.size(); ++i) {
            memory[i] = static_cast<double>(i);
        }
        const auto view = sidl::array<double, 2>::borrow(memory.data() + 1, {3, 4}, {2, 13});

        send(&probe::Echo::doubles2, view, filled<2>(0, sidl::Order::RowMajor));
    }

    TEST_CASE("an array of C's own layout crosses C without a copy") {
        const auto target = std::make_shared<DirectEcho>();
        const auto echo = languages::relayed(&relay_create, target);
        const sidl::array<double, 1> a{1, 2, 3};
        sidl::array<double, 1> b;
        sidl::array<double, 1> c;

        echo->doubles1(a, b, c);

        CHECK(b.data() == a.data());
        CHECK(c.data() == a.data());
    }

    TEST_CASE("lower bounds pass through C") {
        const auto echo = languages::relayed(&relay_create, std::make_shared<DirectEcho>());
        sidl::array<double, 2> a = filled<2>(0, sidl::Order::RowMajor);
        a.setLower({-3, 5});
        sidl::array<double, 2> b;
        sidl::array<double, 2> c;

        echo->doubles2(a, b, c);

        CHECK(b.lower(0) == -3);
        CHECK(b.upper(1) == a.upper(1));
        CHECK(c(-3, 5) == a(-3, 5));
    }

    TEST_CASE("rarrays are seen in place") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>())) {
            CAPTURE(way.name);
            std::array<double, 12> table{};
            table.fill(1.5);
            std::array<std::int32_t, 4> values{1, 2, 3, 4};

            way.echo->scale(sidl::rarray<double, 2>(table.data(), {3, 4}), 3, 2, 2);

            CHECK(table.front() == 3);
            CHECK(table.back() == 3);
            CHECK(way.echo->sum(sidl::rarray<std::int32_t>(values.data(), {4}), 4) == 10);
            CHECK(way.echo->sum(sidl::rarray<std::int32_t>(values.data(), {0}), 0) == 0);
        }
    }

    TEST_CASE("generic arrays pass with elements of numbers, and others are refused") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>())) {
            CAPTURE(way.name);
            CHECK(way.echo->count(filled<3>(0, sidl::Order::RowMajor)) == 2 * 3 * 4);
            CHECK(way.echo->count(sidl::array<bool>{true, false}) == 2);
            CHECK(way.echo->count(sidl::array<std::complex<float>, 2>({2, 5})) == 10);
            if (way.name != std::string("direct")) {
                CHECK_THROWS_WITH(way.echo->count(sidl::array<std::string>{"a"}),
                                  doctest::Contains("cannot be an array<> in C"));
            }
        }
    }

    TEST_CASE("overloads are distinguished by their extensions") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>())) {
            CAPTURE(way.name);
            CHECK(way.echo->putInt(-4) == -4);
            CHECK(way.echo->putText("four") == 4);
        }
    }

    TEST_CASE("inherited methods are called through the handle of the derived type") {
        for (const Way& way : languages::ways(std::make_shared<DirectEcho>(5))) {
            CAPTURE(way.name);
            CHECK(way.echo->number() == 5);
            CHECK(std::shared_ptr<probe::Base>(way.echo)->number() == 5);
        }
    }
}
