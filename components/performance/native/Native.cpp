#include <gantry/MeasurementBase.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MeasurementSettings.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <performance/Measurement.hpp>
#include <performance/MemoryHeadroomTracker.hpp>
#include <performance/MemoryTracker.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "CProgramOffer.hpp"
#include "IntervalTracker.hpp"
#include "MemoryReading.hpp"
#include "NativeControl.hpp"
#include "NativeEvent.hpp"
#include "NativeMonitor.hpp"
#include "NativeQuery.hpp"
#include "NativeTimer.hpp"
#include "ProcessFacts.hpp"
#include "Rules.hpp"

namespace performance {
namespace {

constexpr const char* kBuilderPort = "builder";
constexpr const char* kRanksPort = "upcalls";
constexpr std::array kProvides{
    gantry::PortDescription{"MeasurementPort", "performance.Measurement"},
    gantry::PortDescription{"MonitorPort", "performance.Monitor"},
    gantry::PortDescription{"PerfParamPort", "performance.PerfParam"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{
    gantry::PortDescription{kBuilderPort, "gov.cca.ports.BuilderService", false},
    gantry::PortDescription{kRanksPort, "parallel.Upcalls", false}};
// A setting that the command line or the environment has as well.
constexpr gantry::ParameterDescription parameterOf(
    const gantry::perf::MeasurementSetting& setting) {
    return {"configuration", setting.parameter, setting.type, setting.defaultValue,
            setting.help,    setting.low,       setting.high};
}

constexpr std::array kParameters{
    parameterOf(gantry::perf::measurementSetting("GANTRY_METRICS")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_QUANTILES")),
    gantry::ParameterDescription{"configuration", "phaseInstances", "int", "100",
                                 "How many calls of each phase on each thread have values of their "
                                 "own; the others are one instance together; read at the first use",
                                 "0", "1000000"},
    parameterOf(gantry::perf::measurementSetting("GANTRY_SELECT")),
    gantry::ParameterDescription{"configuration", "disabledGroups", "string", "",
                                 "Patterns of groups, separated by commas, that are switched off; "
                                 "may be changed at any time"},
    parameterOf(gantry::perf::measurementSetting("GANTRY_THROTTLE")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_THROTTLE_EXEMPT")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_OVERHEAD_BUDGET")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_SEGMENT_DIR")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_MEMORY_LIMIT")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_SAMPLING")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_SPREAD")),
    parameterOf(gantry::perf::measurementSetting("GANTRY_TRACE")),
    gantry::ParameterDescription{"configuration", "traceFile", "string", "gantry.trace",
                                 "File for a drained trace; in a run of several ranks, followed by "
                                 ".RANK; set it before the first use"},
    gantry::ParameterDescription{"configuration", "prefix", "string", "gantry-profile",
                                 "Prefix of the paths of dumped files; read at each dump"},
    gantry::ParameterDescription{"configuration", "record-rows", "long", "100000",
                                 "Maximum number of calls in a monitor record, each with 8 bytes "
                                 "per column; read when the first record begins",
                                 "1", "100000000"}};
constexpr auto kDescription = gantry::describe(
    {"performance.Native", "1.0", "The performance backend over Gantry's own engine"}, kProvides,
    kUses, kParameters);

std::ptrdiff_t namesIn(const std::string& list) {
    return std::count(list.begin(), list.end(), ',') + 1;
}

using NativeTimer = native::NativeTimer<Timer, gantry::perf::TimerKind::Timer>;
using NativePhase = native::NativeTimer<Phase, gantry::perf::TimerKind::Phase>;

}  // namespace

class Native final : public gantry::MeasurementBase, public gov::cca::Component {
public:
    explicit Native(std::shared_ptr<const gantry::Library> library)
        : library_(std::move(library)) {}
    Native(const Native&) = delete;
    Native& operator=(const Native&) = delete;
    ~Native() override {
        // Before the engine can go: C code of the process measures into it.
        offer_.withdraw();
        if (shared_) {
            shared_->detach();
        }
    }

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        // Before any code in C starts a timer, so that it waits for this engine and makes none.
        offer_.announce();
        gantry::registerUsesPorts(*services, kDescription);
        parameters_->attach(services, kDescription, "configuration",
                            [this](const std::string& key) { change(key); });
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "MeasurementPort",
                                  "performance.Measurement", nullptr);
        services->addProvidesPort(gantry::own<gov::cca::Port>(&monitor_), "MonitorPort",
                                  "performance.Monitor", nullptr);
        services->addProvidesPort(gantry::own<gov::cca::Port>(&monitor_), "PerfParamPort",
                                  "performance.PerfParam", nullptr);
    }

    std::shared_ptr<Timer> createTimerWithNameTypeGroup(const std::string& name,
                                                        const std::string& type,
                                                        const std::string& group) override {
        return gantry::makeHeld<NativeTimer>(*library_, shared(),
                                             native::Identity{name, type, group});
    }
    std::shared_ptr<Phase> createPhaseWithNameTypeGroup(const std::string& name,
                                                        const std::string& type,
                                                        const std::string& group) override {
        return gantry::makeHeld<NativePhase>(*library_, shared(),
                                             native::Identity{name, type, group});
    }
    std::shared_ptr<Query> createQuery() override {
        return gantry::makeHeld<native::NativeQuery>(*library_, shared(), parameters_);
    }
    std::shared_ptr<MemoryTracker> createMemoryTracker() override {
        return gantry::makeHeld<native::IntervalTracker<MemoryTracker>>(
            *library_, shared(), "Memory Utilization (heap, in KB)", &native::heapInUse);
    }
    std::shared_ptr<MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return gantry::makeHeld<native::IntervalTracker<MemoryHeadroomTracker>>(
            *library_, shared(), "Memory Headroom Left (in MB)", &native::memoryLeft);
    }
    std::shared_ptr<Event> createEventWithName(const std::string& name) override {
        return gantry::makeHeld<native::NativeEvent>(*library_, shared(), name);
    }
    std::shared_ptr<ContextEvent> createContextEventWithName(const std::string& name) override {
        return gantry::makeHeld<native::NativeContextEvent>(*library_, shared(), name);
    }
    std::shared_ptr<Control> createControl() override {
        return gantry::makeHeld<native::NativeControl>(*library_, shared());
    }
    std::shared_ptr<Monitor> getMonitor() override { return gantry::own<Monitor>(&monitor_); }
    std::shared_ptr<PerfParam> getPerfParam() override { return gantry::own<PerfParam>(&monitor_); }

