#pragma once

#include <perf/recording/RunArchive.hpp>
#include <perf/sampling/PythonFunctions.hpp>
#include <perf/sampling/SampleMerge.hpp>
#include <perf/sampling/StackSampler.hpp>
#include <perf/sources/MeasuredSources.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace gantry::perf {

/// What came of the samples of a run. A plain value. Counts of samples, over all processes.
struct KeptSamples {
    std::uint32_t rate = 0;  ///< asked for, samples for each second of processor time
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;
    std::uint64_t rooted = 0;
    bool withKernel = false;
};

/// Samples call stacks while a program runs, and puts them into its archive. For one thread.
///
///     ProgramSamples samples(rate, ProgramSamples::Impossible::IsProblem);
///     samples.watch(request);
///     ...the program runs and ends...
///     samples.addTo(request, run);
///     archiveRun(run, request);
///
/// The order is the contract: each step gives the request functions that refer to this object.
class ProgramSamples final {
public:
    /// What is done where the kernel does not allow it. IsProblem: the run goes on without samples,
    /// and problem() says why.
    enum class Impossible { Throws, IsProblem };

    /// Begins to sample at so many samples for each second of processor time; without a rate, does
    /// nothing. Throws SamplingError where that is asked for.
    ProgramSamples(std::optional<std::uint32_t> rate, Impossible impossible);

    /// Has names that further processes recorded read before their segments are removed. Call it
    /// before the program runs; this object must live as long as the request. Replaces
    /// request.seeFurther. Does nothing without samples.
    void watch(RunArchiveRequest& request);

    /// Has the samples put into the profiles of the run, and functions in the place of addresses
    /// that modules recorded. Call it when the program has ended, and before it is archived; this
    /// object must live until that is done. Replaces request.completeProcess and
    /// request.completeRun. Ends the sampling. Samples that cannot be read are a problem(), not an
    /// exception.
    void addTo(RunArchiveRequest& request, const RecordedRun& run);

    /// Nothing before addTo(), and where nothing was sampled.
    [[nodiscard]] const std::optional<KeptSamples>& kept() const noexcept { return kept_; }
    /// What debugging information was met for the addresses of modules, and the code that was
    /// sampled; complete when the archive is written.
    [[nodiscard]] const MeasuredCode& code() const noexcept { return code_; }
    /// Why there are none, or what is wrong with them; empty where nothing is.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

private:
    void readPython(const SegmentInfo& info);

    std::uint32_t rate_ = 0;
    std::unique_ptr<StackSampler> sampler_;
    std::optional<SampleMerge> merge_;
    std::optional<KeptSamples> kept_;
    std::map<std::uint32_t, PythonFunctions> python_;  // by process, until they are merged
    std::size_t pythonFunctions_ = 0;
    MeasuredCode code_;
    std::string problem_;
};

}  // namespace gantry::perf
