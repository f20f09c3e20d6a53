#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <latch>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "Children.hpp"
#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

const std::string kFile = GANTRY_FIXTURE_DIRECTORY "/unload/named_timers.so";

// The library, from the constructor to the destructor.
class Library final {
public:
    Library() : handle_(::dlopen(kFile.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        REQUIRE(handle_ != nullptr);
        name_ = reinterpret_cast<const char* (*)(unsigned)>(::dlsym(handle_, "timerName"));
        run_ = reinterpret_cast<void (*)(void (*)(void*), void*)>(::dlsym(handle_, "runInside"));
        REQUIRE((name_ != nullptr && run_ != nullptr));
    }
    ~Library() { ::dlclose(handle_); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    const char* name(unsigned number) const { return name_(number); }

    /// Runs `work` with a frame of the library below it.
    template <class Work>
    void run(Work work) const {
        run_([](void* argument) { (*static_cast<Work*>(argument))(); }, &work);
    }

    static bool isLoaded() {
        void* const handle = ::dlopen(kFile.c_str(), RTLD_NOW | RTLD_NOLOAD);
        if (handle != nullptr) {
            ::dlclose(handle);
        }
        return handle != nullptr;
    }

private:
    void* handle_;
    const char* (*name_)(unsigned) = nullptr;
    void (*run_)(void (*)(void*), void*) = nullptr;
};

std::size_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    file >> pages >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void loadMeasureUnload(Engine& engine) {
    const Library library;
    std::vector<TimerId> timers;
    for (unsigned i = 0; library.name(i) != nullptr; ++i) {
        timers.push_back(engine.registerTimer(library.name(i), "double (double)", "library"));
    }
    library.run([&] {
        for (const TimerId timer : timers) {
            engine.start(timer);
        }
        for (std::size_t i = timers.size(); i-- > 0;) {
            engine.stop(timers[i]);
        }
    });
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Unload");

TEST_CASE(
    "a library that is loaded, measured by its own literals and unloaded again and again keeps "
    "its names and takes no more memory") {
    const int rounds = wantedTimes("GANTRY_RELOADS", 1000);
    Engine engine;
    for (int i = 0; i < 20; ++i) {
        loadMeasureUnload(engine);
    }
    CHECK_FALSE(Library::isLoaded());
    const std::size_t used = engine.segment().header().usedBytes;
    const std::size_t before = residentBytes();

    for (int i = 0; i < rounds; ++i) {
        loadMeasureUnload(engine);
    }

    CHECK(engine.segment().header().usedBytes == used);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    CHECK(residentBytes() < before + (std::size_t{1} << 20U));
#else
    CHECK(before > 0);
#endif
    const Profile profile = engine.finalProfile();
    const auto records = flat(profile);
    REQUIRE(records.size() == 3);
    for (const char* name : {"library::prepare", "library::solve", "library::solve(inner)"}) {
        const TimerRecord record = find(records, name + std::string(" double (double)"));
        CHECK(record.calls == static_cast<std::uint64_t>(rounds) + 20);
        CHECK(record.info.group == "library");
    }
    CHECK(profile.misuse.empty());
}

TEST_CASE(
    "a timer named by a library runs on another thread while the library goes, comes back and "
    "goes again") {
    Engine engine;
    std::latch started(1);
    std::latch gone(1);
    auto library = std::make_unique<Library>();
    const TimerId outer = engine.registerTimer(library->name(1), "", "library");
    std::thread worker([&] {
        engine.start(outer);
        started.count_down();
        gone.wait();
        engine.start(outer);
        engine.stop(outer);
        engine.stop(outer);
    });

    started.wait();
    library.reset();
    CHECK_FALSE(Library::isLoaded());
    const auto running = flat(engine.snapshot());
    library = std::make_unique<Library>();
    const TimerId again = engine.registerTimer(library->name(1), "", "library");
    library.reset();
    gone.count_down();
    worker.join();

    CHECK(again == outer);
    REQUIRE(running.size() == 1);
    CHECK(running[0].info.name == "library::solve");
    CHECK(running[0].running);
    const Profile profile = engine.finalProfile();
    CHECK(find(flat(profile), "library::solve").calls == 2);
    CHECK(profile.misuse.empty());
}

TEST_SUITE_END();
