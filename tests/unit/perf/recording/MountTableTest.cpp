#include <perf/recording/MountTable.hpp>

#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

constexpr const char* kTable =
    "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw\n"
    "30 22 0:26 / /tmp rw,nosuid - tmpfs tmpfs rw,size=1g\n"
    "31 22 0:27 / /mnt/my\\040disk rw shared:9 master:2 - nfs4 host:/x rw\n";

Profile profileOf(const std::vector<std::string>& names) {
    Profile profile;
    ModuleRecords posix{"posix",
                        1,
                        "",
                        {{"opens", "calls", Reduction::Sum}, {"bytes_read", "B", Reduction::Sum}},
                        {}};
    for (const std::string& name : names) {
        posix.records.push_back({name, 0, {1, 1}});
    }
    profile.modules = {posix};
    return profile;
}

using Facts = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_SUITE("perf.recording.MountTable") {
    TEST_CASE("each line of the system's table is a file system, with blanks in its name") {
        const FileSystems systems = fileSystemsIn(kTable);

        CHECK(*systems.of("/var/log") == FileSystem{"/", "ext4"});
        CHECK(*systems.of("/tmp/x") == FileSystem{"/tmp", "tmpfs"});
        CHECK(*systems.of("/mnt/my disk/in") == FileSystem{"/mnt/my disk", "nfs4"});
    }

    TEST_CASE("of two file systems on one mount point the last one counts") {
        const FileSystems systems =
            fileSystemsIn("1 0 0:1 / /a rw - ext4 d rw\n2 1 0:2 / /a rw - xfs e rw");
        CHECK(systems.of("/a/b")->type == "xfs");
    }

    TEST_CASE("lines that are not of a table of mounts are ignored") {
        for (const char* const text : {"", "\n\n", "22 1 254:1 / / rw", "a b c d e f -", "- ext4",
                                       "1 2 3 / x rw - ext4 d", "1 2 3 / - ext4 d"}) {
            INFO(text);
            CHECK(fileSystemsIn(text).empty());
        }
        CHECK(fileSystemsIn("1 0 0:1 / /a\\04 rw - e d").of("/a\\04") != nullptr);
    }

    TEST_CASE("only file systems with files of the run are noted") {
        Profile profile = profileOf({"(pipe)", "/nowhere/at/all", "relative"});
        noteFileSystems(profile, fileSystemsIn(kTable));
        CHECK(profile.context == Facts{{"mount /", "ext4"}});
    }

    TEST_CASE("names that a link leads to another file system count there") {
        const TestFolder folder;
        const std::filesystem::path path = std::filesystem::canonical(folder.path);
        std::filesystem::create_directories(path / "disk/deep");
        std::ofstream(path / "disk/file") << "x";
        std::filesystem::create_symlink(path / "disk/file", path / "link");
        std::filesystem::create_directory_symlink(path / "disk", path / "shortcut");
        const std::string disk = (path / "disk").string();
        FileSystems systems;
        systems.add({"/", "ext4"});
        systems.add({disk, "nfs4"});
        const std::string link = (path / "link").string();
        const std::string removed = (path / "shortcut/deep/removed").string();
        Profile profile = profileOf({(path / "plain").string(), link, removed, disk + "/file"});

        noteFileSystems(profile, systems);

        const FileSystems noted(profile);
        CHECK(noted.of((path / "plain").string())->type == "ext4");
        for (const std::string& name : {link, removed, disk + "/file"}) {
            INFO(name);
            CHECK(noted.of(name)->type == "nfs4");
        }
    }

    TEST_CASE("a run of another computer does not get the file systems of this one") {
        Profile profile = profileOf({"/tmp/x"});
        profile.machine.host = "another.computer.example";
        noteFileSystemsHere(profile);
        CHECK(profile.context.empty());
    }

    TEST_CASE("a run of this computer gets them") {
        std::array<char, 256> host{};
        REQUIRE(::gethostname(host.data(), host.size() - 1) == 0);
        Profile profile = profileOf({"/proc/version"});
        profile.machine.host = host.data();
        noteFileSystemsHere(profile);
        CHECK(FileSystems(profile).of("/proc/version") != nullptr);
    }
}
