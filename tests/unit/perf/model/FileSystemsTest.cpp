#include <perf/model/FileSystems.hpp>

#include <doctest/doctest.h>

using namespace gantry::perf;

namespace {

std::string folderOf(const FileSystems& systems, std::string_view name) {
    const FileSystem* const system = systems.of(name);
    return system == nullptr ? "none" : system->folder;
}

}  // namespace

TEST_SUITE("perf.model.FileSystems") {
    TEST_CASE("a file is in the file system with the longest mount point above it") {
        Profile profile;
        noteFileSystem(profile, {"/", "ext4"});
        noteFileSystem(profile, {"/data", "lustre"});
        noteFileSystem(profile, {"/data/fast", "tmpfs"});

        const FileSystems systems(profile);

        CHECK(systems.of("/data/fast/a")->type == "tmpfs");
        CHECK(folderOf(systems, "/data/in") == "/data");
        CHECK(folderOf(systems, "/data") == "/data");
        CHECK(folderOf(systems, "/database") == "/");
        CHECK(folderOf(systems, "/") == "/");
    }

    TEST_CASE("a name that is not absolute, or below no mount point, is in none") {
        Profile profile;
        CHECK(FileSystems(profile).empty());
        noteFileSystem(profile, {"/data", "lustre"});

        const FileSystems systems(profile);

        CHECK_FALSE(systems.empty());
        for (const char* const name : {"(pipe)", "", "data/in", "/", "/dat", "//"}) {
            CHECK(folderOf(systems, name) == "none");
        }
    }

    TEST_CASE("a link counts where it leads") {
        Profile profile;
        noteFileSystem(profile, {"/", "ext4"});
        noteFileSystem(profile, {"/data", "lustre"});
        noteLink(profile, "/home/in", "/data/in");

        const FileSystems systems(profile);

        CHECK(folderOf(systems, "/home/in") == "/data");
        CHECK(folderOf(systems, "/home/in2") == "/");
    }

    TEST_CASE("the file system that was noted first stays") {
        Profile profile;
        noteFileSystem(profile, {"/data", "lustre"});
        noteFileSystem(profile, {"/data", "ext4"});

        CHECK(profile.context.size() == 1);
        CHECK(FileSystems(profile).of("/data/in")->type == "lustre");
    }
}
