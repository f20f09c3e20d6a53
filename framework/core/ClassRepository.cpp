// The folders of the component path are listed anew for every query, so that a component that was
// built meanwhile is found without a restart; descriptions are cached by the time and the size of
// their file. Only the description note of a file is read; no code of it runs before the class is
// loaded. If two files hold the same class, the first on the path counts, and in one folder the
// one that is named after the class. A class that is asked for by name is therefore found in the
// file of that name without a look into the others of its folder: a folder of fifty components
// would otherwise cost an application of three as many opened files as it has components.

#include "core/ClassRepository.hpp"

#include <base/text/Joined.hpp>
#include <base/text/NameSuggestion.hpp>
#include <base/text/SnakeCase.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

#include "loader/StoredDescription.hpp"

namespace gantry::framework {
namespace {

namespace fs = std::filesystem;

std::string textOf(const char* text) {
    return text ? text : "";
}

ClassInfo infoOf(const ComponentDescription& description, const fs::path& file) {
    ClassInfo info{textOf(description.className),
                   textOf(description.version),
                   textOf(description.summary),
                   file,
                   {},
                   {}};
    for (const PortDescription& port : description.providedPorts()) {
        info.ports.push_back({port.name, port.type, true, false, false});
    }
    for (const PortDescription& port : description.usedPorts()) {
        info.ports.push_back({port.name, port.type, false, port.required, port.makeProxy != nullptr,
                              port.connections == Connections::Guarded});
    }
    for (const ParameterDescription& parameter : description.parameterList()) {
        info.parameters.push_back({textOf(parameter.port),
                                   textOf(parameter.key),
                                   textOf(parameter.type),
                                   textOf(parameter.defaultValue),
                                   textOf(parameter.help),
                                   textOf(parameter.low),
                                   textOf(parameter.high),
                                   {}});
        std::string choices = textOf(parameter.choices);
        while (!choices.empty()) {
            const std::size_t end = choices.find('|');
            info.parameters.back().choices.push_back(choices.substr(0, end));
            choices.erase(0, end == std::string::npos ? end : end + 1);
        }
    }
    return info;
}

/// The shared objects of one folder in alphabetical order.
std::vector<fs::path> sharedObjects(const fs::path& folder,
                                    std::vector<RejectedLibrary>* rejected) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->path().extension() == ".so" && entry->is_regular_file(ignored)) {
            files.push_back(fs::absolute(entry->path()).lexically_normal());
        }
    }
    if (error && rejected) {
        rejected->push_back({folder, "the folder cannot be read: " + error.message()});
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The file that the build makes of a class: drivers_cxx_driver of drivers.CXXDriver.
std::string stemOf(const std::string& className) {
    const std::size_t point = className.rfind('.');
    std::string stem = className.substr(0, point == std::string::npos ? 0 : point + 1) +
                       base::snakeCase(className.substr(point + 1));
    std::replace(stem.begin(), stem.end(), '.', '_');
    return stem;
}

}  // namespace

// A refusal is cached as well, so that a folder of foreign libraries is not read at each look.
const ClassRepository::Scanned& ClassRepository::scan(const fs::path& file) const {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    const auto size = fs::file_size(file, error);
    const auto known = scanned_.find(file);
    if (known != scanned_.end() && known->second.time == time && known->second.size == size) {
        return known->second;
    }
    Scanned scanned{time, size, std::nullopt, {}};
    try {
        scanned.info = infoOf(loader::StoredDescription::read(file).description(), file);
    } catch (const std::exception& exception) {
        scanned.reason = exception.what();
    }
    return scanned_.insert_or_assign(file, std::move(scanned)).first->second;
}

// Within a folder those named after their class come first, as find() prefers them.
std::vector<ClassInfo> ClassRepository::available(std::vector<RejectedLibrary>* rejected) const {
    std::map<std::string, ClassInfo> classes;
    for (const fs::path& folder : path_) {
        std::vector<fs::path> files = sharedObjects(folder, rejected);
        std::stable_partition(files.begin(), files.end(), [&](const fs::path& file) {
            const Scanned& scanned = scan(file);
            return scanned.info && stemOf(scanned.info->name) == file.stem();
        });
        for (const fs::path& file : files) {
            const Scanned& scanned = scan(file);
            std::string reason = scanned.reason;
            if (scanned.info) {
                const auto [first, added] = classes.emplace(scanned.info->name, *scanned.info);
                if (!added && first->second.library != file) {
                    reason = file.string() + " holds class '" + first->first +
                             "' again; the one in " + first->second.library.string() +
                             " comes first on the component path";
                }
            }
            if (rejected && !reason.empty()) {
                rejected->push_back({file, std::move(reason)});
            }
        }
    }
    std::vector<ClassInfo> list;
    list.reserve(classes.size());
    for (auto& [name, info] : classes) {
        list.push_back(std::move(info));
    }
    return list;
}

