#include "expect.hpp"

#include <base/files/OwnProgram.hpp>
#include <run/RunForecast.hpp>

#include <TunerText.hpp>
#include <cstdlib>
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
    // Scripts name Gantry's own folders by it, as in a run.
    ::setenv("GANTRY_PREFIX", base::ownProgramFolder().parent_path().c_str(), 1);
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
