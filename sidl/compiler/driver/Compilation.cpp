#include "Compilation.hpp"

#include <compiler/checks/Checks.hpp>
#include <compiler/model/Resolver.hpp>
#include <compiler/syntax/Parser.hpp>

#include <filesystem>
#include <set>
#include <utility>

namespace sidlc {

namespace {

namespace fs = std::filesystem;

std::unique_ptr<SourceFile> parsed(std::string name, std::string text, Diagnostics& diagnostics) {
    auto file = std::make_unique<SourceFile>();
    file->source = std::make_unique<SourceText>(std::move(name), std::move(text));
    file->tree = parse(*file->source, diagnostics);
    return file;
}

// Files stay in the model even when nothing was resolved: the diagnostics point into them.
std::unique_ptr<Model> resolved(std::vector<std::unique_ptr<SourceFile>> files,
                                Diagnostics& diagnostics) {
    if (diagnostics.hasErrors()) {
        return std::make_unique<Model>(std::move(files));
    }
    auto model = resolve(std::move(files), diagnostics);
    checkModel(*model, !diagnostics.hasErrors(), diagnostics);
    return model;
}

class FileSet final {
public:
    FileSet(const std::vector<std::string>& folders, Diagnostics& diagnostics)
        : folders_(folders), diagnostics_(diagnostics) {}

    void read(const std::string& path, bool emitted) {
        std::error_code ignored;
        if (!seen_.insert(fs::weakly_canonical(path, ignored)).second) {
            return;
        }
        try {
            files_.push_back(parsed(path, readFile(path), diagnostics_));
            files_.back()->emitted = emitted;
            addPackages(files_.back()->tree.declarations, {});
        } catch (const SourceError& error) {
            diagnostics_.error({}, error.what());
        }
    }

    // Files found on the way may ask for others.
    void readImported() {
        for (std::size_t at = 0; at < files_.size(); ++at) {
            std::vector<std::string> wanted;
            for (const auto* clauses :
                 {&files_[at]->tree.requirements, &files_[at]->tree.imports}) {
                for (const PackageClause& clause : *clauses) {
                    wanted.push_back(clause.name.path);
                }
            }
            for (const std::string& package : wanted) {
                if (packages_.count(package) == 0 && package != "sidl") {
                    readPackage(package);
                }
            }
        }
    }

    std::vector<std::unique_ptr<SourceFile>> take() { return std::move(files_); }

private:
    void readPackage(const std::string& package) {
        for (std::string name = package; !name.empty();
             name.resize(name.find('.') == name.npos ? 0 : name.rfind('.'))) {
            for (const std::string& folder : folders_) {
                const fs::path path = fs::path(folder) / (name + ".sidl");
                std::error_code ignored;
                if (fs::is_regular_file(path, ignored)) {
                    read(path.string(), false);
                    return;
                }
            }
        }
    }

    // The nesting of packages is limited by the parser.
    void addPackages(const std::vector<Declaration>& declarations, const std::string& outer) {
        for (const Declaration& each : declarations) {
            if (const auto* package = std::get_if<Package>(&each.body)) {
                const std::string path = outer.empty() ? each.name : outer + "." + each.name;
                packages_.insert(path);
                addPackages(package->members, path);
            }
        }
    }

    const std::vector<std::string>& folders_;
    Diagnostics& diagnostics_;
    std::vector<std::unique_ptr<SourceFile>> files_;
    std::set<fs::path> seen_;
    std::set<std::string> packages_;
};

}  // namespace

std::unique_ptr<Model> compile(const std::vector<InputFile>& inputs,
                               const std::vector<std::string>& folders, Diagnostics& diagnostics) {
    FileSet files(folders, diagnostics);
    for (const InputFile& input : inputs) {
        files.read(input.path, input.emitted);
    }
    files.readImported();
    return resolved(files.take(), diagnostics);
}

std::unique_ptr<Model> compileText(std::string name, std::string text, Diagnostics& diagnostics) {
    std::vector<std::unique_ptr<SourceFile>> files;
    files.push_back(parsed(std::move(name), std::move(text), diagnostics));
    return resolved(std::move(files), diagnostics);
}

}  // namespace sidlc
