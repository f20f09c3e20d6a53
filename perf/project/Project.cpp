#include <base/files/AtomicFile.hpp>
#include <base/files/FileText.hpp>
#include <perf/project/Project.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

namespace gantry::perf {

namespace {

// Members stay in the order of the file, so that a change of a project is a small difference.
using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "gantry-project";

[[noreturn]] void refuse(base::InputError::Kind kind, const std::string& why) {
    throw ProjectFormatError(kind, why);
}

[[noreturn]] void refuseMember(const std::string& name, const std::string& expected) {
    refuse(base::InputError::Kind::Damaged,
           "member '" + name + "' of the project is not " + expected);
}

std::string textIn(const Json& object, const std::string& name) {
    const auto member = object.find(name);
    if (member == object.end()) {
        return {};
    }
    if (!member->is_string()) {
        refuseMember(name, "a text");
    }
    return member->get<std::string>();
}

Json listIn(const Json& object, const std::string& name) {
    Json list = object.value(name, Json::array());
    if (!list.is_array()) {
        refuseMember(name, "a list");
    }
    return list;
}

std::vector<std::string> textsIn(const Json& object, const std::string& name) {
    std::vector<std::string> texts;
    for (const Json& one : listIn(object, name)) {
        if (!one.is_string()) {
            refuseMember(name, "a list of texts");
        }
        texts.push_back(one.get<std::string>());
    }
    return texts;
}

std::vector<std::pair<std::string, std::string>> configurationIn(const Json& object) {
    const Json members = object.value("configuration", Json::object());
    if (!members.is_object()) {
        refuseMember("configuration", "an object");
    }
    std::vector<std::pair<std::string, std::string>> configuration;
    for (const auto& [key, value] : members.items()) {
        if (!value.is_string()) {
            refuseMember("configuration." + key, "a text");
        }
        configuration.emplace_back(key, value.get<std::string>());
    }
    return configuration;
}

ProjectRun runIn(const Json& object) {
    if (!object.is_object()) {
        refuseMember("runs", "a list of objects");
    }
    ProjectRun run{textIn(object, "name"), textIn(object, "file"), textIn(object, "created"),
                   textIn(object, "revision"), textIn(object, "note")};
    if (run.name.empty()) {
        run.name = std::filesystem::path(run.file).filename().string();
    }
    if (run.name.empty()) {
        refuse(base::InputError::Kind::Damaged, "a run of the project has no name and no file");
    }
    return run;
}

Json documentIn(std::string_view text) {
    Json document = Json::parse(text, nullptr, false);
    if (!document.is_object() || document.value("format", Json()) != kFormat) {
        refuse(document.is_discarded() ? base::InputError::Kind::Damaged
                                       : base::InputError::Kind::WrongKind,
               "is not a project: a JSON object whose \"format\" is \"gantry-project\"");
    }
    const Json version = document.value("version", Json());
    if (!version.is_number_integer() || version < 1) {
        refuseMember("version", "a number from 1 on");
    }
    if (version > kProjectVersion) {
        refuse(base::InputError::Kind::Newer,
               "the project has version " + version.dump() + ", this program reads version " +
                   std::to_string(kProjectVersion) + "; use a newer Gantry");
    }
    return document;
}

// empty() of a Json is false for every text.
bool isEmpty(const Json& value) {
    return value.is_string() ? value.get_ref<const std::string&>().empty() : value.empty();
}

// Members that were there stay where they were; an empty one that was not there is not added.
void put(Json& object, const std::string& name, Json value) {
    if (!isEmpty(value) || object.contains(name)) {
        object[name] = std::move(value);
    }
}

Json jsonOf(const ProjectRun& run, Json document) {
    document["name"] = run.name;
    put(document, "file", run.file);
    put(document, "created", run.created);
    put(document, "revision", run.revision);
    put(document, "note", run.note);
    return document;
}

// The run's own object in the document that was read, with what is not known here.
Json readRun(const Json& document, const ProjectRun& run) {
    for (const Json& one : document.value("runs", Json::array())) {
        const bool same = run.file.empty() ? one.value("name", "") == run.name
                                           : one.value("file", "") == run.file;
        if (same) {
            return one;
        }
    }
    return Json::object();
}

}  // namespace

Project projectFromJson(std::string_view text) {
    const Json document = documentIn(text);
    Project project{textIn(document, "title"), textIn(document, "description"),
                    textIn(document, "program"), textsIn(document, "sources"),
                    configurationIn(document)};
    for (const Json& run : listIn(document, "runs")) {
        project.runs.push_back(runIn(run));
    }
    project.notes = textIn(document, "notes");
    project.view = textIn(document, "view");
    project.document = std::string(text);
    return project;
}

std::string toJson(const Project& project) {
    const Json read = project.document.empty() ? Json::object() : Json::parse(project.document);
    Json document = read;
    document["format"] = kFormat;
    document["version"] = kProjectVersion;
    document["title"] = project.title;
    put(document, "description", project.description);
    put(document, "program", project.program);
    put(document, "sources", project.sources);
    Json configuration = Json::object();
    for (const auto& [key, value] : project.configuration) {
        configuration[key] = value;
    }
    put(document, "configuration", std::move(configuration));
    Json runs = Json::array();
    for (const ProjectRun& run : project.runs) {
        runs.push_back(jsonOf(run, readRun(read, run)));
    }
    document["runs"] = std::move(runs);
    put(document, "notes", project.notes);
    put(document, "view", project.view);
    return document.dump(2, ' ', true) + '\n';
}

bool isProjectFile(const std::filesystem::path& file) {
    // A FIFO would wait for its writer.
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        return false;
    }
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 4096> bytes{};
    stream.read(bytes.data(), bytes.size());
    const std::string_view head(bytes.data(), static_cast<std::size_t>(stream.gcount()));
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && head[first] == '{' &&
           head.find("\"gantry-project\"") != std::string_view::npos;
}

