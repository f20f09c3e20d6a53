#pragma once

#include <framework/AssemblyInfo.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loader/Plugin.hpp"

namespace gantry::framework {

/// A class of the palette. Its library stays loaded for as long as it is here.
struct LoadedClass {
    std::shared_ptr<const ClassInfo> info;
    loader::Plugin plugin;
};

/// The component path, what lies on it, and the classes loaded from it. Used under the lock of the
/// assembly.
class ClassRepository final {
public:
    explicit ClassRepository(std::vector<std::filesystem::path> path) : path_(std::move(path)) {}

    /// The folders in the order of the search: of classes in several, the first counts.
    [[nodiscard]] const std::vector<std::filesystem::path>& path() const noexcept { return path_; }
    void setPath(std::vector<std::filesystem::path> path) { path_ = std::move(path); }

    /// In alphabetical order. A file that did not change since the last look is not opened again.
    [[nodiscard]] std::vector<ClassInfo> available(std::vector<RejectedLibrary>* rejected) const;

    /// The class of that name from the file that counts for it; files behind it on the path are not
    /// opened.
    [[nodiscard]] std::optional<ClassInfo> find(const std::string& className) const;

    /// The class, from the palette or from the path. Throws gantry::Error if it cannot be had.
    const LoadedClass& load(const std::string& className, loader::LoadMode mode = {});
    /// Loads a shared object that is not a component and keeps it; its symbols serve libraries
    /// loaded later.
    void loadPortLibrary(const std::filesystem::path& file);

    /// In the order of loading.
    [[nodiscard]] const std::vector<LoadedClass>& palette() const noexcept { return palette_; }
    /// Takes a class from the palette; what held its library here, to be dropped when no lock is
    /// held. Throws gantry::Error if it is not in the palette.
    [[nodiscard]] std::vector<std::shared_ptr<loader::Library>> unload(
        const std::string& className);
    /// Drops what was loaded after the palette had that size.
    void rollBack(std::size_t paletteSize);

private:
    struct Scanned {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        std::optional<ClassInfo> info;
        std::string reason;
    };

    const Scanned& scan(const std::filesystem::path& file) const;
    [[nodiscard]] std::string unknown(const std::string& className,
                                      const std::vector<ClassInfo>& known,
                                      const std::vector<RejectedLibrary>& rejected) const;

    std::vector<std::filesystem::path> path_;
    mutable std::map<std::filesystem::path, Scanned> scanned_;
    std::vector<std::shared_ptr<loader::Library>> globals_;
    std::vector<LoadedClass> palette_;
};

}  // namespace gantry::framework
