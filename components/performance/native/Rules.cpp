#include "Rules.hpp"

#include <gantry/Error.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
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
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) {
        refuse("selection: the file '" + path + "' cannot be read; check that it exists");
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    try {
        return gantry::perf::parseSelection(text, path);
    } catch (const gantry::perf::SelectionError& error) {
        refuse(error.what());
    }
}

gantry::perf::ThrottleRule readThrottleRule(const gantry::Parameters& parameters) {
    gantry::perf::ThrottleRule rule;
    constexpr double kPercent = 0.01;
    rule.budget = parameters.getDouble("overheadBudget") * kPercent;
    std::istringstream patterns(parameters.getString("throttleExempt"));
    for (std::string pattern; std::getline(patterns, pattern, ',');) {
        if (!pattern.empty()) {
            rule.exempt.push_back(pattern);
        }
    }
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
