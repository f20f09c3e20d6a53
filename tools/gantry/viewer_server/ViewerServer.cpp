#include "ViewerServer.hpp"

#include <base/files/Descriptor.hpp>
#include <base/text/Printable.hpp>
#include <base/text/RandomToken.hpp>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <limits>
#include <spawn.h>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "OptionValues.hpp"
#include "RunNotes.hpp"

namespace gantry::tools {

namespace {

// For this user alone; never an existing file, never by way of a link.
bool writePrivately(const std::filesystem::path& file, const std::string& text) {
    const base::Descriptor opened(::open(
        file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    return opened &&
           ::write(opened.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::string hostName() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "HOST";
}

bool hasDisplay() {
    const auto isSet = [](const char* name) {
        const char* const value =
            std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
        return value != nullptr && *value != '\0';
    };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

std::filesystem::path privateFolderOfUser() {
    const char* const folder = std::getenv(
        "XDG_RUNTIME_DIR");  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    std::error_code error;
    return folder != nullptr && *folder == '/' ? std::filesystem::path(folder)
                                               : std::filesystem::temp_directory_path(error);
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
    for (const std::filesystem::path& file : {written_, opened_}) {
        if (!file.empty()) {
            std::filesystem::remove(file, ignored);
        }
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
    if (options_.opens && !socket_ && hasDisplay() && ::isatty(STDOUT_FILENO) == 1) {
        openBrowser();
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
    if (!writePrivately(options_.keyFile, key + '\n')) {
        throw UsageError("--key-file: " + options_.keyFile + ": " +
                         std::generic_category().message(errno) +
                         "; name a file that does not exist yet");
    }
    written_ = options_.keyFile;
}

// By way of a file: other users see the words of a command, and the link is among those it needs.
void ViewerServer::openBrowser() {
    const std::filesystem::path file =
        privateFolderOfUser() / ("gantry-view-" + base::randomToken(8) + ".html");
    const std::string link = http_->link();
    if (!writePrivately(file, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url=" +
                                  link + "\"><a href=\"" + link + "\">Open</a>\n")) {
        return;
    }
    opened_ = file;
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    }
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    sigset_t none{};
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string program = "xdg-open";
    std::string word = file.string();
    std::array<char*, 3> words{program.data(), word.data(), nullptr};
    pid_t process = 0;
    // Without it there is the link to click.
    static_cast<void>(
        ::posix_spawnp(&process, program.c_str(), &actions, &attributes, words.data(), environ));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
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
