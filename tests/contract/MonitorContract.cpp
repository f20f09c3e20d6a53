#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "Harness.hpp"

using namespace contract;

namespace {

using Names = sidl::array<std::string>;
using Values = sidl::array<double>;

/// The two ports of a component that records calls, in an empty folder of the test's own. A
/// component that keeps no records must do all that is asked without an error.
struct MonitorFixture {
    Harness harness;
    std::shared_ptr<performance::Monitor> monitor =
        harness.port<performance::Monitor>("performance.Monitor");
    std::shared_ptr<performance::PerfParam> reader =
        harness.port<performance::PerfParam>("performance.PerfParam");
    bool records = false;
    std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                   ("gantry-contract-monitor-" + std::to_string(::getpid()));

    MonitorFixture() {
        std::filesystem::create_directories(folder);
        call("probe");
        records = rows("probe") == 1;
        if (records) {
            monitor->destroyRecord("probe");
        }
    }
    MonitorFixture(const MonitorFixture&) = delete;
    MonitorFixture& operator=(const MonitorFixture&) = delete;
    ~MonitorFixture() { std::filesystem::remove_all(folder); }

    void call(const std::string& name, const Names& names = {}, const Values& values = {}) const {
        monitor->startMonitoring(name);
        monitor->stopMonitoring(name, names, values);
    }
    [[nodiscard]] sidl::array<double, 2> read(const std::string& name, bool reset = false) const {
        sidl::array<double, 2> data;
        CHECK(reader->getPerformanceData(name, data, reset) == 0);
        return data;
    }
    /// -1 for an unknown record.
    [[nodiscard]] int rows(const std::string& name) const {
        sidl::array<double, 2> data;
        return reader->getPerformanceData(name, data, false) == 0 ? data.length(0) : -1;
    }
    [[nodiscard]] std::vector<std::string> columns(const std::string& name) const {
        Names names;
        CHECK(reader->getPerformanceColumns(name, names) == 0);
        return names.toVector();
    }
    [[nodiscard]] std::vector<std::string> names() const {
        Names names;
        CHECK(reader->getCompMethNames(names) == 0);
        return names.toVector();
    }
    [[nodiscard]] int column(const std::string& record, const std::string& name) const {
        const auto all = columns(record);
        const auto found = std::find(all.begin(), all.end(), name);
        REQUIRE(found != all.end());
        return static_cast<int>(found - all.begin());
    }
    /// The first column that is not a parameter, of that many.
    [[nodiscard]] int inChildren(const std::string& record, int parameters) const {
        const int counters = (static_cast<int>(columns(record).size()) - parameters - 1) / 2;
        return parameters + counters;
    }
    [[nodiscard]] std::string text(const std::string& file) const {
        std::ifstream stream(folder / file);
        std::ostringstream text;
        text << stream.rdbuf();
        return text.str();
    }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder), {}));
    }
    /// Whether action throws; a component without records may also do nothing.
    template <class Action>
    [[nodiscard]] bool isRefused(Action action) const {
        try {
            action();
            return !records;
        } catch (const gov::cca::CCAException&) {
            return true;
        }
    }
};

}  // namespace

