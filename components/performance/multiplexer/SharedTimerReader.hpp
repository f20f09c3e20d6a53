#pragma once

#include <performance/TimerReader.hpp>
#include <performance/null/TimerReader.hpp>

#include <memory>
#include <string>
#include <utility>

#include "Answering.hpp"

namespace performance::multiplexer {

/// Reads the timers of the backend that answers. Where another one answers than at the last
/// reading, the difference counts from this reading on. One thread at a time.
class SharedTimerReader final : public TimerReader {
public:
    SharedTimerReader(std::shared_ptr<BackendSet> shared, sidl::array<std::string> timers)
        : shared_(std::move(shared)), timers_(std::move(timers)) {
        (void)readerOf(Answering(*shared_));
    }

    sidl::array<std::string> getTimerNames() override { return timers_; }
    sidl::array<std::string> getCounterNames() override {
        return Answering(*shared_)->getCounterNames();
    }
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override {
        const Answering answering(*shared_);
        readerOf(answering).getTimerData(counterExclusive, counterInclusive, numCalls,
                                         numChildCalls);
    }
    void getDifference(sidl::array<double, 2>& counterExclusive,
                       sidl::array<double, 2>& counterInclusive,
                       sidl::array<std::int64_t>& numCalls,
                       sidl::array<std::int64_t>& numChildCalls) override {
        const Answering answering(*shared_);
        readerOf(answering).getDifference(counterExclusive, counterInclusive, numCalls,
                                          numChildCalls);
    }

private:
    TimerReader& readerOf(const Answering& answering) {
        const std::shared_ptr<Query> query = answering.backend();
        if (!reader_ || query != query_.lock()) {
            reader_ = query ? query->createTimerReader(timers_) : nullptr;
            query_ = query;
        }
        if (!reader_) {
            reader_ = std::make_shared<null::TimerReader>();
        }
        return *reader_;
    }

    std::shared_ptr<BackendSet> shared_;
    const sidl::array<std::string> timers_;
    // A backend that has gone is not kept by having been asked.
    std::weak_ptr<Query> query_;
    std::shared_ptr<TimerReader> reader_;
};

}  // namespace performance::multiplexer
