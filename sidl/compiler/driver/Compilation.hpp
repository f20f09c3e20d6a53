#pragma once

#include <compiler/model/Model.hpp>
#include <compiler/source/Diagnostics.hpp>

#include <memory>
#include <string>
#include <vector>

namespace sidlc {

/// A file to read; nothing is generated for one that is not `emitted`. Paths are compared after
/// normalisation by the file system.
struct InputFile {
    std::string path;
    bool emitted = true;
};

/// Reads, parses, resolves and checks the files together; a path given twice counts once. For a
/// package that `import` or `require` names and no file declares, `a.b.sidl`, else `a.sidl`, is
/// read from the first of the folders that has it, for its types only. A file that cannot be read
/// is reported like any other error. Names are only resolved when every file parsed.
std::unique_ptr<Model> compile(const std::vector<InputFile>& inputs,
                               const std::vector<std::string>& folders, Diagnostics& diagnostics);

/// The same for one source text in memory.
std::unique_ptr<Model> compileText(std::string name, std::string text, Diagnostics& diagnostics);

}  // namespace sidlc
