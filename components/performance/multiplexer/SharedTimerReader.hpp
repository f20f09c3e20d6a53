#pragma once

#include <performance/CompensatedReader.hpp>
#include <performance/null/TimerReader.hpp>

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "Answering.hpp"

namespace performance::multiplexer {

/// Reads the timers of the backend that answers. Where another one answers than at the last
/// reading, the difference counts from this reading on. One thread at a time.
class SharedTimerReader final : public CompensatedReader {
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
    void getCompensatedData(sidl::array<double, 2>& counterExclusive,
                            sidl::array<double, 2>& counterInclusive,
                            sidl::array<double, 2>& exclusiveError,
                            sidl::array<double, 2>& inclusiveError) override {
        const Answering answering(*shared_);
        TimerReader& reader = readerOf(answering);
        if (auto* const net = dynamic_cast<CompensatedReader*>(&reader)) {
            net->getCompensatedData(counterExclusive, counterInclusive, exclusiveError,
                                    inclusiveError);
            return;
        }
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> childCalls;
        reader.getTimerData(counterExclusive, counterInclusive, calls, childCalls);
        exclusiveError = unknown(counterExclusive);
        inclusiveError = unknown(counterInclusive);
    }
    void getCompensatedDifference(sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<double, 2>& exclusiveError,
                                  sidl::array<double, 2>& inclusiveError) override {
        const Answering answering(*shared_);
        TimerReader& reader = readerOf(answering);
        if (auto* const net = dynamic_cast<CompensatedReader*>(&reader)) {
            net->getCompensatedDifference(counterExclusive, counterInclusive, exclusiveError,
                                          inclusiveError);
            return;
        }
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> childCalls;
        reader.getDifference(counterExclusive, counterInclusive, calls, childCalls);
        exclusiveError = unknown(counterExclusive);
        inclusiveError = unknown(counterInclusive);
    }

private:
    static sidl::array<double, 2> unknown(const sidl::array<double, 2>& like) {
        sidl::array<double, 2> errors({like.length(0), like.length(1)});
        for (int row = 0; row < like.length(0); ++row) {
            for (int column = 0; column < like.length(1); ++column) {
                errors(row, column) = std::numeric_limits<double>::quiet_NaN();
            }
        }
        return errors;
    }

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
