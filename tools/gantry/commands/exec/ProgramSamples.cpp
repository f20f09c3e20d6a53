#include "ProgramSamples.hpp"

#include <base/text/NumberText.hpp>
#include <perf/analysis/ProfileText.hpp>

#include <sstream>

#include "OptionValues.hpp"

namespace gantry::tools {

void addSampleOption(OptionParser& parser) {
    parser.option("sample", "HZ",
                  "Sample the call stacks of all threads, HZ times for each second of processor "
                  "time, such as 200. The program needs no timers. The samples are written to "
                  "PROGRAM.samples.gantry.");
}

std::optional<std::uint32_t> sampleRate(const OptionParser& parser) {
    const std::optional<std::uint64_t> rate = countValue(parser, "sample", perf::kMostSampleRate);
    if (rate && *rate < perf::kLeastSampleRate) {
        throw UsageError("--sample takes a rate from 1 to 4000 samples a second, not '0'");
    }
    return rate ? std::optional(static_cast<std::uint32_t>(*rate)) : std::nullopt;
}

std::filesystem::path samplesBeside(const std::filesystem::path& archive) {
    return std::filesystem::path(archive).replace_extension(".samples" +
                                                            archive.extension().string());
}

std::string samplesText(const KeptSamples& samples) {
    const perf::SampledRun& run = samples.run;
    const std::string file = samples.file.string();
    std::ostringstream text;
    text << "Samples    " << base::plural(run.samples, "sample") << " of call stacks, "
         << base::share(static_cast<double>(run.rooted), static_cast<double>(run.samples))
         << " up to where the thread begins, " << run.lost << " lost"
         << (run.withKernel ? "" : "; without time in the kernel") << '\n';
    if (run.samples > 0) {
        text << perf::profileText(run.profile);
    }
    text << "Written    " << file << "\nNext       gantry report --tree " << file << '\n';
    return text.str();
}

}  // namespace gantry::tools
