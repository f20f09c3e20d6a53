#include <tuning/DecisionLog.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "TunedAssembly.hpp"

namespace {

using tuner_test::contains;
using tuner_test::TunedAssembly;

// With a store and a decision log in a folder of its own.
struct Kept : TunedAssembly {
    std::filesystem::path folder;

    explicit Kept(const std::string& name)
        : folder(std::filesystem::temp_directory_path() / ("gantry-tuner-test-" + name)) {
        std::filesystem::create_directories(folder);
        framework.createInstance("optimizer.Store", "store");
        framework.createInstance("optimizer.DecisionLog", "decisionLog");
        framework.connect({"tuner", "store", "store", "store"});
        framework.connect({"tuner", "decisionLog", "decisionLog", "decisionLog"});
        setOf("store", "file", folder / "store.tuning");
        setOf("decisionLog", "file", folder / "run.decisions");
    }

    void setOf(const std::string& instance, const std::string& key, const std::string& value) {
        const auto sheet = port<gov::cca::ports::ParameterPort>(instance, "configuration");
        const auto map = sheet->readConfigurationMap()->cloneEmpty();
        map->putString(key, value);
        sheet->writeConfigurationMap(map);
    }
    // Who served each request.
    std::vector<std::string> serve(int calls) {
        std::vector<std::string> served;
        for (int call = 0; call < calls; ++call) {
            integral(call % 3 == 0 ? 1e-6 : 1e-8);
            served.push_back(tuner()->getServed().candidate);
        }
        return served;
    }
};

struct Folder {
    std::filesystem::path path;
    Folder() = default;
    explicit Folder(std::filesystem::path folder) : path(std::move(folder)) {}
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_SUITE("tuner.Records") {
    TEST_CASE("a decision log that is replayed gives the same choices") {
        std::vector<std::string> first;
        Folder folder;
        {
            Kept kept("replay");
            folder.path = kept.folder;
            kept.go();
            first = kept.serve(40);
            kept.go();
        }
        TunedAssembly again;
        again.set("mode", "replay");
        again.set("log", folder.path / "run.decisions");
        again.go();
        std::vector<std::string> second;
        for (int call = 0; call < 40; ++call) {
            again.integral(call % 3 == 0 ? 1e-6 : 1e-8);
            second.push_back(again.tuner()->getServed().candidate);
        }
        CHECK(again.warnings().empty());
        CHECK(second == first);
    }

    TEST_CASE("more requests than a replayed log has are served nevertheless, with a warning") {
        Folder folder;
        {
            Kept kept("short");
            folder.path = kept.folder;
            kept.go();
            kept.serve(5);
            kept.go();
        }
        TunedAssembly again;
        again.set("mode", "replay");
        again.set("log", folder.path / "run.decisions");
        again.go();
        for (int call = 0; call < 12; ++call) {
            CHECK(again.integral(call % 3 == 0 ? 1e-6 : 1e-8) ==
                  doctest::Approx(3.14159265358979).epsilon(1e-6));
        }
        CHECK(again.tuner()->getWarnings().length() >= 1);
    }

    TEST_CASE("a log of another assembly is refused, and the assembly is as it was") {
        Folder folder;
        {
            Kept kept("other");
            folder.path = kept.folder;
            kept.set("candidates", "fixtures.FaultyIntegrator; integrators.Midpoint");
            kept.go();
            kept.serve(12);
            kept.go();
        }
        TunedAssembly again;
        again.set("candidates", "");
        again.set("mode", "replay");
        again.set("log", folder.path / "run.decisions");
        const auto before = again.names();
        CHECK_THROWS(again.go());
        CHECK(again.names() == before);
        CHECK(again.providerOf("driver", "integrate") == "initial");
    }

    TEST_CASE("what was learned is there in the next run") {
        Folder folder;
        for (int run = 0; run < 2; ++run) {
            Kept kept("learned");
            folder.path = kept.folder;
            kept.go();
            kept.serve(run == 0 ? 40 : 1);
            if (run == 1) {
                CHECK(kept.tuner()->getServed().reason != "first try");
            }
            kept.go();
            CHECK(kept.warnings().empty());
        }
    }

    TEST_CASE("a store that is damaged is left as it is, and the application goes on") {
        Kept kept("damaged");
        const Folder folder{kept.folder};
        const std::string nonsense = "this is not a database, and was never one";
        std::ofstream(kept.folder / "store.tuning") << nonsense;
        CHECK(kept.go() == 0);
        CHECK(kept.integral() == doctest::Approx(3.14159265358979).epsilon(1e-6));
        CHECK(kept.go() == 0);
        REQUIRE(kept.tuner()->getWarnings().length() >= 1);
        CHECK(contains(kept.tuner()->getWarnings()[0], "started without the learned costs"));
        std::ifstream file(kept.folder / "store.tuning");
        std::string text;
        std::getline(file, text);
        CHECK(text == nonsense);
    }

    TEST_CASE("a log that cannot be written does not keep a request from being served") {
        Kept kept("unwritable");
        const Folder folder{kept.folder};
        kept.setOf("decisionLog", "file", "/nowhere/at/all/run.decisions");
        kept.go();
        CHECK(kept.integral() == doctest::Approx(3.14159265358979).epsilon(1e-6));
        kept.go();
        CHECK(kept.tuner()->getWarnings().length() >= 1);
    }
}
