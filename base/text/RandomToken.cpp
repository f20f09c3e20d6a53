#include <base/text/Hex.hpp>
#include <base/text/RandomToken.hpp>

#include <cerrno>
#include <sys/random.h>
#include <system_error>

namespace gantry::base {

std::string randomToken(std::size_t bytes) {
    std::string random(bytes, '\0');
    // Up to 256 bytes come at once, and no signal interrupts.
    if (::getrandom(random.data(), bytes, 0) != static_cast<ssize_t>(bytes)) {
        throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    return toHex(random);
}

}  // namespace gantry::base
