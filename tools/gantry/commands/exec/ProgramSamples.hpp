#pragma once

#include <perf/model/Profile.hpp>
#include <perf/sampling/StackSampler.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Adds the option --sample.
void addSampleOption(OptionParser& parser);
/// Its rate; throws UsageError.
std::optional<std::uint32_t> sampleRate(const OptionParser& parser);

/// The archive of the samples that belongs to an archive: run.samples.gantry of run.gantry.
std::filesystem::path samplesBeside(const std::filesystem::path& archive);

/// Samples that are on disk.
struct KeptSamples {
    perf::SampledRun run;
    std::filesystem::path file;
};

/// For people: at most 16 lines.
std::string samplesText(const KeptSamples& samples);

}  // namespace gantry::tools
