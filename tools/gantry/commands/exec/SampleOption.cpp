#include "SampleOption.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

// Costs well below one percent where the kernel has rings, and gives a program of one second some
// hundred stacks.
constexpr std::uint32_t kUsualRate = 200;

// Nothing: not to be sampled.
std::optional<std::uint32_t> sampleRate(const OptionParser& parser) {
    if (!parser.has("sample")) {
        return kUsualRate;
    }
    if (parser.value("sample") == "none") {
        return std::nullopt;
    }
    const std::optional<std::uint64_t> rate = countValue(parser, "sample", perf::kMostSampleRate);
    if (*rate < perf::kLeastSampleRate) {
        throw UsageError("--sample takes a rate from 1 to 4000 samples a second or none, not '0'");
    }
    return static_cast<std::uint32_t>(*rate);
}

}  // namespace

void addSampleOption(OptionParser& parser) {
    parser.option("sample", "HZ",
                  "Sample the call stacks of all threads HZ times per second of CPU time, also of "
                  "programs without timers; or none (default: 200 if the kernel permits it).");
}

perf::ProgramSamples samplesOf(const OptionParser& parser) {
    using Impossible = perf::ProgramSamples::Impossible;
    const std::optional<std::uint32_t> rate = sampleRate(parser);
    try {
        return perf::ProgramSamples(
            rate, parser.has("sample") ? Impossible::Throws : Impossible::IsProblem);
    } catch (const perf::SamplingError& error) {
        throw UsageError(std::string("--sample: ") + error.what() + "; the program was not run");
    }
}

}  // namespace gantry::tools
