#pragma once

#include <trial/Colour.hpp>
#include <trial/Everything.hpp>
#include <trial/Point.hpp>
#include <trial/Refused.hpp>

#include <array>
#include <atomic>
#include <complex>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace gantry::test {

class Refusal final : public virtual trial::Refused {
public:
    explicit Refusal(int code) { setNote("refused " + std::to_string(code)); }
};

/// Gives back what it is given: a as the result and as c, and as b what was c.
class Echo final : public virtual trial::Everything {
public:
    bool bools(bool a, bool& b, bool& c) override { return echo(a, b, c); }
    char chars(char a, char& b, char& c) override { return echo(a, b, c); }
    std::int32_t ints(std::int32_t a, std::int32_t& b, std::int32_t& c) override {
        return echo(a, b, c);
    }
    std::int64_t longs(std::int64_t a, std::int64_t& b, std::int64_t& c) override {
        return echo(a, b, c);
    }
    float floats(float a, float& b, float& c) override { return echo(a, b, c); }
    double doubles(double a, double& b, double& c) override { return echo(a, b, c); }
    std::complex<float> fcomplexes(std::complex<float> a, std::complex<float>& b,
                                   std::complex<float>& c) override {
        return echo(a, b, c);
    }
    std::complex<double> dcomplexes(std::complex<double> a, std::complex<double>& b,
                                    std::complex<double>& c) override {
        return echo(a, b, c);
    }
    std::string strings(const std::string& a, std::string& b, std::string& c) override {
        return echo(a, b, c);
    }
    void* opaques(void* a, void*& b, void*& c) override { return echo(a, b, c); }
    trial::Colour colours(trial::Colour a, trial::Colour& b, trial::Colour& c) override {
        return echo(a, b, c);
    }
    trial::Point points(const trial::Point& a, trial::Point& b, trial::Point& c) override {
        return echo(a, b, c);
    }
    std::shared_ptr<trial::Everything> objects(const std::shared_ptr<trial::Everything>& a,
                                               std::shared_ptr<trial::Everything>& b,
                                               std::shared_ptr<trial::Everything>& c) override {
        return echo(a, b, c);
    }
    sidl::array<double, 2> tables(const sidl::array<double, 2>& a, sidl::array<double, 2>& b,
                                  sidl::array<double, 2>& c) override {
        return echo(a, b, c);
    }
    sidl::array<std::string> lists(const sidl::array<std::string>& a, sidl::array<std::string>& b,
                                   sidl::array<std::string>& c) override {
        return echo(a, b, c);
    }
    std::int32_t generic(const sidl::BaseArray& a) override { return a.length(0); }
    std::shared_ptr<sidl::BaseArray> generics(const sidl::BaseArray& a,
                                              std::shared_ptr<sidl::BaseArray>& b,
                                              std::shared_ptr<sidl::BaseArray>& c) override {
        b = c;
        c = std::make_shared<sidl::array<double, 2>>(std::array{a.length(0), a.length(1)});
        return b;
    }
    void raw(sidl::rarray<double, 2> a, sidl::rarray<std::int32_t, 1> b, std::int32_t n,
             std::int32_t m) override {
        b[0] = static_cast<std::int32_t>(a(n - 1, m - 1));
    }
    void putInt(std::int32_t value) override { last = std::to_string(value); }
    void putText(const std::string& value) override { last = value; }
    void signal(std::int32_t number) override { last = "signal " + std::to_string(number); }
    std::int32_t nested(std::int32_t depth) override { return within ? within(depth) : depth; }
    std::int32_t refuse(std::int32_t code) override { throw Refusal(code); }
    void nothing() override { ++calls; }

    std::string last;
    std::function<std::int32_t(std::int32_t)> within;
    std::atomic<int> calls{0};

private:
    template <class T>
    static T echo(const T& a, T& b, T& c) {
        b = c;
        c = a;
        return a;
    }
};

}  // namespace gantry::test
