#include "Tracepoints.hpp"

#include <gantry/Error.hpp>

#include <dlfcn.h>
#include <filesystem>
#include <string>

namespace performance::lttng {

const gantry_Tracepoints& loadTracepoints() {
    Dl_info self{};
    dladdr(reinterpret_cast<const void*>(&loadTracepoints), &self);
    const std::filesystem::path component = self.dli_fname != nullptr ? self.dli_fname : "";
    const std::string file = (component.parent_path() / "lttng" / "tracepoints.so").string();
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = library != nullptr ? dlsym(library, GANTRY_TRACEPOINTS_SYMBOL) : nullptr;
    if (symbol == nullptr) {
        const char* const reason = dlerror();
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "performance.Lttng cannot load its tracepoints: " +
                                std::string(reason != nullptr ? reason : file.c_str()) +
                                "; install the package liblttng-ust1");
    }
    return *reinterpret_cast<gantry_GetTracepoints>(symbol)();
}

}  // namespace performance::lttng
