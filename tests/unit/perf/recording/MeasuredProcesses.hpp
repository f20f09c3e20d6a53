#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/ScriptedMetric.hpp>
#include <perf/model/Flat.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "TestFolder.hpp"

namespace gantry::perf::samples {

using Facts = std::vector<std::pair<std::string, std::string>>;

// How a process ends: with its segment kept, or by a signal in the middle of a call.
enum class Ending { InOrder, Killed };

// Runs a measured process to its end: `calls` of the timer "work", of that group, inside "main".
// NOLINTNEXTLINE(readability-function-size): how processes may differ
inline ProgramEnd runMeasured(const std::filesystem::path& folder, const Facts& facts, int calls,
                              Ending ending = Ending::InOrder, const std::string& metric = "wall",
                              const std::string& group = {}) {
    ProgramEnd end;
    end.startedNs = 0;
    end.pid = ::fork();
    REQUIRE(end.pid >= 0);
    if (end.pid == 0) {
        EngineOptions options;
        options.segment.folder = folder;
        if (metric != "wall") {
            options.metrics = {std::make_shared<ScriptedMetric>(metric, "ns")};
        }
        Engine engine(options);
        engine.keepSegment();
        for (const auto& [key, value] : facts) {
            engine.addFact(key, value);
        }
        const TimerId main = engine.registerTimer("main");
        const TimerId work = engine.registerTimer("work", {}, group);
        engine.start(main);
        for (int i = 0; i < calls; ++i) {
            engine.start(work);
            engine.stop(work);
        }
        if (ending == Ending::Killed) {
            ::kill(::getpid(), SIGKILL);
        }
        engine.stop(main);
        engine.endSegment();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(end.pid, &status, 0);
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    end.monotonicNs = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
                      static_cast<std::uint64_t>(now.tv_nsec);
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.exitStatus = end.signal != 0 ? 128 + end.signal : WEXITSTATUS(status);
    return end;
}

inline Facts member(const std::string& session, const std::string& rank = {},
                    const std::string& size = {}) {
    Facts facts{{"session", session}, {"command", "prog -x"}};
    if (!rank.empty()) {
        facts.emplace_back("rank", rank);
        facts.emplace_back("size", size);
    }
    return facts;
}

inline std::uint64_t callsOf(const Profile& profile, const std::string& name) {
    std::uint64_t calls = 0;
    for (const TimerRecord& record : flat(profile)) {
        calls += record.info.name == name ? record.calls : 0;
    }
    return calls;
}

inline bool has(const Profile& profile, const std::string& key, const std::string& value) {
    return std::find(profile.context.begin(), profile.context.end(), std::pair(key, value)) !=
           profile.context.end();
}

struct RunPlace {
    TestFolder folder;
    std::filesystem::path segments = folder.path / "segments";
    std::filesystem::path stem = folder.path / "prog";

    RunArchiveResult archive(const std::string& token, const std::optional<ProgramEnd>& end,
                             const std::function<void(RunArchiveRequest&)>& change = {}) const {
        RunArchiveRequest request;
        request.stem = stem;
        request.write = [this](const Profile& profile, const auto&) {
            return gantry::perf::writeNumbered(stem, profile);
        };
        if (change) {
            change(request);
        }
        return archiveRun(RecordedRun{segments, token, end}, request);
    }
};

}  // namespace gantry::perf::samples
