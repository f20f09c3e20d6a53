#include <framework/Framework.hpp>
#include <gantry/Error.hpp>
#include <gantry/Instrumentation.hpp>
#include <gantry/SwitchedTimer.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <performance/Control.hpp>
#include <performance/Measurement.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>

namespace {

// Counts its starts, and its stops where that is asked for.
class CountingTimer : public performance::Timer {
public:
    explicit CountingTimer(int& starts) : starts_(starts) {}
    CountingTimer(int& starts, int& stops) : starts_(starts), stops_(&stops) {}
    void start() override { ++starts_; }
    void stop() override {
        if (stops_ != nullptr) {
            ++*stops_;
        }
    }
    void setParam1L(std::int64_t, const std::string&) override {}
    void setName(const std::string&) override {}
    std::string getName() override { return {}; }
    void setType(const std::string&) override {}
    std::string getType() override { return {}; }
    void setGroupName(const std::string&) override {}
    std::string getGroupName() override { return {}; }
    void setGroupId(std::int64_t) override {}
    std::int64_t getGroupId() override { return 0; }

private:
    int& starts_;
    int* stops_ = nullptr;
};

// A timer whose switch the test holds.
class FlaggedTimer final : public CountingTimer, public gantry::SwitchedTimer {
public:
    FlaggedTimer(int& starts, int& stops, const std::uint32_t& flag)
        : CountingTimer(starts, stops), flag_(flag) {}
    gantry::TimerSwitch enabled() noexcept override { return {flag_, 4}; }

private:
    const std::uint32_t& flag_;
};

// A backend whose timers the test makes, by the timer's name.
class Backend final : public performance::Measurement {
public:
    using Text = const std::string&;
    std::function<std::shared_ptr<performance::Timer>(const std::string&)> make;

    std::shared_ptr<performance::Timer> createTimer() override { return make(""); }
    std::shared_ptr<performance::Timer> createTimerWithName(Text name) override {
        return make(name);
    }
    std::shared_ptr<performance::Timer> createTimerWithNameType(Text name, Text) override {
        return make(name);
    }
    std::shared_ptr<performance::Timer> createTimerWithNameTypeGroup(Text name, Text,
                                                                     Text) override {
        return make(name);
    }
    std::shared_ptr<performance::Phase> createPhase() override { return {}; }
    std::shared_ptr<performance::Phase> createPhaseWithName(Text) override { return {}; }
    std::shared_ptr<performance::Phase> createPhaseWithNameType(Text, Text) override { return {}; }
    std::shared_ptr<performance::Phase> createPhaseWithNameTypeGroup(Text, Text, Text) override {
        return {};
    }
    std::shared_ptr<performance::Query> createQuery() override { return {}; }
    std::shared_ptr<performance::MemoryTracker> createMemoryTracker() override { return {}; }
    std::shared_ptr<performance::MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return {};
    }
    std::shared_ptr<performance::Event> createEvent() override { return {}; }
    std::shared_ptr<performance::Event> createEventWithName(Text) override { return {}; }
    std::shared_ptr<performance::ContextEvent> createContextEventWithName(Text) override {
        return {};
    }
    std::shared_ptr<performance::Control> createControl() override { return {}; }
    std::shared_ptr<performance::Monitor> getMonitor() override { return {}; }
    std::shared_ptr<performance::PerfParam> getPerfParam() override { return {}; }
};

// A measured part with two methods, and a backend it may be connected to.
struct Fixture {
    gantry::framework::Framework framework{{GANTRY_COMPONENT_DIRECTORY}};
    std::shared_ptr<gov::cca::AbstractFramework> embedding = framework.abstractFramework();
    std::shared_ptr<gov::cca::Services> user =
        embedding->getServices("user", "tests.User", nullptr);
    std::shared_ptr<gov::cca::Services> provider =
        embedding->getServices("backend", "tests.Backend", nullptr);
    std::shared_ptr<Backend> backend = std::make_shared<Backend>();
    gantry::Instrumentation measured{typeid(Fixture)};
    gantry::MethodTimer& first = measured.timer("first");
    gantry::MethodTimer& second = measured.timer("second");
    int starts = 0;

    Fixture() {
        provider->addProvidesPort(backend, "MeasurementPort", "performance.Measurement", nullptr);
        measured.attach(user);
        backend->make = [this](const std::string&) {
            return std::make_shared<CountingTimer>(starts);
        };
    }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;
    ~Fixture() { measured.detach(); }

