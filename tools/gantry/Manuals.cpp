#include "Manuals.hpp"

#include <base/text/ManPage.hpp>
#include <perf/engine/MeasurementSettings.hpp>

#include <iostream>
#include <sstream>

#include "MeasurementOptions.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

// What a command prints for one of the hidden options that OptionParser knows.
std::string printedBy(const Command& command, const char* option) {
    std::ostringstream text;
    std::streambuf* const output = std::cout.rdbuf(text.rdbuf());
    try {
        command.execute({option});
    } catch (...) {
        std::cout.rdbuf(output);
        throw;
    }
    std::cout.rdbuf(output);
    return text.str();
}

std::string cell(const char* text) {
    return *text == '\0' ? "-" : '`' + std::string(text) + '`';
}

std::string valuesOf(const perf::MeasurementSetting& setting) {
    const std::string type = setting.type;
    if (type == "bool") {
        return "`1` or `0`";
    }
    return setting.low == nullptr ? cell(setting.value)
                                  : '`' + std::string(setting.low) + "` to `" + setting.high + '`';
}

}  // namespace

std::string programManual() {
    base::ManPage page("gantry", GANTRY_VERSION, "measure programs and component applications");
    page.section("SYNOPSIS").lines({"gantry COMMAND [options] [arguments]"});
    page.section("COMMANDS");
    std::vector<std::string> examples;
    for (const auto& [name, command] : allCommands()) {
        page.item(name, command.summary + "; see gantry-" + name + "(1).");
        examples.insert(examples.end(), command.examples.begin(), command.examples.end());
    }
    page.section("EXIT STATUS")
        .item("0", "Success.")
        .item(std::to_string(kFailed), "The command failed.")
        .item(std::to_string(kWrongUsage), "Usage error.")
        .item(std::to_string(kDamagedFile),
              "An input file is damaged, of another kind, or of a newer version.");
    page.section("ENVIRONMENT");
    for (const perf::MeasurementSetting& setting : perf::kMeasurementSettings) {
        if (*setting.variable != '\0') {
            page.item(setting.variable, settingText(setting) + '.');
        }
    }
    page.section("EXAMPLES").lines(examples);
    return page.text();
}

std::string bashCompletion() {
    std::string commands;
    std::string cases;
    for (const auto& [name, command] : allCommands()) {
        commands += (commands.empty() ? "" : " ") + name;
        cases +=
            "        " + name + ") words=\"" + printedBy(command, "--list-options") + "\" ;;\n";
    }
    return "# bash completion of gantry; written by `gantry help --completion`.\n"
           "_gantry() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words=\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W \"" +
           commands +
           "\" -- \"$current\"))\n"
           "        return\n"
           "    fi\n"
           "    case ${COMP_WORDS[1]} in\n" +
           cases +
           "    esac\n"
           "    case $current in\n"
           "        -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
           "        *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
           "    esac\n"
           "}\n"
           "complete -o filenames -F _gantry gantry\n";
}

std::string settingsPage() {
    std::string text =
        "# Settings of measurement\n\n"
        "<!-- Written by `gantry help --settings` from "
        "perf/engine/include/perf/engine/MeasurementSettings.hpp; do not edit. -->\n\n"
        "The same settings apply however they are given: as an environment variable, as a "
        "parameter of the component\n`performance.Native` (`parameters INSTANCE configuration KEY "
        "VALUE` in a "
        "script), or as an option. Settings with a variable are options of\n`gantry exec`, "
        "settings with a parameter are options of `gantry run`. Switches in the environment accept "
        "1, yes, on, true and\n0, no, off, false.\n\n"
        "| variable | parameter | option | values | default | meaning |\n"
        "|---|---|---|---|---|---|\n";
    for (const perf::MeasurementSetting& setting : perf::kMeasurementSettings) {
        const std::string option =
            *setting.option == '\0' ? "" : "--" + std::string(setting.option);
        text += "| " + cell(setting.variable) + " | " + cell(setting.parameter) + " | " +
                cell(option.c_str()) + " | " + valuesOf(setting) + " | " +
                cell(setting.defaultValue) + " | " + settingText(setting) + " |\n";
    }
    return text;
}

bool writeManual(const Words& words) {
    if (words.size() < 2) {
        return false;
    }
    if (words.size() == 2 && words[1] == "--man") {
        std::cout << programManual();
    } else if (words.size() == 2 && words[1] == "--completion") {
        std::cout << bashCompletion();
    } else if (words.size() == 2 && words[1] == "--settings") {
        std::cout << settingsPage();
    } else if (words.size() == 3 && words[1] == "--man") {
        std::cout << printedBy(commandNamed(words[2]), "--man");
    } else if (words.size() == 2) {
        std::cout << printedBy(commandNamed(words[1]), "--help");
    } else {
        return false;
    }
    return true;
}

}  // namespace gantry::tools
