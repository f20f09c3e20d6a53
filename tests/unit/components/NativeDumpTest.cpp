#include <parallel/Upcalls.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <unistd.h>

#include "OneComponent.hpp"

namespace {

// A run of as many ranks as the test says, of which this process is number 2.
class Ranks final : public parallel::Upcalls {
public:
    explicit Ranks(int size) : size_(size) {}

    std::int32_t getRank() override { return size_ > 1 ? 2 : 0; }
    std::int32_t getSize() override { return size_; }
    void barrier() override {}
    void broadcast(std::string&, std::int32_t) override {}
    sidl::array<double> reduceSum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override { return values; }
    sidl::array<std::string> gather(const std::string&, std::int32_t) override { return {}; }
    bool agree(bool ok, double) override { return ok; }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double) override {
        return values;
    }
    sidl::array<std::int32_t> getMissing() override { return {}; }
    void abort(std::int32_t) override {}
    void send(const std::string&, std::int32_t, std::int32_t) override {}
    std::string receive(std::int32_t, std::int32_t) override { return {}; }

private:
    int size_;
};

// performance.Native in a run of some ranks, dumping into a folder of its own.
struct NativeOnRank {
    gantry::framework::Framework framework{{GANTRY_COMPONENT_DIRECTORY}};
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("gantry-native-" + std::to_string(::getpid()));
    std::shared_ptr<performance::Query> query;

    explicit NativeOnRank(int ranks = 4) {
        std::filesystem::create_directories(folder);
        framework.addService("parallel.Upcalls", std::make_shared<Ranks>(ranks));
        framework.createInstance("performance.Native", "subject");
        query = gantry::castPort<performance::Measurement>(
                    framework.providedPort("subject", "MeasurementPort"), "MeasurementPort")
                    ->createQuery();
    }
    NativeOnRank(const NativeOnRank&) = delete;
    NativeOnRank& operator=(const NativeOnRank&) = delete;
    ~NativeOnRank() { std::filesystem::remove_all(folder); }

    void setPrefix(const std::string& name) const {
        const auto configuration = gantry::castPort<gov::cca::ports::ParameterPort>(
            framework.providedPort("subject", "configuration"), "configuration");
        const auto map = configuration->readConfigurationMap()->cloneEmpty();
        map->putString("prefix", (folder / name).string());
        configuration->writeConfigurationMap(map);
    }
    [[nodiscard]] std::set<std::string> files() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            names.insert(entry.path().filename());
        }
        return names;
    }
};

}  // namespace

TEST_SUITE("components.NativeDump") {
    TEST_CASE_FIXTURE(NativeOnRank, "every rank of a run of several dumps into files of its own") {
        setPrefix("p");

        query->dumpProfileData();
        query->dumpProfileDataIncremental();
        query->dumpTimerNames();
        query->dumpTimerData({});
        query->dumpTimerDataIncremental({});
        query->dumpProfileDataPrefix((folder / "mine").string());

        CHECK(files() == std::set<std::string>{"p.2.gantry.json", "p.2.1.gantry.json",
                                               "p.2.timers.json", "p.2.timerdata.json",
                                               "p.2.1.timerdata.json", "mine.2.gantry.json"});
    }

    TEST_CASE_FIXTURE(NativeOnRank,
                      "a query that outlives its component still dumps for its rank") {
        framework.destroyInstance("subject");

        query->dumpProfileDataPrefix((folder / "late").string());

        CHECK(files() == std::set<std::string>{"late.2.gantry.json"});
    }

    TEST_CASE("a run of one rank has no rank in its file names") {
        NativeOnRank alone(1);

        alone.query->dumpProfileDataPrefix((alone.folder / "p").string());

        CHECK(alone.files() == std::set<std::string>{"p.gantry.json"});
    }

    TEST_CASE("the file prefix is the one that is set when the dump is made") {
        NativeOnRank alone(1);
        alone.setPrefix("first");
        alone.query->dumpTimerNames();
        alone.setPrefix("second");

        alone.query->dumpTimerNames();

        CHECK(alone.files() == std::set<std::string>{"first.timers.json", "second.timers.json"});
    }
}
