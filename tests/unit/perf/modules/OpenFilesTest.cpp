#include <doctest/doctest.h>

#include <OpenFiles.hpp>
#include <cstdint>
#include <memory>

using gantry::io::OpenFile;
using gantry::io::OpenFiles;

TEST_SUITE("perf.modules.OpenFiles") {
    TEST_CASE("a handle is known until it is removed, and may mean another file afterwards") {
        const auto files = std::make_unique<OpenFiles>();
        REQUIRE(files->add(100, 7));
        REQUIRE(files->add(200, 8));

        CHECK(files->of(100)->file == 7);
        CHECK(files->of(200)->file == 8);
        CHECK(files->of(300) == nullptr);
        files->remove(100);
        CHECK(files->of(100) == nullptr);
        CHECK(files->of(200)->file == 8);
        files->remove(100);
        REQUIRE(files->add(100, 9));
        CHECK(files->of(100)->file == 9);
    }
    TEST_CASE("a handle that is used again means the new file, of which nothing was done yet") {
        const auto files = std::make_unique<OpenFiles>();
        REQUIRE(files->add(100, 7));
        files->of(100)->last = 2;

        REQUIRE(files->add(100, 8));

        CHECK(files->of(100)->file == 8);
        CHECK(files->of(100)->last == 0);
        files->remove(100);
        CHECK(files->of(100) == nullptr);
    }
    TEST_CASE("where there is no place a handle is not known, and others stay as they are") {
        const auto files = std::make_unique<OpenFiles>();
        constexpr std::uintptr_t kHandles = 10'000;
        std::uintptr_t known = 0;
        for (std::uintptr_t key = 1; key <= kHandles; ++key) {
            known += files->add(key * 4096, static_cast<std::uint32_t>(key)) ? 1 : 0;
        }

        CHECK(known < kHandles);
        CHECK(known > 2000);
        for (std::uintptr_t key = 1; key <= kHandles; ++key) {
            const OpenFile* const file = files->of(key * 4096);
            known -= file != nullptr && file->file == key ? 1 : 0;
        }
        CHECK(known == 0);
    }
}
