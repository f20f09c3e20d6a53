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

OpaqueObject& Assembly::opaqueObject() {
    return *opaque<GetOpaqueObject>(root_ / "lib" / "bench" / "opaque_object.so",
                                    "gantry_bench_opaque_object");
}

}  // namespace gantry::bench
