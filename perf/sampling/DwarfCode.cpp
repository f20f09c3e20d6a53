// Call stacks and names by libdw of elfutils; DwarfLines.cpp is the other source that knows it.
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <gelf.h>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "DwarfLines.hpp"
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

// libdwfl takes it by address, and does not write to it.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): see above
char* noFolders = nullptr;

// Separate files with symbols are found where Debian installs them.
const Dwfl_Callbacks kFileCallbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                       .find_debuginfo = dwfl_standard_find_debuginfo,
                                       .section_address = dwfl_offline_section_address,
                                       .debuginfo_path = &noFolders};

std::string baseName(const std::string& file) {
    return file.substr(file.rfind('/') + 1);
}

// The functions of a file as it is mapped, sorted by their begin. The library itself would go
// through all symbols for each address: a millisecond for a file such as a compiler.
class FunctionTable final {
public:
    explicit FunctionTable(Dwfl_Module* module) {
        const int symbols = dwfl_module_getsymtab(module);
        for (int i = 0; i < symbols; ++i) {
            GElf_Sym symbol{};
            GElf_Addr begin = 0;
            const char* const name =
                dwfl_module_getsym_info(module, i, &symbol, &begin, nullptr, nullptr, nullptr);
            const auto type = GELF_ST_TYPE(symbol.st_info);
            if (name != nullptr && symbol.st_size > 0 &&
                (type == STT_FUNC || type == STT_GNU_IFUNC)) {
                const bool isGlobal = GELF_ST_BIND(symbol.st_info) == STB_GLOBAL;
                functions_.push_back(
                    {begin, symbol.st_size, isGlobal, static_cast<int>(std::strlen(name)), name});
            }
        }
        // Of several names of a function a global and short one comes last, and is found.
        std::stable_sort(functions_.begin(), functions_.end(),
                         [](const Function& one, const Function& other) {
                             return std::tuple(one.begin, one.isGlobal, -one.length) <
                                    std::tuple(other.begin, other.isGlobal, -other.length);
                         });
    }

    // Null where the address is in none of them: its function has no symbol.
    [[nodiscard]] const char* at(std::uint64_t address) const {
        const auto behind = std::upper_bound(
            functions_.begin(), functions_.end(), address,
            [](std::uint64_t wanted, const Function& function) { return wanted < function.begin; });
        if (behind == functions_.begin()) {
            return nullptr;
        }
        const Function& function = *std::prev(behind);
        return address - function.begin < function.size ? function.name : nullptr;
    }

private:
    struct Function {
        std::uint64_t begin;
        std::uint64_t size;
        bool isGlobal;
        int length;        // of the name
        const char* name;  // in the file, which stays open
    };
    std::vector<Function> functions_;
};

}  // namespace

class ProcessCode::Files final {
public:
    Files() : files_(dwfl_begin(&kFileCallbacks)) {}
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
                dwfl_report_elf(files_, baseName(mapping.file).c_str(), mapping.file.c_str(), -1,
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
        const auto [known, isNew] = places_.try_emplace(address);
        if (isNew) {
            known->second.function = nameOf(address);
            if (Dwfl_Module* const module = moduleAt(address)) {
                lines_.describe(module, address, known->second);
            }
        }
        return known->second;
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

    Dwfl_Module* moduleAt(std::uint64_t address) {
        return files_ == nullptr ? nullptr : dwfl_addrmodule(files_, address);
    }

    FunctionName nameOf(std::uint64_t address) {
        Dwfl_Module* const module = moduleAt(address);
        if (module == nullptr) {
            return {kUnknownFunction, ""};
        }
        const char* const file =
            dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
        const char* const symbol = tables_.try_emplace(module, module).first->second.at(address);
        return {symbol == nullptr ? kUnknownFunction : demangled(symbol),
                file == nullptr ? "" : file};
    }

    Dwfl* files_;
    std::size_t loaded_ = 0;
    bool attached_ = false;
    std::unordered_map<std::uint64_t, CodePlace> places_;
    DwarfLines lines_;
    std::unordered_map<Dwfl_Module*, FunctionTable> tables_;
    // Only during stack().
    const StackSample* sample_ = nullptr;
    std::vector<std::uint64_t>* frames_ = nullptr;
};

bool canUnwind() noexcept {
    return sampledRegisters() != 0;
}

ProcessCode::ProcessCode() = default;
ProcessCode::~ProcessCode() = default;
ProcessCode::ProcessCode(ProcessCode&&) noexcept = default;
ProcessCode& ProcessCode::operator=(ProcessCode&&) noexcept = default;

ProcessCode ProcessCode::child() const {
    ProcessCode child;
    child.mappings_ = mappings_;
    return child;
}

void ProcessCode::map(CodeMapping mapping) {
    mappings_.push_back(std::move(mapping));
}

std::vector<std::uint64_t> ProcessCode::stack(const StackSample& sample) {
    if (files_ == nullptr) {
        files_ = std::make_unique<Files>();
    }
    files_->add(mappings_);
    return files_->stack(sample);
}

const CodePlace& ProcessCode::place(std::uint64_t address) {
    if (files_ == nullptr) {
        files_ = std::make_unique<Files>();
    }
    files_->add(mappings_);
    return files_->place(address);
}

}  // namespace gantry::perf
