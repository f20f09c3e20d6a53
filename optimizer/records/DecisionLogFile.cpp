#include "DecisionLogFile.hpp"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <system_error>

#include "RecordsError.hpp"
#include "names.hpp"

namespace records {
namespace {

using Json = nlohmann::ordered_json;
using Kind = RecordsError::Kind;

constexpr const char* kFormat = "gantry-decisions";
constexpr double kInfinity = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse(RecordsError::Kind cause, const std::filesystem::path& file,
                         const std::string& what) {
    throw RecordsError(cause, file, what);
}

// A number that is not finite is null.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double numberOf(const Json& object, const char* key, double otherwise) {
    const Json& value = object.at(key);
    return value.is_null() ? otherwise : value.get<double>();
}

Json estimatesOf(const tuning::Entry& entry) {
    Json all = Json::array();
    for (const tuning::Estimate& estimate : entry.estimates.toVector()) {
        all.push_back({{"candidate", estimate.candidate},
                       {"calls", estimate.calls},
                       {"cost", number(estimate.cost)},
                       {"low", number(estimate.low)},
                       {"high", number(estimate.high)},
                       {"bound", number(estimate.bound)},
                       {"quarantine", estimate.quarantine}});
    }
    return all;
}

tuning::Estimate estimateOf(const Json& object) {
    tuning::Estimate estimate;
    estimate.candidate = object.at("candidate").get<std::string>();
    estimate.calls = object.at("calls").get<std::int64_t>();
    estimate.cost = numberOf(object, "cost", 0);
    estimate.low = numberOf(object, "low", 0);
    estimate.high = numberOf(object, "high", kInfinity);
    estimate.bound = numberOf(object, "bound", 0);
    estimate.quarantine = object.at("quarantine").get<std::int64_t>();
    return estimate;
}

template <class Value>
Value known(const std::optional<Value>& value, const std::string& name) {
    if (!value) {
        throw std::runtime_error("'" + name + "' is not known");
    }
    return *value;
}

tuning::Entry entryOf(const Json& object) {
    tuning::Entry entry;
    entry.time = numberOf(object, "time", 0);
    entry.port = object.at("port").get<std::string>();
    entry.request = object.at("request").get<std::int64_t>();
    entry.repeats = object.at("repeats").get<std::int64_t>();
    entry.context = object.at("context").get<std::string>();
    entry.candidate = object.at("candidate").get<std::string>();
    const auto reason = object.at("reason").get<std::string>();
    entry.reason = known(reasonOf(reason), reason);
    entry.text = object.at("text").get<std::string>();
    entry.limit = numberOf(object, "limit", kInfinity);
    entry.fallback = object.at("fallback").get<std::string>();
    const auto status = object.at("status").get<std::string>();
    entry.status = known(statusOf(status), status);
    entry.cost = numberOf(object, "cost", kInfinity);
    entry.seconds = numberOf(object, "seconds", std::nan(""));
    entry.quality = numberOf(object, "quality", std::nan(""));
    std::vector<tuning::Estimate> estimates;
    for (const Json& estimate : object.at("estimates")) {
        estimates.push_back(estimateOf(estimate));
    }
    entry.estimates = sidl::array<tuning::Estimate>(estimates);
    if (entry.request < 0 || entry.repeats < 1 ||
        entry.repeats > std::numeric_limits<std::int64_t>::max() - entry.request) {
        throw std::runtime_error("request " + std::to_string(entry.request) + " with " +
                                 std::to_string(entry.repeats) + " repeats cannot be");
    }
    return entry;
}

void checkHeader(const std::filesystem::path& file, const std::string& line) {
    const Json header = Json::parse(line, nullptr, false);
    if (!header.is_object() || header.value("format", Json()) != kFormat) {
        refuse(Kind::WrongKind, file, "it is not a decision log: its first line does not say so");
    }
    const Json version = header.value("version", Json());
    if (!version.is_number_integer() || version.get<std::int64_t>() < 1) {
        refuse(Kind::Damaged, file, "line 1: it does not say its version");
    }
    if (version.get<std::int64_t>() > kDecisionLogVersion) {
        refuse(Kind::Newer, file,
               "it is of version " + version.dump() + ", and this Gantry reads up to " +
                   std::to_string(kDecisionLogVersion) + "; use a newer one");
    }
}

std::string textOf(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
        refuse(Kind::File, file, "it is a folder; name a file");
    }
    std::ifstream input(file, std::ios::binary);
    std::ostringstream text;
    if (!input || !(text << input.rdbuf())) {
        refuse(Kind::File, file,
               errno != 0 ? std::generic_category().message(errno) : "it is empty");
    }
    return text.str();
}

}  // namespace

std::string decisionLogHeader() {
    return Json{{"format", kFormat}, {"version", kDecisionLogVersion}}.dump() + "\n";
}

std::string lineOf(const tuning::Entry& entry) {
    const Json line{{"time", number(entry.time)},       {"port", entry.port},
                    {"request", entry.request},         {"repeats", entry.repeats},
                    {"context", entry.context},         {"candidate", entry.candidate},
                    {"reason", nameOf(entry.reason)},   {"text", entry.text},
                    {"limit", number(entry.limit)},     {"fallback", entry.fallback},
                    {"status", nameOf(entry.status)},   {"cost", number(entry.cost)},
                    {"seconds", number(entry.seconds)}, {"quality", number(entry.quality)},
                    {"estimates", estimatesOf(entry)}};
    return line.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::vector<tuning::Entry> readDecisionLog(const std::filesystem::path& file) {
    errno = 0;
    std::string text = textOf(file);
    text.resize(text.find_last_of('\n') + 1);
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    checkHeader(file, line);
    std::vector<tuning::Entry> entries;
    for (std::size_t number = 2; std::getline(lines, line); ++number) {
        try {
            entries.push_back(entryOf(Json::parse(line)));
        } catch (const std::exception& error) {
            refuse(Kind::Damaged, file,
                   "line " + std::to_string(number) + " is damaged: " + error.what());
        }
    }
    return entries;
}

}  // namespace records
