#pragma once

#include <server/BrowserPage.hpp>
#include <server/ControlSocket.hpp>
#include <server/EndSignals.hpp>
#include <server/http/HttpServer.hpp>
#include <server/live/ProgramViewer.hpp>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "OptionParser.hpp"

namespace gantry::tools {

/// What the options of a command that serves say.
struct ViewerOptions {
    std::uint16_t port = 0;
    bool opens = true;      ///< a browser, where there is a display
    std::string keyFile{};  ///< empty: none
    std::string socket{};   ///< a Unix socket instead of a port; empty: none
};

/// Adds --port, --socket, --no-open and --key-file.
void addViewerOptions(OptionParser& parser);
/// Throws UsageError.
ViewerOptions viewerOptions(const OptionParser& parser);

/// A server for the user at this terminal, from the link that it prints to Ctrl-C. Create it before
/// any other thread: it takes the signals.
class ViewerServer final : public server::ProgramViewer {
public:
    explicit ViewerServer(ViewerOptions options);
    ViewerServer(const ViewerServer&) = delete;
    ViewerServer& operator=(const ViewerServer&) = delete;
    ~ViewerServer() override;

    /// Begins to serve, prints the link, and opens a browser. Throws std::runtime_error where that
    /// is not possible.
    void start(server::HttpHandler handler) override;
    /// Serves no longer: no handler runs when this returns.
    void stop() override { http_.reset(); }
    void wake() override;
    /// Waits for Ctrl-C or SIGTERM, at most so long; whether one came.
    bool waitForEnd(std::chrono::milliseconds most) override;
    void waitForEnd() override;
    void showsArchive(const std::filesystem::path& archive) override;
    void note(const std::string& note) override;

private:
    void listen(server::HttpSettings& settings);
    void printPlace() const;
    void writeKeyFile(const std::string& key);

    ViewerOptions options_;
    server::EndSignals signals_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ended_ = false;
    std::filesystem::path written_;  // the key file
    server::BrowserPage browser_;
    std::unique_ptr<server::ControlSocket> socket_;
    std::unique_ptr<server::HttpServer> http_;
};

}  // namespace gantry::tools
