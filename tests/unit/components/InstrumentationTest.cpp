#include <framework/Framework.hpp>
#include <gantry/Error.hpp>
#include <gantry/Instrumentation.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <performance/Measurement.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>

namespace {

// Counts its starts.
class CountingTimer final : public performance::Timer {
public:
    explicit CountingTimer(int& starts) : starts_(starts) {}
    void start() override { ++starts_; }
    void stop() override {}
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
};

// A measured part with two methods, and a backend it may be connected to.
struct Fixture {
    gantry::framework::Framework framework;
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
    ~Fixture() { measured.detach(); }

    void connect() { framework.connect({"user", "MeasurementPort", "backend", "MeasurementPort"}); }
    void callBoth() const {
        const gantry::Timed outer(first);
        const gantry::Timed inner(second);
    }
};

}  // namespace

TEST_SUITE("interfaces.gantry.Instrumentation") {
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
}
