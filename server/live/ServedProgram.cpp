#include <perf/model/Overhead.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <server/live/EndedArchive.hpp>
#include <server/live/ServedProgram.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gantry::server {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

ServedProgram::ServedProgram(pid_t pid, ProgramViewer& viewer, bool raw, Control control,
                             TuningSummary tuning)
    : pid_(pid),
      viewer_(viewer),
      raw_(raw),
      name_("process " + std::to_string(pid)),
      folder_(workingFolderOf(pid)),
      began_(std::filesystem::file_time_type::clock::now()),
      control_(std::move(control)),
      tuning_(std::move(tuning)),
      api_(std::make_shared<LiveApi>(
          name_, [this] { return stateIfRunning(); }, controlOf())) {}

// The server asks this object for states, and its commands wake the server.
ServedProgram::~ServedProgram() {
    if (commands_) {
        commands_->stop();
    }
    viewer_.stop();
}

void ServedProgram::begin() {
    if (!isFollowed()) {
        ServedRun nothing;
        nothing.name = name_;
        nothing.profile.metrics.push_back({"wall", "ns", ""});
        update(std::move(nothing), LiveProgram::Runs, false);
    } else {
        show(LiveProgram::Runs);
    }
    // Owned by the server, which may still use it while it ends.
    viewer_.start([api = api_](const HttpRequest& request) { return api->reply(request); });
}

void ServedProgram::follow(const std::filesystem::path& segment) {
    {
        const std::lock_guard lock(reading_);
        file_.emplace(segment);
    }
    if (control_.socket) {
        connect();
    }
}

void ServedProgram::serve(std::chrono::milliseconds least) {
    show(LiveProgram::Runs);
    StatePace pace;
    while (!viewer_.waitForEnd(pause(pace, least))) {
        if (!file_->isLive()) {
            showEnd();
            viewer_.waitForEnd();
            return;
        }
        const double rate = api_->states().fastestRate();
        // While nobody watches, the program is not read.
        if (const auto now = Clock::now(); rate > 0 && pace.isDue(now, rate, least)) {
            show(LiveProgram::Runs);
            pace.read(now, Clock::now());
        }
    }
}

bool ServedProgram::showArchive() {
    perf::ProcessInfo process;
    process.pid = pid_;
    return showArchive(process);
}

bool ServedProgram::showArchive(const perf::ProcessInfo& process) {
    const auto archive = archiveOf(process, folder_, began_);
    if (archive) {
        ended_ = true;
        const auto note = [this](const std::string& text) { viewer_.note(text); };
        update(servedRun(*archive, raw_, note, tuning_), LiveProgram::Archived, true);
        viewer_.showsArchive(*archive);
    }
    return archive.has_value();
}

LiveControl ServedProgram::controlOf() {
    if (!control_.socket) {
        return {};
    }
    return [this](const std::string& command, std::function<void(LiveReply)> done) {
        if (LiveCommands* const commands = connected_) {
            commands->carryOut(command, std::move(done));
        } else {
            done({"", "the assembly takes no commands now: its run begins, or has ended"});
            viewer_.wake();
        }
    };
}

// A run listens after it has begun to measure, and may end before.
void ServedProgram::connect() {
    constexpr std::chrono::milliseconds kAtOnce{100};
    const auto until = std::chrono::steady_clock::now() + control_.patience;
    while (!commands_) {
        try {
            commands_.emplace(*control_.socket, pid_, std::min(kAtOnce, control_.patience),
                              [this] { viewer_.wake(); });
            connected_ = &*commands_;
        } catch (const std::runtime_error&) {
            if (!file_->isLive()) {
                return;
            }
            if (std::chrono::steady_clock::now() >= until) {
                throw;
            }
        }
    }
}

// How soon it is looked again whether there is something to do.
std::chrono::milliseconds ServedProgram::pause(const StatePace& pace,
                                               std::chrono::milliseconds least) const {
    constexpr std::chrono::milliseconds kLongest{100};
    const double rate = api_->states().fastestRate();
    return rate > 0 ? std::chrono::ceil<std::chrono::milliseconds>(
                          pace.pause(Clock::now(), rate, least, kLongest))
                    : kLongest;
}

// By two threads: that of serve() and the server's.
ServedRun ServedProgram::state() {
    const std::lock_guard lock(reading_);
    ServedRun run;
    run.name = name_;
    run.profile = file_->read().profile;
    if (!run.profile.processes.empty()) {
        process_ = run.profile.processes.front();
    }
    if (!raw_) {
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    return run;
}

std::optional<ServedRun> ServedProgram::stateIfRunning() {
    if (ended_ || !isFollowed()) {
        return std::nullopt;
    }
    return state();
}

bool ServedProgram::isFollowed() {
    const std::lock_guard lock(reading_);
    return file_.has_value();
}

void ServedProgram::show(LiveProgram program) {
    ended_ = program != LiveProgram::Runs;
    update(state(), program, folder_.empty());
}

void ServedProgram::update(ServedRun run, LiveProgram program, bool last) {
    const std::int64_t time = run.profile.timeNs;
    const bool isLast = last && program != LiveProgram::Runs;
    api_->update(std::move(run), {time, program, isLast});
    viewer_.wake();
}

// An archive is written after the measurement has ended, and may take its time.
void ServedProgram::showEnd() {
    show(LiveProgram::Ended);
    constexpr std::chrono::milliseconds kAgain{250};
    constexpr std::chrono::seconds kLongest{30};
    const auto until = std::chrono::steady_clock::now() + kLongest;
    const std::optional<perf::ProcessInfo> process = processKnown();
    while (!folder_.empty() && process && std::chrono::steady_clock::now() < until) {
        if (showArchive(*process)) {
            return;
        }
        if (viewer_.waitForEnd(kAgain)) {
            return;
        }
    }
    folder_.clear();
    show(LiveProgram::Ended);
}

std::optional<perf::ProcessInfo> ServedProgram::processKnown() {
    const std::lock_guard lock(reading_);
    return process_;
}

std::optional<std::filesystem::path> awaitSegment(const std::string& word, double seconds,
                                                  ProgramViewer& viewer,
                                                  const std::function<bool()>& hasEnded) {
    constexpr std::chrono::milliseconds kAgain{50};
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
        try {
            return perf::chooseSegment(word);
        } catch (const std::runtime_error&) {
            // A process that has gone begins nothing any more.
            if (std::chrono::steady_clock::now() >= until ||
                !std::filesystem::exists("/proc/" + word)) {
                throw;
            }
        }
        if (hasEnded()) {
            return std::nullopt;
        }
        if (viewer.waitForEnd(kAgain)) {
            throw std::runtime_error("ended before " + word + " began to measure");
        }
    }
}

}  // namespace gantry::server
