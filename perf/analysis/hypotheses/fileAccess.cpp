#include <base/text/NumberText.hpp>
#include <perf/analysis/IoFindings.hpp>
#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

// What a block of 64 KiB costs where it is read or written at once: a system call and the copy.
// Measured per machine by `gantry calibrate`; this is the order of magnitude without.
constexpr double kBlockNs = 20'000;
constexpr double kBlockBytes = 65'536;

// The same data in blocks.
double leastNs(const IoFinding& access) {
    return access.bytes > 0 ? (static_cast<double>(access.bytes) / kBlockBytes + 1) * kBlockNs : 0;
}

// How much of the time of these calls another pattern saves is not known before: anything between
// nothing and all that large blocks do not need is equally likely. So calls that take 25 % of the
// run gain 5 % of it with a probability of 0.8.
ResampledGain gainOf(const Evidence& evidence, const IoFinding& access, double length) {
    const double most =
        std::clamp((static_cast<double>(access.timeNs) - leastNs(access)) / length, 0.0, 1.0);
    std::uniform_real_distribution<double> part(0, 1);
    return resampledGain(evidence, most / 2,
                         [&](std::mt19937_64& random) { return most * part(random); });
}

std::optional<Finding> testFileAccess(const Evidence& evidence) {
    const double length = evidence.efficiency.whole.factors.timeNs;
    const std::vector<IoFinding> accesses = ioFindings(evidence.profile);
    const auto most = std::max_element(accesses.begin(), accesses.end(), [](auto& a, auto& b) {
        return static_cast<double>(a.timeNs) - leastNs(a) <
               static_cast<double>(b.timeNs) - leastNs(b);
    });
    if (most == accesses.end() || length <= 0) {
        return std::nullopt;
    }
    const ResampledGain gain = gainOf(evidence, *most, length);
    Finding finding;
    finding.title = "Files are accessed in a way that takes time: " + most->rule + ".";
    finding.setGain(gain);
    finding.where = most->file.empty() ? "all files" : most->file;
    // Not the file: its name may be another one in each run.
    finding.subject = most->rule;
    finding.evidence = {most->evidence,
                        "these calls took " +
                            base::duration(static_cast<double>(most->timeNs) * 1e-9) + " of " +
                            base::duration(length * 1e-9)};
    if (accesses.size() > 1) {
        finding.evidence.push_back(base::plural(accesses.size() - 1, "further pattern") +
                                   " in the tables of file access");
    }
    finding.advice = most->advice + ".";
    finding.advice.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(finding.advice.front())));
    finding.limit = "At most the time of these calls is gained; the expected gain is half of it.";
    return finding;
}

}  // namespace

Hypothesis fileAccess() {
    return {"fileAccess", "Do accesses to files take more time than their data need?",
            testFileAccess};
}

}  // namespace gantry::perf
