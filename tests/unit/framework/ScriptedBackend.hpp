#pragma once

#include <gantry/MeasurementBase.hpp>
#include <performance/null/Measurement.hpp>
#include <performance/null/Timer.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "embedding.hpp"

namespace gantry::framework::test {

/// The calls that timers and records received, in order. Any thread may write.
class CallLog final {
public:
    void add(const std::string& entry) {
        const std::lock_guard lock(mutex_);
        entries_.push_back(entry);
        threads_.push_back(std::this_thread::get_id());
    }
    /// Empty afterwards.
    std::vector<std::string> take() {
        const std::lock_guard lock(mutex_);
        threads_.clear();
        return std::exchange(entries_, {});
    }
    /// Whether each thread has as many starts and begins as stops and ends, and none of the latter
    /// first.
    [[nodiscard]] bool isPaired() const {
        const std::lock_guard lock(mutex_);
        std::map<std::thread::id, int> open;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const bool begins = entries_[i] == "start" || entries_[i].rfind("begin ", 0) == 0;
            if ((open[threads_[i]] += begins ? 1 : -1) < 0) {
                return false;
            }
        }
        return std::all_of(open.begin(), open.end(),
                           [](const auto& one) { return one.second == 0; });
    }
    [[nodiscard]] std::vector<std::string> of(std::thread::id thread) const {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> own;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (threads_[i] == thread) {
                own.push_back(entries_[i]);
            }
        }
        return own;
    }

    /// Whether timers throw instead.
    std::atomic<bool> isBroken{false};

private:
    mutable std::mutex mutex_;
    std::vector<std::string> entries_;
    std::vector<std::thread::id> threads_;
};

/// Measures nothing but writes down what it is asked for.
class ScriptedMeasurement final : public gantry::MeasurementBase {
public:
    explicit ScriptedMeasurement(std::shared_ptr<CallLog> log) : log_(std::move(log)) {}

    std::shared_ptr<performance::Timer> createTimerWithNameTypeGroup(
        const std::string& name, const std::string& type, const std::string& group) override {
        return timer(name, type, group);
    }
    std::shared_ptr<performance::Phase> createPhaseWithNameTypeGroup(const std::string&,
                                                                     const std::string&,
                                                                     const std::string&) override {
        return twin_.createPhase();
    }
    std::shared_ptr<performance::Query> createQuery() override { return twin_.createQuery(); }
    std::shared_ptr<performance::MemoryTracker> createMemoryTracker() override {
        return twin_.createMemoryTracker();
    }
    std::shared_ptr<performance::MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return twin_.createMemoryHeadroomTracker();
    }
    std::shared_ptr<performance::Event> createEventWithName(const std::string&) override {
        return twin_.createEvent();
    }
    std::shared_ptr<performance::ContextEvent> createContextEventWithName(
        const std::string& name) override {
        return twin_.createContextEventWithName(name);
    }
    std::shared_ptr<performance::Control> createControl() override { return twin_.createControl(); }

    /// Each "NAME|TYPE|GROUP" for which a timer was made.
    std::vector<std::string> timers;

private:
    class LoggingTimer final : public performance::Timer {
    public:
        explicit LoggingTimer(std::shared_ptr<CallLog> log) : log_(std::move(log)) {}
        void start() override { note("start"); }
        void stop() override { note("stop"); }
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
        void note(const char* entry) {
            log_->add(entry);
            if (log_->isBroken) {
                throw std::runtime_error("the timer is broken");
            }
        }

        std::shared_ptr<CallLog> log_;
    };

    std::shared_ptr<performance::Timer> timer(const std::string& name, const std::string& type,
                                              const std::string& group) {
        timers.push_back(name + '|' + type + '|' + group);
        return std::make_shared<LoggingTimer>(log_);
    }

    std::shared_ptr<CallLog> log_;
    performance::null::Measurement twin_;
};

/// Writes down which record gets which values.
class ScriptedMonitor final : public performance::Monitor {
public:
    explicit ScriptedMonitor(std::shared_ptr<CallLog> log) : log_(std::move(log)) {}

    void startMonitoring(const std::string& rname) override { log_->add("begin " + rname); }
    void stopMonitoring(const std::string& rname, const sidl::array<std::string>& paramNames,
                        const sidl::array<double>& paramValues) override {
        std::string entry = "end " + rname;
        for (int i = 0; i < paramNames.length(); ++i) {
            entry += ' ' + paramNames[i] + '=' + std::to_string(std::lround(paramValues[i]));
        }
        log_->add(entry);
    }
    void setFileName(const std::string&, const std::string&) override {}
    void dumpData(const std::string&) override {}
    void dumpDataFileName(const std::string&, const std::string&) override {}
    void destroyRecord(const std::string&) override {}

private:
    std::shared_ptr<CallLog> log_;
};

/// The test as a component "backend" that provides both.
struct ScriptedBackend {
    std::shared_ptr<CallLog> log = std::make_shared<CallLog>();
    std::shared_ptr<ScriptedMeasurement> measurement = std::make_shared<ScriptedMeasurement>(log);

    explicit ScriptedBackend(Embedding& embedding, const std::string& name = "backend") {
        const auto services = embedding.join(name);
        services->addProvidesPort(measurement, "measurement", "performance.Measurement", nullptr);
        services->addProvidesPort(std::make_shared<ScriptedMonitor>(log), "monitor",
                                  "performance.Monitor", nullptr);
    }
};

}  // namespace gantry::framework::test