TEST_SUITE("contract.performance.Monitor") {
    TEST_CASE_FIXTURE(MonitorFixture, "each call is a row that begins with its parameters") {
        const Names names{"low", "count"};
        call("solve", names, {0.5, 10});
        call("solve", names, {-2.0, 20});

        if (records) {
            const auto data = read("solve");
            REQUIRE(data.length(0) == 2);
            CHECK(columns("solve")[0] == "low");
            CHECK(columns("solve")[1] == "count");
            CHECK(columns("solve").back() == "thread");
            CHECK(data.length(1) == static_cast<int>(columns("solve").size()));
            CHECK(data(0, 0) == 0.5);
            CHECK(data(0, 1) == 10);
            CHECK(data(1, 0) == -2.0);
            CHECK(data(1, 1) == 20);
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "what a call took is at least what it took in its children") {
        monitor->startMonitoring("outer");
        call("inner");
        call("inner");
        monitor->stopMonitoring("outer", {}, {});

        if (records) {
            const auto outer = read("outer");
            const auto inner = read("inner");
            REQUIRE(outer.length(0) == 1);
            REQUIRE(inner.length(0) == 2);
            const int counters = inChildren("outer", 0);
            for (int c = 0; c < counters; ++c) {
                CHECK(outer(0, c) >= outer(0, counters + c));
                CHECK(inner(0, counters + c) == 0);
                CHECK(std::abs(outer(0, counters + c) - inner(0, c) - inner(1, c)) <= 2);
            }
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "a call that calls itself is one row for each call") {
        constexpr int kDepth = 5;
        for (int i = 0; i < kDepth; ++i) {
            monitor->startMonitoring("recursive");
        }
        for (int i = 0; i < kDepth; ++i) {
            monitor->stopMonitoring("recursive", {"depth"}, {static_cast<double>(kDepth - i)});
        }

        if (records) {
            const auto data = read("recursive");
            REQUIRE(data.length(0) == kDepth);
            const int children = inChildren("recursive", 1);
            for (int i = 0; i < kDepth; ++i) {
                CHECK(data(i, 0) == kDepth - i);
                // The innermost ends first; what each took is what the next has in its children.
                CHECK(data(i, children) == (i == 0 ? 0 : data(i - 1, 1)));
            }
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "calls of several threads do not mix") {
        constexpr int kThreads = 4;
        constexpr int kCalls = 500;
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                const Names who{"who"};
                for (int i = 0; i < kCalls; ++i) {
                    monitor->startMonitoring("outer");
                    call("inner", who, {static_cast<double>(t)});
                    monitor->stopMonitoring("outer", who, {static_cast<double>(t)});
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }

        if (records) {
            const auto outer = read("outer");
            REQUIRE(outer.length(0) == kThreads * kCalls);
            REQUIRE(rows("inner") == kThreads * kCalls);
            const int thread = column("outer", "thread");
            const int children = inChildren("outer", 1);
            std::vector<int> calls(kThreads);
            std::vector<double> numbers(kThreads, -1);
            for (int row = 0; row < outer.length(0); ++row) {
                const auto who = static_cast<std::size_t>(outer(row, 0));
                ++calls[who];
                numbers[who] = numbers[who] < 0 ? outer(row, thread) : numbers[who];
                CHECK(numbers[who] == outer(row, thread));
                CHECK(outer(row, children) <= outer(row, 1));
            }
            for (const int number : calls) {
                CHECK(number == kCalls);
            }
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture,
                      "stops without a start and starts without a stop throw nothing and spoil no "
                      "other call") {
        monitor->stopMonitoring("lonely", {}, {});
        monitor->startMonitoring("outer");
        monitor->startMonitoring("left open");
        monitor->stopMonitoring("outer", {}, {});
        monitor->stopMonitoring("left open", {}, {});

        if (records) {
            CHECK(rows("lonely") == 0);
            CHECK(rows("outer") == 1);
            CHECK(rows("left open") == 0);
            monitor->dumpDataFileName("left open", (folder / "open.csv").string());
            CHECK(text("open.csv").find("# unmatched: 2\n") != std::string::npos);
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "names and values of different length lose no call") {
        call("uneven", {"a", "b"}, {1.0});
        call("uneven", {"a"}, {1.0, 2.0});

        if (records) {
            CHECK(rows("uneven") == 2);
            CHECK(columns("uneven")[0] == "a");
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "a record is written to the file that was named last") {
        monitor->setFileName("solve", (folder / "first.csv").string());
        monitor->setFileName("solve", (folder / "second.csv").string());
        call("solve", {"n"}, {7.0});
        if (records) {
            monitor->dumpData("solve");
            monitor->dumpDataFileName("solve", (folder / "third.csv").string());
            call("solve", {"n"}, {8.0});
            monitor->dumpData("solve");

            CHECK(files() == 2);
            CHECK(text("second.csv").find("\n7,") != std::string::npos);
            CHECK(text("second.csv").find("\n8,") != std::string::npos);
            CHECK(text("third.csv").find("\n8,") == std::string::npos);
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "a file that cannot be written is an error") {
        call("solve");

        CHECK(isRefused(
            [&] { monitor->dumpDataFileName("solve", (folder / "none" / "x.csv").string()); }));
        CHECK(files() == 0);
    }

    TEST_CASE_FIXTURE(MonitorFixture, "unknown records are not written or destroyed") {
        CHECK(isRefused([&] { monitor->dumpData("nobody"); }));
        CHECK(isRefused(
            [&] { monitor->dumpDataFileName("nobody", (folder / "nobody.csv").string()); }));
        CHECK(isRefused([&] { monitor->destroyRecord("nobody"); }));
        CHECK(files() == 0);
        CHECK(names().empty());
    }

    TEST_CASE_FIXTURE(MonitorFixture, "a destroyed record is gone; calls that run leave no row") {
        call("solve");
        monitor->startMonitoring("solve");
        if (records) {
            monitor->destroyRecord("solve");
        }
        monitor->stopMonitoring("solve", {}, {});

        CHECK(rows("solve") <= 0);
    }
}

TEST_SUITE("contract.performance.PerfParam") {
    TEST_CASE_FIXTURE(MonitorFixture, "an unknown record has no data, no columns and -1") {
        sidl::array<double, 2> data({1, 1});
        Names names{"left over"};

        CHECK(reader->getPerformanceData("nobody", data, true) == -1);
        CHECK(data.empty());
        CHECK(reader->getPerformanceColumns("nobody", names) == -1);
        CHECK(names.empty());
        CHECK(reader->getNumDroppedCalls("nobody") == -1);
    }

    TEST_CASE_FIXTURE(MonitorFixture, "records are named in the order in which they began") {
        call("second");
        call("a first one");
        call("second");

        if (records) {
            CHECK(names() == std::vector<std::string>{"second", "a first one"});
        } else {
            CHECK(names().empty());
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "reading with reset leaves an empty record behind") {
        call("solve", {"n"}, {1.0});
        call("solve", {"n"}, {2.0});
        if (records) {
            CHECK(read("solve").length(0) == 2);
            CHECK(read("solve", true).length(0) == 2);
            CHECK(read("solve").length(0) == 0);
            CHECK(reader->getNumDroppedCalls("solve") == 0);
            call("solve", {"n"}, {3.0});
            CHECK(read("solve")(0, 0) == 3);
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "a parameter that a call did not have is NaN") {
        call("solve", {"a"}, {1.0});
        call("solve", {"b"}, {2.0});

        if (records) {
            const auto data = read("solve");
            CHECK(data(0, column("solve", "a")) == 1);
            CHECK(std::isnan(data(0, column("solve", "b"))));
            CHECK(std::isnan(data(1, column("solve", "a"))));
            CHECK(data(1, column("solve", "b")) == 2);
        }
    }

    TEST_CASE_FIXTURE(MonitorFixture, "each counter has a column, and one for its children") {
        call("solve");

        if (records) {
            const auto all = columns("solve");
            REQUIRE(all.size() >= 3);
            REQUIRE(all.size() % 2 == 1);
            const std::size_t counters = all.size() / 2;
            for (std::size_t c = 0; c < counters; ++c) {
                const std::size_t unit = all[c].find(" [");
                REQUIRE(unit != std::string::npos);
                CHECK(all[counters + c] ==
                      all[c].substr(0, unit) + " in children" + all[c].substr(unit));
            }
        }
    }
}