private:
    // The engine is made for the first measuring object, so that the metrics can be chosen before.
    std::shared_ptr<native::SharedEngine> shared() {
        const std::lock_guard lock(mutex_);
        if (!shared_) {
            metrics_ = parameters_->getString("metrics");
            quantiles_ = parameters_->getBool("quantiles");
            gantry::perf::ChosenMetrics chosen = gantry::perf::chooseMetrics(metrics_);
            gantry::perf::EngineOptions options;
            options.metrics = std::move(chosen.sources);
            options.segment = segmentOptions();
            options.quantiles = quantiles_;
            options.phaseInstances =
                static_cast<std::uint32_t>(parameters_->getInt("phaseInstances"));
            trace_ = parameters_->getString("trace");
            options.trace = native::readTrace(trace_);
            sampling_ = parameters_->getDouble("sampling");
            constexpr double kPercent = 0.01;
            options.sampling.budget = sampling_ * kPercent;
            options.sampling.countedByCallers = true;
            spread_ = parameters_->getString("spread");
            options.spread = gantry::perf::parsePatterns(spread_);
            shared_ = std::make_shared<native::SharedEngine>(library_, std::move(options),
                                                             std::move(chosen.refused));
            native::noteProcess(shared_->engine);
            shared_->engine.select(native::readSelection(parameters_->getString("selection")));
            shared_->engine.setDisabledGroups(
                gantry::perf::parsePatterns(parameters_->getString("disabledGroups")));
            shared_->throttling.setRule(native::readThrottleRule(*parameters_));
            shared_->attach(services_, {kBuilderPort, kRanksPort});
            offer_.make(shared_->engine);
            if (native::readTrace(trace_).mode == gantry::perf::TraceMode::Drain) {
                shared_->drainInto(parameters_->getString("traceFile"));
            }
        }
        return shared_;
    }

    gantry::perf::SegmentOptions segmentOptions() const {
        const std::string segment = parameters_->getString("segment");
        gantry::perf::SegmentOptions options;
        options.limit = static_cast<std::size_t>(parameters_->getInt("memoryLimit")) << 20U;
        if (segment == "auto") {
            options.folder = gantry::perf::segmentFolder();
        } else if (segment != "none") {
            options.folder = segment;
        }
        return options;
    }

    void change(const std::string& key) {
        const std::lock_guard lock(mutex_);
        if (key == "metrics") {
            changeMetrics(parameters_->getString("metrics"));
        } else if (key == "quantiles") {
            refuseAfterStart(key, parameters_->getBool("quantiles") != quantiles_);
        } else if (key == "sampling") {
            refuseAfterStart(key, parameters_->getDouble("sampling") != sampling_);
        } else if (key == "spread") {
            refuseAfterStart(key, parameters_->getString("spread") != spread_);
        } else if (key == "trace") {
            const std::string wanted = parameters_->getString("trace");
            // Throws for a wrong text, before it is compared.
            (void)native::readTrace(wanted);
            refuseAfterStart(key, wanted != trace_);
        } else if (key == "selection") {
            gantry::perf::Selection selection =
                native::readSelection(parameters_->getString("selection"));
            if (shared_) {
                shared_->engine.select(std::move(selection));
            }
        } else if (key == "disabledGroups") {
            std::vector<std::string> patterns =
                gantry::perf::parsePatterns(parameters_->getString("disabledGroups"));
            if (shared_) {
                shared_->engine.setDisabledGroups(std::move(patterns));
            }
        } else if (key == "throttle" || key == "throttleExempt" || key == "overheadBudget") {
            gantry::perf::ThrottleRule rule = native::readThrottleRule(*parameters_);
            if (shared_) {
                shared_->throttling.setRule(std::move(rule));
            }
        }
    }

    // Until the first measuring object any metrics can be set, until the first call others can be
    // added behind those.
    void changeMetrics(const std::string& wanted) {
        try {
            (void)gantry::perf::chooseMetrics(wanted);
            if (!shared_ || wanted == metrics_) {
                return;
            }
            if (!wanted.starts_with(metrics_ + ',')) {
                throw gantry::perf::EngineError(
                    "metrics: '" + metrics_ +
                    "' are already measured and cannot be removed; set a list that begins with '" +
                    metrics_ +
                    ",', or set it before the "
                    "MeasurementPort is connected");
            }
            gantry::perf::ChosenMetrics added =
                gantry::perf::chooseMetrics(wanted.substr(metrics_.size() + 1));
            // Where all are refused, the wall clock takes their place.
            const auto names = static_cast<std::size_t>(namesIn(wanted) - namesIn(metrics_));
            const bool isRefused = added.refused.size() == names;
            shared_->addMetrics(isRefused
                                    ? gantry::perf::ChosenMetrics{{}, std::move(added.refused)}
                                    : std::move(added));
            metrics_ = wanted;
        } catch (const gantry::perf::EngineError& error) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, error.what());
        }
    }

    void refuseAfterStart(const std::string& key, bool isChange) const {
        if (shared_ && isChange) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                key +
                                    " can no longer be changed, because measurement has begun; set "
                                    "it before the MeasurementPort is connected");
        }
    }

    std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<gov::cca::Services> services_;
    std::shared_ptr<gantry::Parameters> parameters_ = std::make_shared<gantry::Parameters>();
    std::mutex mutex_;
    std::shared_ptr<native::SharedEngine> shared_;
    native::CProgramOffer offer_;
    /// What the engine measures.
    std::string metrics_;
    bool quantiles_ = true;
    double sampling_ = 0;
    std::string spread_;
    std::string trace_;
    native::NativeMonitor monitor_{[this] { return shared(); }, parameters_};
};

}  // namespace performance

GANTRY_COMPONENT(performance::Native, performance::kDescription);
