#include "loader/Plugin.hpp"

#include <gantry/Error.hpp>

#include <array>
#include <string>

#include "loader/checkDescription.hpp"

namespace gantry::framework::loader {
namespace {

[[noreturn]] void refuse(const Library& library, const std::string& reason) {
    throw Error(gov::cca::CCAExceptionType::Nonstandard, library.file().string() + ' ' + reason);
}

template <class Function>
Function require(const Library& library, const char* name) {
    const Library::Function found = library.find(name);
    if (!found) {
        refuse(library, std::string("is not a component: it does not export ")
                            .append(name)
                            .append("; define its class with GANTRY_COMPONENT"));
    }
    return reinterpret_cast<Function>(found);
}

}  // namespace

// The ABI number before the rest of the description, whose layout it decides.
Plugin Plugin::open(const std::filesystem::path& file, LoadMode mode) {
    Plugin plugin;
    plugin.library_ = Library::open(file, mode);
    const Library& library = *plugin.library_;
    const auto describe = require<plugin::Describe>(library, "cca_describe");
    plugin.create_ = require<plugin::Create>(library, "cca_create");
    plugin.destroy_ = require<plugin::Destroy>(library, "cca_destroy");
    plugin.description_ = describe();
    if (!plugin.description_) {
        refuse(library, "is not a component: cca_describe returns nothing");
    }
    checkAbi(library.file(), *plugin.description_);
    checkDescription(library.file(), *plugin.description_);
    return plugin;
}

// The deleter holds the library, so the code of the destructor is there when it runs.
std::shared_ptr<gov::cca::Component> Plugin::create() const {
    std::array<char, 1024> text{};
    gov::cca::Component* const component = create_(library_, text.data(), text.size());
    if (!component) {
        text.back() = '\0';
        throw Error(
            gov::cca::CCAExceptionType::Nonstandard,
            std::string("component class '") + description_->className + "' cannot be created: " +
                (text.front() ? text.data() : "cca_create returned nothing and gave no reason"));
    }
    return std::shared_ptr<gov::cca::Component>(
        component,
        [library = library_, destroy = destroy_](gov::cca::Component* dying) { destroy(dying); });
}

}  // namespace gantry::framework::loader
