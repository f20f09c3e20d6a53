#include <framework/Framework.hpp>
#include <gantry/PortCalls.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Services.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
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

    FunctionPort& hold() { return *held(); }
    const std::shared_ptr<FunctionPort>& held() {
        held_ = gantry::castPort<FunctionPort>(services->getPort("function"), "function");
        return held_;
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

/// Calls, either through a port or in place.
struct Subject {
    const std::shared_ptr<FunctionPort>& port;
    bool inPlace = false;
};

/// Nanoseconds of a call, batch by batch.
template <class Calls>
void timeCalls(const Calls& calls, std::size_t batches, std::vector<double>& times) {
    constexpr int kCalls = 20000;
    for (std::size_t b = 0; b < batches; ++b) {
        const auto begin = Clock::now();
        for (int i = 0; i < kCalls; ++i) {
            keep(calls->evaluate(1.0));
        }
        times.push_back(microseconds(begin) * 1000 / kCalls);
    }
}

/// Nanoseconds of one call by each of several threads at once; the median over batches.
double callInThreads(const Subject& subject, int numThreads, std::size_t batches) {
    std::vector<std::vector<double>> times(static_cast<std::size_t>(numThreads));
    std::vector<std::thread> threads;
    for (auto& mine : times) {
        threads.emplace_back([&mine, &subject, batches] {
            if (subject.inPlace) {
                timeCalls(gantry::PortCalls<FunctionPort>(subject.port), batches, mine);
            } else {
                timeCalls(subject.port.get(), batches, mine);
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

std::vector<Figure> callsIn(int numThreads, const Effort& effort) {
    Application direct(Guard::AsDeclared);
    Application guarded(Guard::Guarded);
    const Subject plain{direct.held()};
    const Subject proxied{guarded.held()};
    const Subject inPlace{proxied.port, true};
    std::vector<double> bare;
    std::vector<double> extra;
    std::vector<double> extraInPlace;
    for (std::size_t round = 0; round < effort.of(100, 3); ++round) {
        bare.push_back(callInThreads(plain, numThreads, 5));
        extra.push_back(callInThreads(proxied, numThreads, 5) - bare.back());
        extraInPlace.push_back(callInThreads(inPlace, numThreads, 5) - bare.back());
    }
    const std::string threads =
        std::to_string(numThreads) + (numThreads == 1 ? " thread" : " threads");
    return {
        {"direct port call, " + threads, quantile(bare, 0.5), "ns"},
        {"guarded port call, " + threads + ": overhead over direct", quantile(extra, 0.5), "ns"},
        {"guarded port call in place, " + threads + ": overhead over direct",
         quantile(extraInPlace, 0.5), "ns", 0.6}};
}

std::vector<Figure> oneThread(const Effort& effort) {
    return callsIn(1, effort);
}

std::vector<Figure> twoThreads(const Effort& effort) {
    return callsIn(2, effort);
}

/// Memory of this process that is in RAM, in KiB.
double residentMemory() {
    std::ifstream file("/proc/self/statm");
    double total = 0;
    double resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}

/// One life of an application whose calls are timed: built, called, exchanged, ended, unloaded.
void live(Framework& framework) {
    framework.createInstance("benchmarks.User", "user");
    framework.createInstance("benchmarks.Echo", "first");
    framework.createInstance("benchmarks.Echo", "second");
    framework.connect({"user", "function", "first", "function"}, Guard::Guarded);
    framework.monitor({"user", "function", "", {}});
    {
        const auto services =
            std::dynamic_pointer_cast<ServicesPort>(framework.providedPort("user", "services"))
                ->services();
        const gantry::UsedPort<FunctionPort> function(services, "function");
        keep(function->evaluate(1.0));
        framework.rewire({"user", "function", "second", "function"});
        keep(function->evaluate(1.0));
    }
    for (const char* const name : {"user", "first", "second"}) {
        framework.destroyInstance(name);
    }
    const bool hasGone = framework.unload("benchmarks.User");
    if (!framework.unload("benchmarks.Echo") || !hasGone) {
        throw std::runtime_error("a library stays in memory though nothing of it is used");
    }
}

std::vector<std::string> timerNames(Framework& framework) {
    const auto measurement = std::dynamic_pointer_cast<performance::Measurement>(
        framework.providedPort("performance", "MeasurementPort"));
    return measurement->createQuery()->getTimerNames().toVector();
}

std::vector<Figure> reloading(const Effort& effort) {
    Framework framework({GANTRY_BENCH_FRAMEWORK_DIRECTORY, GANTRY_COMPONENT_DIRECTORY});
    framework.createInstance("performance.Native", "performance");
    const std::size_t number = effort.of(10000, 100);
    const std::size_t warm = number / 10;
    // Its memory is taken before it is counted.
    std::vector<double> times(number, 0.0);
    std::vector<std::string> names;
    double before = 0;
    for (std::size_t i = 0; i < number; ++i) {
        if (i == warm) {
            names = timerNames(framework);
            before = residentMemory();
        }
        const auto begin = Clock::now();
        live(framework);
        times[i] = microseconds(begin);
    }
    const double growth = residentMemory() - before;
    if (names.empty() || timerNames(framework) != names) {
        throw std::runtime_error("the names of the timers changed while libraries were reloaded");
    }
    constexpr double kMostGrowth = 256;
    return {{"load, build, measure, swap, end, unload: median", quantile(times, 0.5), "us"},
            {"the same " + std::to_string(number - warm) + " times: growth of memory", growth,
             "KiB", kMostGrowth}};
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
                {"guarded port call in place", "direct port call",
                 [inPlace = gantry::PortCalls<FunctionPort>(guarded->held())](std::size_t rounds) {
                     for (std::size_t i = 0; i < rounds; ++i) {
                         keep(inPlace->evaluate(1.0));
                     }
                 }},
                {"getPort + releasePort", "virtual call",
                 [services](std::size_t rounds) {
                     for (std::size_t i = 0; i < rounds; ++i) {
                         keep(services->getPort("function").get());
                         services->releasePort("function");
                     }
                 },
                 1, nanosecondsAtMost(kMostFetch)}};
    };
    return runBenchmark(argc, argv,
                        {"Times calls through connections of the framework against bare virtual "
                         "calls, and its\ncommands: create, connect, the exchange of a provider "
                         "under load, unload, "
                         "and scripts that\nassemble a thousand components.",
                         cases,
                         {{"assembling", assembling},
                          {"scripts", scripting},
                          {"guarded calls in 1 thread", oneThread},
                          {"guarded calls in 2 threads", twoThreads},
                          {"rewire", rewiring},
                          {"reload", reloading}}});
}
