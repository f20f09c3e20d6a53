#include <perf/model/Overhead.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <server/live/EndedArchive.hpp>
#include <server/live/ServedFile.hpp>
#include <server/live/ServedProgram.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gantry::server {

namespace {

std::chrono::milliseconds apart(double rate) {
    constexpr double kAlmostSecond = 990;
    return std::chrono::milliseconds(static_cast<std::int64_t>(kAlmostSecond / rate));
}

}  // namespace

ServedProgram::ServedProgram(perf::SegmentFile& file, ProgramViewer& viewer, bool raw,
                             const Control& control)
    : file_(file),
      viewer_(viewer),
      raw_(raw),
      name_("process " + std::to_string(file.header().pid)),
      folder_(workingFolderOf(file.header().pid)),
      began_(std::filesystem::file_time_type::clock::now()),
      api_(std::make_shared<LiveApi>(
          name_, [this] { return stateIfRunning(); }, controlOf(control))) {}

// The server asks this object for states, and its commands wake the server.
ServedProgram::~ServedProgram() {
    if (commands_) {
        commands_->stop();
    }
    viewer_.stop();
}

void ServedProgram::serve(std::chrono::milliseconds least) {
    show(LiveProgram::Runs);
    // Owned by the server, which may still use it while it ends.
    viewer_.start([api = api_](const HttpRequest& request) { return api->reply(request); });
    auto shown = std::chrono::steady_clock::now();
    while (!viewer_.waitForEnd(pause(least))) {
        if (!file_.isLive()) {
            showEnd();
            viewer_.waitForEnd();
            return;
        }
        const double rate = api_->states().fastestRate();
        const auto now = std::chrono::steady_clock::now();
        // While nobody watches, the program is not read.
        if (rate > 0 && now - shown >= std::max(least, apart(rate))) {
            shown = now;
            show(LiveProgram::Runs);
        }
    }
}

LiveControl ServedProgram::controlOf(const Control& control) {
    if (!control.socket) {
        return {};
    }
    commands_.emplace(*control.socket, file_.header().pid, control.patience,
                      [this] { viewer_.wake(); });
    return [this](const std::string& command, std::function<void(LiveReply)> done) {
        commands_->carryOut(command, std::move(done));
    };
}

// How soon it is looked again whether there is something to do.
std::chrono::milliseconds ServedProgram::pause(std::chrono::milliseconds least) const {
    constexpr std::chrono::milliseconds kUsual{100};
    const double rate = api_->states().fastestRate();
    return rate > 0 ? std::min(kUsual, std::max(least, apart(rate))) : kUsual;
}

// By two threads: that of serve() and the server's.
ServedRun ServedProgram::state() {
    const std::lock_guard lock(reading_);
    ServedRun run;
    run.name = name_;
    run.profile = file_.read().profile;
    if (!run.profile.processes.empty()) {
        process_ = run.profile.processes.front();
    }
    if (!raw_) {
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    return run;
}

std::optional<ServedRun> ServedProgram::stateIfRunning() {
    if (ended_) {
        return std::nullopt;
    }
    return state();
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
        if (const auto archive = archiveOf(*process, folder_, began_)) {
            update(
                servedRun(*archive, raw_, [this](const std::string& note) { viewer_.note(note); }),
                LiveProgram::Archived, true);
            viewer_.showsArchive(*archive);
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

std::filesystem::path awaitSegment(const std::string& word, double seconds, ProgramViewer& viewer) {
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
        if (viewer.waitForEnd(kAgain)) {
            throw std::runtime_error("ended before " + word + " began to measure");
        }
    }
}

}  // namespace gantry::server
