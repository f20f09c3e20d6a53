#include <base/text/RandomToken.hpp>
#include <server/BrowserPage.hpp>
#include <server/PrivateFile.hpp>

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include "SpawnSettings.hpp"

namespace gantry::server {

namespace {

std::string variable(const char* name) {
    const char* const value =
        std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    return value != nullptr ? value : "";
}

std::filesystem::path privateFolderOfUser() {
    const std::string folder = variable("XDG_RUNTIME_DIR");
    std::error_code error;
    return folder.starts_with('/') ? std::filesystem::path(folder)
                                   : std::filesystem::temp_directory_path(error);
}

// Without signals that are blocked here, and without a terminal.
void startBrowser(std::string page) {
    SpawnSettings settings;
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(settings.files(), stream, "/dev/null", O_RDWR, 0);
    }
    std::string program = "xdg-open";
    std::array<char*, 3> words{program.data(), page.data(), nullptr};
    pid_t process = 0;
    static_cast<void>(::posix_spawnp(&process, program.c_str(), settings.files(),
                                     settings.attributes(), words.data(), environ));
}

}  // namespace

BrowserPage::~BrowserPage() {
    std::error_code ignored;
    if (!page_.empty()) {
        std::filesystem::remove(page_, ignored);
    }
}

void BrowserPage::open(const std::string& link) {
    const std::filesystem::path page =
        privateFolderOfUser() / ("gantry-view-" + base::randomToken(8) + ".html");
    try {
        writePrivateFile(page, "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url=" +
                                   link + "\"><a href=\"" + link + "\">Open</a>\n");
    } catch (const std::system_error&) {
        return;
    }
    page_ = page;
    startBrowser(page.string());
}

bool BrowserPage::hasDisplay() {
    return !variable("DISPLAY").empty() || !variable("WAYLAND_DISPLAY").empty();
}

}  // namespace gantry::server
