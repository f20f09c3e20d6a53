#include "Rules.hpp"

#include <gantry/Error.hpp>
#include <perf/engine/MeasurementSettings.hpp>

#include <stdexcept>

namespace performance::native {
namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, message);
}

}  // namespace

gantry::perf::Selection readSelection(const std::string& path) {
    if (path.empty()) {
        return {};
    }
    try {
        return gantry::perf::readSelection(path);
    } catch (const gantry::perf::SelectionError& error) {
        refuse(std::string("selection: ") + error.what());
    }
}

gantry::perf::ThrottleRule readThrottleRule(const gantry::Parameters& parameters) {
    gantry::perf::ThrottleRule rule;
    constexpr double kPercent = 0.01;
    rule.budget = parameters.getDouble("overheadBudget") * kPercent;
    rule.exempt = gantry::perf::parsePatterns(parameters.getString("throttleExempt"));
    if (const std::string text = parameters.getString("throttle"); !text.empty()) {
        try {
            gantry::perf::parseThrottle(text, rule);
        } catch (const std::invalid_argument& error) {
            refuse(error.what());
        }
    }
    return rule;
}

gantry::perf::TraceOptions readTrace(const std::string& text) {
    try {
        return gantry::perf::parseTraceOptions(text);
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
    }
}

}  // namespace performance::native
