#include "CommandLine.hpp"

#include <base/text/ManPage.hpp>

#include <boost/program_options.hpp>

#include <sstream>

namespace sidlc {

namespace {

namespace options = boost::program_options;

std::string backendNames(const char* between) {
    std::string names;
    for (const Backend& each : backends()) {
        names += (names.empty() ? "" : between) + std::string(each.name);
    }
    return names;
}

options::options_description visibleOptions() {
    options::options_description visible("Options");
    auto add = visible.add_options();
    add("check", "check the files and write nothing");
    add("print", "print the canonical form of one file");
    add("json", "print the checked model of the files (docs/formats/sidl-model.md)");
    add("emit", options::value<std::string>()->value_name("WHAT"),
        "generate files; WHAT is one of the back ends below");
    add("output,o", options::value<std::string>()->value_name("DIR"),
        "the output folder of --emit; files that would not change are not written");
    add("import", options::value<std::vector<std::string>>()->value_name("FILE"),
        "read FILE for its types only; nothing is generated for it (may be repeated)");
    add("include,I", options::value<std::vector<std::string>>()->value_name("DIR"),
        "search DIR for the packages that 'import' and 'require' name: a.b in a.b.sidl, then in "
        "a.sidl (may be repeated)");
    add("deps", options::value<std::string>()->value_name("FILE"),
        "write a rule for make or ninja to FILE: the generated files depend on the files read");
    add("deps-target", options::value<std::vector<std::string>>()->value_name("NAME"),
        "the target of that rule, in place of the generated files (may be repeated)");
    add("verbose", "print the names of the written files");
    add("help,h", "print this text");
    add("version", "print the version");
    return visible;
}

const Backend& backendOf(const std::string& what) {
    const Backend* const backend = findBackend(what);
    if (backend == nullptr) {
        throw UsageError("--emit takes " + backendNames(", ") + ", not '" + what + "'");
    }
    return *backend;
}

std::vector<std::string> listOf(const options::variables_map& given, const char* name) {
    return given.count(name) == 0 ? std::vector<std::string>()
                                  : given[name].as<std::vector<std::string>>();
}

std::string valueOf(const options::variables_map& given, const char* name) {
    return given.count(name) == 0 ? std::string() : given[name].as<std::string>();
}

CommandLine::Action actionOf(const options::variables_map& given) {
    // Each option can be given once, so the sum is the number of actions.
    if (given.count("check") + given.count("print") + given.count("json") + given.count("emit") !=
        1) {
        throw UsageError("give exactly one of --check, --print, --json, --emit WHAT");
    }
    if (given.count("emit") != 0) {
        return CommandLine::Action::Emit;
    }
    if (given.count("print") != 0) {
        return CommandLine::Action::Print;
    }
    return given.count("json") != 0 ? CommandLine::Action::Json : CommandLine::Action::Check;
}

CommandLine checked(const options::variables_map& given) {
    // These three need no files, so they come before everything that could be missing or
    // contradictory.
    CommandLine line;
    if (given.count("help") != 0) {
        line.action = CommandLine::Action::Help;
        return line;
    }
    if (given.count("man") != 0) {
        line.action = CommandLine::Action::Manual;
        return line;
    }
    if (given.count("version") != 0) {
        line.action = CommandLine::Action::Version;
        return line;
    }
    line.action = actionOf(given);
    if (line.action == CommandLine::Action::Emit) {
        line.backend = &backendOf(valueOf(given, "emit"));
    }
    line.outputFolder = valueOf(given, "output");
    line.dependencyFile = valueOf(given, "deps");
    line.dependencyTargets = listOf(given, "deps-target");
    line.verbose = given.count("verbose") != 0;
    line.files = listOf(given, "file");
    line.imports = listOf(given, "import");
    line.folders = listOf(given, "include");
    if ((given.count("emit") != 0) != (given.count("output") != 0)) {
        throw UsageError("use --emit and -o DIR together");
    }
    if (line.files.empty()) {
        throw UsageError("give at least one .sidl file");
    }
    if (line.action == CommandLine::Action::Print && line.files.size() > 1) {
        throw UsageError("--print takes one file");
    }
    if (!line.dependencyFile.empty() && given.count("emit") == 0 &&
        line.dependencyTargets.empty()) {
        throw UsageError("--deps without --emit needs --deps-target NAME");
    }
    return line;
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& words) {
    options::options_description all = visibleOptions();
    // Not shown by --help: --man is for the build of the manual page.
    all.add_options()("man", "")("file", options::value<std::vector<std::string>>());
    options::positional_options_description positional;
    positional.add("file", -1);
    options::variables_map given;
    try {
        namespace style = options::command_line_style;
        // Abbreviations would become ambiguous with each new option.
        const int strict = style::default_style & ~style::allow_guessing;
        options::store(options::command_line_parser(words)
                           .options(all)
                           .positional(positional)
                           .style(strict)
                           .run(),
                       given);
    } catch (const options::error& error) {
        throw UsageError(error.what());
    }
    return checked(given);
}

std::string helpText() {
    std::ostringstream text;
    text << "sidlc reads SIDL (Scientific Interface Definition Language) files, checks them, and\n"
            "generates the code by which C++, C, Fortran and Python programs use their types.\n\n"
            "Usage:\n"
            "  sidlc --check [-I DIR]... FILE...\n"
            "  sidlc --print FILE\n"
            "  sidlc --json [-I DIR]... FILE...\n"
            "  sidlc --emit WHAT -o DIR [-I DIR]... [--import FILE]... FILE...\n\n"
         << visibleOptions() << "\nBack ends (--emit WHAT):\n";
    for (const Backend& each : backends()) {
        std::string name(each.name);
        name.resize(10, ' ');
        text << "  " << name << each.help << " (" << each.files << ")\n";
    }
    text << "\nAll files of one call are read together, so types may refer to each other.\n\n"
            "Examples:\n"
            "  sidlc --check sidl/*.sidl\n"
            "  sidlc --emit cpp -o interfaces sidl/*.sidl\n"
            "  sidlc --emit null -o interfaces --import sidl/gov.cca.sidl sidl/performance.sidl\n"
            "  sidlc --emit cpp -o out --deps out/my.d -I sidl my.sidl\n"
            "  sidlc --print my.sidl > tidy.sidl\n\n"
            "Exit status: 0 done or accepted, 1 rejected or not done, 2 usage error.\n";
    return text.str();
}

std::string manualText() {
    gantry::base::ManPage page("sidlc", SIDLC_VERSION, "compiles SIDL interface definitions");
    page.section("SYNOPSIS")
        .lines({"sidlc --check [-I DIR]... FILE...", "sidlc --print FILE",
                "sidlc --json [-I DIR]... FILE...",
                "sidlc --emit WHAT -o DIR [-I DIR]... [--import FILE]... FILE..."});
    page.section("OPTIONS");
    const options::options_description visible = visibleOptions();
    for (const auto& option : visible.options()) {
        page.item(option->format_name() + ' ' + option->format_parameter(), option->description());
    }
    page.section("WHAT CAN BE EMITTED");
    for (const Backend& each : backends()) {
        page.item(std::string(each.name),
                  std::string(each.help) + " (" + std::string(each.files) + ").");
    }
    page.section("EXIT STATUS")
        .item("0", "Done, or accepted.")
        .item("1", "Rejected, or not done.")
        .item("2", "Usage error.");
    return page.text();
}

}  // namespace sidlc
