#pragma once

#include <gantry/MethodProbe.hpp>
#include <gantry/Proxy.hpp>
#include <performance/Monitor.hpp>
#include <performance/Timer.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::test {

/// The calls that scripted objects received, in order.
using Log = std::vector<std::string>;

/// A timer without a name.
class NamelessTimer : public virtual performance::Timer {
public:
    void setParam1L(std::int64_t, const std::string&) override {}
    void setName(const std::string&) override {}
    std::string getName() override { return {}; }
    void setType(const std::string&) override {}
    std::string getType() override { return {}; }
    void setGroupName(const std::string&) override {}
    std::string getGroupName() override { return {}; }
    void setGroupId(std::int64_t) override {}
    std::int64_t getGroupId() override { return 0; }
};

/// Writes "start" and "stop".
class ScriptedTimer final : public NamelessTimer {
public:
    explicit ScriptedTimer(Log& log) : log_(log) {}

    void start() override { tell("start", throwsOnStart); }
    void stop() override { tell("stop", throwsOnStop); }

    bool throwsOnStart = false;
    bool throwsOnStop = false;

private:
    void tell(const char* what, bool throws) {
        log_.emplace_back(what);
        if (throws) {
            throw std::runtime_error(what);
        }
    }

    Log& log_;
};

/// Writes "begin RECORD" and "end RECORD NAME=VALUE ...".
class ScriptedMonitor final : public virtual performance::Monitor {
public:
    explicit ScriptedMonitor(Log& log) : log_(log) {}

    void startMonitoring(const std::string& record) override {
        log_.push_back("begin " + record);
        if (throwsOnStart) {
            throw std::runtime_error("start");
        }
    }
    void stopMonitoring(const std::string& record, const sidl::array<std::string, 1>& names,
                        const sidl::array<double, 1>& values) override {
        std::string line = "end " + record;
        for (int i = 0; i < values.length(); ++i) {
            std::string number = std::to_string(values[i]);
            number.erase(number.find_last_not_of('0') + 1);
            line += " " + names[i] + "=" + number;
        }
        log_.push_back(line);
        if (throwsOnStop) {
            throw std::runtime_error("stop");
        }
    }
    void setFileName(const std::string&, const std::string&) override {}
    void dumpData(const std::string&) override {}
    void dumpDataFileName(const std::string&, const std::string&) override {}
    void destroyRecord(const std::string&) override {}

    bool throwsOnStart = false;
    bool throwsOnStop = false;

private:
    Log& log_;
};

/// Lets calls be checked or not, as `isDue` says, and counts.
class ScriptedSampling final : public ContractSampling {
public:
    bool due() noexcept override {
        ++asked;
        return isDue;
    }
    void checked(std::int64_t nanoseconds) noexcept override {
        ++told;
        spent += nanoseconds;
    }

    bool isDue = true;
    int asked = 0;
    int told = 0;
    std::int64_t spent = 0;
};

/// The number of the method with this C++ name. Throws std::out_of_range.
inline std::size_t numberOf(const Proxy& proxy, std::string_view name) {
    for (std::size_t i = 0; i < proxy.methods().size(); ++i) {
        if (proxy.methods()[i].name == name) {
            return i;
        }
    }
    throw std::out_of_range(std::string(name));
}

/// Observes one method, or all where the name is empty.
inline void observe(Proxy& proxy, std::string_view name, MethodProbe probe) {
    const auto shared = std::make_shared<const MethodProbe>(std::move(probe));
    for (std::size_t i = 0; i < proxy.methods().size(); ++i) {
        if (name.empty() || proxy.methods()[i].name == name) {
            proxy.observe(i, shared);
        }
    }
}

/// A probe that times.
inline MethodProbe timing(Log& log) {
    MethodProbe probe;
    probe.timer = std::make_shared<ScriptedTimer>(log);
    return probe;
}

/// A probe that records all arguments that can be, under the method's name.
inline MethodProbe recording(std::shared_ptr<performance::Monitor> monitor,
                             const MethodDescription& method) {
    MethodProbe probe;
    probe.monitor = std::move(monitor);
    probe.record = method.name;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < method.arguments.size(); ++i) {
        if (method.arguments[i].recordable) {
            probe.recordedArguments.push_back(i);
            names.emplace_back(method.arguments[i].name);
        }
    }
    probe.recordedNames = sidl::array<std::string>(names);
    return probe;
}

/// A probe that checks contracts.
inline MethodProbe checking(std::shared_ptr<ContractSampling> sampling) {
    MethodProbe probe;
    probe.contracts = std::move(sampling);
    probe.connection = "driver.port -> vessel.port";
    return probe;
}

/// The note of the Exception that action throws; "nothing" and "another" for what else may happen.
template <class Exception>
std::string noteOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const Exception& exception) {
        return exception.getNote();
    } catch (const std::exception& exception) {
        return std::string("another: ") + exception.what();
    }
    return "nothing";
}

}  // namespace gantry::test
