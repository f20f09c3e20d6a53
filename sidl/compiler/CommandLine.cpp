#include "CommandLine.hpp"

#include <boost/program_options.hpp>

#include <sstream>

namespace sidlc {

namespace {

namespace options = boost::program_options;

options::options_description visibleOptions() {
    options::options_description visible("Options");
    auto add = visible.add_options();
    add("check", "check the files and write nothing");
    add("emit", options::value<std::string>()->value_name("WHAT"),
        "write C++ headers: 'cpp' (one per type) or 'null' (a do-nothing twin per interface)");
    add("output,o", options::value<std::string>()->value_name("DIR"),
        "the folder that --emit writes below; only files that changed are written");
    add("import", options::value<std::vector<std::string>>()->value_name("FILE"),
        "read FILE for its types, but emit nothing for it (may be repeated)");
    add("verbose", "print the names of the written files");
    add("help,h", "print this text");
    add("version", "print the version");
    return visible;
}

CommandLine::Action emitAction(const std::string& what) {
    if (what == "cpp") {
        return CommandLine::Action::EmitCpp;
    }
    if (what == "null") {
        return CommandLine::Action::EmitNull;
    }
    throw UsageError("--emit knows 'cpp' and 'null', not '" + what + "'");
}

CommandLine checked(const options::variables_map& given) {
    CommandLine line;
    if (given.count("help") != 0) {
        line.action = CommandLine::Action::Help;
        return line;
    }
    if (given.count("version") != 0) {
        line.action = CommandLine::Action::Version;
        return line;
    }
    if (given.count("check") == given.count("emit")) {
        throw UsageError("say either --check or --emit cpp|null");
    }
    if (given.count("emit") != 0) {
        line.action = emitAction(given["emit"].as<std::string>());
    }
    if ((given.count("emit") != 0) != (given.count("output") != 0)) {
        throw UsageError("--emit and -o DIR go together");
    }
    if (given.count("file") == 0) {
        throw UsageError("name at least one .sidl file");
    }
    line.verbose = given.count("verbose") != 0;
    line.files = given["file"].as<std::vector<std::string>>();
    if (given.count("output") != 0) {
        line.outputFolder = given["output"].as<std::string>();
    }
    if (given.count("import") != 0) {
        line.imports = given["import"].as<std::vector<std::string>>();
    }
    return line;
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& words) {
    options::options_description all = visibleOptions();
    all.add_options()("file", options::value<std::vector<std::string>>());
    options::positional_options_description positional;
    positional.add("file", -1);
    options::variables_map given;
    try {
        namespace style = options::command_line_style;
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
            "writes the C++ headers of their types.\n\n"
            "Usage:\n"
            "  sidlc --check FILE...\n"
            "  sidlc --emit cpp|null -o DIR [--import FILE]... FILE...\n\n"
         << visibleOptions()
         << "\nAll files of one call are read together, so types may refer to each other.\n\n"
            "Examples:\n"
            "  sidlc --check sidl/*.sidl\n"
            "  sidlc --emit cpp -o interfaces sidl/*.sidl\n"
            "  sidlc --emit null -o interfaces --import sidl/gov.cca.sidl sidl/performance.sidl\n\n"
            "Exit status: 0 done or accepted, 1 rejected or not done, 2 wrong usage.\n";
    return text.str();
}

}  // namespace sidlc
