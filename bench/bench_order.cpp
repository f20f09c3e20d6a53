// What it takes to put the events of many ranks in order: time and memory of the logical clock, for
// messages and barriers between ranks whose clocks are off by some microseconds.
#include <perf/clock/LogicalClock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using gantry::perf::LogicalClock;

constexpr std::int64_t kLatencyNs = 300;
constexpr double kGoalEvents = 5e6;  // a second
constexpr std::size_t kBetweenBarriers = 100'000;

struct Place {
    std::size_t rank;
    std::size_t at;
};

// What happened, by the right time.
class Run final {
public:
    Run(std::size_t ranks, std::size_t events, std::uint32_t seed)
        : times_(ranks), now_(ranks, 0), random_(seed) {
        while (count_ < events) {
            const std::size_t from = random_() % ranks;
            const std::size_t to = (from + 1 + random_() % (ranks - 1)) % ranks;
            const Place sent = step(from, 0);
            messages_.emplace_back(sent, step(to, now_[from] + kLatencyNs));
            if (messages_.size() % kBetweenBarriers == 0) {
                barrier();
            }
        }
    }

    [[nodiscard]] std::size_t events() const { return count_; }
    [[nodiscard]] std::size_t messages() const { return messages_.size(); }

    // Each rank's clock is off by up to 5 us.
    void addTo(LogicalClock& clock) const {
        std::vector<LogicalClock::Node> firsts;
        for (std::size_t rank = 0; rank < times_.size(); ++rank) {
            const auto offset = static_cast<std::int64_t>(rank * 7919 % 10'000) - 5000;
            std::vector<std::int64_t> wrong = times_[rank];
            for (std::int64_t& time : wrong) {
                time += offset;
            }
            firsts.push_back(clock.addTimeline(wrong));
        }
        const auto nodeOf = [&](const Place& place) {
            return static_cast<LogicalClock::Node>(firsts[place.rank] + place.at);
        };
        for (const auto& [from, to] : messages_) {
            clock.order(nodeOf(from), nodeOf(to));
        }
        for (const std::vector<Place>& places : barriers_) {
            const LogicalClock::Node hub = clock.addHub();
            for (const Place& place : places) {
                clock.order(nodeOf(place), hub);
                clock.order(hub, nodeOf(place) + 1);
            }
        }
    }

private:
    Place step(std::size_t rank, std::int64_t earliest) {
        std::exponential_distribution<> pause(1.0 / 2000);
        now_[rank] = std::max(now_[rank] + 1 + static_cast<std::int64_t>(pause(random_)), earliest);
        times_[rank].push_back(now_[rank]);
        ++count_;
        return {rank, times_[rank].size() - 1};
    }

    void barrier() {
        std::vector<Place> places;
        for (std::size_t rank = 0; rank < times_.size(); ++rank) {
            places.push_back(step(rank, 0));
        }
        const std::int64_t last = *std::max_element(now_.begin(), now_.end());
        for (std::size_t rank = 0; rank < times_.size(); ++rank) {
            (void)step(rank, last + kLatencyNs);
        }
        barriers_.push_back(std::move(places));
    }

    std::vector<std::vector<std::int64_t>> times_;
    std::vector<std::int64_t> now_;
    std::mt19937 random_;
    std::size_t count_ = 0;
    std::vector<std::pair<Place, Place>> messages_;
    std::vector<std::vector<Place>> barriers_;
};

double peakBytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    constexpr double kKiB = 1024;
    return static_cast<double>(usage.ru_maxrss) * kKiB;
}

// Whether no order is left broken.
bool measure(std::size_t ranks, std::size_t events, bool json) {
    const Run run(ranks, events, 4711);
    const double before = peakBytes();
    const auto begin = std::chrono::steady_clock::now();
    LogicalClock clock(kLatencyNs);
    run.addTo(clock);
    const LogicalClock::Result result = clock.run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const auto count = static_cast<double>(run.events());
    const double changed = 100 * static_cast<double>(result.stretched) /
                           static_cast<double>(std::max<std::uint64_t>(result.intervals, 1));
    std::printf(
        json
            ? "{\"ranks\": %zu, \"messages\": %zu, \"seconds\": %.3f, \"events_per_second\": %.3g, "
              "\"goal\": %.3g, \"bytes_per_event\": %.0f, \"broken_before\": %llu, \"broken\": "
              "%llu, "
              "\"largest_shift_ns\": %lld, \"changed_percent\": %.2f}\n"
            : "%5zu %9zu %7.3f s %10.3g %9.3g %7.0f B %9llu %6llu %9lld ns %6.2f %%\n",
        ranks, run.messages(), taken.count(), count / taken.count(), kGoalEvents,
        (peakBytes() - before) / count, static_cast<unsigned long long>(result.violationsBefore),
        static_cast<unsigned long long>(result.violationsAfter),
        static_cast<long long>(result.largestShiftNs), changed);
    return result.violationsAfter == 0;
}

// In a process of its own, whose memory is its own.
bool measuredApart(std::size_t ranks, std::size_t events, bool json) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        const bool good = measure(ranks, events, json);
        std::fflush(stdout);
        ::_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_SUCCESS;
}

constexpr const char* kHelp =
    "bench-order [--json] [--events N]\n"
    "What it takes to put N events (by default 10 million) of messages and barriers in order,\n"
    "for 2, 4, 8 and 16 ranks with clocks that are off by up to 5 us. Status 1 if one is left\n"
    "out of order.\n"
    "\n"
    "Example: bench-order --events 1000000\n";

}  // namespace

int main(int argc, char** argv) {
    long events = 10'000'000;
    bool json = false;
    for (int place = 1; place < argc; ++place) {
        const std::string_view word = argv[place];
        if (word == "--help" || word == "-h") {
            std::fputs(kHelp, stdout);
            return EXIT_SUCCESS;
        }
        if (word == "--events" && place + 1 < argc) {
            events = std::atol(argv[++place]);
        }
        json = json || word == "--json";
        if ((word != "--json" && word != "--events") || events < 1) {
            std::fprintf(stderr, "bench-order: '%s' is not understood\n%s", argv[place], kHelp);
            return 2;
        }
    }
    if (!json) {
        std::printf(
            "ranks  messages      time   events/s      goal  memory    broken  after   moved by  "
            "changed\n");
    }
    bool good = true;
    for (const std::size_t ranks : {2U, 4U, 8U, 16U}) {
        good = measuredApart(ranks, static_cast<std::size_t>(events), json) && good;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
