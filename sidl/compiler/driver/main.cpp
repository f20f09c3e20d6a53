#include <compiler/print/JsonEmitter.hpp>
#include <compiler/print/Printer.hpp>
#include <compiler/source/Diagnostics.hpp>
#include <compiler/syntax/Parser.hpp>

#include <cerrno>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "CommandLine.hpp"
#include "Compilation.hpp"
#include "Dependencies.hpp"

namespace {

using Action = sidlc::CommandLine::Action;

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

std::vector<sidlc::GeneratedFile> generated(const sidlc::CommandLine& line,
                                            const sidlc::Model& model) {
    return line.backend == nullptr ? std::vector<sidlc::GeneratedFile>()
                                   : line.backend->emit(model);
}

void writeDependencies(const sidlc::CommandLine& line, const sidlc::Model& model,
                       const std::vector<sidlc::GeneratedFile>& files) {
    std::vector<std::string> targets = line.dependencyTargets;
    if (targets.empty()) {
        for (const auto& file : files) {
            targets.push_back((std::filesystem::path(line.outputFolder) / file.path).string());
        }
    }
    const std::filesystem::path path(line.dependencyFile);
    sidlc::writeChanged(
        path.parent_path(),
        {{path.filename(), sidlc::dependencyRule(targets, sidlc::filesRead(model))}});
}

int print(const std::string& path) {
    const sidlc::SourceText source(path, sidlc::readFile(path));
    sidlc::Diagnostics diagnostics;
    const sidlc::SyntaxTree tree = sidlc::parse(source, diagnostics);
    std::cerr << diagnostics.text();
    if (diagnostics.hasErrors()) {
        return kFailed;
    }
    std::cout << sidlc::printed(source, tree);
    return kDone;
}

int compile(const sidlc::CommandLine& line) {
    std::vector<sidlc::InputFile> inputs;
    for (const std::string& path : line.files) {
        inputs.push_back({path, true});
    }
    for (const std::string& path : line.imports) {
        inputs.push_back({path, false});
    }
    sidlc::Diagnostics diagnostics;
    // Not freed: the system reclaims the memory at once when the program ends, whereas freeing the
    // trees of large files node by node takes longer than resolving them.
    static const sidlc::Model* const model =
        sidlc::compile(inputs, line.folders, diagnostics).release();
    std::cerr << diagnostics.text();
    if (diagnostics.hasErrors()) {
        return kFailed;
    }
    const auto files = generated(line, *model);
    for (const auto& path : sidlc::writeChanged(line.outputFolder, files)) {
        if (line.verbose) {
            std::cout << path.string() << "\n";
        }
    }
    if (!line.dependencyFile.empty()) {
        writeDependencies(line, *model, files);
    }
    if (line.action == Action::Json) {
        std::cout << sidlc::jsonText(*model);
    }
    return kDone;
}

int run(const sidlc::CommandLine& line) {
    switch (line.action) {
        case Action::Help:
            std::cout << sidlc::helpText();
            return kDone;
        case Action::Manual:
            std::cout << sidlc::manualText();
            return kDone;
        case Action::Version:
            std::cout << "sidlc " SIDLC_VERSION "\n";
            return kDone;
        case Action::Print:
            return print(line.files.front());
        default:
            return compile(line);
    }
}

// Output can fail as late as here: the disk may be full, or the reader gone.
int finished(int status) {
    if (std::cout.flush()) {
        return status;
    }
    const int reason = errno;
    std::cerr << "sidlc: cannot write to standard output: "
              << (reason == 0 ? "unknown reason" : std::generic_category().message(reason)) << "\n";
    return kFailed;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return finished(run(sidlc::parseCommandLine({argv + 1, argv + argc})));
    } catch (const sidlc::UsageError& error) {
        std::cerr << "sidlc: " << error.what() << "\nTry 'sidlc --help'.\n";
        return kWrongUsage;
    } catch (const std::exception& error) {
        std::cerr << "sidlc: " << error.what() << "\n";
        return kFailed;
    }
}
