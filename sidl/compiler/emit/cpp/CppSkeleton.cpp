#include "CppSkeleton.hpp"

#include "CppText.hpp"
#include "CppTypes.hpp"
#include "InterfaceMethods.hpp"

namespace sidlc {

namespace {

// The names of arguments are comments, so that compilers do not warn that they are unused.
std::string cppSkeleton(const CppTypes& types, const TypeSymbol& type) {
    CppNeeds unused;
    std::string text;
    for (const InterfaceMethod& each : interfaceMethods(types, type)) {
        const Method& method = each.method();
        std::vector<std::string> arguments;
        for (const Argument& argument : method.arguments) {
            arguments.push_back(types.parameter(argument, unused) + " /*" + argument.name + "*/");
        }
        const std::string name = cppMethodName(method);
        text += (text.empty() ? "" : "\n") +
                cppSignature(types.value(method.result, unused) + " " + name, arguments,
                             " override {\n", 4) +
                "        notWritten(\"" + name + "\");\n    }\n";
    }
    return text;
}

}  // namespace

std::vector<std::string> cppSkeletons(const Model& model,
                                      const std::vector<const TypeSymbol*>& ports) {
    const CppTypes types(model);
    std::vector<std::string> texts;
    texts.reserve(ports.size());
    for (const TypeSymbol* port : ports) {
        texts.push_back(cppSkeleton(types, *port));
    }
    return texts;
}

}  // namespace sidlc
