#include "ReplayPolicy.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

namespace strategies {
namespace {

[[noreturn]] void refuse(const std::string& log, const std::string& what) {
    throw gantry::Error(gov::cca::CCAExceptionType::Unexpected,
                        "decision log '" + log + "': " + what);
}

int placeOf(const std::string& name, const std::vector<tuning::Candidate>& candidates,
            const std::string& log) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (candidates[i].name == name) {
            return static_cast<int>(i);
        }
    }
    refuse(log, "it chooses '" + name +
                    "', which is not a candidate here; use the log of this assembly");
}

}  // namespace

ReplayPolicy::ReplayPolicy(const std::vector<tuning::Entry>& log,
                           const std::vector<tuning::Candidate>& candidates, std::string name)
    : name_(std::move(name)) {
    std::int64_t next = 1;
    for (const tuning::Entry& entry : log) {
        if (entry.request < next) {
            // A further entry of a choice is its fallback.
            continue;
        }
        if (entry.request > next || entry.repeats < 1) {
            refuse(name_, "choice " + std::to_string(next) +
                              " is missing, so the log cannot be replayed; use a complete log");
        }
        Run run{next, next + entry.repeats, entry.context, {}};
        run.pick.candidate = placeOf(entry.candidate, candidates, name_);
        // A trial that did not complete cost time and gave nothing; the fallback serves at once.
        run.pick.limit = entry.status == tuning::Status::Completed ? kInfinity : 0;
        run.pick.reason = tuning::Reason::Replayed;
        run.pick.fallback =
            entry.fallback.empty() ? -1 : placeOf(entry.fallback, candidates, name_);
        next = run.end;
        runs_.push_back(std::move(run));
    }
    if (runs_.empty()) {
        refuse(name_, "there are no choices in it; record one with mode tune");
    }
}

Pick ReplayPolicy::pick(const Request& request) const {
    // The runs are in order without gaps, so the first that ends behind the number holds it.
    const auto run = std::upper_bound(
        runs_.begin(), runs_.end(), request.number,
        [](std::int64_t number, const Run& logged) { return number < logged.end; });
    if (run == runs_.end()) {
        refuse(name_, "it ends with choice " + std::to_string(runs_.back().end - 1) +
                          ", and there are more requests; record a log of a longer run");
    }
    if (run->context != request.context) {
        refuse(name_, "choice " + std::to_string(request.number) + " was made in context '" +
                          run->context + "', and this is '" + request.context +
                          "'; the run is not the one of the log");
    }
    return run->pick;
}

}  // namespace strategies
