#include "CProgramOffer.hpp"

#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <utility>

#include "EngineOffer.hpp"

namespace performance::native {

namespace {

// libgantry.so is in the folder above that of the components, in the build and installed. One that
// is in the process already, because `gantry exec` put it there, is that same file.
void* openLibrary() {
    static const char place = 0;
    Dl_info self{};
    if (::dladdr(&place, &self) == 0 || self.dli_fname == nullptr) {
        return nullptr;
    }
    const std::filesystem::path component = std::filesystem::absolute(self.dli_fname);
    const std::filesystem::path library = component.parent_path().parent_path() / "libgantry.so";
    // Global, because gantry.h looks for it among what all see. It is never unloaded.
    return ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

}  // namespace

void CProgramOffer::announce() noexcept {
    try {
        void* const library = openLibrary();
        if (library == nullptr) {
            return;
        }
        offerFunction_ =
            reinterpret_cast<gantry_offer_function*>(::dlsym(library, GANTRY_OFFER_FUNCTION));
        withdrawFunction_ =
            reinterpret_cast<gantry_withdraw_function*>(::dlsym(library, GANTRY_WITHDRAW_FUNCTION));
        if (offerFunction_ != nullptr) {
            offerFunction_(nullptr);
        }
    } catch (const std::exception&) {
        // No memory for a path: such code is not measured.
        return;
    }
}

void CProgramOffer::make(gantry::perf::Engine& engine) noexcept {
    if (offerFunction_ == nullptr || withdrawFunction_ == nullptr || isMade_) {
        return;
    }
    offer_ = gantry::capi::offerOf(engine);
    isMade_ = offerFunction_(&offer_) != 0;
}

void CProgramOffer::withdraw() noexcept {
    if (std::exchange(isMade_, false)) {
        withdrawFunction_(&offer_);
    }
}

}  // namespace performance::native
