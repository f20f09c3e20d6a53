#pragma once

#include <gantry/plugin.hpp>

#include <filesystem>
#include <memory>

#include "loader/Library.hpp"

namespace gantry::framework::loader {

/// A shared object that was found to keep the plug-in contract: one component class. A value that
/// shares the library; copies are cheap.
class Plugin final {
public:
    /// Loads and checks file; no code of the component runs. Throws gantry::Error if the file
    /// cannot be loaded, misses a function of the contract, has another ABI number, or describes
    /// itself wrongly.
    static Plugin open(const std::filesystem::path& file, LoadMode mode = {});

    /// Static data of the library: valid while it is loaded.
    [[nodiscard]] const ComponentDescription& description() const noexcept { return *description_; }
    [[nodiscard]] const std::shared_ptr<Library>& library() const noexcept { return library_; }

    /// A new component, which holds the library while it lives. Throws gantry::Error with
    /// the text of the component's constructor.
    [[nodiscard]] std::shared_ptr<gov::cca::Component> create() const;

private:
    Plugin() = default;

    std::shared_ptr<Library> library_;
    const ComponentDescription* description_ = nullptr;
    plugin::Create create_ = nullptr;
    plugin::Destroy destroy_ = nullptr;
};

}  // namespace gantry::framework::loader
