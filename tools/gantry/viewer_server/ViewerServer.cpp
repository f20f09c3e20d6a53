#include "ViewerServer.hpp"

#include <base/text/Printable.hpp>
#include <base/text/RandomToken.hpp>
#include <server/PrivateFile.hpp>

#include <array>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "OptionValues.hpp"
#include "RunNotes.hpp"

namespace gantry::tools {

namespace {

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "HOST";
}

void printLink(const std::string& link, const char* what) {
    std::cout << what << link << '\n' << std::flush;
}

}  // namespace

void addViewerOptions(OptionParser& parser) {
    parser.option("port", "N", "Port to serve at, on this machine only (default: a free one).")
        .option("socket", "PATH",
                "Serve at a Unix socket instead of a port, in a folder that only this user can "
                "enter, to be reached by ssh -L; --port is then the port on your side (default: "
                "8080).")
        .flag("no-open",
              "Do not open a browser. Without this option, one is opened if there is "
              "a display.")
        .option("key-file", "FILE",
                "Write the access key for programs to a new file that only you can read, and "
                "remove it at the end: curl -H \"Authorization: Bearer $(cat FILE)\" URL.");
}

ViewerOptions viewerOptions(const OptionParser& parser) {
    ViewerOptions options;
    const auto port = countValue(parser, "port", std::numeric_limits<std::uint16_t>::max());
    options.port = static_cast<std::uint16_t>(port.value_or(0));
    options.opens = !parser.has("no-open");
    options.keyFile = parser.value("key-file").value_or("");
    options.socket = parser.value("socket").value_or("");
    return options;
}

ViewerServer::ViewerServer(ViewerOptions options) : options_(std::move(options)) {
    signals_.handle([this](int) {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        ending_.notify_all();
        return true;
    });
}

ViewerServer::~ViewerServer() {
    signals_.handle({});
    http_.reset();
    socket_.reset();
    std::error_code ignored;
    if (!written_.empty()) {
        std::filesystem::remove(written_, ignored);
    }
}

void ViewerServer::start(server::HttpHandler handler) {
    server::HttpSettings settings;
    constexpr std::size_t kKeyBytes = 32;
    settings.port = options_.port;
    settings.key = base::randomToken(kKeyBytes);
    listen(settings);
    settings.newLink = [](const std::string& link) { printLink(link, "For another browser:  "); };
    const std::string key = settings.key;
    try {
        http_ = std::make_unique<server::HttpServer>(std::move(settings), std::move(handler));
    } catch (const std::system_error& error) {
        const bool taken = error.code() == std::errc::address_in_use;
        throw std::runtime_error(std::string(error.what()) +
                                 (taken ? "; choose another --port, or none for a free one" : ""));
    }
    if (!options_.keyFile.empty()) {
        writeKeyFile(key);
    }
    printPlace();
    if (options_.opens && !socket_ && server::BrowserPage::hasDisplay() &&
        ::isatty(STDOUT_FILENO) == 1) {
        browser_.open(http_->link());
    }
}

void ViewerServer::listen(server::HttpSettings& settings) {
    if (options_.socket.empty()) {
        return;
    }
    constexpr std::uint16_t kUsualPort = 8080;
    try {
        socket_ = std::make_unique<server::ControlSocket>(server::controlPath(options_.socket));
    } catch (const std::runtime_error& error) {
        throw UsageError("--socket " + options_.socket + ": " + error.what());
    }
    settings.listening = socket_->descriptor();
    settings.port = options_.port == 0 ? kUsualPort : options_.port;
}

void ViewerServer::printPlace() const {
    const std::string port = std::to_string(http_->port());
    const std::string place =
        socket_ ? std::filesystem::absolute(server::controlPath(options_.socket)).string()
                : "127.0.0.1:" + port;
    printLink(http_->link(), "Open in a browser:    ");
    std::cout << "From another machine: ssh -L " << port << ':' << base::printable(place) << ' '
              << hostName() << "   and open the same address there\n"
              << "A link is valid once. Ctrl-C ends.\n"
              << std::flush;
}

void ViewerServer::writeKeyFile(const std::string& key) {
    try {
        server::writePrivateFile(options_.keyFile, key + '\n');
    } catch (const std::system_error& error) {
        throw UsageError("--key-file: " + std::string(error.what()) +
                         "; name a file that does not exist yet");
    }
    written_ = options_.keyFile;
}

void ViewerServer::wake() {
    if (http_) {
        http_->wake();
    }
}

void ViewerServer::showsArchive(const std::filesystem::path& archive) {
    std::cout << "The program has ended; its archive is shown: "
              << base::printable(archive.string()) << '\n'
              << std::flush;
}

void ViewerServer::note(const std::string& note) {
    printNote(note);
}

bool ViewerServer::waitForEnd(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return ending_.wait_for(lock, most, [this] { return ended_; });
}

void ViewerServer::waitForEnd() {
    std::unique_lock lock(mutex_);
    ending_.wait(lock, [this] { return ended_; });
}

}  // namespace gantry::tools
