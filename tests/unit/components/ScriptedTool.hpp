#pragma once

#include <gantry/MeasurementBase.hpp>
#include <performance/Control.hpp>
#include <performance/null/Event.hpp>
#include <performance/null/Measurement.hpp>
#include <performance/null/MemoryHeadroomTracker.hpp>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

/// A backend that records its calls, by a clock that the test moves on. Any thread.
class ScriptedTool final : public gantry::MeasurementBase,
                           public std::enable_shared_from_this<ScriptedTool> {
public:
    explicit ScriptedTool(const std::atomic<int>& clock) : clock_(clock) {}

    /// "start NAME", "stop NAME", "NAME=value", "disable GROUP", ... Empty afterwards.
    std::vector<std::string> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(log_, {});
    }
    /// What the stopped calls of the timer took.
    int inclusive(const std::string& timer) {
        const std::lock_guard lock(mutex_);
        return inclusive_[timer];
    }
    /// Timers, events and trackers that exist.
    [[nodiscard]] long alive() const { return alive_.use_count() - 1; }
    /// Whether making objects and starting timers fails.
    std::atomic<bool> fails{false};

    std::shared_ptr<performance::Timer> createTimerWithNameTypeGroup(const std::string& name,
                                                                     const std::string&,
                                                                     const std::string&) override {
        return timer(name);
    }
    std::shared_ptr<performance::Phase> createPhaseWithNameTypeGroup(const std::string&,
                                                                     const std::string&,
                                                                     const std::string&) override {
        return twin_.createPhase();
    }
    std::shared_ptr<performance::Query> createQuery() override { return twin_.createQuery(); }
    std::shared_ptr<performance::MemoryTracker> createMemoryTracker() override {
        check();
        return std::make_shared<Tracker>(*this);
    }
    std::shared_ptr<performance::MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return twin_.createMemoryHeadroomTracker();
    }
    std::shared_ptr<performance::Event> createEventWithName(const std::string& name) override {
        check();
        return std::make_shared<Event>(*this, name);
    }
    std::shared_ptr<performance::ContextEvent> createContextEventWithName(
        const std::string& name) override {
        check();
        return std::make_shared<ContextEvent>(*this, name);
    }
    std::shared_ptr<performance::Control> createControl() override {
        return std::make_shared<Control>(shared_from_this());
    }
    std::shared_ptr<performance::Monitor> getMonitor() override {
        return std::shared_ptr<performance::Monitor>(shared_from_this(), &monitor_);
    }

private:
    class Timer final : public performance::Timer {
    public:
        Timer(ScriptedTool& tool, std::string name)
            : tool_(tool), name_(std::move(name)), alive_(tool.alive_) {}
        void start() override {
            tool_.check();
            tool_.add("start " + getName(), getName(), -tool_.clock_);
        }
        void stop() override { tool_.add("stop " + getName(), getName(), tool_.clock_); }
        void setParam1L(std::int64_t value, const std::string& name) override {
            tool_.add(name + '=' + std::to_string(value));
        }
        void setName(const std::string& name) override {
            const std::lock_guard lock(mutex_);
            name_ = name;
        }
        std::string getName() override {
            const std::lock_guard lock(mutex_);
            return name_;
        }
        void setType(const std::string&) override {}
        std::string getType() override { return {}; }
        void setGroupName(const std::string&) override {}
        std::string getGroupName() override { return {}; }
        void setGroupId(std::int64_t) override {}
        std::int64_t getGroupId() override { return 0; }

    private:
        ScriptedTool& tool_;
        std::mutex mutex_;
        std::string name_;
        std::shared_ptr<int> alive_;
    };
    class Event final : public performance::Event {
    public:
        Event(ScriptedTool& tool, std::string name)
            : tool_(tool), name_(std::move(name)), alive_(tool.alive_) {}
        void setName(const std::string& name) override { name_ = name; }
        void trigger(double data) override {
            tool_.add(name_ + '=' + std::to_string(static_cast<int>(data)));
        }

    private:
        ScriptedTool& tool_;
        std::string name_;
        std::shared_ptr<int> alive_;
    };
    class ContextEvent final : public performance::ContextEvent {
    public:
        ContextEvent(ScriptedTool& tool, const std::string& name)
            : tool_(tool), name_(name), event_(tool, name) {}
        void trigger(double data) override { event_.trigger(data); }
        void enable() override { tool_.add(name_ + " on"); }
        void disable() override { tool_.add(name_ + " off"); }

    private:
        ScriptedTool& tool_;
        const std::string name_;
        Event event_;
    };
    class Tracker final : public performance::MemoryTracker {
    public:
        explicit Tracker(ScriptedTool& tool) : tool_(tool), alive_(tool.alive_) {}
        void trackHere() override { tool_.add("track"); }
        void enableInterruptTracking() override { tool_.add("track at intervals"); }
        void setInterruptInterval(std::int32_t value) override {
            if (value < 1) {
                throw std::invalid_argument("no interval");
            }
            tool_.add("interval " + std::to_string(value));
        }
        void enable() override { tool_.add("tracker on"); }
        void disable() override { tool_.add("tracker off"); }

    private:
        ScriptedTool& tool_;
        std::shared_ptr<int> alive_;
    };
    class Monitor final : public performance::Monitor {
    public:
        explicit Monitor(ScriptedTool& tool) : tool_(tool) {}
        void startMonitoring(const std::string& name) override {
            tool_.check();
            tool_.add("begin " + name);
        }
        void stopMonitoring(const std::string& name, const sidl::array<std::string>&,
                            const sidl::array<double>&) override {
            tool_.add("end " + name);
        }
        void setFileName(const std::string& name, const std::string& file) override {
            tool_.add(name + " into " + file);
        }
        void dumpData(const std::string& name) override { tool_.add("dump " + name); }
        void dumpDataFileName(const std::string& name, const std::string& file) override {
            tool_.add("dump " + name + " into " + file);
        }
        void destroyRecord(const std::string& name) override { tool_.add("destroy " + name); }

    private:
        ScriptedTool& tool_;
    };
    class Control final : public performance::Control {
    public:
        explicit Control(std::shared_ptr<ScriptedTool> tool) : tool_(std::move(tool)) {}
        void enableGroupId(std::int64_t) override {}
        void disableGroupId(std::int64_t) override {}
        void enableGroupName(const std::string& name) override { tool_->add("enable " + name); }
        void disableGroupName(const std::string& name) override { tool_->add("disable " + name); }
        void enableAllGroups() override { tool_->add("enable all"); }
        void disableAllGroups() override { tool_->add("disable all"); }

    private:
        std::shared_ptr<ScriptedTool> tool_;
    };

    void check() const {
        if (fails) {
            throw std::runtime_error("the tool fails");
        }
    }
    void add(const std::string& entry, const std::string& timer = "", int time = 0) {
        const std::lock_guard lock(mutex_);
        log_.push_back(entry);
        if (!timer.empty()) {
            inclusive_[timer] += time;
        }
    }
    std::shared_ptr<performance::Timer> timer(const std::string& name) {
        check();
        return std::make_shared<Timer>(*this, name);
    }

    const std::atomic<int>& clock_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
    std::mutex mutex_;
    std::vector<std::string> log_;
    std::map<std::string, int> inclusive_;
    performance::null::Measurement twin_;
    Monitor monitor_{*this};
};
