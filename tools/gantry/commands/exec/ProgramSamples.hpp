#pragma once

#include <perf/recording/RunArchive.hpp>
#include <perf/sampling/SampleMerge.hpp>
#include <perf/sampling/StackSampler.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Adds the option --sample.
void addSampleOption(OptionParser& parser);

/// What came of the samples of a run. A plain value.
struct KeptSamples {
    std::uint32_t rate = 0;  ///< asked for, samples for each second of processor time
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;
    std::uint64_t rooted = 0;
    bool withKernel = false;
};

/// Samples call stacks while a program runs, and puts them into its archive. For one thread.
class ProgramSamples final {
public:
    /// Begins where it is to be done: as --sample says, else at the usual rate where the kernel
    /// allows it. Throws UsageError where it was asked for and is not possible: the program would
    /// be measured without it.
    explicit ProgramSamples(const OptionParser& parser);

    /// Has the samples put into the profiles of the run, and functions in the place of addresses
    /// that modules recorded. Call it when the program has ended, and before it is archived; this
    /// object must live until that is done.
    void addTo(perf::RunArchiveRequest& request);

    [[nodiscard]] const std::optional<KeptSamples>& kept() const noexcept { return kept_; }
    /// Why there are none, or what is wrong with them; empty where nothing is.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

private:
    std::uint32_t rate_ = 0;
    std::unique_ptr<perf::StackSampler> sampler_;
    std::optional<perf::SampleMerge> merge_;
    std::optional<KeptSamples> kept_;
    std::string problem_;
};

}  // namespace gantry::tools
