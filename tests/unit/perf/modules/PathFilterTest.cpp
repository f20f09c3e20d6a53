#include <doctest/doctest.h>

#include <PathFilter.hpp>
#include <memory>
#include <string>

using gantry::io::PathFilter;

namespace {

class Filter final {
public:
    // The texts must stay as long as the filter.
    Filter(const char* excluded, const char* included) { filter_->set(excluded, included); }

    [[nodiscard]] bool excludes(const std::string& path) const {
        return filter_->excludes(path.data(), path.size());
    }
    [[nodiscard]] bool excludesAtOnce(const char* path) const {
        return filter_->excludesAtOnce(path);
    }

private:
    std::unique_ptr<PathFilter> filter_ = std::make_unique<PathFilter>();
};

}  // namespace

TEST_SUITE("perf.modules.PathFilter") {
    TEST_CASE("folders of the system are left out, and memory that processes share is not") {
        const Filter filter(nullptr, nullptr);
        for (const char* const path : {"/proc", "/proc/self/maps", "/usr/lib/x", "/etc/passwd",
                                       "/lib64/ld.so", "/dev/null", "/boot/x", "/libx32/y"}) {
            CHECK(filter.excludes(path));
        }
        for (const char* const path : {"/dev/shm/a", "/dev/shm", "/home/usr/x", "/users", "/", "",
                                       "/p", "/procs", "usr/lib", "/library"}) {
            CHECK_FALSE(filter.excludes(path));
        }
    }
    TEST_CASE("most names that are excluded are known to be by their first bytes") {
        const Filter filter(nullptr, nullptr);
        for (const char* const path : {"/proc", "/proc/self/maps", "/usr/lib/x", "/etc/passwd",
                                       "/etc//passwd", "/boot/./x"}) {
            CHECK(filter.excludesAtOnce(path));
        }
        // Of those below /dev only the normal form says whether they are in /dev/shm.
        for (const char* const path : {"/dev/null", "/dev/./shm/a", "/home/usr/x", "/users", "/",
                                       "", "/p", "/procs", "usr/lib", "//etc/passwd", "/./etc/x"}) {
            CHECK_FALSE(filter.excludesAtOnce(path));
        }
        CHECK_FALSE(filter.excludesAtOnce(nullptr));
    }
    TEST_CASE("what is known at once is never otherwise in the end") {
        const char* const names[]{"/data", "/data/x", "/data/keep/x", "/d", "/dog",
                                  "/a.o",  "/",       "/x/y"};
        for (const char* const excluded : {"/data", "/d?g:/data/x", "*.o", "/", "/x:/data/keep"}) {
            for (const char* const included : {"", "/data/keep", "/d*", "*.o"}) {
                const Filter filter(excluded, included);
                for (const char* const name : names) {
                    CAPTURE(name);
                    CAPTURE(excluded);
                    CAPTURE(included);
                    CHECK((!filter.excludesAtOnce(name) || filter.excludes(name)));
                }
            }
        }
    }
    TEST_CASE("a path without wildcards means all below it, with a slash at its end as well") {
        for (const char* const pattern : {"/data", "/data/", "/data//"}) {
            const Filter filter(pattern, nullptr);
            CHECK(filter.excludes("/data"));
            CHECK(filter.excludes("/data/x"));
            CHECK_FALSE(filter.excludes("/data2"));
            CHECK_FALSE(filter.excludes("/dat"));
        }
        CHECK(Filter("/", nullptr).excludes("/any/thing"));
    }
    TEST_CASE("wildcards match anywhere, also behind the first slash") {
        const Filter filter("*.o:/?ata/x:/*/tmp*:/d?g", nullptr);
        for (const char* const path :
             {"/home/a.o", "/data/x", "/eata/x", "/var/tmp", "/var/tmpx", "/dog"}) {
            CHECK(filter.excludes(path));
        }
        for (const char* const path : {"/home/a.c", "/data/xy", "/tmp", "/dg", "/doog"}) {
            CHECK_FALSE(filter.excludes(path));
        }
    }
    TEST_CASE("empty patterns mean nothing, and an empty list excludes nothing") {
        const Filter filter("::/data::", "");
        CHECK(filter.excludes("/data"));
        CHECK_FALSE(filter.excludes("/tmp"));
        CHECK_FALSE(filter.excludes(""));
        CHECK_FALSE(Filter("", nullptr).excludes("/usr/lib/x"));
    }
    TEST_CASE("what is included wins") {
        const Filter filter("/usr", "/usr/data:*.h");
        CHECK(filter.excludes("/usr/lib/x"));
        CHECK_FALSE(filter.excludes("/usr/data/x"));
        CHECK_FALSE(filter.excludes("/usr/include/stdio.h"));
    }
    TEST_CASE("a pattern behind many others counts as well") {
        std::string many;
        for (int i = 0; i < 200; ++i) {
            many += "/p" + std::to_string(i) + ':';
        }
        const std::string excluded = many + "/last:*.z";
        const Filter filter(excluded.c_str(), many.c_str());
        CHECK(filter.excludes("/last/x"));
        CHECK(filter.excludes("/a.z"));
        CHECK_FALSE(filter.excludes("/p63/x"));
        CHECK_FALSE(filter.excludes("/p199/x"));
        CHECK_FALSE(filter.excludes("/p200/x"));
    }
}
