#include "DecisionLogFile.hpp"

#include <base/text/Hex.hpp>

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

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

constexpr std::string_view kSumMember = ",\"checksum\":\"";
constexpr std::size_t kSumDigits = 16;
constexpr std::string_view kClosing = "\"}";
// The checksum is the last member of each line, so a reader finds it from the end.
constexpr std::size_t kSumSize = kSumMember.size() + kSumDigits + kClosing.size();

// The checksum member of a line, and the end of its object; before: of all bytes in front of it.
std::string sumText(const gantry::base::Fnv1a64& before) {
    return std::string(kSumMember) + gantry::base::toHex(before.value()) + std::string(kClosing);
}

bool hasItsChecksum(std::string_view line, gantry::base::Fnv1a64 before) {
    if (line.size() < kSumSize) {
        return false;
    }
    before.add(line.substr(0, line.size() - kSumSize));
    return line.substr(line.size() - kSumSize) == sumText(before);
}

std::int64_t versionOf(const std::filesystem::path& file, const std::string& line) {
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
    return version.get<std::int64_t>();
}

// Goes through the lines of a log and checks them.
class LogReader final {
public:
    LogReader(const std::filesystem::path& file, std::string_view text)
        : file_(file), rest_(text) {}

    LoggedDecisions read() {
        // A file without a line end has no first line.
        const std::string header(endsLine() ? rest_.substr(0, rest_.find('\n')) : "");
        decisions_.hasChecksums = versionOf(file_, header) > 1;
        // Version 1 has no end, so nothing can be said of it.
        decisions_.isComplete = !decisions_.hasChecksums;
        if (!decisions_.hasChecksums && Json::parse(header).contains("checksum")) {
            refuseLine("is of version 1 and has a checksum");
        }
        while (endsLine()) {
            take(rest_.substr(0, rest_.find('\n')));
            rest_.remove_prefix(rest_.find('\n') + 1);
        }
        if (decisions_.hasChecksums && !rest_.empty()) {
            takeUnfinished();
        }
        return std::move(decisions_);
    }

private:
    [[nodiscard]] bool endsLine() const { return rest_.find('\n') != std::string_view::npos; }

    [[noreturn]] void refuseLine(const std::string& what) const {
        refuse(Kind::Damaged, file_,
               "line " + std::to_string(number_) + ' ' + what +
                   ": the file is damaged or was changed; take another copy of it");
    }

    void take(std::string_view line) {
        if (decisions_.hasChecksums) {
            if (ended_) {
                refuseLine("follows the end");
            }
            if (!hasItsChecksum(line, before_)) {
                refuseLine("does not match its checksum");
            }
            // Each checksum is over all lines up to its own: a line that is missing or exchanged
            // shows.
            before_.add(line);
            before_.add("\n");
        }
        try {
            keep(Json::parse(line));
        } catch (const std::exception& error) {
            refuse(Kind::Damaged, file_,
                   "line " + std::to_string(number_) + " is damaged: " + error.what());
        }
        ++number_;
    }

    void keep(const Json& object) {
        if (number_ == 1) {
            return;
        }
        if (decisions_.hasChecksums && object.contains("end")) {
            ended_ = true;
            decisions_.isComplete = true;
            return;
        }
        if (!decisions_.hasChecksums && object.contains("checksum")) {
            throw std::runtime_error("it has a checksum, and the file is of version 1");
        }
        decisions_.entries.push_back(entryOf(object));
    }

    // A program that is killed leaves the beginning of a line. A whole line with something other
    // than a line end behind it is a line whose end was changed.
    void takeUnfinished() {
        const std::size_t sum = rest_.find(kSumMember);
        if (ended_) {
            refuseLine("follows the end");
        }
        // The beginning of a line: what a program leaves that was killed while it wrote.
        if (sum == std::string_view::npos || rest_.size() < sum + kSumSize) {
            return;
        }
        const std::string_view line = rest_.substr(0, sum + kSumSize);
        if (line.size() < rest_.size() || !hasItsChecksum(line, before_)) {
            refuseLine("does not match its checksum");
        }
        take(line);
    }

    const std::filesystem::path& file_;
    std::string_view rest_;
    std::size_t number_ = 1;
    gantry::base::Fnv1a64 before_;
    bool ended_ = false;
    LoggedDecisions decisions_;
};

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

std::string DecisionLogLines::header() {
    return closed(Json{{"format", kFormat}, {"version", kDecisionLogVersion}}.dump());
}

std::string DecisionLogLines::lineOf(const tuning::Entry& entry) {
    return closed(jsonOf(entry));
}

std::string DecisionLogLines::end() {
    return closed(Json{{"end", true}}.dump());
}

std::string DecisionLogLines::closed(std::string object) {
    // The closing brace, which comes again behind the checksum.
    object.pop_back();
    before_.add(object);
    const std::string sum = sumText(before_) + '\n';
    before_.add(sum);
    return object + sum;
}

std::string jsonOf(const tuning::Entry& entry) {
    const Json line{{"time", number(entry.time)},       {"port", entry.port},
                    {"request", entry.request},         {"repeats", entry.repeats},
                    {"context", entry.context},         {"candidate", entry.candidate},
                    {"reason", nameOf(entry.reason)},   {"text", entry.text},
                    {"limit", number(entry.limit)},     {"fallback", entry.fallback},
                    {"status", nameOf(entry.status)},   {"cost", number(entry.cost)},
                    {"seconds", number(entry.seconds)}, {"quality", number(entry.quality)},
                    {"estimates", estimatesOf(entry)}};
    return line.dump(-1, ' ', true, Json::error_handler_t::replace);
}

LoggedDecisions readDecisionLog(const std::filesystem::path& file) {
    errno = 0;
    const std::string text = textOf(file);
    return LogReader(file, text).read();
}

}  // namespace records
