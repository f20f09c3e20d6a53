#include "Library.hpp"
#include "Tools.hpp"

namespace performance::announcer {

namespace {

class PerfStubsTool final : public Tool {
public:
    explicit PerfStubsTool(void (*initialize)()) { initialize(); }
    ~PerfStubsTool() override {
        if (finalize_ != nullptr) {
            finalize_();
        }
    }
    PerfStubsTool(const PerfStubsTool&) = delete;
    PerfStubsTool& operator=(const PerfStubsTool&) = delete;

    void* region(const std::string& name) override {
        return create_ != nullptr ? create_(name.c_str()) : nullptr;
    }
    void start(void* region) noexcept override {
        if (start_ != nullptr) {
            start_(region);
        }
    }
    void stop(void* region) noexcept override {
        if (stop_ != nullptr) {
            stop_(region);
        }
    }
    void parameter(const std::string& name, std::int64_t value) noexcept override {
        if (parameter_ != nullptr) {
            parameter_(name.c_str(), value);
        }
    }
    void* counter(const std::string& name) override {
        return counter_ != nullptr ? counter_(name.c_str()) : nullptr;
    }
    void sample(void* counter, double value) noexcept override {
        if (sample_ != nullptr) {
            sample_(counter, value);
        }
    }

private:
    template <class Function>
    static Function find(const char* name) noexcept {
        return functionOf<Function>(RTLD_DEFAULT, name);
    }

    using Create = void* (*)(const char*);
    using Call = void (*)(void*);

    void (*finalize_)() = find<void (*)()>("ps_tool_finalize");
    Create create_ = find<Create>("ps_tool_timer_create");
    Call start_ = find<Call>("ps_tool_timer_start");
    Call stop_ = find<Call>("ps_tool_timer_stop");
    void (*parameter_)(const char*, std::int64_t) =
        find<void (*)(const char*, std::int64_t)>("ps_tool_set_parameter");
    Create counter_ = find<Create>("ps_tool_create_counter");
    void (*sample_)(void*, double) = find<void (*)(void*, double)>("ps_tool_sample_counter");
};

}  // namespace

std::shared_ptr<Tool> perfStubsTool() {
    const auto initialize = functionOf<void (*)()>(RTLD_DEFAULT, "ps_tool_initialize");
    return initialize != nullptr ? std::make_shared<PerfStubsTool>(initialize) : nullptr;
}

}  // namespace performance::announcer
