#pragma once

#include <server/http/HttpServer.hpp>

#include <chrono>
#include <filesystem>
#include <string>

namespace gantry::server {

/// The one who shows a program: a server for its pages, which somebody ends.
class ProgramViewer {
public:
    ProgramViewer() = default;
    virtual ~ProgramViewer() = default;
    ProgramViewer(const ProgramViewer&) = delete;
    ProgramViewer& operator=(const ProgramViewer&) = delete;

    /// Begins to serve. Throws std::runtime_error where that is not possible.
    virtual void start(HttpHandler handler) = 0;
    /// Serves no longer: no handler runs when this returns.
    virtual void stop() = 0;
    /// HttpServer::wake(); nothing before the start. Any thread.
    virtual void wake() = 0;
    /// Waits until somebody ends it, at most so long; whether that came.
    virtual bool waitForEnd(std::chrono::milliseconds most) = 0;
    virtual void waitForEnd() = 0;
    /// The program has ended, and its archive is shown from now on.
    virtual void showsArchive(const std::filesystem::path& archive) = 0;
    /// What is missing in that archive: perf::Notes.
    virtual void note(const std::string& note) = 0;
};

}  // namespace gantry::server
