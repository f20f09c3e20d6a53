#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "CommandLine.hpp"
#include "Compilation.hpp"
#include "CppEmitter.hpp"
#include "Diagnostics.hpp"
#include "NullEmitter.hpp"

namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

void emit(const sidlc::CommandLine& line, const sidlc::Model& model) {
    const auto files = line.action == sidlc::CommandLine::Action::EmitCpp ? sidlc::emitCpp(model)
                                                                          : sidlc::emitNull(model);
    for (const auto& path : sidlc::writeChanged(line.outputFolder, files)) {
        if (line.verbose) {
            std::cout << path.string() << "\n";
        }
    }
}

int run(const sidlc::CommandLine& line) {
    if (line.action == sidlc::CommandLine::Action::Help) {
        std::cout << sidlc::helpText();
        return kDone;
    }
    if (line.action == sidlc::CommandLine::Action::Version) {
        std::cout << "sidlc " SIDLC_VERSION "\n";
        return kDone;
    }
    std::vector<sidlc::InputFile> inputs;
    for (const std::string& path : line.files) {
        inputs.push_back({path, true});
    }
    for (const std::string& path : line.imports) {
        inputs.push_back({path, false});
    }
    sidlc::Diagnostics diagnostics;
    const auto model = sidlc::compile(inputs, diagnostics);
    std::cerr << diagnostics.text();
    if (diagnostics.hasErrors()) {
        return kFailed;
    }
    if (line.action != sidlc::CommandLine::Action::Check) {
        emit(line, *model);
    }
    return kDone;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(sidlc::parseCommandLine({argv + 1, argv + argc}));
    } catch (const sidlc::UsageError& error) {
        std::cerr << "sidlc: " << error.what() << "\nTry 'sidlc --help'.\n";
        return kWrongUsage;
    } catch (const std::exception& error) {
        std::cerr << "sidlc: " << error.what() << "\n";
        return kFailed;
    }
}
