#pragma once

#include <compiler/model/Model.hpp>

#include <span>
#include <string>
#include <vector>

#include "GeneratedFile.hpp"

namespace sidlc {

/// One thing that `sidlc --emit` can write.
struct Emitter {
    const char* name;
    const char* help;  ///< what it writes
    std::vector<GeneratedFile> (*emit)(const Model& model);
};

/// All of them, in the order in which help shows them.
std::span<const Emitter> emitters();

/// The emitter of that name, or null.
const Emitter* findEmitter(const std::string& name);

}  // namespace sidlc
