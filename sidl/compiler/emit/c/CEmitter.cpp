#include "CEmitter.hpp"

namespace sidlc {

std::vector<GeneratedFile> emitC(const Model& model) {
    const CTypes types(model);
    std::vector<GeneratedFile> files;
    for (const auto& file : model.files()) {
        if (file->emitted && !file->isBuiltIn) {
            const std::string path = "c/" + fileStem(*file);
            files.push_back({path + ".h", cHeader(types, *file)});
            files.push_back({path + ".cpp", cBridge(types, *file)});
        }
    }
    return files;
}

}  // namespace sidlc
