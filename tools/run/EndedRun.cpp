#include "EndedRun.hpp"

#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "ApplicationRun.hpp"
#include "GatheredProfile.hpp"
#include "RunEnd.hpp"

namespace gantry::tools {

// The snapshot includes calls that still run, and the report says that it is partial.
void reportEnded(const RunOptions& options, const framework::Framework& assembly,
                 const framework::PerformanceBackend& backend, int signal) {
    const auto snapshot = options.reportEnded ? backend.snapshot() : nullptr;
    std::optional<perf::Profile> profile = snapshot ? profileOf(*snapshot) : std::nullopt;
    if (!profile) {
        return;
    }
    RunOutcome outcome;
    outcome.script = options.script.string();
    outcome.instances = assembly.instances();
    outcome.connections = assembly.connections();
    outcome.backend = backend.className();
    outcome.profile = std::move(profile);
    const char* const name = ::sigdescr_np(signal);
    outcome.profile->partial =
        std::string("the run was ended by ") + (name != nullptr ? name : "a signal");
    options.reportEnded(outcome);
}

void endRanks(const framework::Ranks& ranks, const framework::RanksMissing& missing) {
    if (missing.isReporter()) {
        std::cerr << "gantry: rank " << ranks.rank() << ": " << missing.what()
                  << "; ending the run (gantry ps lists what can be recovered)" << std::endl;
    }
    ranks.end(missing.isReporter());
}

void meetOrEnd(const framework::Ranks& ranks, const std::string& place) {
    try {
        ranks.checkAllWell(place);
    } catch (const framework::RanksMissing& missing) {
        endRanks(ranks, missing);
    }
}

EndedRun::EndedRun(const RunOptions& options, const framework::Ranks& ranks,
                   std::function<void(int)> report)
    : end_(options.end) {
    if (end_ == nullptr) {
        return;
    }
    end_->handle([script = options.script.string(), alone = ranks.size() == 1,
                  report = std::move(report)](int signal) {
        try {
            // Ranks would have to meet for a report, and the others may have ended.
            if (alone) {
                report(signal);
            }
            const std::optional<std::filesystem::path> segment = segmentOfThisProcess();
            if (segment && !isSupervised()) {
                std::cerr << RunEnd::recoverText(script, signal, *segment) << std::flush;
            }
        } catch (const std::exception& error) {
            std::cerr << "gantry: " << error.what() << '\n';
        }
    });
}

EndedRun::~EndedRun() {
    if (end_ != nullptr) {
        // Also waits for a report that is being made, which uses the objects of the run.
        end_->handle({});
    }
}

}  // namespace gantry::tools
