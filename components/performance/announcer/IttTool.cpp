// The static part of ITT, as far as tasks need it: version 3 of its binary interface.
#include <array>
#include <list>
#include <mutex>
#include <pthread.h>

#include "Library.hpp"
#include "Tools.hpp"

namespace performance::announcer {

namespace {

struct Function {
    const char* name;
    void** address;
    void* first;
    void* none;
    std::int32_t group;
};

struct Global {
    unsigned char magic[8] = {0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30};
    unsigned long major = 3, minor = 0, build = 0;
    long initialized = 0, mutexInitialized = 0, counter = 0;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    void* library = nullptr;
    void* errorHandler = nullptr;
    const char** path = nullptr;
    Function* functions = nullptr;
    // Lists of a collector's; what comes after them is not looked at before it is there.
    void* further[16]{};
};

struct Id {
    std::uint64_t words[3];
};

// Domains and names have the same first members, but for the switch.
struct Domain {
    std::int32_t isEnabled;
    const char* name;
    void* wide;
    std::int32_t extra;
    void* further;
    Domain* next;
};
struct Name {
    const char* text;
    void* wide;
    std::int32_t extra;
    void* further;
    Name* next;
};

class IttTool final : public Tool {
public:
    IttTool(void* library, void (*initialize)(Global*, std::int32_t)) {
        global_.library = library;
        global_.functions = functions_.data();
        initialize(&global_, -1);
        if (createDomain_ != nullptr) {
            domain_ = reinterpret_cast<Domain* (*)(const char*)>(createDomain_)("Gantry");
        }
    }

    void* region(const std::string& name) override {
        if (createName_ != nullptr) {
            return reinterpret_cast<Name* (*)(const char*)>(createName_)(name.c_str());
        }
        const std::lock_guard lock(mutex_);
        texts_.push_back(name);
        return &names_.emplace_back(Name{texts_.back().c_str(), nullptr, 0, nullptr, nullptr});
    }
    void start(void* region) noexcept override {
        if (begin_ != nullptr) {
            using Begin = void (*)(const Domain*, Id, Id, Name*);
            reinterpret_cast<Begin>(begin_)(domain_, Id{}, Id{}, static_cast<Name*>(region));
        }
    }
    void stop(void* /*region*/) noexcept override {
        if (end_ != nullptr) {
            reinterpret_cast<void (*)(const Domain*)>(end_)(domain_);
        }
    }

private:
    void* begin_ = nullptr;
    void* end_ = nullptr;
    void* createDomain_ = nullptr;
    void* createName_ = nullptr;
    std::array<Function, 5> functions_{
        {{"__itt_task_begin", &begin_, nullptr, nullptr, 0x1000},
         {"__itt_task_end", &end_, nullptr, nullptr, 0x1000},
         {"__itt_domain_create", &createDomain_, nullptr, nullptr, 0x1000},
         {"__itt_string_handle_create", &createName_, nullptr, nullptr, 0x1000},
         {nullptr, nullptr, nullptr, nullptr, 0}}};
    Global global_;
    Domain own_{1, "Gantry", nullptr, 0, nullptr, nullptr};
    Domain* domain_ = &own_;
    std::mutex mutex_;
    std::list<std::string> texts_;
    std::list<Name> names_;
};

}  // namespace

std::shared_ptr<Tool> ittTool() {
    void* const library = libraryIn("INTEL_LIBITTNOTIFY64");
    const auto initialize =
        library != nullptr ? functionOf<void (*)(Global*, std::int32_t)>(library, "__itt_api_init")
                           : nullptr;
    return initialize != nullptr ? std::make_shared<IttTool>(library, initialize) : nullptr;
}

}  // namespace performance::announcer
