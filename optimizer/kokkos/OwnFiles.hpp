#pragma once

#include <dlfcn.h>
#include <utility>

namespace optimizer::kokkos {

/// As long as one lives, the calling thread uses files that are not the program's: the modules that
/// record files leave its calls out (perf/modules/common/Recorder.hpp). Does nothing where none of
/// these modules is in the process.
class OwnFiles final {
public:
    OwnFiles() noexcept : flag_(static_cast<bool*>(::dlsym(RTLD_DEFAULT, kFlag))) {
        if (flag_ != nullptr) {
            before_ = std::exchange(*flag_, true);
        }
    }
    OwnFiles(const OwnFiles&) = delete;
    OwnFiles& operator=(const OwnFiles&) = delete;
    ~OwnFiles() {
        if (flag_ != nullptr) {
            *flag_ = before_;
        }
    }

private:
    static constexpr const char* kFlag = "gantry_in_vfork_child";

    bool* flag_;  ///< of the thread
    bool before_ = false;
};

}  // namespace optimizer::kokkos
