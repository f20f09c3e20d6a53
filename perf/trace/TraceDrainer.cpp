#include <perf/segment/StoreView.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceDrainer.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceTables.hpp>

#include <algorithm>
#include <csignal>
#include <exception>
#include <pthread.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

// Between looks at the rings: the longer while they fill slowly.
constexpr auto kLeastWait = std::chrono::microseconds(100);
constexpr auto kMostWait = std::chrono::microseconds(3200);
// Small chunks take more bytes a record; but what a killed program leaves should be in the file.
constexpr auto kLongest = std::chrono::seconds(1);
constexpr std::uint64_t kWorthTaking = 1U << 14U;
// Few enough for the writer to have room again soon.
constexpr std::size_t kRun = std::size_t{1} << 14U;

StoreView threadsOf(Segment& segment) {
    return {bytesOf(segment), segment.table(Table::Threads), sizeof(ThreadRecord)};
}

// The signals of the program are none of this thread's business.
class SignalsBlocked final {
public:
    SignalsBlocked() noexcept {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

}  // namespace

TraceDrainer::TraceDrainer(Segment& segment, const std::filesystem::path& file)
    : segment_(segment), process_(::getpid()), file_(file) {
    writeTables(true);
    const SignalsBlocked blocked;
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

TraceDrainer::~TraceDrainer() {
    if (::getpid() != process_) {
        thread_.detach();
        return;
    }
    thread_.request_stop();
    thread_.join();
    end();
}

void TraceDrainer::end() noexcept {
    try {
        flush();
        const std::lock_guard lock(mutex_);
        if (problem_.empty()) {
            writeTables(true);
            file_.append(endChunk());
        }
    } catch (const std::exception&) {
        // Then the file has no end, which its readers say.
        return;
    }
}

void TraceDrainer::flush() {
    const std::lock_guard lock(mutex_);
    if (::getpid() == process_) {
        sweep(true);
    }
}

std::string TraceDrainer::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

void TraceDrainer::watch(const std::stop_token& stop) {
    std::unique_lock waiting(waitMutex_);
    auto wait = kMostWait;
    while (!stop.stop_requested()) {
        wake_.wait_for(waiting, stop, wait, [] { return false; });
        wait = std::min(2 * wait, kMostWait);
        bool again = true;
        while (again && !stop.stop_requested()) {
            const std::lock_guard lock(mutex_);
            again = sweep(false);
            wait = again ? kLeastWait : wait;
        }
    }
}

bool TraceDrainer::sweep(bool all) {
    if (!problem_.empty()) {
        return false;
    }
    bool again = false;
    try {
        findRings();
        for (std::uint32_t thread = 0; thread < rings_.size(); ++thread) {
            again = take(thread, all) || again;
        }
        if (all) {
            // The calibration of the clock has become better, and numbers have grown.
            writeTables(true);
        }
    } catch (const std::exception& error) {
        problem_ = error.what();
    }
    return again;
}

void TraceDrainer::findRings() {
    const StoreView threads = threadsOf(segment_);
    rings_.resize(threads.size());
    for (std::uint32_t thread = 0; thread < rings_.size(); ++thread) {
        if (rings_[thread].ring != nullptr) {
            continue;
        }
        const auto& record = threads.at<ThreadRecord>(thread);
        if (const std::uint64_t place = loadAcquire(record.trace); place != 0) {
            rings_[thread] = {reinterpret_cast<TraceRing*>(segment_.at(
                                  static_cast<std::uint32_t>(signedCount::numberIn(place)))),
                              std::chrono::steady_clock::now()};
        }
    }
}

bool TraceDrainer::take(std::uint32_t thread, bool all) {
    Ring& of = rings_[thread];
    if (of.ring == nullptr || of.ring->records == 0) {
        return false;
    }
    const std::uint64_t capacity = of.ring->capacity();
    const std::uint64_t tail = loadRelaxed(of.ring->tail);
    const std::uint64_t waiting = loadAcquire(of.ring->head) - tail;
    const auto now = std::chrono::steady_clock::now();
    const bool isWorth = waiting >= std::min(capacity / 4, kWorthTaking);
    if (waiting == 0 || (!isWorth && !all && now - of.taken < kLongest)) {
        return false;
    }
    of.taken = now;
    const StoreView threads = threadsOf(segment_);
    const TraceCopy copy = copyTrace(bytesOf(segment_), threads.at<ThreadRecord>(thread));
    writeTables(tail == 0);
    for (std::size_t from = 0; from < copy.records.size(); from += kRun) {
        const std::size_t size = std::min(copy.records.size() - from, kRun);
        const auto begin = copy.records.begin() + static_cast<std::ptrdiff_t>(from);
        file_.append(encoder_.encode({thread,
                                      copy.first + from,
                                      copy.lost,
                                      {begin, begin + static_cast<std::ptrdiff_t>(size)}}));
        // The writer may go on at once.
        storeRelease(of.ring->tail, copy.first + from + size);
        storeRelease(of.ring->limit, copy.first + from + size + capacity);
    }
    return waiting >= capacity / 4;
}

void TraceDrainer::writeTables(bool always) {
    const bool isKnown = segment_.table(Table::Timers).size() == timers_ &&
                         segment_.table(Table::Events).size() == events_;
    if (!always && isKnown) {
        return;
    }
    const TraceTables tables = readTables(bytesOf(segment_), timers_, events_);
    file_.append(encodeTables(tables));
    timers_ += static_cast<std::uint32_t>(tables.timers.size());
    events_ += static_cast<std::uint32_t>(tables.events.size());
}

}  // namespace gantry::perf
