#include <server/BrowserPage.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>

#include "TestFolder.hpp"

using namespace gantry::server;
namespace fs = std::filesystem;

namespace {

std::string textOf(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

// A folder with an xdg-open that copies the page it is given, and the only one on PATH.
class Browser final {
public:
    Browser() : path_(std::getenv("PATH")) {
        const fs::path program = folder.path / "xdg-open";
        std::ofstream(program) << "#!/bin/sh\n/bin/cp -p \"$1\" '"
                               << (folder.path / "seen").string() << "'\n";
        fs::permissions(program, fs::perms::owner_all);
        ::setenv("PATH", folder.path.c_str(), 1);
        ::setenv("XDG_RUNTIME_DIR", folder.path.c_str(), 1);
    }
    ~Browser() {
        ::setenv("PATH", path_.c_str(), 1);
        ::unsetenv("XDG_RUNTIME_DIR");
    }
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;

    TestFolder folder;

private:
    std::string path_;
};

}  // namespace

TEST_SUITE_BEGIN("server.BrowserPage");

TEST_CASE("a browser gets the link by way of a page that no other user can read") {
    const Browser browser;
    {
        BrowserPage page;
        page.open("http://127.0.0.1:1/?token=x");
        int status = -1;
        REQUIRE(::wait(&status) > 0);
        CHECK(status == 0);
    }
    const fs::path seen = browser.folder.path / "seen";
    CHECK(textOf(seen).find("url=http://127.0.0.1:1/?token=x\"") != std::string::npos);
    CHECK(fs::status(seen).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    // The page is gone; xdg-open and what it has seen stay.
    CHECK(browser.folder.files() == 2);
}

TEST_CASE("without a browser, and without a folder for the page, nothing happens") {
    const Browser browser;
    fs::remove(browser.folder.path / "xdg-open");
    BrowserPage page;
    CHECK_NOTHROW(page.open("http://127.0.0.1:1/"));
    ::setenv("XDG_RUNTIME_DIR", "/no/such", 1);
    BrowserPage other;
    CHECK_NOTHROW(other.open("http://127.0.0.1:1/"));
    CHECK_FALSE(fs::exists(browser.folder.path / "seen"));
}

TEST_SUITE_END();
