#include <perf/recording/DumpTrigger.hpp>
#include <perf/recording/SegmentArchive.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <ctime>
#include <exception>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(1);
// A thread that rests does not fill its ring: what it has is dumped as it is.
constexpr auto kLongestFreeze = std::chrono::milliseconds(50);

sigset_t setOf(const std::optional<int>& signal) noexcept {
    sigset_t set;
    ::sigemptyset(&set);
    if (signal) {
        ::sigaddset(&set, *signal);
    }
    return set;
}

}  // namespace

void readEventTrigger(const std::string& text, DumpRequest& request) {
    // The last one: names of events may contain the sign.
    const std::size_t sign = text.rfind('>');
    if (sign == 0 || sign == std::string::npos) {
        throw std::invalid_argument("'" + text + "' is not EVENT>VALUE, such as 'residual>0.5'");
    }
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data() + sign + 1, end, request.above);
    if (error != std::errc() || read != end) {
        throw std::invalid_argument("'" + text + "' has no number after '>'");
    }
    request.event = text.substr(0, sign);
}

int signalNumber(const std::string& name) {
    constexpr std::array<std::pair<const char*, int>, 3> kSignals{
        {{"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"HUP", SIGHUP}}};
    for (const auto& [known, number] : kSignals) {
        if (name == known) {
            return number;
        }
    }
    throw std::invalid_argument("'" + name + "' is not USR1, USR2 or HUP");
}

DumpTrigger::DumpTrigger(DumpRequest request) : request_(std::move(request)) {
    const sigset_t signals = setOf(request_.signal);
    // Blocked, not handled: sigtimedwait takes it, and no code of ours runs inside a signal
    // handler.
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

DumpTrigger::~DumpTrigger() {
    stop();
}

std::vector<std::string> DumpTrigger::stop() {
    if (thread_.joinable()) {
        thread_.request_stop();
        thread_.join();
    }
    return lines_;
}

void DumpTrigger::watch(const std::stop_token& stop) {
    bool last = false;
    while (!last && dumps_ < kMostDumps) {
        // What came before the end of the run is still dumped.
        last = stop.stop_requested();
        try {
            look();
        } catch (const std::exception& error) {
            lines_.push_back(std::string("no dump: ") + error.what());
            return;
        }
        if (!last) {
            std::this_thread::sleep_for(kInterval);
        }
    }
}

void DumpTrigger::look() {
    // Taken first, so that a signal before the segment exists is not dumped much later.
    const bool asked = signalCame();
    findSegment();
    if (control_ == nullptr) {
        return;
    }
    if (!request_.event.empty() && !armed_ && control_->events() != eventsKnown_) {
        eventsKnown_ = control_->events();
        if (const auto event = control_->findEvent(request_.event)) {
            control_->freezeAbove(*event, request_.above);
            // The event has no number before the program makes it, hence the look at their count.
            armed_ = true;
        }
    }
    const std::uint64_t triggers = control_->triggers();
    if (triggers != triggers_) {
        dump("a value of " + request_.event);
        // Those that came while the rings stood still are in no ring.
        triggers_ = control_->triggers();
    } else if (asked) {
        dump("a signal");
    }
}

void DumpTrigger::findSegment() {
    if (control_ != nullptr) {
        return;
    }
    for (const SegmentInfo& info : segmentsIn(segmentFolder())) {
        if (info.pid == ::getpid() && info.live) {
            file_ = std::make_unique<SegmentFile>(info.path);
            control_ = std::make_unique<RingControl>(info.path);
            return;
        }
    }
}

bool DumpTrigger::signalCame() const noexcept {
    if (!request_.signal) {
        return false;
    }
    const sigset_t signals = setOf(request_.signal);
    const timespec now{};
    return ::sigtimedwait(&signals, nullptr, &now) > 0;
}

void DumpTrigger::dump(const std::string& why) {
    control_->freeze();
    const auto end = std::chrono::steady_clock::now() + kLongestFreeze;
    while (!control_->isFrozen() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(kInterval);
    }
    const std::string output =
        request_.stem.string() + ".dump-" + std::to_string(++dumps_) + ".gantry";
    try {
        std::string line = archiveSegment(*file_, output, "dumped from");
        line.pop_back();
        lines_.push_back(line + ", after " + why);
    } catch (const std::exception& error) {
        lines_.push_back(std::string("no dump: ") + error.what());
    }
    // After the last one nobody releases what a further value would freeze.
    if (dumps_ == kMostDumps) {
        control_->disarm();
    }
    control_->release();
}

}  // namespace gantry::perf
