#include "ProfileFiles.hpp"

#include <gantry/Error.hpp>
#include <perf/export/ProfileFile.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace performance::native {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                        "can not write " + path + ": " + why);
}

// Names may hold any bytes: one above 127 stands as the character of that number.
std::string quoted(const std::string& text) {
    std::string json = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\') {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            json += escape;
        } else {
            json += c;
        }
    }
    return json + '"';
}

std::string values(const gantry::perf::MetricValues& row, std::size_t counters) {
    std::string json;
    for (std::size_t m = 0; m < counters; ++m) {
        json += (m == 0 ? "" : ", ") + std::to_string(row[m]);
    }
    return "[" + json + "]";
}

void writeWhole(const std::string& path, const std::string& text) {
    const std::string temporary = path + ".tmp" + std::to_string(::getpid());
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (!file) {
        refuse(path, std::strerror(errno));
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string why = std::strerror(errno);
        std::remove(temporary.c_str());
        refuse(path, why);
    }
}

}  // namespace

void dumpProfile(const std::string& path, const gantry::perf::Profile& profile) {
    try {
        gantry::perf::writeProfile(path, profile);
    } catch (const gantry::perf::ProfileFileError& error) {
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, error.what());
    }
}

void dumpNames(const std::string& path, const TimerRows& timers) {
    std::string names;
    for (const TimerRow& row : timers.rows()) {
        names += (names.empty() ? "\n" : ",\n") + quoted(row.fullName);
    }
    writeWhole(path, "{\"format\": \"gantry-timer-names\", \"version\": 1, \"timers\": [" + names +
                         "\n]}\n");
}

void dumpTimers(const std::string& path, const gantry::perf::Profile& profile,
                const std::vector<std::string>& names) {
    std::string metrics;
    for (const gantry::perf::Metric& metric : profile.metrics) {
        metrics += (metrics.empty() ? "" : ", ") + ("{\"name\": " + quoted(metric.name)) +
                   ", \"unit\": " + quoted(metric.unit) + "}";
    }
    const TimerRows timers(profile);
    const std::size_t counters = profile.metrics.size();
    std::string rows;
    for (const std::string& name : names) {
        if (const TimerRow* row = timers.find(name)) {
            rows += (rows.empty() ? "\n" : ",\n") + ("{\"name\": " + quoted(row->fullName)) +
                    ", \"calls\": " + std::to_string(row->calls) +
                    ", \"childCalls\": " + std::to_string(row->childCalls) +
                    ", \"running\": " + std::to_string(row->running) +
                    ", \"inclusive\": " + values(row->inclusive, counters) +
                    ", \"exclusive\": " + values(row->exclusive, counters) + "}";
        }
    }
    writeWhole(path, "{\"format\": \"gantry-timers\", \"version\": 1, \"metrics\": [" + metrics +
                         "], \"timers\": [" + rows + "\n]}\n");
}

std::string reserveNumbered(const std::string& prefix, const std::string& suffix) {
    for (int number = 1;; ++number) {
        const std::string path = prefix + "." + std::to_string(number) + suffix;
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) {
            ::close(file);
            return path;
        }
        if (errno != EEXIST) {
            refuse(path, std::strerror(errno));
        }
    }
}

}  // namespace performance::native
