#pragma once

#include <everything/Failure.hpp>
#include <everything/Node.hpp>
#include <everything/Tool.hpp>

#include <memory>
#include <string>

#include "PythonFixture.hpp"

namespace everything::test {

/// What a method is called with, and gives back: b becomes a, c becomes a, and the result is what c
/// was.
template <class T, class In>
T echo(const In& a, T& b, T& c) {
    T before = c;
    b = a;
    c = a;
    return before;
}

class FailureWithCode final : public virtual Failure {
public:
    explicit FailureWithCode(int code) : code_(code) { setNote("code " + std::to_string(code)); }
    std::int32_t code() override { return code_; }

private:
    int code_;
};

class EchoNode final : public virtual Node {
public:
    std::int32_t lastInt = 0;
    std::string lastText;
    double rawSum = 0;

    bool flags(bool a, bool& b, bool& c) override { return echo(a, b, c); }
    char letters(char a, char& b, char& c) override { return echo(a, b, c); }
    std::int32_t ints(std::int32_t a, std::int32_t& b, std::int32_t& c) override {
        return echo(a, b, c);
    }
    std::int64_t longs(std::int64_t a, std::int64_t& b, std::int64_t& c) override {
        return echo(a, b, c);
    }
    float floats(float a, float& b, float& c) override { return echo(a, b, c); }
    double doubles(double a, double& b, double& c) override { return echo(a, b, c); }
    std::complex<float> smallComplex(std::complex<float> a, std::complex<float>& b,
                                     std::complex<float>& c) override {
        return echo(a, b, c);
    }
    std::complex<double> largeComplex(std::complex<double> a, std::complex<double>& b,
                                      std::complex<double>& c) override {
        return echo(a, b, c);
    }
    std::string strings(const std::string& a, std::string& b, std::string& c) override {
        if (a == "fail") {
            throw FailureWithCode(7);
        }
        if (a == "out of range") {
            throw std::out_of_range("no such place");
        }
        return echo(a, b, c);
    }
    void* opaques(void* a, void*& b, void*& c) override { return echo(a, b, c); }
    Colour colours(Colour a, Colour& b, Colour& c) override { return echo(a, b, c); }
    Point points(const Point& a, Point& b, Point& c) override { return echo(a, b, c); }
    Track tracks(const Track& a, Track& b, Track& c) override { return echo(a, b, c); }
    std::shared_ptr<Node> nodes(const std::shared_ptr<Node>& a, std::shared_ptr<Node>& b,
                                std::shared_ptr<Node>& c) override {
        return echo(a, b, c);
    }
    std::shared_ptr<Tool> tools(const std::shared_ptr<Tool>& a, std::shared_ptr<Tool>& b,
                                std::shared_ptr<Tool>& c) override {
        return echo(a, b, c);
    }
    ::sidl::array<std::int32_t> rows(const ::sidl::array<std::int32_t>& a,
                                     ::sidl::array<std::int32_t>& b,
                                     ::sidl::array<std::int32_t>& c) override {
        return echo(a, b, c);
    }
    ::sidl::array<double, 2> tables(const ::sidl::array<double, 2>& a, ::sidl::array<double, 2>& b,
                                    ::sidl::array<double, 2>& c) override {
        return echo(a, b, c);
    }
    ::sidl::array<std::string> names(const ::sidl::array<std::string>& a,
                                     ::sidl::array<std::string>& b,
                                     ::sidl::array<std::string>& c) override {
        return echo(a, b, c);
    }
    ::sidl::array<std::shared_ptr<Node>> lists(const ::sidl::array<std::shared_ptr<Node>>& a,
                                               ::sidl::array<std::shared_ptr<Node>>& b,
                                               ::sidl::array<std::shared_ptr<Node>>& c) override {
        return echo(a, b, c);
    }
    ::sidl::array<Point> paths(const ::sidl::array<Point>& a, ::sidl::array<Point>& b,
                               ::sidl::array<Point>& c) override {
        return echo(a, b, c);
    }
    void generic(const ::sidl::BaseArray& a) override {
        lastText = std::to_string(a.dimension()) + " x " + std::to_string(a.length(0));
    }
    void raw(::sidl::rarray<double, 2> a, ::sidl::rarray<std::int32_t, 1> b, std::int32_t n,
             std::int32_t m) override {
        rawSum = 0;
        for (int j = 0; j < m; ++j) {
            for (int i = 0; i < n; ++i) {
                rawSum += (10 * i + j) * a(i, j);
            }
        }
        for (int i = 0; i < b.length(); ++i) {
            b[i] = i + 1;
        }
    }
    void putInt(std::int32_t value) override { lastInt = value; }
    void putText(const std::string& value) override { lastText = value; }
};

/// Python code that knows a C++ object as `echo`.
struct EchoFixture : PythonFixture {
    std::shared_ptr<EchoNode> echo = std::make_shared<EchoNode>();

    EchoFixture() { set<std::shared_ptr<Node>>("echo", echo); }
};

}  // namespace everything::test
