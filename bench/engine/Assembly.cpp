#include "Assembly.hpp"

#include "OpaqueLibrary.hpp"

namespace gantry::bench {

Assembly::Assembly()
    : root_(std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path()),
      framework_({root_ / "lib" / "gantry"}) {}

const Backend& Assembly::backend(const std::string& className, const std::string& metrics,
                                 bool quantiles) {
    std::unique_ptr<Backend>& known = backends_[{className, metrics, quantiles}];
    if (known == nullptr) {
        known = std::make_unique<Backend>(framework_, className, metrics, quantiles);
    }
    return *known;
}

const Backend& Assembly::traced() {
    if (traced_ == nullptr) {
        traced_ = std::make_unique<Backend>(framework_, "performance.Native", "wall", true,
                                            MeasuredCalls{"latest:1MiB"});
    }
    return *traced_;
}

const Backend& Assembly::sampled() {
    if (sampled_ == nullptr) {
        constexpr double kPercent = 5;
        sampled_ = std::make_unique<Backend>(framework_, "performance.Native", "wall", true,
                                             MeasuredCalls{{}, kPercent});
    }
    return *sampled_;
}

const Backend& Assembly::program() {
    if (program_ == nullptr) {
        program_ = std::make_unique<Backend>(framework_, "performance.Native", "wall", true);
        // A backend makes its engine, and offers it, when it is first asked for something.
        (void)program_->timers(1, "program");
    }
    return *program_;
}

OpaqueObject& Assembly::opaqueObject() {
    return *opaque<GetOpaqueObject>(root_ / "lib" / "bench" / "opaque_object.so",
                                    "gantry_bench_opaque_object");
}

}  // namespace gantry::bench
