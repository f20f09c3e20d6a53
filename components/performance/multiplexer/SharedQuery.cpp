// performance.Query of the multiplexer: what returns values asks one backend (Answering.hpp), since
// values of several tools cannot be mixed; what writes files asks all of them.

#include "SharedQuery.hpp"

#include <performance/Snapshot.hpp>

#include <exception>

#include "Answering.hpp"
#include "SharedTimerReader.hpp"

namespace performance::multiplexer {
namespace {

// One backend that fails does not keep the others from writing; the first error is thrown at the
// end.
template <class Use>
void askAll(BackendSet& shared, const Use& use) {
    shared.board().sweep();
    const Visit visit(shared.board());
    std::exception_ptr first;
    for (const auto& backend : visit.backends()) {
        try {
            if (const auto query = backend->query()) {
                use(*query);
            }
        } catch (...) {
            first = first ? first : std::current_exception();
        }
    }
    if (first) {
        std::rethrow_exception(first);
    }
}

}  // namespace

sidl::array<std::string> SharedQuery::getTimerNames() {
    return Answering(*shared_)->getTimerNames();
}

sidl::array<std::string> SharedQuery::getCounterNames() {
    return Answering(*shared_)->getCounterNames();
}

void SharedQuery::getTimerData(const sidl::array<std::string>& timerList,
                               sidl::array<double, 2>& counterExclusive,
                               sidl::array<double, 2>& counterInclusive,
                               sidl::array<std::int32_t>& numCalls,
                               sidl::array<std::int32_t>& numChildCalls,
                               sidl::array<std::string>& counterNames, std::int32_t& numCounters) {
    Answering(*shared_)->getTimerData(timerList, counterExclusive, counterInclusive, numCalls,
                                      numChildCalls, counterNames, numCounters);
}

sidl::array<std::string> SharedQuery::getEventNames() {
    return Answering(*shared_)->getEventNames();
}

void SharedQuery::getEventData(const sidl::array<std::string>& eventList,
                               sidl::array<std::int32_t>& numSamples, sidl::array<double>& max,
                               sidl::array<double>& min, sidl::array<double>& mean,
                               sidl::array<double>& sumSqr) {
    Answering(*shared_)->getEventData(eventList, numSamples, max, min, mean, sumSqr);
}

std::shared_ptr<Snapshot> SharedQuery::getSnapshot() {
    shared_->board().sweep();
    return Answering(*shared_)->getSnapshot();
}

void SharedQuery::dumpProfileData() {
    askAll(*shared_, [](Query& query) { query.dumpProfileData(); });
}

void SharedQuery::dumpProfileDataPrefix(const std::string& prefix) {
    askAll(*shared_, [&](Query& query) { query.dumpProfileDataPrefix(prefix); });
}

void SharedQuery::dumpProfileDataIncremental() {
    askAll(*shared_, [](Query& query) { query.dumpProfileDataIncremental(); });
}

void SharedQuery::dumpTimerNames() {
    askAll(*shared_, [](Query& query) { query.dumpTimerNames(); });
}

void SharedQuery::dumpTimerData(const sidl::array<std::string>& timerList) {
    askAll(*shared_, [&](Query& query) { query.dumpTimerData(timerList); });
}

void SharedQuery::dumpTimerDataIncremental(const sidl::array<std::string>& timerList) {
    askAll(*shared_, [&](Query& query) { query.dumpTimerDataIncremental(timerList); });
}

void SharedQuery::getEventQuantiles(const sidl::array<std::string>& eventList,
                                    const sidl::array<double>& probabilities,
                                    sidl::array<double, 2>& quantiles,
                                    sidl::array<std::int64_t>& numValues) {
    Answering(*shared_)->getEventQuantiles(eventList, probabilities, quantiles, numValues);
}

std::shared_ptr<TimerReader> SharedQuery::createTimerReader(
    const sidl::array<std::string>& timerList) {
    return gantry::makeHeld<SharedTimerReader>(shared_->library(), shared_, timerList);
}

void SharedQuery::getEventStatistics(const sidl::array<std::string>& eventList,
                                     sidl::array<std::int64_t>& numSamples,
                                     sidl::array<double>& min, sidl::array<double>& max,
                                     sidl::array<double>& mean, sidl::array<double>& deviation) {
    Answering(*shared_)->getEventStatistics(eventList, numSamples, min, max, mean, deviation);
}

}  // namespace performance::multiplexer
