#include <perf/archive/Archive.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

Profile throughArchive(const Profile& profile) {
    const TestFolder folder;
    const fs::path path = folder.path / "run.gantry";
    writeArchive(path, profile);
    CHECK(folder.files() == 1);
    return readArchive(path);
}

// "File: MESSAGE" or what else came of it.
template <class Work>
std::string outcomeOf(Work work) {
    try {
        work();
        return "done";
    } catch (const ArchiveError& error) {
        const std::vector<std::string> kinds{"File", "Damaged", "Newer", "WrongKind"};
        return kinds[static_cast<std::size_t>(error.kind())] + ": " + error.what();
    } catch (const ContradictionError& error) {
        return std::string("Contradiction: ") + error.what();
    }
}

std::string outcomeOfWrite(const fs::path& path, const Profile& profile) {
    return outcomeOf([&] { writeArchive(path, profile); });
}

std::string outcomeOfRead(const fs::path& path) {
    return outcomeOf([&] { readArchive(path); });
}

// No file may become larger than this while the object lives.
class SmallFiles final {
public:
    explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

}  // namespace

TEST_SUITE_BEGIN("perf.archive.Archive");

TEST_CASE("a profile with something in every place comes back equal") {
    Profile profile = fullProfile();
    CHECK(throughArchive(profile) == profile);

    profile.partial = "the run ended early";
    profile.ranks = reduceOverRanks({profile, profile});
    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("quantiles, the cost of measuring and throttled timers come back equal") {
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{19.25, 800.5}, {9.5, 0}};
    profile.timers[1].throttled = true;
    for (const double value : {0.0, -3.5, 1e-9, 1e9, 7.0, 7.0}) {
        profile.events[0].quantiles.add(value);
    }
    profile.events[0].quantiles.collapsed = 3;
    profile.events.push_back(profile.events[0]);
    profile.events[1].path = "";
    profile.events[1].quantiles.add(12);
    profile.ranks = reduceOverRanks({profile, profile});
    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("random profiles come back equal") {
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        INFO("seed ", seed);
        Profile profile = randomProfile(seed);
        profile.ranks = reduceOverRanks({profile, randomProfile(seed + 1000)});
        CHECK(throughArchive(profile) == profile);
    }
}

