#include <perf/recording/RunTraceDrainer.hpp>
#include <perf/segment/ProcessStart.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/TraceError.hpp>

#include <algorithm>
#include <array>
#include <poll.h>
#include <sys/inotify.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

// A process notes its session when it makes its segment; one that has not by then is a stranger.
constexpr auto kUntilNoted = std::chrono::seconds(2);

bool isNoted(const SegmentFacts& facts, const std::string& run) {
    return std::any_of(facts.begin(), facts.end(), [&](const auto& fact) {
        return fact.first == kSessionFact && fact.second == run;
    });
}

}  // namespace

RunTraceDrainer::RunTraceDrainer(RecordedRun run)
    : run_(std::move(run)), news_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    // Without inotify, for example at the limit of watches, the folder is read each time instead.
    if (news_ &&
        ::inotify_add_watch(news_.number(), run_.folder.c_str(), IN_CREATE | IN_MOVED_TO) < 0) {
        news_.close();
    }
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

RunTraceDrainer::~RunTraceDrainer() {
    thread_.request_stop();
    thread_.join();
}

void RunTraceDrainer::watch(const std::stop_token& stop) {
    auto wait = RingDrain::kLeastWait;
    while (!stop.stop_requested()) {
        const bool news = waitForNews(wait);
        wait = std::min(2 * wait, RingDrain::kMostWait);
        bool again = true;
        for (bool looks = news; again && !stop.stop_requested(); looks = false) {
            // Not held while waiting: finish() comes from another thread.
            const std::lock_guard lock(mutex_);
            if (looks) {
                findSegments();
            }
            again = sweep();
            wait = again ? RingDrain::kLeastWait : wait;
        }
    }
}

bool RunTraceDrainer::waitForNews(std::chrono::microseconds most) const {
    pollfd one{news_.number(), POLLIN, 0};
    const timespec time{0, std::chrono::nanoseconds(most).count()};
    if (::ppoll(&one, news_ ? 1 : 0, &time, nullptr) <= 0) {
        return !news_;
    }
    // The folder itself reports the rest.
    std::array<char, 4096> events{};
    while (::read(news_.number(), events.data(), events.size()) > 0) {
    }
    return true;
}

void RunTraceDrainer::findSegments() {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(run_.folder, none)) {
        const std::filesystem::path& path = entry.path();
        // Strangers are remembered, so that they are not opened thousands of times.
        if (path.extension() == kSegmentSuffix && !strangers_.contains(path)) {
            watched_.try_emplace(path, Watched{nullptr, Clock::now(), {}});
        }
    }
}

bool RunTraceDrainer::sweep() {
    bool again = false;
    for (auto one = watched_.begin(); one != watched_.end();) {
        Watched& watched = one->second;
        // Tried at each sweep until it is known whose it is: the process notes its run some time
        // after it made the file.
        if (watched.drain == nullptr && watched.problem.empty()) {
            tryToOpen(one->first, watched);
        }
        if (watched.drain != nullptr) {
            again = watched.drain->sweep() || again;
        } else if (watched.problem.empty() && Clock::now() - watched.since > kUntilNoted) {
            strangers_.insert(one->first);
            one = watched_.erase(one);
            continue;
        }
        ++one;
    }
    return again;
}

void RunTraceDrainer::tryToOpen(const std::filesystem::path& segment, Watched& watched) const {
    try {
        SegmentFile file(segment);
        const SegmentFacts facts = SegmentReader(file.mapAgain()).facts();
        const std::filesystem::path target = drainedFileIn(facts, segment);
        if (!target.empty() && isNoted(facts, run_.token)) {
            watched.drain = std::make_unique<SegmentDrain>(segment, target);
        }
    } catch (const SegmentError&) {
        // Not whole yet, or gone already.
        return;
    } catch (const TraceError& error) {
        watched.problem = error.what();
    }
}

// Later calls find the result here, since the segment itself may be gone by then.
std::optional<KeptTrace> RunTraceDrainer::finish(const std::filesystem::path& segment) {
    const std::lock_guard lock(mutex_);
    auto known = finished_.find(segment);
    if (known == finished_.end()) {
        known = finished_.emplace(segment, end(segment)).first;
        watched_.erase(segment);
        strangers_.insert(segment);
    }
    return known->second;
}

std::optional<KeptTrace> RunTraceDrainer::end(const std::filesystem::path& segment) {
    Watched& watched =
        watched_.try_emplace(segment, Watched{nullptr, Clock::now(), {}}).first->second;
    if (watched.drain == nullptr && watched.problem.empty()) {
        tryToOpen(segment, watched);
    }
    if (watched.drain != nullptr) {
        watched.drain->end();
        return KeptTrace{watched.drain->file(), watched.drain->records(), watched.drain->problem()};
    }
    return watched.problem.empty() ? std::nullopt
                                   : std::optional(KeptTrace{{}, 0, watched.problem});
}

}  // namespace gantry::perf
