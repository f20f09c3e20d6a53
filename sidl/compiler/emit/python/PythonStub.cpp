#include <compiler/emit/cpp/CppText.hpp>
#include <compiler/emit/cpp/CppTypes.hpp>

#include <map>
#include <string>

#include "PythonEmitter.hpp"
#include "PythonText.hpp"

namespace sidlc {

namespace {

std::string primitiveName(Primitive primitive) {
    switch (primitive) {
        case Primitive::Bool:
            return "bool";
        case Primitive::Int:
        case Primitive::Long:
            return "int";
        case Primitive::Float:
        case Primitive::Double:
            return "float";
        case Primitive::Fcomplex:
        case Primitive::Dcomplex:
            return "complex";
        case Primitive::Char:
        case Primitive::String:
            return "str";
        case Primitive::Opaque:
            return "int | None";
    }
    return "object";
}

std::string wholeName(const TypeSymbol& type) {
    return pythonModule(type) + "." + pythonIdentifier(type.name);
}

class StubWriter final {
public:
    explicit StubWriter(const Model& model) : types_(model) {}

    std::string type(const TypeSymbol& type) const {
        const std::string head = "class " + pythonIdentifier(type.name);
        const std::string doc = documentation(type.declaration->doc, 4);
        if (const auto* values = std::get_if<Enumeration>(&type.declaration->body)) {
            std::string text = head + "(enum.IntEnum):\n" + doc;
            for (const Enumerator& each : values->enumerators) {
                text += "    " + pythonIdentifier(each.name) + " = " + std::to_string(*each.value) +
                        "\n";
            }
            return text;
        }
        if (const auto* aStruct = std::get_if<Struct>(&type.declaration->body)) {
            std::string text = "@dataclasses.dataclass\n" + head + ":\n" + doc;
            for (const StructMember& each : aStruct->members) {
                text += "    " + pythonIdentifier(each.name) + ": " + use(each.type) + " = ...\n";
            }
            return aStruct->members.empty() ? text + "    ...\n" : text;
        }
        return object(type, head, doc);
    }

private:
    // So that the text cannot end the docstring early.
    static std::string escaped(const std::string& line) {
        std::string text;
        for (const char c : line) {
            text += (c == '\\' || c == '"' ? "\\" : "") + std::string(1, c);
        }
        return text;
    }

    // Lines behind the first are indented as the class is: help() removes that.
    static std::string documentation(std::string_view doc, std::size_t indent) {
        const std::string margin(indent, ' ');
        const std::vector<std::string> lines = docLines(doc);
        if (lines.empty()) {
            return {};
        }
        std::string text = margin + "\"\"\"";
        for (std::size_t at = 0; at < lines.size(); ++at) {
            text += (at == 0 || lines[at].empty() ? "" : margin) + escaped(lines[at]) +
                    (at + 1 < lines.size() ? "\n" : "");
        }
        return text + "\"\"\"\n";
    }

    std::string object(const TypeSymbol& type, const std::string& head,
                       const std::string& doc) const {
        std::string bases;
        for (const TypeSymbol* base : pythonBases(type)) {
            bases += (bases.empty() ? "" : ", ") + wholeName(*base);
        }
        std::string text =
            head + "(" + (bases.empty() ? "sidl.BaseInterface" : bases) + "):\n" + doc;
        bool empty = true;
        for (const Method& method : methodsOf(type)) {
            if (!isStaticMethod(type, method)) {
                text += this->method(method);
                empty = false;
            }
        }
        return empty ? text + "    ...\n" : text;
    }

    std::string method(const Method& method) const {
        std::string text = "    def " + pythonMethodName(method) + "(self";
        for (const Argument* each : pythonArguments(method)) {
            text += ", " + pythonIdentifier(each->name) + ": " + use(each->type);
        }
        const std::string doc = documentation(method.doc, 8);
        return text + ") -> " + result(method) + ":" +
               (doc.empty() ? " ...\n" : "\n" + doc + "        ...\n");
    }

    // None, one value, or a tuple of the result and the returned arguments.
    std::string result(const Method& method) const {
        std::vector<std::string> values;
        if (!std::holds_alternative<VoidType>(method.result.type)) {
            values.push_back(use(method.result));
        }
        for (const Argument& each : method.arguments) {
            // An rarray is changed in place and not returned.
            if (each.mode != Mode::In && !std::holds_alternative<RarrayType>(each.type.type)) {
                values.push_back(use(each.type));
            }
        }
        if (values.size() < 2) {
            return values.empty() ? "None" : values.front();
        }
        std::string joined;
        for (const std::string& each : values) {
            joined += (joined.empty() ? "" : ", ") + each;
        }
        return "tuple[" + joined + "]";
    }

    std::string use(const TypeUse& use) const {
        if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
            return primitiveName(*primitive);
        }
        if (const TypeSymbol* type = types_.userType(use)) {
            return wholeName(*type) + (type->isObject() ? " | None" : "");
        }
        const auto* array = std::get_if<ArrayType>(&use.type);
        // Arrays of numbers are shared in place, see Array.hpp.
        if (array == nullptr || !holdsLists(*array)) {
            return "sidl.Array";
        }
        const TypeSymbol* type = types_.elementType(use);
        std::string text =
            type != nullptr ? wholeName(*type) : primitiveName(std::get<Primitive>(array->element));
        for (std::int64_t d = 0; d < array->dimension; ++d) {
            text = "list[" + text + "]";
        }
        return text;
    }

    static bool holdsLists(const ArrayType& array) {
        const auto* primitive = std::get_if<Primitive>(&array.element);
        return std::holds_alternative<ScopedName>(array.element) ||
               (primitive != nullptr &&
                (*primitive == Primitive::String || *primitive == Primitive::Opaque));
    }

    CppTypes types_;
};

}  // namespace

std::string pythonStub(const Model& model, const SourceFile& file) {
    const StubWriter writer(model);
    std::map<std::string, std::string> modules;
    for (const TypeSymbol* type : typesOf(model, file)) {
        std::string& text = modules[pythonModule(*type)];
        text += "\n\n" + writer.type(*type);
    }
    std::string text = "# Generated by sidlc from " + file.source->baseName() +
                       ": what its types look like in Python.\n"
                       "import dataclasses\nimport enum\nimport sidl\n";
    for (const auto& [module, types] : modules) {
        text += "\n\n# ---- module " + module + types;
    }
    return text;
}

}  // namespace sidlc
