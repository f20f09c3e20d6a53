// Call stacks by libdw of elfutils; DwarfFile.cpp and DwarfLines.cpp know it, too.
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "DwarfFile.hpp"
#include "ProcessCode.hpp"

namespace gantry::perf {

namespace {

#if defined(__x86_64__)
// By DWARF number: RAX RDX RCX RBX RSI RDI RBP RSP R8 to R15 RIP, as places in the sample.
constexpr std::array kDwarfOrder{0, 3, 2, 1, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 8};
#elif defined(__aarch64__)
constexpr std::array kDwarfOrder{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
#else
constexpr std::array kDwarfOrder{0};
#endif

}  // namespace

class ProcessCode::Files final {
public:
    explicit Files(std::shared_ptr<KnownFiles> known)
        : files_(dwfl_begin(&fileCallbacks())), known_(std::move(known)) {}
    ~Files() { dwfl_end(files_); }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;

    // Files that are mapped twice, or are no longer there, are refused by the library: the stacks
    // that need them end early.
    void add(const std::vector<CodeMapping>& mappings) {
        if (loaded_ == mappings.size() || files_ == nullptr) {
            return;
        }
        dwfl_report_begin_add(files_);
        for (; loaded_ < mappings.size(); ++loaded_) {
            const CodeMapping& mapping = mappings[loaded_];
            if (mapping.file.starts_with('/')) {
                dwfl_report_elf(files_, mapping.file.c_str(), mapping.file.c_str(), -1,
                                mapping.begin - mapping.offset, false);
            }
        }
        dwfl_report_end(files_, nullptr, nullptr);
    }

    std::vector<std::uint64_t> stack(const StackSample& sample) {
        std::vector<std::uint64_t> frames;
        if (sample.registers.size() < kDwarfOrder.size() || !attach()) {
            return frames;
        }
        sample_ = &sample;
        frames_ = &frames;
        dwfl_getthread_frames(files_, kThread, &onFrame, this);
        return frames;
    }

    const CodePlace& place(std::uint64_t address) {
        Dwfl_Module* const module = files_ == nullptr ? nullptr : dwfl_addrmodule(files_, address);
        if (module == nullptr) {
            static const CodePlace nowhere{{kUnknownFunction, ""}, {}, {}, 0};
            return nowhere;
        }
        void** file = nullptr;
        Dwarf_Addr begin = 0;
        const char* const path =
            dwfl_module_info(module, &file, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
        if (*file == nullptr) {
            *file = &known_->file(path);
        }
        return static_cast<DwarfFile*>(*file)->place(address - begin);
    }

private:
    // The library wants numbers of a process and a thread, and uses neither for anything.
    static constexpr pid_t kThread = 1;

    // Possible once a file is known, which names the machine.
    bool attach() {
        static constexpr Dwfl_Thread_Callbacks kCallbacks = {.next_thread = nextThread,
                                                             .get_thread = getThread,
                                                             .memory_read = readMemory,
                                                             .set_initial_registers = setRegisters,
                                                             .detach = nullptr,
                                                             .thread_detach = nullptr};
        attached_ = attached_ || (files_ != nullptr &&
                                  dwfl_attach_state(files_, nullptr, kThread, &kCallbacks, this));
        return attached_;
    }

    static pid_t nextThread(Dwfl* /*files*/, void* own, void** thread) {
        const bool isFirst = *thread == nullptr;
        *thread = own;
        return isFirst ? kThread : 0;
    }
    static bool getThread(Dwfl* /*files*/, pid_t /*number*/, void* own, void** thread) {
        *thread = own;
        return true;
    }
    static bool readMemory(Dwfl* /*files*/, Dwarf_Addr address, Dwarf_Word* word, void* own) {
        const StackSample& sample = *static_cast<Files*>(own)->sample_;
        const std::uint64_t begin = sample.registers[stackPointerPlace()];
        if (address < begin || sample.stack.size() < sizeof *word ||
            address - begin > sample.stack.size() - sizeof *word) {
            return false;
        }
        std::memcpy(word, sample.stack.data() + (address - begin), sizeof *word);
        return true;
    }
    static bool setRegisters(Dwfl_Thread* thread, void* own) {
        const StackSample& sample = *static_cast<Files*>(own)->sample_;
        std::array<Dwarf_Word, kDwarfOrder.size()> words{};
        std::transform(kDwarfOrder.begin(), kDwarfOrder.end(), words.begin(), [&](int place) {
            return sample.registers[static_cast<std::size_t>(place)];
        });
#if defined(__aarch64__)
        dwfl_thread_state_register_pc(thread, sample.registers.back());
#endif
        return dwfl_thread_state_registers(thread, 0, words.size(), words.data());
    }
    static int onFrame(Dwfl_Frame* frame, void* own) {
        Dwarf_Addr address = 0;
        bool isInterrupted = false;
        std::vector<std::uint64_t>& frames = *static_cast<Files*>(own)->frames_;
        if (frames.size() == kMostFrames || !dwfl_frame_pc(frame, &address, &isInterrupted)) {
            return DWARF_CB_ABORT;
        }
        // A caller's address is that of the instruction behind the call, which may belong to
        // another function already.
        frames.push_back(isInterrupted || address == 0 ? address : address - 1);
        return DWARF_CB_OK;
    }

    Dwfl* files_;  // each is called by its path, and has its DwarfFile as data of its user
    std::size_t loaded_ = 0;
    bool attached_ = false;
    std::shared_ptr<KnownFiles> known_;
    // Only during stack().
    const StackSample* sample_ = nullptr;
    std::vector<std::uint64_t>* frames_ = nullptr;
};

bool canUnwind() noexcept {
    return sampledRegisters() != 0;
}

ProcessCode::ProcessCode() : known_(std::make_shared<KnownFiles>()) {}
ProcessCode::ProcessCode(std::shared_ptr<KnownFiles> known) : known_(std::move(known)) {}
ProcessCode::~ProcessCode() = default;
ProcessCode::ProcessCode(ProcessCode&&) noexcept = default;
ProcessCode& ProcessCode::operator=(ProcessCode&&) noexcept = default;

ProcessCode ProcessCode::sibling() const {
    return ProcessCode(known_);
}

ProcessCode ProcessCode::child() const {
    ProcessCode child(known_);
    child.mappings_ = mappings_;
    return child;
}

void ProcessCode::map(CodeMapping mapping) {
    mappings_.push_back(std::move(mapping));
}

std::vector<std::uint64_t> ProcessCode::stack(const StackSample& sample) {
    if (files_ == nullptr) {
        files_ = std::make_unique<Files>(known_);
    }
    files_->add(mappings_);
    return files_->stack(sample);
}

const CodePlace& ProcessCode::place(std::uint64_t address) {
    if (files_ == nullptr) {
        files_ = std::make_unique<Files>(known_);
    }
    files_->add(mappings_);
    return files_->place(address);
}

}  // namespace gantry::perf
