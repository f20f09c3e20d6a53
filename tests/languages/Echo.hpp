#pragma once

#include <c/Handle.hpp>
#include <c/probe.h>
#include <gantry/Error.hpp>
#include <probe/Colour.hpp>
#include <probe/Echo.hpp>
#include <probe/Mark.hpp>
#include <probe/Refusal.hpp>
#include <sidl/SIDLException.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "relay.h"

namespace languages {

class Refused final : public virtual probe::Refusal {
public:
    explicit Refused(int code) : code_(code) { setNote("refused in C++"); }
    std::int32_t code() override { return code_; }

private:
    int code_;
};

/// An Echo in C++.
class DirectEcho final : public virtual probe::Echo {
public:
    explicit DirectEcho(int number = 0) : number_(number) {}
    std::int32_t number() override { return number_; }

    // NOLINTBEGIN(bugprone-macro-parentheses): type is a type
#define ECHO(name, in, type)                     \
    type name(in a, type& b, type& c) override { \
        b = a;                                   \
        return std::exchange(c, a);              \
    }
    // NOLINTEND(bugprone-macro-parentheses)
#define ECHO_VALUE(name, type) ECHO(name, type, type)
#define ECHO_WHOLE(name, type) ECHO(name, const type&, type)
#define ECHO_ARRAY(name, element, n)                                                           \
    sidl::array<element, n> name(const sidl::array<element, n>& a, sidl::array<element, n>& b, \
                                 sidl::array<element, n>& c) override {                        \
        b = a;                                                                                 \
        return std::exchange(c, a);                                                            \
    }
    ECHO_VALUE(bools, bool)
    ECHO_VALUE(chars, char)
    ECHO_VALUE(ints, std::int32_t)
    ECHO_VALUE(longs, std::int64_t)
    ECHO_VALUE(floats, float)
    ECHO_VALUE(doubles, double)
    ECHO_VALUE(fcomplexes, std::complex<float>)
    ECHO_VALUE(dcomplexes, std::complex<double>)
    ECHO_WHOLE(strings, std::string)
    ECHO_VALUE(opaques, void*)
    ECHO_VALUE(colours, probe::Colour)
    ECHO_WHOLE(marks, probe::Mark)
    ECHO_WHOLE(objects, std::shared_ptr<probe::Echo>)
    ECHO_ARRAY(boolArrays, bool, 1)
    ECHO_ARRAY(charArrays, char, 1)
    ECHO_ARRAY(intArrays, std::int32_t, 1)
    ECHO_ARRAY(longArrays, std::int64_t, 1)
    ECHO_ARRAY(floatArrays, float, 1)
    ECHO_ARRAY(fcomplexArrays, std::complex<float>, 1)
    ECHO_ARRAY(dcomplexArrays, std::complex<double>, 1)
    ECHO_ARRAY(stringArrays, std::string, 1)
    ECHO_ARRAY(opaqueArrays, void*, 1)
    ECHO_ARRAY(colourArrays, probe::Colour, 1)
    ECHO_ARRAY(markArrays, probe::Mark, 1)
    ECHO_ARRAY(objectArrays, std::shared_ptr<probe::Echo>, 1)
    ECHO_ARRAY(doubles1, double, 1)
    ECHO_ARRAY(doubles2, double, 2)
    ECHO_ARRAY(doubles3, double, 3)
    ECHO_ARRAY(doubles4, double, 4)
    ECHO_ARRAY(doubles5, double, 5)
    ECHO_ARRAY(doubles6, double, 6)
    ECHO_ARRAY(doubles7, double, 7)
#undef ECHO_ARRAY
#undef ECHO_WHOLE
#undef ECHO_VALUE
#undef ECHO

    std::int32_t count(const sidl::BaseArray& any) override {
        int elements = 1;
        for (int d = 0; d < any.dimension(); ++d) {
            elements *= any.length(d);
        }
        return elements;
    }
    void scale(sidl::rarray<double, 2> table, std::int32_t, std::int32_t, double factor) override {
        for (int i = 0; i < table.length(0); ++i) {
            for (int j = 0; j < table.length(1); ++j) {
                table(i, j) *= factor;
            }
        }
    }
    std::int64_t sum(sidl::rarray<std::int32_t, 1> values, std::int32_t) override {
        std::int64_t total = 0;
        for (int i = 0; i < values.length(); ++i) {
            total += values[i];
        }
        return total;
    }

    std::int32_t putInt(std::int32_t value) override {
        return value;
    }
    std::int32_t putText(const std::string& value) override {
        return static_cast<std::int32_t>(value.size());
    }

    std::int32_t fail(std::int32_t way) override {
        return failBehind(way);
    }
    std::int32_t failBehind(std::int32_t way) override {
        switch (way) {
            case 0:
                throw Refused(17);
            case 1:
                throw sidl::SIDLException("broken in C++");
            case 2:
                throw gantry::Error(gov::cca::CCAExceptionType::BadPortType, "misnamed in C++");
            case 3:
                throw std::out_of_range("out of C++");
            default:
                throw 4;
        }
    }

private:
    int number_;
};

/// A handle of C as an object of C++; the reference is given up.
inline std::shared_ptr<probe::Echo> fromC(probe_Echo* handle) {
    auto object = gantry::c::pointerTo<probe::Echo>(handle);
    sidl_deleteRef(handle);
    return object;
}

/// An Echo in C, or in Fortran, before target.
using Relay = probe_Echo* (*)(probe_Echo*);
inline std::shared_ptr<probe::Echo> relayed(Relay relay,
                                            const std::shared_ptr<probe::Echo>& target) {
    auto* const handle = reinterpret_cast<probe_Echo*>(gantry::c::newHandle(target));
    auto object = fromC(relay(handle));
    sidl_deleteRef(handle);
    return object;
}

struct Way {
    const char* name;
    std::shared_ptr<probe::Echo> echo;
};

/// The ways to an Echo in C++; all but the first lead through other languages.
inline std::vector<Way> ways(const std::shared_ptr<probe::Echo>& target) {
    std::vector<Way> all{{"direct", target}, {"C", relayed(&relay_create, target)}};
#ifdef GANTRY_TEST_FORTRAN
    all.push_back({"Fortran", relayed(&relay_create_in_fortran, target)});
    all.push_back({"C before Fortran", relayed(&relay_create, all.back().echo)});
    all.push_back({"Fortran before C", relayed(&relay_create_in_fortran, all[1].echo)});
#endif
    return all;
}

}  // namespace languages
