#include "MeasuredAssembly.hpp"

#include <framework/LaterInstances.hpp>

#include <stdexcept>
#include <string>
#include <utility>

#include "EndedRun.hpp"
#include "RunFiles.hpp"
#include "WrongOption.hpp"

namespace gantry::tools {

namespace {

/// Before anything has run, what goes wrong with an option is wrong usage.
template <class Work>
auto asOption(Work work) {
    try {
        return work();
    } catch (const gov::cca::CCAException& error) {
        throw WrongOption(error.getNote());
    }
}

/// What there is no backend for is the fault of the option that names one.
template <class Work>
auto asBackendOption(Work work) {
    try {
        return work();
    } catch (const std::invalid_argument& error) {
        throw WrongOption(error.what(), "perf");
    }
}

framework::PerformanceBackend backendOf(framework::Framework& assembly, const RunOptions& options) {
    return asOption([&] {
        return asBackendOption([&] {
            return framework::PerformanceBackend(assembly, options.backend, options.settings);
        });
    });
}

/// Rank 0 reports the changes of all.
RunChanges::Request changesWanted(const RunOptions& options, const framework::Ranks& ranks) {
    RunChanges::Request request;
    request.script = options.script.string();
    if (ranks.rank() == 0) {
        request.file = options.changes;
        request.keep = options.writeArchive;
    }
    return request;
}

/// What is wrong with the observers takes nothing away from the report.
template <class Work>
void orAddError(RunOutcome& outcome, Work work) {
    try {
        work();
    } catch (const gov::cca::CCAException& error) {
        addError(outcome, error.getNote());
    }
}

}  // namespace

MeasuredAssembly::MeasuredAssembly(framework::Framework& assembly, const RunOptions& options,
                                   const framework::Ranks& ranks)
    : assembly_(assembly),
      options_(options),
      ranks_(ranks),
      backend_(backendOf(assembly, options)),
      monitoring_(assembly, options.monitoring),
      parameters_(assembly, options.parameters),
      decisions_(assembly),
      changes_(assembly, changesWanted(options, ranks)),
      clocks_(ranks) {}

void MeasuredAssembly::beforeGo() {
    const std::lock_guard lock(preparing_);
    asBackendOption([&] { backend_.connect(); });
    if (options_.writeArchive) {
        decisions_.connect();
    }
    monitoring_.begin();
    if (hasRun_) {
        parameters_.apply();
    } else {
        setFirstParameters();
    }
    clocks_.beforeGo();
    if (!hasRun_ && options_.end != nullptr) {
        options_.end->prepareMessage(options_.script.string());
    }
    hasRun_ = true;
}

void MeasuredAssembly::setFirstParameters() {
    asOption([&] {
        const framework::LaterInstances later(assembly_, options_.script,
                                              options_.listen.has_value());
        monitoring_.checkNames(later);
        parameters_.checkNames(later);
        parameters_.apply();
    });
}

void MeasuredAssembly::afterScript(RunOutcome& outcome) {
    orAddError(outcome, [&] { parameters_.finish(); });
}

void MeasuredAssembly::endMonitoring(RunOutcome& outcome) {
    orAddError(outcome, [&] {
        monitoring_.writeRecords(backend_.instance(),
                                 ranks_.size() > 1 ? std::to_string(ranks_.rank()) : "",
                                 outcome.recordFiles);
        if (outcome.error.empty()) {
            monitoring_.checkFound();
        }
    });
}

void MeasuredAssembly::reportEnded(int signal) {
    const std::unique_lock lock(preparing_, std::try_to_lock);
    if (lock) {
        tools::reportEnded(options_, assembly_, backend_, signal);
    }
}

}  // namespace gantry::tools
