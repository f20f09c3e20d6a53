#include "Runtime.hpp"

#include <sys/auxv.h>
#include <type_traits>

#include "FunctionNames.hpp"

namespace gantry::xray {

namespace {

// Never destroyed, as the symbols are used until the end.
constinit calls::FunctionNames program;

}  // namespace

std::optional<Runtime> Runtime::find() noexcept {
    calls::CodePlace place;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the system gives a number
    const auto* const entry = reinterpret_cast<const void*>(::getauxval(AT_ENTRY));
    if (!calls::findCode(entry, place) || !place.isProgram) {
        return std::nullopt;
    }
    const calls::SymbolFile* const symbols = program.symbolsOf(place);
    if (symbols == nullptr) {
        return std::nullopt;
    }
    // Where the file's address 0 is.
    const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(entry) - place.address;
    const auto take = [&](auto& function, const char* name) {
        const std::uint64_t address = symbols->addressOf(name);
        const std::uintptr_t begin = address == 0 ? 0 : base + address;
        // NOLINTNEXTLINE(performance-no-int-to-ptr): symbols are numbers
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(begin);
        return function != nullptr;
    };
    Runtime runtime;
    const bool isThere = take(runtime.last_, "__xray_max_function_id") &&
                         take(runtime.address_, "__xray_function_address") &&
                         take(runtime.setHandler_, "__xray_set_handler") &&
                         take(runtime.switchOn_, "__xray_patch_function") &&
                         take(runtime.switchOff_, "__xray_unpatch_function") &&
                         take(runtime.switchAllOn_, "__xray_patch");
    return isThere ? std::optional(runtime) : std::nullopt;
}

std::int32_t Runtime::last() const noexcept {
    return static_cast<std::int32_t>(last_());
}

std::uintptr_t Runtime::addressOf(std::int32_t function) const noexcept {
    return address_(function);
}

bool Runtime::setHandler(Handler handler) const noexcept {
    return setHandler_(handler) != 0;
}

}  // namespace gantry::xray
