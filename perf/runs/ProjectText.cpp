#include <base/text/Joined.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <perf/runs/ProjectText.hpp>
#include <perf/runs/RunFile.hpp>

#include <vector>

namespace gantry::perf {

namespace {

std::string line(const std::string& name, const std::string& text) {
    constexpr std::size_t kTitleWidth = 15;
    if (text.empty()) {
        return {};
    }
    std::string title = name;
    title.resize(kTitleWidth, ' ');
    return title + base::printable(text) + '\n';
}

// How long the run was measured, or why that is not known.
std::string measuredIn(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) {
        return "missing";
    }
    try {
        return base::quantity(static_cast<double>(readProfileFile(file).timeNs), "ns");
    } catch (const base::InputError&) {
        return "damaged";
    }
}

std::string runsTable(const Project& project, const std::filesystem::path& file) {
    using Align = base::TextTable::Align;
    base::TextTable table({{"run", Align::Right},
                           {"file", Align::Left},
                           {"created", Align::Left},
                           {"measured", Align::Right},
                           {"revision", Align::Left},
                           {"note", Align::Left}});
    const std::vector<std::filesystem::path> files = runFilesOf(project, file);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const ProjectRun& run = project.runs[i];
        table.addRow({std::to_string(i + 1), run.file.empty() ? run.name : run.file, run.created,
                      measuredIn(files[i]), run.revision, run.note});
    }
    return '\n' + table.text();
}

}  // namespace

std::string projectText(const Project& project, const std::filesystem::path& file) {
    const std::string configuration =
        base::joined(project.configuration, ", ",
                     [](const auto& entry) { return entry.first + "=" + entry.second; });
    return line("Project", project.title) + line("Description", project.description) +
           line("Program", project.program) + line("Sources", base::joined(project.sources, ", ")) +
           line("Configuration", configuration) + line("Notes", project.notes) +
           (project.runs.empty() ? "" : runsTable(project, file));
}

}  // namespace gantry::perf
