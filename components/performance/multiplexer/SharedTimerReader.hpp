#pragma once

#include <performance/CompensatedReader.hpp>
#include <performance/null/TimerReader.hpp>

#include <cstdint>
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
        compensated(&CompensatedReader::getCompensatedData, &TimerReader::getTimerData,
                    {counterExclusive, counterInclusive, exclusiveError, inclusiveError});
    }
    void getCompensatedDifference(sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<double, 2>& exclusiveError,
                                  sidl::array<double, 2>& inclusiveError) override {
        compensated(&CompensatedReader::getCompensatedDifference, &TimerReader::getDifference,
                    {counterExclusive, counterInclusive, exclusiveError, inclusiveError});
    }

private:
    using Values = sidl::array<double, 2>;
    using Counts = sidl::array<std::int64_t>;
    struct Results {
        Values& exclusive;
        Values& inclusive;
        Values& exclusiveError;
        Values& inclusiveError;
    };

    // The raw values, with unknown errors, where the backend has no compensated ones.
    void compensated(void (CompensatedReader::*net)(Values&, Values&, Values&, Values&),
                     void (TimerReader::*raw)(Values&, Values&, Counts&, Counts&),
                     const Results& results) {
        const Answering answering(*shared_);
        TimerReader& reader = readerOf(answering);
        if (auto* const able = dynamic_cast<CompensatedReader*>(&reader)) {
            (able->*net)(results.exclusive, results.inclusive, results.exclusiveError,
                         results.inclusiveError);
            return;
        }
        Counts calls;
        Counts childCalls;
        (reader.*raw)(results.exclusive, results.inclusive, calls, childCalls);
        results.exclusiveError = unknown(results.exclusive);
        results.inclusiveError = unknown(results.inclusive);
    }

    static Values unknown(const Values& like) {
        Values errors({like.length(0), like.length(1)});
        for (int row = 0; row < like.length(0); ++row) {
            for (int column = 0; column < like.length(1); ++column) {
                errors(row, column) = std::numeric_limits<double>::quiet_NaN();
            }
        }
        return errors;
    }

    TimerReader& readerOf(const Answering& answering) {
        // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): kept
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
