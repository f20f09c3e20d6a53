#pragma once

#include <gantry/Error.hpp>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ScriptedParts.hpp"
#include "requests/RequestServer.hpp"

namespace optimizer_test {

inline constexpr double kNotChecked = std::numeric_limits<double>::quiet_NaN();

/// A request server for three candidates a, b, c; time, strategy, log and ranks are scripted.
struct Desk {
    ScriptedMeter meter;
    ScriptedStrategy strategy;
    ScriptedDecisionLog decisionLog;
    ScriptedRanks ranks;
    optimizer::CostExpression cost;
    std::vector<std::size_t> rewirings;
    bool refuseRewiring = false;
    std::unique_ptr<optimizer::RequestServer> server;

    explicit Desk(const std::string& metric = "seconds", bool parallel = false)
        : cost(metric, {"seconds", "wall", "PAPI_TOT_INS_u", "quality"}) {
        optimizer::RequestServer::Parts parts;
        parts.port = "user.solver";
        for (const char* name : {"a", "b", "c"}) {
            tuning::Candidate candidate;
            candidate.name = name;
            candidate.needsIsolation = candidate.name == "c";
            parts.candidates.push_back(candidate);
        }
        parts.strategy = &strategy;
        parts.meter = &meter;
        parts.cost = &cost;
        parts.costIsTime = metric == "seconds";
        parts.decisionLog = &decisionLog;
        parts.ranks = parallel ? &ranks : nullptr;
        parts.connectIncumbent = [this](std::size_t candidate) {
            if (refuseRewiring) {
                throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "busy");
            }
            rewirings.push_back(candidate);
        };
        parts.verifyEvery = 4;
        server = std::make_unique<optimizer::RequestServer>(std::move(parts));
    }

    tuning::Assignment begin(const std::string& key = "k") const {
        return server->begin(key, {"x"}, {1.0});
    }
    bool take(double seconds, tuning::Status status = tuning::Status::Completed,
              double quality = kNotChecked) {
        meter.now += seconds;
        server->stop();
        return server->conclude(status, quality,
                                status == tuning::Status::Completed ? "" : "said so");
    }
};

}  // namespace optimizer_test
