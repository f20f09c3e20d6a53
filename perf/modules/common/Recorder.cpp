#include "Recorder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string_view>

#include "Path.hpp"

namespace gantry::io {

namespace {

constexpr std::uint32_t kUsualFiles = 1024;
constexpr std::uint32_t kBytesOfName = 96;

// There is one in a module; who forks knows it by this.
constinit Recorder* recorderOfProcess = nullptr;

struct Code {
    std::uintptr_t inside;
    std::uintptr_t begin;
    std::uintptr_t end;
};

// The span of the shared object that an address is in.
int findCode(dl_phdr_info* info, std::size_t, void* data) {
    auto& code = *static_cast<Code*>(data);
    std::uintptr_t begin = UINTPTR_MAX;
    std::uintptr_t end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const auto& part = info->dlpi_phdr[i];
        if (part.p_type == PT_LOAD) {
            begin = std::min<std::uintptr_t>(begin, info->dlpi_addr + part.p_vaddr);
            end = std::max<std::uintptr_t>(end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
    }
    if (code.inside < begin || code.inside >= end) {
        return 0;
    }
    code.begin = begin;
    code.end = end;
    return 1;
}

std::uint32_t filesAsked() noexcept {
    const char* const text = std::getenv("GANTRY_IO_FILES");
    const unsigned long number = text != nullptr ? std::strtoul(text, nullptr, 10) : 0;
    // One more for (other).
    return number == 0 ? kUsualFiles
                       : static_cast<std::uint32_t>(
                             std::min<unsigned long>(number, FileTable::kMostFiles - 1)) +
                             1;
}

}  // namespace

void Recorder::begin(const char* module) noexcept {
    if (gantry_measuring() == 0) {
        return;
    }
    module_ = module;
    gantry_region_t region{};
    if (!takeRegion(region)) {
        return;
    }
    files_.use(region);
    clock_.calibrate();
    (void)bins_.begin(module, clock_.ns(clock_.ticks()));
    filter_.set(std::getenv("GANTRY_IO_EXCLUDE"), std::getenv("GANTRY_IO_INCLUDE"));
    noteOwnCode();
    nameStandardOnes();
    recorderOfProcess = this;
    (void)::pthread_atfork(nullptr, nullptr, afterFork);
    state_.store(State::On, std::memory_order_release);
}

bool Recorder::takeRegion(gantry_region_t& region) const noexcept {
    const std::uint32_t files = filesAsked();
    const gantry_module_t module{module_, "GANTRY_IO_FILES",   kFileFields, 1, kFields,
                                 files,   files * kBytesOfName};
    return gantry_module_region(&module, &region) != 0;
}

// What the engine does for itself does not count as I/O of the program.
void Recorder::noteOwnCode() noexcept {
    Code code{reinterpret_cast<std::uintptr_t>(gantry_library()->measuring), 0, 0};
    (void)::dl_iterate_phdr(findCode, &code);
    ownBegin_ = code.begin;
    ownBytes_ = code.end - code.begin;
}

void Recorder::nameStandardOnes() noexcept {
    constexpr std::string_view kNames[]{"(stdin)", "(stdout)", "(stderr)"};
    for (int i = 0; i < 3; ++i) {
        descriptors_.set(i, files_.numberOf(kNames[i].data(), kNames[i].size()), false);
    }
}

void Recorder::afterFork() noexcept {
    State on = State::On;
    recorderOfProcess->state_.compare_exchange_strong(on, State::Forked);
}

// The first recorded call of a child takes its own memory; until then that of its parent is
// mapped, which it must not write.
bool Recorder::resumes() noexcept {
    State forked = State::Forked;
    // A child of vfork() leaves it to its parent, whose state it shares.
    if (inVforkChild || !state_.compare_exchange_strong(forked, State::Off)) {
        return false;
    }
    gantry_region_t region{};
    if (!takeRegion(region)) {
        return false;
    }
    files_.clear();
    bins_.resume();
    state_.store(State::On, std::memory_order_release);
    return true;
}

std::uint32_t Recorder::fileOf(const Path& path) noexcept {
    if (path.length() == 0) {
        return FileTable::kFirst;
    }
    return files_.numberOf(path.text(), path.length());
}

bool Recorder::excludes(const Path& path) const noexcept {
    return filter_.excludes(path.text(), path.length());
}

std::uint32_t Recorder::failedOnes() noexcept {
    constexpr std::string_view kFailed = "(failed)";
    return files_.numberOf(kFailed.data(), kFailed.size());
}

// One that the program has from elsewhere: inherited, received, or made by a function that is not
// wrapped.
std::uint32_t Recorder::find(int descriptor) noexcept {
    const int error = errno;
    const Path path(descriptor);
    errno = error;
    const std::string_view text(path.text(), path.length());
    std::uint32_t file = FileTable::kExcluded;
    if (text.empty()) {
        // Not open: nothing to remember.
        return FileTable::kExcluded;
    }
    if (text.front() == '/') {
        file = excludes(path) ? FileTable::kExcluded : fileOf(path);
    } else {
        constexpr std::string_view kPipe = "(pipe)";
        constexpr std::string_view kSocket = "(socket)";
        constexpr std::string_view kAnonymous = "(anonymous)";
        const std::string_view name = text.rfind("pipe:", 0) == 0     ? kPipe
                                      : text.rfind("socket:", 0) == 0 ? kSocket
                                                                      : kAnonymous;
        file = files_.numberOf(name.data(), name.size());
    }
    // Where it stands is not known: its accesses are counted as those of a stream.
    descriptors_.set(descriptor, file, false);
    return file;
}

}  // namespace gantry::io
