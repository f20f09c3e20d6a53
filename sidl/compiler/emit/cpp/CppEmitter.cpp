#include "CppEmitter.hpp"

#include <compiler/checks/ReservedWords.hpp>

#include <algorithm>
#include <string>

#include "CppText.hpp"
#include "CppTypes.hpp"
#include "InterfaceMethods.hpp"

namespace sidlc {

namespace {

class CppEmitter final {
public:
    explicit CppEmitter(const Model& model) : types_(model) {}

    std::string header(const TypeSymbol& type) {
        // The body first, as it collects what the text before it must include and declare.
        needs_ = {};
        const std::string body = this->body(type);
        const std::string self = cppHeader(type);
        return cppPrologue(type, needs_, self) + cppForwards(needs_, type) +
               cppInNamespace(cppNamespace(type.packages), body);
    }

private:
    std::string body(const TypeSymbol& type) {
        const Declaration& declaration = *type.declaration;
        const std::string doc = cppDoc(declaration.doc, {}, 0);
        if (const auto* enumeration = std::get_if<Enumeration>(&declaration.body)) {
            return doc + enumerationBody(cppIdentifier(declaration.name), *enumeration);
        }
        if (const auto* aStruct = std::get_if<Struct>(&declaration.body)) {
            return doc + structBody(cppIdentifier(declaration.name), *aStruct);
        }
        return doc + classBody(type);
    }

    std::string enumerationBody(const std::string& name, const Enumeration& enumeration) {
        needs_.standardHeaders.insert("cstdint");
        std::string text = "enum class " + name + " : std::int32_t {\n";
        // The value a C++ compiler would give; only others are written, and those that the author
        // wrote stay as written.
        std::int64_t counted = 0;
        for (const Enumerator& each : enumeration.enumerators) {
            std::string value = each.written;
            if (!value.empty() && (value.back() == 'l' || value.back() == 'L')) {
                value.pop_back();
            } else if (value.empty() && each.value != counted) {
                value = std::to_string(*each.value);
            }
            text += cppDoc(each.doc, {}, 4) + "    " + cppIdentifier(each.name) +
                    (value.empty() ? "" : " = " + value) + ",\n";
            counted = *each.value + 1;
        }
        return text + "};\n";
    }

    std::string structBody(const std::string& name, const Struct& aStruct) {
        std::string text = "struct " + name + " {\n";
        bool comparable = true;
        for (const StructMember& each : aStruct.members) {
            text += cppDoc(each.doc, {}, 4) + "    " + types_.value(each.type, needs_) + " " +
                    cppIdentifier(each.name) + "{};\n";
            declareElement(each.type);
            comparable = comparable && types_.isComparable(each.type);
        }
        if (comparable) {
            text += std::string(aStruct.members.empty() ? "" : "\n") +
                    "    friend bool operator==(const " + name + "&, const " + name +
                    "&) = default;\n";
        }
        return text + "};\n";
    }

    // Structs may contain arrays of each other; one of the two headers is then read before the
    // other struct is complete.
    void declareElement(const TypeUse& use) {
        const TypeSymbol* element = types_.elementType(use);
        if (element != nullptr && element->kind == TypeKind::Struct) {
            needs_.forwards[cppNamespace(element->packages)].emplace(cppIdentifier(element->name),
                                                                     "struct");
        }
    }

    std::string classBody(const TypeSymbol& type) {
        std::vector<std::string> bases;
        for (const TypeSymbol* base : type.bases) {
            // Virtual, as SIDL's interfaces may be inherited on several ways and are one object.
            bases.push_back("public virtual " + cppName(*base));
            needs_.headers.insert(cppHeader(*base));
        }
        if (bases.empty()) {
            bases.emplace_back("public virtual ::sidl::BaseInterface");
            needs_.headers.insert("sidl/BaseInterface.hpp");
        }
        const std::string name = cppIdentifier(type.name);
        // Visible, so that the type has one type information in all shared objects, and
        // dynamic_cast and catch work between them.
        std::string text = cppClassHead(name, "[[gnu::visibility(\"default\")]] ", bases) +
                           "public:\n    ~" + name + "() override = default;\n";
        for (const Method& method : methodsOf(type)) {
            text += "\n" + methodText(type, method);
        }
        dropIncludedForwards(type);
        return text + "};\n";
    }

    std::string methodText(const TypeSymbol& type, const Method& method) {
        const bool isStatic = isStaticMethod(type, method);
        // The destructor says `override`; compilers warn of a class that says so of some only.
        const bool overrides = !isStatic && isDeclaredInBase(types_, type, method);
        const std::string head = std::string(isStatic    ? "static "
                                             : overrides ? ""
                                                         : "virtual ") +
                                 types_.value(method.result, needs_) + " " + cppMethodName(method);
        const std::string tail = isStatic ? ";" : overrides ? " override = 0;" : " = 0;";
        std::string text = cppDoc(method.doc, throwsLines(method), 4) +
                           cppSignature(head, argumentTexts(method), tail, 4) + "\n";
        if (method.from) {
            text += "\n" + forwarderText(method);
        }
        return text;
    }

    std::vector<std::string> argumentTexts(const Method& method) {
        std::vector<std::string> arguments;
        for (const Argument& each : method.arguments) {
            arguments.push_back(types_.parameter(each, needs_) + " " + cppIdentifier(each.name));
        }
        return arguments;
    }

    // The inherited method under its own name calls the one it was renamed to.
    std::string forwarderText(const Method& method) {
        std::string names;
        for (const Argument& each : method.arguments) {
            names += (names.empty() ? "" : ", ") + cppIdentifier(each.name);
        }
        const bool isVoid = std::holds_alternative<VoidType>(method.result.type);
        const std::string head = types_.value(method.result, needs_) + " " + cppRenamedName(method);
        const std::string body =
            std::string(isVoid ? "" : "return ") + cppMethodName(method) + "(" + names + ");";
        const std::string line =
            cppSignature(head, argumentTexts(method), " override { " + body + " }", 4);
        return (line.size() <= 100 ? line
                                   : cppSignature(head, argumentTexts(method), " override {\n", 4) +
                                         "        " + body + "\n    }") +
               "\n";
    }

    std::vector<std::string> throwsLines(const Method& method) const {
        std::vector<std::string> lines;
        for (const ScopedName& name : method.throws) {
            lines.push_back("Throws " + cppName(*types_.model().target(name)) + ".");
        }
        return lines;
    }

    void dropIncludedForwards(const TypeSymbol& type) {
        for (const TypeSymbol* base : type.bases) {
            needs_.forwards[cppNamespace(base->packages)].erase(cppIdentifier(base->name));
        }
        if (type.bases.empty()) {
            needs_.forwards["sidl"].erase("BaseInterface");
        }
    }

    CppTypes types_;
    CppNeeds needs_;
};

}  // namespace

std::vector<GeneratedFile> emitCpp(const Model& model) {
    CppEmitter emitter(model);
    std::vector<GeneratedFile> files;
    for (const auto& [name, type] : model.types()) {
        if (isEmitted(type)) {
            files.push_back({cppHeader(type), emitter.header(type)});
        }
    }
    return files;
}

}  // namespace sidlc
