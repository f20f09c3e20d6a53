#include <base/files/ElfFile.hpp>
#include <base/files/FileError.hpp>
#include <base/text/GlobPattern.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricPlugins.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <system_error>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// Parts of a text between separators, empty ones left out.
std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        if (end > begin) {
            parts.emplace_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return parts;
}

// The folder of the program or shared object this code is part of; empty where it is not known.
fs::path ownFolder() {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(&ownFolder), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    std::error_code error;
    fs::path file = fs::canonical(info.dli_fname, error);
    if (error) {
        // A program started by a bare name.
        file = fs::read_symlink("/proc/self/exe", error);
    }
    return file.parent_path();
}

template <class Function>
bool find(void* handle, const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(handle, name));
    return function != nullptr;
}

// The dynamic linker would map a file that was cut, and the process would be killed. What cannot
// be read at all is left to dlopen, whose message says more.
bool isWhole(const fs::path& file) {
    try {
        return base::ElfFile(file).state() != base::ElfFile::State::Damaged;
    } catch (const base::FileError&) {
        return true;
    }
}

// Why the file cannot be used; empty where it can.
std::string load(MetricLibrary& library) {
    if (!isWhole(library.file)) {
        return "it is damaged or incompletely copied; copy or build it again";
    }
    // RTLD_NODELETE: a thread may still hold counters when the last group is closed.
    void* const handle = ::dlopen(library.file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
        return ::dlerror();
    }
    DescribeMetrics describe = nullptr;
    if (!find(handle, "gantry_metrics_describe", describe) ||
        !find(handle, "gantry_metrics_open", library.open) ||
        !find(handle, "gantry_metrics_close", library.close)) {
        ::dlclose(handle);
        return "it does not export the functions of perf/engine/MetricPlugin.hpp; define them with "
               "GANTRY_METRICS";
    }
    library.description = describe();
    if (library.description == nullptr || library.description->abi != kMetricPluginAbi) {
        ::dlclose(handle);
        return "it was built for another version of the engine; build it again";
    }
    return {};
}

void addFolder(const fs::path& folder, std::vector<MetricLibrary>& libraries,
               std::vector<MetricRefusal>* rejected) {
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == ".so") {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        MetricLibrary library{file, file.stem().string()};
        const bool known = std::any_of(
            libraries.begin(), libraries.end(),
            [&library](const MetricLibrary& other) { return other.name == library.name; });
        if (known) {
            continue;
        }
        if (const std::string reason = load(library); reason.empty()) {
            libraries.push_back(library);
        } else if (rejected != nullptr) {
            rejected->push_back({file.string(), reason});
        }
    }
}

}  // namespace

std::shared_ptr<MetricGroup> MetricLibrary::group(const std::vector<std::string>& names,
                                                  std::vector<MetricRefusal>& refused) const {
    std::array<char, 512> error{};
    MetricGroup* const opened = open(names, refused, error.data(), error.size());
    if (opened == nullptr && error[0] != '\0') {
        throw EngineError("metrics: " + file.string() + " failed: " + error.data());
    }
    return opened == nullptr ? nullptr : std::shared_ptr<MetricGroup>(opened, close);
}

std::size_t MetricLibrary::fit(std::string_view metric) const noexcept {
    std::size_t longest = 0;
    const std::string_view patterns = description->names;
    for (std::size_t begin = 0; begin < patterns.size();) {
        const std::size_t end = std::min(patterns.find(' ', begin), patterns.size());
        const std::string_view pattern = patterns.substr(begin, end - begin);
        if (base::matchesPattern(pattern, metric)) {
            longest = std::max(longest, pattern.size());
        }
        begin = end + 1;
    }
    return longest;
}

std::vector<fs::path> metricFolders() {
    std::vector<fs::path> folders;
    if (const char* const given = std::getenv("GANTRY_METRIC_PATH"); given != nullptr) {
        for (const std::string& folder : split(given, ':')) {
            folders.emplace_back(folder);
        }
    }
    if (const fs::path own = ownFolder(); !own.empty()) {
        folders.push_back(own / "metrics");
        folders.push_back(own.parent_path() / "lib" / "gantry" / "metrics");
    }
    return folders;
}

std::vector<MetricLibrary> metricLibraries(const std::vector<fs::path>& folders,
                                           std::vector<MetricRefusal>* rejected) {
    std::vector<MetricLibrary> libraries;
    for (const fs::path& folder : folders) {
        addFolder(folder, libraries, rejected);
    }
    return libraries;
}

}  // namespace gantry::perf