TEST_CASE("a profile with nothing but a metric comes back equal") {
    const Profile profile = withTimers({});
    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("texts of any bytes come back equal, wherever they are") {
    const std::vector<std::string> texts{"",
                                         std::string("a\0b", 3),
                                         std::string("\0", 1),
                                         "\xff\xfe",
                                         "\xc0\x80",
                                         "\xe2\x82",
                                         "Gr\xc3\xbc\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80",
                                         "'; DROP TABLE run; --",
                                         "x'00'",
                                         "\x1b[2J\r\n\t",
                                         std::string(64U << 10U, 'n'),
                                         std::string(64U << 10U, '\xfe')};
    for (const std::string& text : texts) {
        Profile profile = fullProfile();
        for (TimerInfo& timer : profile.timers) {
            timer.name = timer.type = timer.group = text;
        }
        profile.created = profile.machine.host = profile.machine.os = text;
        profile.metrics[0] = {text, text, text};
        profile.threads[0].name = profile.events[0].name = profile.events[0].path = text;
        profile.misuse[0].name = profile.misuse[0].other = text;
        profile.assembly = {{{text, text}}, {{text, text, text, text}}};
        profile.context = {{text, text}};
        profile.partial = text;
        INFO("text of ", text.size(), " bytes");
        CHECK(throughArchive(profile) == profile);
    }
}

TEST_CASE("the ends of every range come back equal") {
    Profile profile = withTimers({"main"});
    const std::int64_t most = std::int64_t{1} << 56U;
    CallPathNode& node = addThread(profile, {samples::node(0, -1, 0, most)}).nodes[0];
    node.calls = node.childCalls = std::numeric_limits<std::int64_t>::max();
    addThread(profile, {samples::node(0, -1, 0, -most)}).id =
        std::numeric_limits<std::uint32_t>::max();
    profile.threads[0].cpuNs = most;
    profile.timeNs = -most;
    EventStats event;
    event.count = std::numeric_limits<std::int64_t>::max();
    event.min = -std::numeric_limits<double>::infinity();
    event.max = std::numeric_limits<double>::max();
    event.mean = std::numeric_limits<double>::denorm_min();
    profile.events = {event};

    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("a value that is not a number stays one") {
    Profile profile = withTimers({});
    EventStats event;
    event.mean = std::numeric_limits<double>::quiet_NaN();
    profile.events = {event};

    CHECK(std::isnan(throughArchive(profile).events.at(0).mean));
}

TEST_CASE("two nodes of one thread with the same timers stay two") {
    Profile profile = withTimers({"main", "solve"});
    addThread(profile, {node(0, -1, 1, 9), node(1, 0, 1, 2), node(1, 0, 3, 4), node(0, 2, 1, 1)});
    addThread(profile, {node(0, -1, 1, 9), node(1, 0, 1, 2)});

    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("threads keep their order and their ids") {
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 9)}).id = 7;
    addThread(profile, {}).id = 3;
    profile.misuse = {{MisuseKind::LeftOpen, "main", "", 1, 7}};

    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("100,000 call paths are written and read in a moment") {
    const Profile profile = largeProfile(1000, 100'000);
    const auto begin = std::chrono::steady_clock::now();

    const Profile back = throughArchive(profile);

    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    MESSAGE("written and read in ", time.count(), " s");
    CHECK(back == profile);
    CHECK(time.count() < 30);  // some 0.5 s where nothing else runs and no sanitizer
}

TEST_CASE("a chain of 20,000 calls does no harm") {
    Profile profile = withTimers({"down"});
    std::vector<CallPathNode> nodes;
    for (std::int32_t i = 0; i < 20'000; ++i) {
        nodes.push_back(node(0, i - 1, 1, 20'000 - i));
    }
    addThread(profile, std::move(nodes));

    CHECK(throughArchive(profile) == profile);
}

TEST_CASE("an older file is replaced, and stays where the new one cannot be written") {
    const TestFolder folder;
    const fs::path path = folder.path / "run.gantry";
    const Profile old = withTimers({"old"});
    writeArchive(path, old);
    {
        const SmallFiles limit(16U << 10U);
        const Profile large = withTimers(std::vector<std::string>(5000, "a timer"));
        CHECK(outcomeOfWrite(path, large) ==
              "File: " + path.string() +
                  ": cannot be written: File too large; an existing file was not changed");
    }
    CHECK(readArchive(path) == old);
    CHECK(folder.files() == 1);

    writeArchive(path, withTimers({"new"}));

    CHECK(readArchive(path).timers[0].name == "new");
    CHECK(folder.files() == 1);
}

TEST_CASE("a full disk at any size leaves nothing behind") {
    const TestFolder folder;
    const Profile profile = randomProfile(4, 500);
    std::size_t refused = 0;
    for (rlim_t bytes = 0; bytes < (256U << 10U); bytes += 12U << 10U) {
        const fs::path path = folder.path / "run.gantry";
        const std::string outcome = [&] {
            const SmallFiles limit(bytes);
            return outcomeOfWrite(path, profile);
        }();
        INFO("limit ", bytes, ": ", outcome);
        if (outcome == "done") {
            CHECK(readArchive(path) == profile);
            fs::remove(path);
            continue;
        }
        CHECK(outcome.find("cannot be written: File too large") != std::string::npos);
        CHECK(folder.files() == 0);
        ++refused;
    }
    CHECK(refused > 3);
}

TEST_CASE("places where no file can be are named") {
    const TestFolder folder;
    const Profile profile = withTimers({"main"});
    const fs::path path = folder.path / "nowhere" / "p";

    CHECK(outcomeOfWrite(path, profile) ==
          "File: cannot write " + path.string() + ": No such file or directory");
    CHECK(outcomeOfWrite(folder.path, profile).find("is not a regular file; choose another path") !=
          std::string::npos);
    CHECK(outcomeOfWrite("/dev/full", profile).find("is not a regular file; choose another path") !=
          std::string::npos);
    CHECK(folder.files() == 0);
}

TEST_CASE("names of files with any characters are taken as they are") {
    const TestFolder folder;
    const Profile profile = withTimers({"main"});
    for (const char* name :
         {"a b", "100%", "a?mode=memory", "a#b", "%41", "\xff", "a'b", ":memory:"}) {
        writeArchive(folder.path / name, profile);
        CHECK(readArchive(folder.path / name) == profile);
        CHECK(fs::exists(folder.path / name));
    }
    CHECK(folder.files() == 8);
    const fs::path twoSlashes = '/' + (folder.path / "a b").string();
    CHECK(readArchive(twoSlashes) == profile);
}

TEST_CASE("a path may lead from the working folder, or through a link") {
    const TestFolder folder;
    const Profile profile = withTimers({"main"});
    const fs::path before = fs::current_path();
    fs::current_path(folder.path);
    writeArchive("run.gantry", profile);
    fs::create_symlink("run.gantry", "link");
    const bool same = readArchive("run.gantry") == profile && readArchive("link") == profile;
    fs::current_path(before);
    CHECK(same);
    CHECK(folder.files() == 2);
}

TEST_CASE("a profile that contradicts itself is not written") {
    const TestFolder folder;
    const auto refused = [&](auto change) {
        Profile profile = fullProfile();
        change(profile);
        const std::string outcome = outcomeOfWrite(folder.path / "p", profile);
        CHECK(folder.files() == 0);
        const std::string head = "Contradiction: " + (folder.path / "p").string() +
                                 ": cannot be written: the profile contradicts itself: ";
        return outcome.rfind(head, 0) == 0 ? outcome.substr(head.size()) : outcome;
    };
    CHECK(refused([](Profile& p) { p.metrics.clear(); }) == "it has 0 metrics instead of 1 to 16");
    CHECK(refused([](Profile& p) { p.metrics.resize(17); }) ==
          "it has 17 metrics instead of 1 to 16");
    CHECK(refused([](Profile& p) { p.timers[1].id = 7; }) == "timer 1: its id is 7");
    CHECK(refused([](Profile& p) { p.timers[2].base = 3; }) == "timer 2: its base is not a timer");
    CHECK(refused([](Profile& p) { p.timers[2].base = -1; }) ==
          "timer 2: a parameter, and nothing else, must have a base");
    CHECK(refused([](Profile& p) { p.threads[1].id = 0; }) == "thread 0 is there twice");
    CHECK(refused([](Profile& p) { p.threads[0].nodes[1].timer = 3; }) ==
          "thread 0, call path 1: there is no timer 3");
    CHECK(refused([](Profile& p) { p.threads[0].nodes[1].parent = 1; }) ==
          "thread 0, call path 1: its parent path does not precede it");
    CHECK(refused([](Profile& p) { p.threads[0].nodes[0].calls = std::uint64_t{1} << 63U; }) ==
          "thread 0, call path 0: it has too many calls");
    CHECK(refused([](Profile& p) { p.threads[0].nodes[0].inclusive[3] = 1; }) ==
          "thread 0, call path 0: the value 1 is out of range");
    CHECK(refused([](Profile& p) {
              p.threads[0].nodes.assign(65, node(0, -1, 1, std::int64_t{1} << 56U));
          }) == "the values of a metric are too large together");
    CHECK(refused([](Profile& p) { p.misuse[0].thread = -2; }) ==
          "a misuse has a wrong kind, count or thread");
    CHECK(refused([](Profile& p) { p.ranks.emplace(); }) == "values over no ranks");
}

TEST_CASE("files that are not archives are named, and no file is created") {
    const TestFolder folder;
    const fs::path text = folder.path / "text";
    std::ofstream(text) << "these are more than sixteen bytes of text\n";
    const fs::path empty = folder.path / "empty";
    std::ofstream(empty).close();
    const fs::path missing = folder.path / "missing";

    CHECK(outcomeOfRead(missing) ==
          "File: " + missing.string() + ": cannot be read: No such file or directory");
    CHECK(outcomeOfRead(folder.path) ==
          "File: " + folder.path.string() + ": cannot be read: it is not a regular file");
    for (const fs::path& path : {text, empty}) {
        CHECK(outcomeOfRead(path) ==
              "Damaged: " + path.string() + ": this is not a Gantry archive");
    }
    CHECK(folder.files() == 2);
}

TEST_CASE("a file that may not be read is named") {
    const TestFolder folder;
    fs::permissions(folder.path, fs::perms::owner_all | fs::perms::others_exec);
    const fs::path path = folder.path / "run.gantry";
    writeArchive(path, withTimers({"main"}));
    fs::permissions(path, fs::perms::none);
    const bool isRoot = ::geteuid() == 0;
    if (isRoot) {
        REQUIRE(::seteuid(65534) == 0);
    }

    const std::string outcome = outcomeOfRead(path);

    if (isRoot) {
        REQUIRE(::seteuid(0) == 0);
    }
    CHECK(outcome == "File: " + path.string() + ": cannot be read: Permission denied");
}

TEST_CASE("many read one file at once") {
    const TestFolder folder;
    const fs::path path = folder.path / "run.gantry";
    const Profile profile = randomProfile(3, 200);
    writeArchive(path, profile);
    std::vector<int> same(4);
    {
        std::vector<std::jthread> readers;
        for (int& result : same) {
            readers.emplace_back([&] {
                for (int i = 0; i < 20; ++i) {
                    result += readArchive(path) == profile ? 1 : 0;
                }
            });
        }
    }
    CHECK(same == std::vector<int>(4, 20));
    CHECK(folder.files() == 1);
}

TEST_SUITE_END();