// The files that could not be used are named: the class that is missing is often in one of them.
std::string ClassRepository::unknown(const std::string& className,
                                     const std::vector<ClassInfo>& known,
                                     const std::vector<RejectedLibrary>& rejected) const {
    constexpr std::size_t kMostReasons = 3;
    const std::string folders =
        base::joined(path_, ":", [](const fs::path& folder) { return folder.string(); });
    std::vector<std::string> names;
    names.reserve(known.size());
    for (const ClassInfo& info : known) {
        names.push_back(info.name);
    }
    std::string text = "there is no component class '" + className + "' on the component path (" +
                       (folders.empty() ? "which is empty" : folders) + ")" +
                       base::suggest(className, names);
    for (std::size_t i = 0; i < std::min(rejected.size(), kMostReasons); ++i) {
        text += "; not usable: " + rejected[i].reason;
    }
    if (rejected.size() > kMostReasons) {
        text +=
            "; and " + std::to_string(rejected.size() - kMostReasons) + " more that are not usable";
    }
    return text;
}

std::optional<ClassInfo> ClassRepository::find(const std::string& className) const {
    const auto holds = [&](const fs::path& file) {
        const Scanned& scanned = scan(file);
        return scanned.info && scanned.info->name == className;
    };
    for (const fs::path& folder : path_) {
        std::error_code error;
        const fs::path named =
            fs::absolute(folder / (stemOf(className) + ".so"), error).lexically_normal();
        if (fs::is_regular_file(named, error) && holds(named)) {
            return scan(named).info;
        }
        const std::vector<fs::path> files = sharedObjects(folder, nullptr);
        const auto found = std::find_if(files.begin(), files.end(), holds);
        if (found != files.end()) {
            return scan(*found).info;
        }
    }
    return std::nullopt;
}

const LoadedClass& ClassRepository::load(const std::string& className, loader::LoadMode mode) {
    const auto loaded = std::find_if(palette_.begin(), palette_.end(), [&](const LoadedClass& c) {
        return c.info->name == className;
    });
    if (loaded != palette_.end()) {
        // Loaded already, perhaps privately: opening it again makes its symbols global.
        if (mode.global) {
            globals_.push_back(loader::Library::open(loaded->info->library, mode));
        }
        return *loaded;
    }
    const std::optional<ClassInfo> found = find(className);
    if (!found) {
        std::vector<RejectedLibrary> rejected;
        const std::vector<ClassInfo> known = available(&rejected);
        throw Error(gov::cca::CCAExceptionType::Nonstandard, unknown(className, known, rejected));
    }
    loader::Plugin plugin = loader::Plugin::open(found->library, mode);
    palette_.push_back(
        {std::make_shared<ClassInfo>(infoOf(plugin.description(), found->library)), plugin});
    return palette_.back();
}

void ClassRepository::loadPortLibrary(const fs::path& file) {
    globals_.push_back(loader::Library::open(file, {.global = true}));
}

std::vector<std::shared_ptr<loader::Library>> ClassRepository::unload(
    const std::string& className) {
    const auto found = std::find_if(palette_.begin(), palette_.end(), [&](const LoadedClass& c) {
        return c.info->name == className;
    });
    if (found == palette_.end()) {
        std::vector<std::string> names;
        for (const LoadedClass& loaded : palette_) {
            names.push_back(loaded.info->name);
        }
        throw Error(
            gov::cca::CCAExceptionType::Nonstandard,
            "component class '" + className + "' is not loaded" + base::suggest(className, names));
    }
    std::vector<std::shared_ptr<loader::Library>> dropped{found->plugin.library()};
    palette_.erase(found);
    // All handles of the file: the linker unloads it with the last one.
    for (auto& global : globals_) {
        if (global->file() == dropped.front()->file()) {
            dropped.push_back(std::move(global));
        }
    }
    std::erase(globals_, nullptr);
    return dropped;
}

void ClassRepository::rollBack(std::size_t paletteSize) {
    palette_.erase(
        palette_.begin() + static_cast<std::ptrdiff_t>(std::min(paletteSize, palette_.size())),
        palette_.end());
}

}  // namespace gantry::framework
