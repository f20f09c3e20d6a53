#include <framework/Framework.hpp>
#include <gantry/MethodProbe.hpp>
#include <numeric/FunctionPort.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <performance/Timer.hpp>
#include <performance/null/Monitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "Backend.hpp"
#include "Harness.hpp"
#include "LanguageCalls.hpp"
#include "OpaqueFunction.hpp"
#include "OpaqueLibrary.hpp"

namespace {

using gantry::bench::Backend;
using gantry::bench::Case;
using numeric::FunctionPort;

/// A port whose class the compiler does not know.
FunctionPort* hidden(FunctionPort* port) {
    asm volatile("" : "+r"(port));
    return port;
}

/// A proxy before the function, observed by a probe; null for an idle one.
class Observed final {
public:
    Observed(FunctionPort* function, const gantry::MethodProbe* probe)
        : proxy_(std::shared_ptr<FunctionPort>(std::shared_ptr<void>(), function)) {
        if (probe) {
            proxy_.observe(0, std::make_shared<const gantry::MethodProbe>(*probe));
        }
    }
    [[nodiscard]] FunctionPort* port() { return hidden(&proxy_); }

private:
    numeric::proxy::FunctionPort proxy_;
};

gantry::MethodProbe timing(const std::shared_ptr<performance::Timer>& timer) {
    gantry::MethodProbe probe;
    probe.timer = timer;
    return probe;
}

gantry::MethodProbe recording() {
    gantry::MethodProbe probe;
    probe.monitor = std::make_shared<performance::null::Monitor>();
    probe.record = "evaluate";
    probe.recordedArguments = {0, 1};
    probe.recordedNames = {"x", "result"};
    return probe;
}

struct Subject {
    Subject(gantry::framework::Framework& framework, const std::filesystem::path& library)
        : null(framework, "performance.Null", ""),
          native(framework, "performance.Native", "wall"),
          function(gantry::bench::opaque<gantry::bench::GetOpaqueFunction>(
              library, "gantry_bench_opaque_function")) {}

    Backend null;
    Backend native;
    FunctionPort* function;
    std::shared_ptr<performance::Timer> nullTimer = null.timers(1, "null").front();
    std::shared_ptr<performance::Timer> nativeTimer = native.timers(1, "native").front();
    gantry::MethodProbe nullProbe = timing(nullTimer);
    gantry::MethodProbe nativeProbe = timing(nativeTimer);
    gantry::MethodProbe recordingProbe = recording();
    Observed idle{function, nullptr};
    Observed nullTimed{function, &nullProbe};
    Observed nativeTimed{function, &nativeProbe};
    Observed recorded{function, &recordingProbe};
};

/// Each call waits for the result of the one before it.
Case calls(const std::string& name, const std::string& yardstick, FunctionPort* port) {
    return {name, yardstick, [port](std::size_t n) {
                double x = 1;
                for (std::size_t i = 0; i < n; ++i) {
                    x = port->evaluate(x);
                }
                gantry::bench::keep(x);
            }};
}

/// The same with a timer around each call, written by hand.
Case timedCalls(const std::string& name, FunctionPort* port, performance::Timer& timer) {
    return {name, "", [port, &timer](std::size_t n) {
                double x = 1;
                for (std::size_t i = 0; i < n; ++i) {
                    timer.start();
                    x = port->evaluate(x);
                    timer.stop();
                }
                gantry::bench::keep(x);
            }};
}

/// From C++ to C++. Each language adds its rows with a function as this one.
void addCpp(Subject& s, std::vector<Case>& cases) {
    const std::string call = "C++: virtual call";
    const std::string nullPair = "C++: null timer by hand";
    const std::string nativePair = "C++: native timer by hand";
    cases.push_back(calls(call, "", s.function));
    cases.push_back(calls("C++: proxy idle", call, s.idle.port()));
    cases.push_back(calls("C++: proxy recording, null monitor", call, s.recorded.port()));
    cases.push_back(timedCalls(nullPair, s.function, *s.nullTimer));
    cases.push_back(calls("C++: proxy timing, null timer", nullPair, s.nullTimed.port()));
    cases.push_back(timedCalls(nativePair, s.function, *s.nativeTimer));
    cases.push_back(calls("C++: proxy timing, native timer", nativePair, s.nativeTimed.port()));
}

/// From C++ to Python and from Python to C++, where the components in Python were built.
class PythonCalls final {
public:
    explicit PythonCalls(gantry::framework::Framework& framework) {
        const auto classes = framework.availableClasses();
        const bool built = std::any_of(classes.begin(), classes.end(), [](const auto& each) {
            return each.name == "languages.PiFunctionPython";
        });
        if (built) {
            framework.createInstance("languages.PiFunctionPython", "pythonFunction");
            framework.createInstance("languages.MidpointPython", "pythonIntegrator");
            framework.createInstance("functions.PiFunction", "function");
            framework.connect({"pythonIntegrator", "function", "function", "function"});
            function_ = std::dynamic_pointer_cast<FunctionPort>(
                framework.providedPort("pythonFunction", "function"));
            integrator_ = std::dynamic_pointer_cast<numeric::IntegratorPort>(
                framework.providedPort("pythonIntegrator", "integrate"));
        }
    }

    void add(std::vector<Case>& cases) const {
        if (!function_) {
            return;
        }
        cases.push_back(calls("Python: C++ calls Python", "C++: virtual call", function_.get()));
        cases.push_back({"Python: a Python loop calls C++", "C++: virtual call",
                         [integrator = integrator_](std::size_t n) {
                             gantry::bench::keep(
                                 integrator->integrate(0, 1, static_cast<std::int32_t>(n)));
                         }});
    }

private:
    std::shared_ptr<FunctionPort> function_;
    std::shared_ptr<numeric::IntegratorPort> integrator_;
};

/// What the cases call; it lives as long as they do.
struct Fixture {
    explicit Fixture(const std::filesystem::path& root)
        : framework({root / "lib" / "gantry", root / "lib" / "gantry-languages"}),
          subject(framework, root / "lib" / "bench" / "opaque_object.so"),
          python(framework) {}

    gantry::framework::Framework framework;
    Subject subject;
    PythonCalls python;
};

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<Fixture> fixture;
    const auto cases = [&fixture] {
        const std::filesystem::path root =
            std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
        fixture = std::make_unique<Fixture>(root);
        std::vector<Case> rows;
        addCpp(fixture->subject, rows);
        gantry::bench::addLanguageCalls(root / "lib" / "bench" / "language_calls.so", rows);
        fixture->python.add(rows);
        return rows;
    };
    return gantry::bench::runBenchmark(
        argc, argv,
        gantry::bench::Program{
            "Times calls of a port in a shared object: direct ones, through an idle proxy, and "
            "through one\nthat times them, against the same timer written by hand around a direct "
            "call; and calls between\nlanguages against a plain C call. Babel 2.0 needed 2.5 to "
            "2.8 plain calls for a number, and\n90 to 145 ns for a text.",
            cases});
}