Project readProjectFile(const std::filesystem::path& file) {
    const std::optional<std::string> text = base::fileText(file);
    if (!text) {
        throw ProjectFormatError(base::InputError::Kind::File, file, "cannot be read");
    }
    try {
        return projectFromJson(*text);
    } catch (const ProjectFormatError& error) {
        throw ProjectFormatError(error.kind(), file, error.what());
    }
}

void setConfiguration(Project& project, const std::string& name, const std::string& text) {
    const auto found = std::find_if(project.configuration.begin(), project.configuration.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    if (found == project.configuration.end()) {
        project.configuration.emplace_back(name, text);
    } else {
        found->second = text;
    }
}

void addSource(Project& project, const std::string& path) {
    if (std::find(project.sources.begin(), project.sources.end(), path) == project.sources.end()) {
        project.sources.push_back(path);
    }
}

std::string saveEdits(const std::filesystem::path& file, std::string_view edited) {
    Project project = readProjectFile(file);
    takeEdits(project, projectFromJson(edited));
    std::string text = toJson(project);
    base::writeAtomically(file, text);
    return text;
}

bool addRun(Project& project, const ProjectRun& run) {
    const auto found =
        std::find_if(project.runs.begin(), project.runs.end(), [&](const ProjectRun& one) {
            return one.file.empty() ? one.name == run.name : one.file == run.file;
        });
    if (found == project.runs.end()) {
        project.runs.push_back(run);
        return true;
    }
    found->file = run.file;
    found->created = run.created;
    found->revision = run.revision.empty() ? found->revision : run.revision;
    found->note = run.note.empty() ? found->note : run.note;
    return false;
}

void takeEdits(Project& project, const Project& edited) {
    project.title = edited.title;
    project.description = edited.description;
    project.program = edited.program;
    project.notes = edited.notes;
    project.view = edited.view;
    for (ProjectRun& run : project.runs) {
        const auto found = std::find_if(
            edited.runs.begin(), edited.runs.end(),
            [&](const ProjectRun& one) { return one.name == run.name && one.file == run.file; });
        if (found != edited.runs.end()) {
            run.revision = found->revision;
            run.note = found->note;
        }
    }
}

std::string pathFrom(const std::filesystem::path& folder, const std::filesystem::path& path) {
    const std::filesystem::path from =
        std::filesystem::weakly_canonical(std::filesystem::absolute(folder));
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path))
        .lexically_proximate(from)
        .string();
}

std::vector<std::filesystem::path> runFilesOf(const Project& project,
                                              const std::filesystem::path& projectFile) {
    std::vector<std::filesystem::path> files;
    files.reserve(project.runs.size());
    for (const ProjectRun& run : project.runs) {
        files.push_back(projectFile.parent_path() / (run.file.empty() ? run.name : run.file));
    }
    return files;
}

}  // namespace gantry::perf
