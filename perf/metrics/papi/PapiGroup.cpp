#include "PapiGroup.hpp"

#include <papi.h>

#include <algorithm>
#include <array>
#include <utility>

#include "PapiEvent.hpp"
#include "PapiThread.hpp"

namespace gantry::perf {

namespace {

class PapiCounters final : public ThreadCounters {
public:
    PapiCounters() = default;
    ~PapiCounters() override {
        // PAPI refuses to destroy a set that counts.
        if (running_) {
            std::array<long long, kMaxMetrics> values{};
            PAPI_stop(set_, values.data());
        }
        if (set_ != PAPI_NULL) {
            PAPI_cleanup_eventset(set_);
            PAPI_destroy_eventset(&set_);
        }
    }
    PapiCounters(const PapiCounters&) = delete;
    PapiCounters& operator=(const PapiCounters&) = delete;

    /// Any call of PAPI for the set would reach the counters of the process that opened it.
    void abandon() noexcept override {
        running_ = false;
        set_ = PAPI_NULL;
        thread_.abandon();
    }

    /// PAPI_OK, or PAPI's status.
    int open(const std::vector<std::string>& events) noexcept {
        if (const int status = PAPI_create_eventset(&set_); status != PAPI_OK) {
            return status;
        }
        for (const std::string& event : events) {
            if (const int status = PAPI_add_named_event(set_, event.c_str()); status != PAPI_OK) {
                return status;
            }
        }
        count_ = events.size();
        const int status = PAPI_start(set_);
        running_ = status == PAPI_OK;
        return status;
    }

    void read(std::uint64_t* values) noexcept override {
        std::array<long long, kMaxMetrics> now{};
        if (PAPI_read(set_, now.data()) == PAPI_OK) {
            for (std::size_t i = 0; i < count_; ++i) {
                // PAPI scales some events by an estimate, which can go back.
                last_[i] = std::max(last_[i], static_cast<std::uint64_t>(std::max(now[i], 0LL)));
            }
        }
        std::copy_n(last_.begin(), count_, values);
    }

private:
    PapiThread thread_;
    int set_ = PAPI_NULL;
    bool running_ = false;
    std::size_t count_ = 0;
    std::array<std::uint64_t, kMaxMetrics> last_{};
};

std::vector<Metric> described(const std::vector<std::string>& events) {
    std::vector<Metric> metrics;
    for (const std::string& event : events) {
        const PapiEventInfo info = describePapiEvent(event);
        metrics.push_back({event, info.unit, "PAPI " + papiVersion() + ", " + info.what});
    }
    return metrics;
}

}  // namespace

PapiGroup::PapiGroup(std::vector<std::string> events)
    : PerThreadGroup(described(events)), events_(std::move(events)) {}

std::unique_ptr<ThreadCounters> PapiGroup::makeCounters() noexcept {
    try {
        startPapi();
        auto counters = std::make_unique<PapiCounters>();
        return counters->open(events_) == PAPI_OK ? std::move(counters) : nullptr;
    } catch (const std::exception&) {
        return nullptr;
    }
}

int tryPapiEvents(const std::vector<std::string>& events) {
    PapiCounters counters;
    return counters.open(events);
}

}  // namespace gantry::perf
