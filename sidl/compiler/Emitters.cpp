#include "Emitters.hpp"

#include <algorithm>
#include <array>

#include "CEmitter.hpp"
#include "CppEmitter.hpp"
#include "FortranEmitter.hpp"
#include "NullEmitter.hpp"
#include "ProxyEmitter.hpp"
#include "PythonEmitter.hpp"
#include "SkeletonEmitter.hpp"

namespace sidlc {

namespace {

constexpr std::array kEmitters{
    Emitter{"cpp", "a C++ header for each type", emitCpp},
    Emitter{"null", "a do-nothing twin for each interface", emitNull},
    Emitter{"proxy", "a proxy for each interface, by which its calls are observed", emitProxies},
    Emitter{"c", "a header and a bridge for C for each file", emitC},
    Emitter{"fortran", "a module for each file, on top of C's", emitFortran},
    Emitter{"python", "a binding and a stub for each file", emitPython},
    Emitter{"skeleton", "first method bodies for each port, in C++, C and Python", emitSkeletons},
};

}  // namespace

std::span<const Emitter> emitters() {
    return kEmitters;
}

const Emitter* findEmitter(const std::string& name) {
    const auto found = std::find_if(kEmitters.begin(), kEmitters.end(),
                                    [&](const Emitter& each) { return name == each.name; });
    return found == kEmitters.end() ? nullptr : &*found;
}

}  // namespace sidlc
