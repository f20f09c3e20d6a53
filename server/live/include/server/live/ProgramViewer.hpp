#pragma once

#include <server/http/HttpServer.hpp>

#include <chrono>
#include <filesystem>
#include <string>

namespace gantry::server {

/// The one who shows a program: a server for its pages, which somebody ends. Functions are called
/// by the one thread that serves the program, but for wake().
class ProgramViewer {
public:
    ProgramViewer() = default;
    virtual ~ProgramViewer() = default;
    ProgramViewer(const ProgramViewer&) = delete;
    ProgramViewer& operator=(const ProgramViewer&) = delete;

    /// Begins to serve. Throws std::runtime_error where that is not possible. The handler is called
    /// in the server's thread until stop() returns; the viewer owns it.
    virtual void start(HttpHandler handler) = 0;
    /// Serves no longer: no handler runs when this returns.
    virtual void stop() = 0;
    /// HttpServer::wake(); nothing before the start. Any thread.
    virtual void wake() = 0;
    /// Waits until somebody ends it, at most so long; whether that came.
    virtual bool waitForEnd(std::chrono::milliseconds most) = 0;
    /// Without a limit.
    virtual void waitForEnd() = 0;
    /// The program has ended, and its archive is shown from now on.
    virtual void showsArchive(const std::filesystem::path& archive) = 0;
    /// What is missing in that archive: perf::Notes.
    virtual void note(const std::string& note) = 0;
};

}  // namespace gantry::server
