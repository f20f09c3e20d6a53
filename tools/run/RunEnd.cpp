#include "RunEnd.hpp"

#include <base/text/Printable.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gantry::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::array kEnds{SIGINT, SIGTERM};
constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// What handlers use: plain data that is written before they can run.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): a handler reaches nothing else.
constinit int endPipe = -1;
constinit std::array<char, 1024> crashText{};      // begins behind the name of the signal
constinit volatile sig_atomic_t crashLength = 0;   // 0: no message
constinit std::array<char, 512> crashBeginning{};  // ends before the name of the signal
constinit std::array<char, std::size_t{16} << 10U> crashStack{};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// A failure here has nobody to be reported to.
void writeAll(const char* text, std::size_t length) noexcept {
    while (length > 0) {
        const ssize_t written = ::write(STDERR_FILENO, text, length);
        if (written <= 0) {
            return;
        }
        text += written;
        length -= static_cast<std::size_t>(written);
    }
}

void writeText(const char* text) noexcept {
    writeAll(text, std::strlen(text));
}

void onEnd(int number) {
    const int before = errno;
    const auto byte = static_cast<unsigned char>(number);
    if (::write(endPipe, &byte, 1) != 1) {
        // Reset to the default when it came: it ends the process now.
        ::raise(number);
    }
    errno = before;
}

// Only functions that a handler may call. The signal comes again when it returns, and ends the
// process as it would have.
void onCrash(int number) {
    if (crashLength > 0) {
        const char* const name = ::sigdescr_np(number);
        writeText(crashBeginning.data());
        writeText(name != nullptr ? name : "a signal");
        writeAll(crashText.data(), static_cast<std::size_t>(crashLength));
    }
    ::raise(number);
}

bool isDefault(int number) {
    struct sigaction action {};
    return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

void take(int number, void (*handler)(int), int flags) {
    if (isDefault(number)) {
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = flags | static_cast<int>(SA_RESETHAND);
        ::sigaction(number, &action, nullptr);
    }
}

void giveBack(int number, void (*handler)(int)) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler == handler) {
        std::signal(number, SIG_DFL);
    }
}

void useCrashStack() {
    stack_t stack{};
    stack.ss_sp = crashStack.data();
    stack.ss_size = crashStack.size();
    ::sigaltstack(&stack, nullptr);
}

template <std::size_t Size>
std::size_t copy(const std::string& text, std::array<char, Size>& to) {
    const std::size_t length = std::min(text.size(), Size - 1);
    std::memcpy(to.data(), text.data(), length);
    to[length] = '\0';
    return length;
}

std::string beginning(const std::string& script) {
    return "gantry: " + base::printable(script) + " was ended by ";
}

std::string ending(const fs::path& segment) {
    return "; what it had measured until then is in " + base::printable(segment.string()) +
           "; next: gantry recover " + std::to_string(::getpid()) + '\n';
}

}  // namespace

std::optional<fs::path> segmentOfThisProcess() {
    const std::string prefix = std::to_string(::getpid()) + '-';
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(perf::segmentFolder(), error)) {
        const fs::path& path = entry.path();
        if (path.filename().string().rfind(prefix, 0) == 0 && path.extension() == ".segment") {
            return path;
        }
    }
    return std::nullopt;
}

bool isSupervised() {
    std::error_code own;
    std::error_code parents;
    const fs::path parent =
        fs::read_symlink("/proc/" + std::to_string(::getppid()) + "/exe", parents);
    return fs::read_symlink("/proc/self/exe", own) == parent && !own && !parents;
}

RunEnd::RunEnd(bool endSignals) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "signals cannot be watched");
    }
    reading_ = base::Descriptor(pipe[0]);
    writing_ = base::Descriptor(pipe[1]);
    endPipe = writing_.number();
    thread_ = std::thread([this] { watch(); });
    useCrashStack();
    for (const int number : kCrashes) {
        take(number, &onCrash, SA_ONSTACK);
    }
    if (endSignals) {
        for (const int number : kEnds) {
            take(number, &onEnd, SA_RESTART);
        }
    }
}

RunEnd::~RunEnd() {
    for (const int number : kEnds) {
        giveBack(number, &onEnd);
    }
    for (const int number : kCrashes) {
        giveBack(number, &onCrash);
    }
    crashLength = 0;
    // The end of the pipe ends the thread.
    endPipe = -1;
    writing_.close();
    thread_.join();
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
}

void RunEnd::handle(std::function<void(int)> handler) {
    const std::lock_guard lock(mutex_);
    handler_ = std::move(handler);
}

void RunEnd::prepareMessage(const std::string& script) {
    const std::optional<fs::path> segment = segmentOfThisProcess();
    if (segment && !isSupervised()) {
        copy(beginning(script), crashBeginning);
        crashLength = static_cast<sig_atomic_t>(copy(ending(*segment), crashText));
    }
}

std::string RunEnd::recoverText(const std::string& script, int signal, const fs::path& segment) {
    const char* const name = ::sigdescr_np(signal);
    return beginning(script) + (name != nullptr ? name : "a signal") + ending(segment);
}

void RunEnd::watch() {
    unsigned char number = 0;
    ssize_t got = 0;
    while ((got = ::read(reading_.number(), &number, 1)) == 1 || (got < 0 && errno == EINTR)) {
        if (got != 1) {
            continue;
        }
        const std::lock_guard lock(mutex_);
        if (handler_) {
            handler_(number);
        }
        // Of the whole process: the default action ends it with the right status for its parent.
        std::signal(number, SIG_DFL);
        ::kill(::getpid(), number);
    }
}

}  // namespace gantry::tools
