#include <base/files/OwnProgram.hpp>
#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

using namespace gantry::base;
namespace fs = std::filesystem;

namespace {

// PATH as the test wants it.
class Path final {
public:
    explicit Path(const std::string& folders) {
        if (const char* const before = std::getenv("PATH")) {
            before_ = before;
        }
        ::setenv("PATH", folders.c_str(), 1);
    }
    ~Path() { before_ ? ::setenv("PATH", before_->c_str(), 1) : ::unsetenv("PATH"); }
    Path(const Path&) = delete;
    Path& operator=(const Path&) = delete;

private:
    std::optional<std::string> before_;
};

}  // namespace

TEST_SUITE_BEGIN("base.OwnProgram");

TEST_CASE("the file of this program is the one that runs") {
    CHECK(fs::is_regular_file(ownProgram()));
    CHECK(ownProgramFolder() / ownProgram().filename() == ownProgram());
}

TEST_CASE("a program that PATH finds is called by its name") {
    const Path path("/none:" + ownProgramFolder().string());

    CHECK(ownProgramWord() == ownProgram().filename().string());
}

TEST_CASE("a program that PATH does not find, or another one of its name, is called by its file") {
    const TemporaryFolder folder;
    {
        const Path path(folder.path().string());
        CHECK(ownProgramWord() == ownProgram().string());
    }
    fs::create_symlink("/bin/true", folder.path() / ownProgram().filename());
    const Path path(folder.path().string() + ':' + ownProgramFolder().string());
    CHECK(ownProgramWord() == ownProgram().string());
}

TEST_SUITE_END();
