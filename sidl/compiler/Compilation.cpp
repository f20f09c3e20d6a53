#include "Compilation.hpp"

#include <filesystem>
#include <set>
#include <utility>

#include "Parser.hpp"
#include "Resolver.hpp"

namespace sidlc {

namespace {

std::unique_ptr<SourceFile> parsed(std::string name, std::string text, Diagnostics& diagnostics) {
    auto file = std::make_unique<SourceFile>();
    file->source = std::make_unique<SourceText>(std::move(name), std::move(text));
    file->tree = parse(*file->source, diagnostics);
    return file;
}

// Files stay in the model even when nothing was resolved: the diagnostics point into them.
std::unique_ptr<Model> resolved(std::vector<std::unique_ptr<SourceFile>> files,
                                Diagnostics& diagnostics) {
    return diagnostics.hasErrors() ? std::make_unique<Model>(std::move(files))
                                   : resolve(std::move(files), diagnostics);
}

}  // namespace

std::unique_ptr<Model> compile(const std::vector<InputFile>& inputs, Diagnostics& diagnostics) {
    std::vector<std::unique_ptr<SourceFile>> files;
    std::set<std::filesystem::path> seen;
    for (const InputFile& input : inputs) {
        std::error_code ignored;
        if (!seen.insert(std::filesystem::weakly_canonical(input.path, ignored)).second) {
            continue;
        }
        try {
            files.push_back(parsed(input.path, readFile(input.path), diagnostics));
            files.back()->emitted = input.emitted;
        } catch (const SourceError& error) {
            diagnostics.error({}, error.what());
        }
    }
    return resolved(std::move(files), diagnostics);
}

std::unique_ptr<Model> compileText(std::string name, std::string text, Diagnostics& diagnostics) {
    std::vector<std::unique_ptr<SourceFile>> files;
    files.push_back(parsed(std::move(name), std::move(text), diagnostics));
    return resolved(std::move(files), diagnostics);
}

}  // namespace sidlc
