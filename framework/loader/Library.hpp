#pragma once

#include <gantry/plugin.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace gantry::framework::loader {

/// How the dynamic linker treats a shared object: by default its symbols stay its own and all of
/// them are looked up at once.
struct LoadMode {
    /// The symbols serve libraries that are loaded later.
    bool global = false;
    /// Functions are looked up when they are first called.
    bool lazy = false;
};

/// A loaded shared object. It stays loaded until the last pointer to it, and the last object it
/// holds, is gone. Any thread may use it. Two Library objects may show one loaded shared object, as
/// the dynamic linker counts its users.
class Library final : public gantry::Library, public std::enable_shared_from_this<Library> {
public:
    using Function = void (*)();

    /// Throws gantry::Error with the file and the dynamic linker's reason.
    static std::shared_ptr<Library> open(const std::filesystem::path& file, LoadMode mode = {});
    ~Library() override;
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
    /// An exported C function, to be cast to its type; null if there is none of that name.
    [[nodiscard]] Function find(const std::string& name) const;
    [[nodiscard]] std::shared_ptr<void> hold(void* object, void (*destroy)(void*)) const override;

private:
    class Handle;
    Library(std::filesystem::path file, std::unique_ptr<Handle> handle);

    std::filesystem::path file_;
    std::unique_ptr<Handle> handle_;
};

}  // namespace gantry::framework::loader
