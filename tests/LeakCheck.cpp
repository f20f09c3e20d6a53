// Whether the leak check of AddressSanitizer has something to say at the end of a test program.
#include <cstring>
#include <link.h>

// LeakSanitizer asks this before it looks for leaks. Open MPI keeps memory for as long as the
// process lives, and unloads the plug-ins that allocated it, so that no suppression can name them:
// a program that loaded MPI is not checked.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer's name
extern "C" [[gnu::visibility("default")]] int __lsan_is_turned_off() {
    const auto isMpi = [](dl_phdr_info* library, std::size_t, void*) {
        return std::strstr(library->dlpi_name, "/libmpi") != nullptr ? 1 : 0;
    };
    return ::dl_iterate_phdr(isMpi, nullptr);
}
