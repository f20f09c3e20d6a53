#include "loader/Library.hpp"

#include <gantry/Error.hpp>

// Boost 1.74 needs <vector> before its own headers.
#include <boost/dll/shared_library.hpp>

#include <utility>
#include <vector>

#include "loader/ElfNote.hpp"

namespace gantry::framework::loader {

class Library::Handle final {
public:
    Handle(const std::filesystem::path& file, LoadMode mode) {
        using boost::dll::load_mode::type;
        const auto scope = mode.global ? type::rtld_global : type::rtld_local;
        const auto binding = mode.lazy ? type::rtld_lazy : type::rtld_now;
        library.load(file, scope | binding);
    }

    boost::dll::shared_library library;
};

namespace {

/// The dynamic linker's own words, where Boost passes them on; its error code says nothing.
std::string linkerReason(const std::string& text) {
    const std::string mark = "(dlerror system message: ";
    const std::size_t begin = text.find(mark);
    const std::size_t end = text.rfind("): ");
    if (begin == std::string::npos || end == std::string::npos || end < begin + mark.size()) {
        return text;
    }
    return text.substr(begin + mark.size(), end - begin - mark.size());
}

}  // namespace

std::shared_ptr<Library> Library::open(const std::filesystem::path& file, LoadMode mode) {
    const std::filesystem::path absolute = std::filesystem::absolute(file);
    requireWholeLibrary(absolute);
    try {
        auto handle = std::make_unique<Handle>(absolute, mode);
        return std::shared_ptr<Library>(new Library(absolute, std::move(handle)));
    } catch (const std::exception& exception) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    absolute.string() + " cannot be loaded: " + linkerReason(exception.what()) +
                        "; check that it is a shared object for this machine and that the "
                        "libraries it needs are found or loaded before it");
    }
}

Library::Library(std::filesystem::path file, std::unique_ptr<Handle> handle)
    : file_(std::move(file)), handle_(std::move(handle)) {}

Library::~Library() = default;

// has() first: get() throws for a name that is missing.
Library::Function Library::find(const std::string& name) const {
    return handle_->library.has(name) ? &handle_->library.get<void()>(name) : nullptr;
}

std::shared_ptr<void> Library::hold(void* object, void (*destroy)(void*)) const {
    return std::shared_ptr<void>(
        object, [library = shared_from_this(), destroy](void* dying) { destroy(dying); });
}

}  // namespace gantry::framework::loader
