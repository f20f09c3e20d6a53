#pragma once

#include <gantry/plugin.hpp>

#include <filesystem>
#include <vector>

namespace gantry::framework::loader {

/// What the file of a shared object says of the component in it, read without loading it.
class StoredDescription final {
public:
    /// Throws gantry::Error if the file carries no description, or one of another ABI number or
    /// against the rules.
    static StoredDescription read(const std::filesystem::path& file);

    /// Holds as long as this object. A port that can be monitored has a makeProxy that must not be
    /// called.
    [[nodiscard]] ComponentDescription description() const noexcept;

private:
    StoredDescription() = default;
    class Reader;

    std::vector<unsigned char> content_;
    ComponentDescription description_{};
    std::vector<PortDescription> provides_;
    std::vector<PortDescription> uses_;
    std::vector<ParameterDescription> parameters_;
};

}  // namespace gantry::framework::loader
