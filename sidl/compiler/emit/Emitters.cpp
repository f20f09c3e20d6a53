#include "Emitters.hpp"

#include <compiler/emit/c/CEmitter.hpp>
#include <compiler/emit/cpp/CppEmitter.hpp>
#include <compiler/emit/fortran/FortranEmitter.hpp>
#include <compiler/emit/null/NullEmitter.hpp>
#include <compiler/emit/proxy/ProxyEmitter.hpp>
#include <compiler/emit/python/PythonEmitter.hpp>
#include <compiler/emit/skeleton/SkeletonEmitter.hpp>

#include <algorithm>
#include <array>

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