    void connect() { framework.connect({"user", "MeasurementPort", "backend", "MeasurementPort"}); }
    void callBoth() const {
        const gantry::Timed outer(first);
        const gantry::Timed inner(second);
    }
};

}  // namespace

TEST_SUITE("components.Instrumentation") {
    TEST_CASE_FIXTURE(Fixture, "every method is measured while a backend is connected") {
        callBoth();
        connect();
        callBoth();

        CHECK(starts == 2);
    }

    TEST_CASE_FIXTURE(Fixture, "a method for which the backend gives no timer is not measured") {
        backend->make = [this](const std::string& name) -> std::shared_ptr<performance::Timer> {
            return name == "user::first" ? nullptr : std::make_shared<CountingTimer>(starts);
        };
        connect();

        callBoth();

        CHECK(starts == 1);
    }

    TEST_CASE_FIXTURE(Fixture, "a backend that throws leaves every method unmeasured") {
        backend->make = [this](const std::string& name) -> std::shared_ptr<performance::Timer> {
            if (name == "user::second") {
                throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "no more timers");
            }
            return std::make_shared<CountingTimer>(starts);
        };
        try {
            connect();
        } catch (const gov::cca::CCAException& error) {
            CHECK(std::string(error.what()).find("no more timers") != std::string::npos);
        }

        callBoth();

        CHECK(starts == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "a timer whose switch is off is not called") {
        int stops = 0;
        std::uint32_t flag = 3;
        backend->make = [&](const std::string&) {
            return std::make_shared<FlaggedTimer>(starts, stops, flag);
        };
        connect();

        callBoth();
        CHECK(starts == 0);
        flag = 4;
        callBoth();

        CHECK(starts == 2);
        CHECK(stops == 2);
    }

    TEST_CASE_FIXTURE(Fixture, "a scope is stopped as it was started, whatever is switched in it") {
        int stops = 0;
        std::uint32_t flag = 4;
        backend->make = [&](const std::string&) {
            return std::make_shared<FlaggedTimer>(starts, stops, flag);
        };
        connect();

        {
            const gantry::Timed begunWhileOn(first);
            flag = 0;
            const gantry::Timed begunWhileOff(second);
            flag = 4;
        }

        CHECK(starts == 1);
        CHECK(stops == 1);
    }

    TEST_CASE_FIXTURE(Fixture, "a scope that outlives the connection is stopped where it began") {
        int stops = 0;
        backend->make = [&](const std::string&) {
            return std::make_shared<CountingTimer>(starts, stops);
        };
        connect();

        {
            const gantry::Timed timed(first);
            framework.disconnect({"user", "MeasurementPort", "backend", "MeasurementPort"});
        }
        callBoth();

        CHECK(starts == 1);
        CHECK(stops == 1);
    }

    TEST_CASE_FIXTURE(Fixture, "the null backend's timers are never called") {
        framework.createInstance("performance.Null", "null");
        framework.connect({"user", "MeasurementPort", "null", "MeasurementPort"});

        CHECK(first.recording() == nullptr);
        CHECK_NOTHROW(callBoth());
    }

    TEST_CASE_FIXTURE(Fixture,
                      "the native backend's groups, selection and renaming move its flag") {
        framework.createInstance("performance.Native", "native");
        framework.connect({"user", "MeasurementPort", "native", "MeasurementPort"});
        const auto measurement = gantry::castPort<performance::Measurement>(
            framework.providedPort("native", "MeasurementPort"), "MeasurementPort");
        const auto control = measurement->createControl();
        const auto query = measurement->createQuery();

        CHECK(query->getTimerNames().empty());
        CHECK(first.recording() != nullptr);
        control->disableGroupName("user");
        CHECK(first.recording() == nullptr);
        control->enableGroupName("user");
        {
            const gantry::Timed timed(first);
            control->disableAllGroups();
        }
        CHECK(first.recording() == nullptr);
        CHECK(query->getTimerNames().length() == 1);
        control->enableAllGroups();
        CHECK(first.recording() != nullptr);

        const auto renamed = measurement->createTimerWithNameTypeGroup("a", "", "old");
        auto& switched = dynamic_cast<gantry::SwitchedTimer&>(*renamed);
        const gantry::TimerSwitch old = switched.enabled();
        renamed->setGroupName("new");
        control->disableGroupName("new");
        CHECK(old.on());
        CHECK_FALSE(switched.enabled().on());
    }
}
