#include <list>
#include <mutex>

#include "Library.hpp"
#include "Tools.hpp"

namespace performance::announcer {

namespace {

// Regions are pushed by name and popped without one: timers that overlap look nested.
class KokkosTool final : public Tool {
public:
    explicit KokkosTool(void* library)
        : finalize_(functionOf<void (*)()>(library, "kokkosp_finalize_library")),
          push_(functionOf<void (*)(const char*)>(library, "kokkosp_push_profile_region")),
          pop_(functionOf<void (*)()>(library, "kokkosp_pop_profile_region")) {
        using Initialize = void (*)(int, std::uint64_t, std::uint32_t, void*);
        constexpr std::uint64_t kVersion = 20211015;
        if (const auto initialize = functionOf<Initialize>(library, "kokkosp_init_library")) {
            initialize(0, kVersion, 0, nullptr);
        }
    }
    ~KokkosTool() override {
        if (finalize_ != nullptr) {
            finalize_();
        }
    }
    KokkosTool(const KokkosTool&) = delete;
    KokkosTool& operator=(const KokkosTool&) = delete;

    void* region(const std::string& name) override {
        const std::lock_guard lock(mutex_);
        return &names_.emplace_back(name);
    }
    void start(void* region) noexcept override {
        if (push_ != nullptr) {
            push_(static_cast<const std::string*>(region)->c_str());
        }
    }
    void stop(void* /*region*/) noexcept override {
        if (pop_ != nullptr) {
            pop_();
        }
    }

private:
    void (*finalize_)();
    void (*push_)(const char*);
    void (*pop_)();
    std::mutex mutex_;
    std::list<std::string> names_;
};

}  // namespace

std::shared_ptr<Tool> kokkosTool() {
    for (const char* const variable : {"KOKKOS_TOOLS_LIBS", "KOKKOS_PROFILE_LIBRARY"}) {
        if (void* const library = libraryIn(variable)) {
            return std::make_shared<KokkosTool>(library);
        }
    }
    return nullptr;
}

}  // namespace performance::announcer
