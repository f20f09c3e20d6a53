#pragma once

#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

/// What a program has left behind.
struct Outcome {
    int status = 0;  ///< as waitpid gives it
    std::string output;
    std::vector<gantry::perf::Profile> profiles;  ///< of the segments it left, oldest first
    std::vector<bool> ended;                      ///< for each: whether its run exited normally
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs a program and waits for it. Its environment is that of the test, with these variables set,
/// or taken away where the value is empty.
inline Outcome run(const std::vector<std::string>& words, const Environment& variables,
                   const std::filesystem::path& segments) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::dup2(pipe[1], STDOUT_FILENO);
        ::close(pipe[0]);
        ::close(pipe[1]);
        for (const auto& [name, value] : variables) {
            value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
        }
        std::vector<char*> raw;
        for (const std::string& word : words) {
            raw.push_back(const_cast<char*>(word.c_str()));
        }
        raw.push_back(nullptr);
        ::execv(raw[0], raw.data());
        ::_exit(127);
    }
    ::close(pipe[1]);
    Outcome outcome;
    std::array<char, 4096> bytes{};
    for (ssize_t got = 0; (got = ::read(pipe[0], bytes.data(), bytes.size())) > 0;) {
        outcome.output.append(bytes.data(), static_cast<std::size_t>(got));
    }
    ::close(pipe[0]);
    REQUIRE(::waitpid(child, &outcome.status, 0) == child);
    for (const auto& info : gantry::perf::segmentsIn(segments)) {
        gantry::perf::SegmentFile file(info.path);
        outcome.profiles.push_back(file.read().profile);
        outcome.ended.push_back(file.header().state ==
                                static_cast<std::uint32_t>(gantry::perf::SegmentState::Ended));
    }
    return outcome;
}

/// The fact of that key; nothing where there is none.
inline std::optional<std::string> factOf(const gantry::perf::Profile& profile,
                                         const std::string& key) {
    for (const auto& [name, value] : profile.context) {
        if (name == key) {
            return value;
        }
    }
    return std::nullopt;
}

/// The calls of the timer with that full name; 0 where there is none.
inline std::uint64_t callsOf(const gantry::perf::Profile& profile, const std::string& name) {
    for (const auto& record : gantry::perf::flat(profile)) {
        if (fullName(record.info) == name) {
            return record.calls;
        }
    }
    return 0;
}

/// What is set to measure a program that leaves its segment in the folder.
inline Environment measured(const std::filesystem::path& folder) {
    return {{"LD_PRELOAD", GANTRY_CAPI_LIBRARY},
            {"GANTRY_MEASURE", "1"},
            {"GANTRY_KEEP_SEGMENT", "1"},
            {"GANTRY_SEGMENT_DIR", folder.string()}};
}

/// The first ones, with the others added or put in their place.
inline Environment with(Environment variables, const Environment& more) {
    variables.insert(variables.end(), more.begin(), more.end());
    return variables;
}

/// How often something was misused in that way, by anybody.
inline std::uint64_t misuseOf(const gantry::perf::Profile& profile, gantry::perf::MisuseKind kind) {
    std::uint64_t count = 0;
    for (const gantry::perf::Misuse& misuse : profile.misuse) {
        count += misuse.kind == kind ? misuse.count : 0;
    }
    return count;
}
