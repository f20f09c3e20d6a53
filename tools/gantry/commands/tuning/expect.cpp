#include "expect.hpp"

#include <run/RunForecast.hpp>
#include <run/ScriptPrefix.hpp>

#include <TunerText.hpp>
#include <iostream>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

constexpr std::uint64_t kMostCalls = 100'000;
constexpr std::uint64_t kUsualCalls = 100;

}  // namespace

int expectTuning(const OptionParser& parser, const std::string& script) {
    const std::uint64_t calls = countValue(parser, "calls", kMostCalls).value_or(kUsualCalls);
    if (calls == 0) {
        throw UsageError("--calls 0: give the number of calls to look ahead, 1 to 100000");
    }
    setScriptPrefix();
    std::vector<records::TunedPort> all;
    for (const TunerOutcome& tuner :
         forecastTuners(script, componentPathValue(parser), static_cast<std::int64_t>(calls))) {
        all.push_back({tuner.port, tuner.candidates, tuner.forecast, tuner.warnings});
    }
    if (parser.has("json")) {
        std::cout << records::expectationJson(all) << '\n';
        return kDone;
    }
    if (all.empty()) {
        std::cerr << "gantry: " << script << " has no tuner before its first go\n";
        return kFailed;
    }
    for (const records::TunedPort& each : all) {
        std::cout << records::expectationText(each);
    }
    return kDone;
}

}  // namespace gantry::tools
