#include "SkeletonEmitter.hpp"

#include <compiler/emit/Backend.hpp>
#include <compiler/emit/cpp/CppTypes.hpp>

#include <string>

namespace sidlc {

namespace {

constexpr const char* kPort = "gov.cca.Port";

bool isPort(const TypeSymbol& type) {
    return type.kind == TypeKind::Interface && isEmitted(type) && derivesFrom(type, kPort);
}

}  // namespace

std::vector<GeneratedFile> emitSkeletons(const Model& model) {
    std::vector<const TypeSymbol*> ports;
    for (const auto& [name, type] : model.types()) {
        if (isPort(type)) {
            ports.push_back(&type);
        }
    }
    std::vector<GeneratedFile> files;
    for (const Backend& backend : backends()) {
        if (backend.skeletons == nullptr) {
            continue;
        }
        const std::vector<std::string> texts = backend.skeletons(model, ports);
        for (std::size_t at = 0; at < ports.size(); ++at) {
            files.push_back(
                {"skeleton/" + ports[at]->qualifiedName() + "." + std::string(backend.language),
                 texts[at]});
        }
    }
    return files;
}

}  // namespace sidlc
