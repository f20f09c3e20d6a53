#include "PythonSkeleton.hpp"

#include <compiler/emit/cpp/InheritedMethods.hpp>

#include "PythonText.hpp"

namespace sidlc {

namespace {

std::string pythonSkeleton(const TypeSymbol& type) {
    std::string text = "import " + pythonModule(type) + "\n";
    for (const Method* method : inheritedMethods(type)) {
        const std::string name = pythonMethodName(*method);
        text += "\n    def " + name + "(self";
        for (const Argument* each : pythonArguments(*method)) {
            text += ", " + pythonIdentifier(each->name);
        }
        text +=
            "):\n        raise NotImplementedError(\"@CLASS@: " + name + " is not written yet\")\n";
    }
    return text;
}

}  // namespace

std::vector<std::string> pythonSkeletons(const Model&,
                                         const std::vector<const TypeSymbol*>& ports) {
    std::vector<std::string> texts;
    texts.reserve(ports.size());
    for (const TypeSymbol* port : ports) {
        texts.push_back(pythonSkeleton(*port));
    }
    return texts;
}

}  // namespace sidlc
