#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Services.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "Harness.hpp"
#include "OpaqueFunction.hpp"
#include "OpaqueLibrary.hpp"
#include "framework/ScriptFigures.hpp"
#include "framework/ServicesPort.hpp"

namespace {

using namespace gantry::bench;
using gantry::framework::Framework;
using gantry::framework::Guard;
using numeric::FunctionPort;
using Clock = std::chrono::steady_clock;

/// A user whose port is connected to a function, which it holds.
class Application final {
public:
    explicit Application(Guard guard) : framework({GANTRY_BENCH_FRAMEWORK_DIRECTORY}) {
        framework.createInstance("benchmarks.User", "user");
        framework.createInstance("benchmarks.Echo", "first");
        framework.createInstance("benchmarks.Echo", "second");
        framework.connect({"user", "function", "first", "function"}, guard);
        const auto seen =
            std::dynamic_pointer_cast<ServicesPort>(framework.providedPort("user", "services"));
        if (!seen) {
            throw std::runtime_error("benchmarks.User has no services to be benchmarked");
        }
        services = seen->services();
    }

    FunctionPort& hold() {
        held_ = gantry::castPort<FunctionPort>(services->getPort("function"), "function");
        return *held_;
    }

    Framework framework;
    std::shared_ptr<gov::cca::Services> services;

private:
    std::shared_ptr<FunctionPort> held_;
};

double microseconds(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double quantile(std::vector<double>& values, double share) {
    const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at),
                     values.end());
    return values[at];
}

/// Nanoseconds of one call by each of several threads at once; the median over batches.
double callInThreads(FunctionPort& port, int numThreads, std::size_t batches) {
    constexpr int kCalls = 20000;
    std::vector<std::vector<double>> times(static_cast<std::size_t>(numThreads));
    std::vector<std::thread> threads;
    for (auto& mine : times) {
        threads.emplace_back([&mine, &port, batches] {
            for (std::size_t b = 0; b < batches; ++b) {
                const auto begin = Clock::now();
                for (int i = 0; i < kCalls; ++i) {
                    keep(port.evaluate(1.0));
                }
                mine.push_back(microseconds(begin) * 1000 / kCalls);
            }
        });
    }
    std::vector<double> all;
    for (std::size_t t = 0; t < threads.size(); ++t) {
        threads[t].join();
        all.insert(all.end(), times[t].begin(), times[t].end());
    }
    return quantile(all, 0.5);
}

std::vector<Figure> twoThreads(const Effort& effort) {
    Application direct(Guard::AsDeclared);
    Application guarded(Guard::Guarded);
    FunctionPort& plain = direct.hold();
    FunctionPort& proxied = guarded.hold();
    std::vector<double> extra;
    std::vector<double> bare;
    for (std::size_t round = 0; round < effort.of(100, 3); ++round) {
        const double first = callInThreads(plain, 2, 5);
        extra.push_back(callInThreads(proxied, 2, 5) - first);
        bare.push_back(first);
    }
    return {{"direct port call, 2 threads", quantile(bare, 0.5), "ns"},
            {"guarded port call, 2 threads: more than direct", quantile(extra, 0.5), "ns", 0.6}};
}

std::vector<Figure> assembling(const Effort& effort) {
    Application application(Guard::AsDeclared);
    Framework& framework = application.framework;
    framework.disconnect({"user", "function", "first", "function"});
    std::vector<double> creating;
    std::vector<double> connecting;
    for (std::size_t i = 0; i < effort.of(5000, 50); ++i) {
        auto begin = Clock::now();
        framework.createInstance("benchmarks.Echo", "third");
        creating.push_back(microseconds(begin));
        begin = Clock::now();
        framework.connect({"user", "function", "third", "function"});
        connecting.push_back(microseconds(begin));
        framework.disconnect({"user", "function", "third", "function"});
        framework.destroyInstance("third");
    }
    return {{"create, with an empty constructor", quantile(creating, 0.5), "us", 6},
            {"connect", quantile(connecting, 0.5), "us", 12}};
}

std::vector<Figure> rewiring(const Effort& effort) {
    Application application(Guard::Guarded);
    FunctionPort& port = application.hold();
    std::atomic<bool> stop{false};
    std::vector<std::thread> callers;
    for (int t = 0; t < 2; ++t) {
        callers.emplace_back([&] {
            while (!stop) {
                keep(port.evaluate(1.0));
            }
        });
    }
    std::vector<double> times;
    for (std::size_t i = 0; i < effort.of(20000, 100); ++i) {
        const auto begin = Clock::now();
        application.framework.rewire(
            {"user", "function", i % 2 == 0 ? "second" : "first", "function"});
        times.push_back(microseconds(begin));
    }
    stop = true;
    for (std::thread& caller : callers) {
        caller.join();
    }
    return {{"rewire, 2 busy callers: median", quantile(times, 0.5), "us", 15},
            {"rewire, 2 busy callers: p99", quantile(times, 0.99), "us", 50}};
}

Case calls(const char* name, const char* yardstick, FunctionPort& port, Goal goal = {}) {
    return {name, yardstick,
            [&port](std::size_t rounds) {
                for (std::size_t i = 0; i < rounds; ++i) {
                    keep(port.evaluate(1.0));
                }
            },
            1, goal};
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<Application> direct;
    std::unique_ptr<Application> guarded;
    const auto cases = [&]() -> std::vector<Case> {
        constexpr double kMostRatio = 1.1;
        constexpr double kMostFetch = 80;
        direct = std::make_unique<Application>(Guard::AsDeclared);
        guarded = std::make_unique<Application>(Guard::Guarded);
        auto* const bare =
            opaque<GetOpaqueFunction>(GANTRY_BENCH_OPAQUE, "gantry_bench_opaque_function");
        const auto services = direct->services;
        return {calls("virtual call", "", *bare),
                calls("direct port call", "virtual call", direct->hold(), ratioAtMost(kMostRatio)),
                calls("guarded port call", "direct port call", guarded->hold()),
                {"getPort + releasePort", "virtual call",
                 [services](std::size_t rounds) {
                     for (std::size_t i = 0; i < rounds; ++i) {
                         keep(services->getPort("function").get());
                         services->releasePort("function");
                     }
                 },
                 1, nanosecondsAtMost(kMostFetch)}};
    };
    return runBenchmark(
        argc, argv,
        {"Times calls through connections of the framework against bare virtual "
         "calls, and its\ncommands: create, connect, the exchange of a provider under load, "
         "and scripts that\nassemble a thousand components.",
         cases,
         {{"assembling", assembling},
          {"scripts", scripting},
          {"guarded calls in 2 threads", twoThreads},
          {"rewire", rewiring}}});
}
