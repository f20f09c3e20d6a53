#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "FunctionNames.hpp"

using namespace gantry::calls;

// Outside of any unnamed namespace, so that its symbol is its name.
extern "C" [[gnu::noinline, gnu::used]] int gantryNamedHere(int value) {
    return value + 1;
}

namespace named {

struct Thing {
    [[gnu::noinline]] int operator()(int value) const;
    template <class Type>
    [[gnu::noinline]] Type twice(Type value);
};

int Thing::operator()(int value) const {
    return gantryNamedHere(value);
}

template <class Type>
Type Thing::twice(Type value) {
    return static_cast<Type>(gantryNamedHere(static_cast<int>(value)));
}

template int Thing::twice<int>(int);

}  // namespace named

namespace {

constinit FunctionNames names;

template <class Function>
std::string nameOf(Function function) {
    const void* address = nullptr;
    std::memcpy(&address, &function, sizeof address);
    CodePlace place;
    std::array<char, 200> name{};
    return findCode(address, place) && names.find(place, name.data(), name.size())
               ? std::string(name.data()) + " of " + (place.isProgram ? "program" : "library")
               : "";
}

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A file with these bytes, as if it was loaded.
const SymbolFile* opened(const gantry::base::TemporaryFolder& folder, const std::string& bytes) {
    const std::string path = (folder.path() / "file").string();
    std::ofstream(path, std::ios::binary) << bytes;
    std::array<char, 64> header{};
    std::memcpy(header.data(), bytes.data(), std::min(bytes.size(), header.size()));
    return SymbolFile::open(path.c_str(), header.data());
}

}  // namespace

TEST_SUITE_BEGIN("perf.modules.FunctionNames");

TEST_CASE("functions have the names that reports show, without parameters") {
    CHECK(nameOf(&gantryNamedHere) == "gantryNamedHere of program");
    CHECK(nameOf(&named::Thing::operator()) == "named::Thing::operator() of program");
    CHECK(nameOf(&named::Thing::twice<int>) == "int named::Thing::twice<int> of program");
}

TEST_CASE("what is not code, or does not fit, has no name") {
    int here = 0;
    CHECK(nameOf(&here).empty());
    CHECK(nameOf(static_cast<int*>(nullptr)).empty());

    CodePlace place;
    std::array<char, sizeof("gantryNamedHere") - 1> name{};
    REQUIRE(findCode(reinterpret_cast<const void*>(&gantryNamedHere), place));
    CHECK_FALSE(names.find(place, name.data(), name.size()));
}

TEST_CASE("a function is found by its symbol as well") {
    CodePlace place;
    REQUIRE(findCode(reinterpret_cast<const void*>(&gantryNamedHere), place));
    const SymbolFile* const symbols = names.symbolsOf(place);
    REQUIRE(symbols != nullptr);
    CHECK(symbols->addressOf("gantryNamedHere") == place.address);
    CHECK(symbols->addressOf("gantryNamedNowhere") == 0);
    CHECK(symbols->functionAt(place.address + 1) == nullptr);
}

TEST_CASE("files that are not there, not programs, or not those that were loaded are left alone") {
    const gantry::base::TemporaryFolder folder("gantry-symbols");
    const std::string program = bytesOf("/proc/self/exe");
    const std::array<char, 64> other{};

    CHECK(SymbolFile::open("/nowhere", program.data()) == nullptr);
    CHECK(SymbolFile::open(folder.path().c_str(), program.data()) == nullptr);
    CHECK(SymbolFile::open("/dev/null", program.data()) == nullptr);
    CHECK(SymbolFile::open("/proc/self/exe", other.data()) == nullptr);
    CHECK(opened(folder, "") == nullptr);
    CHECK(opened(folder, std::string(1000, 'x')) == nullptr);
    CHECK(opened(folder, program.substr(0, 64)) == nullptr);
    const SymbolFile* const whole = opened(folder, program);
    REQUIRE(whole != nullptr);
    whole->release();
}

TEST_CASE("damaged files do no harm") {
    const gantry::base::TemporaryFolder folder("gantry-symbols");
    const std::string whole = bytesOf("/bin/true");
    REQUIRE(whole.size() > 1000);
    std::mt19937 random(42);
    for (int i = 0; i < 500; ++i) {
        std::string bytes = whole;
        // Sections are described at the end, and the header says where.
        for (int change = 0; change < 8; ++change) {
            const std::size_t from = random() % 2 == 0 ? bytes.size() - 2000 : 40;
            const std::size_t room = from == 40 ? 24 : 2000;
            bytes[from + random() % room] = static_cast<char>(random());
        }
        bytes.resize(bytes.size() - (random() % 4 == 0 ? random() % 3000 : 0));
        if (const SymbolFile* const file = opened(folder, bytes)) {
            CHECK(file->addressOf("no such function") == 0);
            for (std::uint64_t address = 0; address < 0x10000; address += 0x100) {
                (void)file->functionAt(address);
            }
            file->release();
        }
    }
}

TEST_SUITE_END();
