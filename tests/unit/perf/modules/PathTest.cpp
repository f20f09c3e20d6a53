#include <doctest/doctest.h>

#include <Path.hpp>
#include <filesystem>
#include <string>

using gantry::io::Path;

namespace {

std::string nameOf(const std::string& path) {
    const Path name(path.c_str());
    return {name.text(), name.length()};
}

// By its definition: without empty parts and ".".
std::string expected(const std::string& path) {
    std::string name;
    std::size_t at = 0;
    while (at < path.size()) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, end - at);
        if (!part.empty() && part != ".") {
            name += '/' + part;
        }
        at = end + 1;
    }
    return name.empty() ? "/" : name;
}

}  // namespace

TEST_SUITE("perf.modules.Path") {
    TEST_CASE("empty parts and dots are left out wherever they are") {
        // Names of all lengths, as parts are looked for in several bytes at once.
        for (std::size_t before = 1; before < 24; ++before) {
            for (const std::string part :
                 {"/", "/./", "//", "/././", "///", "/.x/", "/x./", "/../", "/.../", "/.", "/.x"}) {
                for (const std::string& end :
                     {std::string(), std::string("y"), std::string("long-name-of-a-file")}) {
                    const std::string path = '/' + std::string(before, 'a') + part + end;
                    INFO(path);
                    const std::string name = nameOf(path);
                    // What is at the very end may stay.
                    const bool stays = path.ends_with("/") || path.ends_with("/.");
                    CHECK((name == expected(path) || (stays && name == path)));
                }
            }
        }
    }
    TEST_CASE("an absolute name that has none is not copied") {
        for (const std::string path :
             {"/", "/a", "/tmp/.hidden/..x/a.b.c", "/\xff\x80/\x2e\x2e/x"}) {
            const Path name(path.c_str());
            CHECK(name.text() == path.c_str());
            CHECK(name.length() == path.size());
        }
    }
    TEST_CASE("a relative name is below the working folder") {
        const std::string folder = std::filesystem::current_path().string();
        CHECK(nameOf("a/./b//c") == (folder == "/" ? "" : folder) + "/a/b/c");
        CHECK(nameOf("") == folder);
        CHECK(Path(static_cast<const char*>(nullptr)).length() == 0);
        CHECK(nameOf("/" + std::string(2000, 'x')).size() == 2001);
        CHECK(nameOf("//" + std::string(2000, 'x')).empty());
    }
}
