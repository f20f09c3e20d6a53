#include <server/live/LiveCommands.hpp>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace gantry::server {

namespace {

// A command that hangs must not keep the others from being refused for ever.
constexpr double kLongestSeconds = 60;

// Those of docs/formats/script.md that neither read nor write files, but for the components on the
// path of the run, and that neither run nor end anything.
constexpr std::array<std::string_view, 24> kVerbs{
    "instantiate",   "create",  "pulldown",  "remove",     "connect",   "disconnect",
    "swap",          "monitor", "unmonitor", "parameters", "configure", "property",
    "port-property", "display", "palette",   "pallet",     "classes",   "arena",
    "instances",     "chain",   "links",     "check",      "attempt",   "help"};

// Parameters of components of Gantry that name files.
constexpr std::array<std::string_view, 6> kFileParameters{"file",    "log",       "prefix",
                                                          "segment", "selection", "traceFile"};

// INSTANCE PORT NAME [set] VALUE: a page may look at these parameters only.
bool setsFile(std::istringstream& words) {
    std::string name;
    std::string value;
    return words >> name >> name >> name >> value &&
           std::find(kFileParameters.begin(), kFileParameters.end(), name) != kFileParameters.end();
}

}  // namespace

bool isLiveCommand(const std::string& command) {
    std::istringstream words(command);
    std::string verb;
    // What is attempted is a command itself.
    do {
        if (!(words >> verb)) {
            return false;
        }
    } while (verb == "attempt");
    // Names in a command may stand for variables of the environment; a page has no business there.
    if ((verb == "parameters" || verb == "configure") && setsFile(words)) {
        return false;
    }
    return command.find('$') == std::string::npos &&
           std::find(kVerbs.begin(), kVerbs.end(), verb) != kVerbs.end();
}

LiveCommands::LiveCommands(std::string socket, pid_t process, std::chrono::milliseconds patience,
                           std::function<void()> replied)
    : socket_(std::move(socket)), replied_(std::move(replied)) {
    connect(patience);
    if (client_->greeting().pid != process) {
        throw std::runtime_error("the assembly that listens at '" + socket_ + "' is of process " +
                                 std::to_string(client_->greeting().pid) + ", not " +
                                 std::to_string(process));
    }
    thread_ = std::thread([this] { work(); });
}

void LiveCommands::connect(std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds kAgain{20};
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!client_) {
        try {
            client_.emplace(socket_, kLongestSeconds);
        } catch (const std::runtime_error&) {
            if (std::chrono::steady_clock::now() >= until) {
                throw;
            }
            std::this_thread::sleep_for(kAgain);
        }
    }
}

void LiveCommands::stop() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void LiveCommands::carryOut(const std::string& command, std::function<void(LiveReply)> done) {
    if (!isLiveCommand(command)) {
        done({"",
              "this command is not for a browser: those are carried out that look at the assembly "
              "or change it, and name no files; the control socket takes all"});
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({command, std::move(done)});
    }
    changed_.notify_all();
}

void LiveCommands::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (ends_) {
            return;
        }
        const Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        next.done(replyTo(next.command));
        replied_();
        lock.lock();
    }
}

LiveReply LiveCommands::replyTo(const std::string& command) {
    try {
        if (!client_) {
            client_.emplace(socket_, kLongestSeconds);
        }
        const Reply reply = readReply(client_->ask(command));
        return {reply.output, reply.error};
    } catch (const std::exception& error) {
        // The next command begins a new conversation.
        client_.reset();
        return {"", error.what()};
    }
}

}  // namespace gantry::server
