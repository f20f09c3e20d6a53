#include "ProgramSamples.hpp"

#include <perf/sampling/StackNames.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <exception>

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

// Without folder and arguments, as the system names a process.
std::string programOf(const std::string& command) {
    const std::string word = command.substr(0, command.find(' '));
    return word.substr(word.rfind('/') + 1);
}

// Modules know code by its address; its names are in files that they must not read.
void nameCode(perf::Profile& profile) {
    perf::nameStacks(profile, "memory");
    perf::nameTimers(profile, "functions");
}

}  // namespace

void addSampleOption(OptionParser& parser) {
    parser.option("sample", "HZ",
                  "Sample the call stacks of all threads HZ times per second of CPU time, also of "
                  "programs without timers; or none (default: 200 if the kernel permits it).");
}

ProgramSamples::ProgramSamples(const OptionParser& parser) {
    const std::optional<std::uint32_t> rate = sampleRate(parser);
    if (!rate) {
        return;
    }
    rate_ = *rate;
    try {
        sampler_ = std::make_unique<perf::StackSampler>(rate_);
    } catch (const perf::SamplingError& error) {
        if (parser.has("sample")) {
            throw UsageError(std::string("--sample: ") + error.what() +
                             "; the program was not run");
        }
        problem_ = error.what();
    }
}

void ProgramSamples::addTo(perf::RunArchiveRequest& request) {
    request.completeProcess = [](perf::RecoveredProfile& recovered, const perf::SegmentInfo&) {
        nameCode(recovered.profile);
    };
    if (sampler_ == nullptr) {
        return;
    }
    try {
        merge_.emplace(sampler_->finish());
    } catch (const std::exception& error) {
        problem_ = std::string("the samples are lost: ") + error.what();
        return;
    }
    const perf::SampledRun& run = merge_->run();
    kept_ = KeptSamples{rate_, run.samples, run.lost, run.rooted, run.withKernel};
    request.completeProcess = [this](perf::RecoveredProfile& recovered,
                                     const perf::SegmentInfo& info) {
        nameCode(recovered.profile);
        merge_->addTo(recovered.profile, {static_cast<std::uint32_t>(info.pid),
                                          programOf(info.command), recovered.threads});
    };
    request.completeRun = [this](perf::Profile& profile) {
        merge_->addLines(profile);
        // A launcher of ranks is none of them.
        if (!profile.ranks) {
            merge_->addRest(profile);
        }
    };
}

}  // namespace gantry::tools
