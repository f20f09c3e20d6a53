#include "JsonEmitter.hpp"

#include <compiler/model/SidlText.hpp>

#include <vector>

#include "JsonText.hpp"

namespace sidlc {

namespace {

// The version that docs/formats/sidl-model.md describes.
constexpr std::int64_t kFormatVersion = 1;

const char* wordOf(MethodAttribute attribute) {
    // In the order of the enumeration, as are the tables below.
    static constexpr const char* kWords[] = {"oneway", "local",       "static", "abstract",
                                             "final",  "nonblocking", "copy"};
    return kWords[static_cast<std::size_t>(attribute)];
}

const char* wordOf(TypeKind kind) {
    static constexpr const char* kWords[] = {"class", "interface", "struct", "enum"};
    return kWords[static_cast<std::size_t>(kind)];
}

const char* wordOf(Expression::Kind kind) {
    static constexpr const char* kWords[] = {"operation", "call",    "name", "integer",
                                             "real",      "complex", "bool", "char",
                                             "string",    "null",    "pure", "result"};
    return kWords[static_cast<std::size_t>(kind)];
}

class JsonEmitter final {
public:
    explicit JsonEmitter(const Model& model) : model_(model) {}

    // The order is fixed, and types come sorted by name: equal models give equal texts.
    std::string run() {
        json_.beginObject();
        json_.text("format", "sidl-model");
        json_.number("version", kFormatVersion);
        json_.beginArray("files");
        for (const auto& file : model_.files()) {
            // Imported files are described where they are the input.
            if (file->emitted) {
                json_.text({}, file->source->name());
            }
        }
        json_.endArray();
        packages();
        json_.beginArray("types");
        for (const auto& [name, type] : model_.types()) {
            if (type.file->emitted) {
                this->type(name, type);
            }
        }
        json_.endArray();
        json_.endObject();
        return json_.str();
    }

private:
    void packages() {
        json_.beginArray("packages");
        for (const auto& [name, package] : model_.packages()) {
            json_.beginObject();
            json_.text("name", name);
            json_.text("version", package.version);
            json_.truth("final", package.parts.front()->has(TypeAttribute::Final));
            json_.endObject();
        }
        json_.endArray();
    }

    void type(const std::string& name, const TypeSymbol& type) {
        const Declaration& declaration = *type.declaration;
        json_.beginObject();
        json_.text("name", name);
        json_.text("kind", wordOf(type.kind));
        json_.truth("abstract",
                    type.kind == TypeKind::Interface || declaration.has(TypeAttribute::Abstract));
        place(declaration.location);
        json_.text("doc", declaration.doc);
        customAttributes(declaration.customAttributes);
        if (const auto* enumeration = std::get_if<Enumeration>(&declaration.body)) {
            enumerators(*enumeration);
        } else if (const auto* aStruct = std::get_if<Struct>(&declaration.body)) {
            members(*aStruct);
        } else {
            object(type);
        }
        json_.endObject();
    }

    void place(const Location& location) {
        json_.text("file", location.source->name());
        json_.number("line", location.line);
        json_.number("column", location.column);
    }

    void customAttributes(const std::vector<CustomAttribute>& attributes) {
        json_.beginArray("customAttributes");
        for (const CustomAttribute& each : attributes) {
            json_.beginObject();
            json_.text("name", each.name);
            if (each.value) {
                json_.text("value", *each.value);
            }
            json_.endObject();
        }
        json_.endArray();
    }

    // Both the value and whether the file gives it: a reader need not know how values are counted.
    void enumerators(const Enumeration& enumeration) {
        json_.beginArray("enumerators");
        for (const Enumerator& each : enumeration.enumerators) {
            json_.beginObject();
            json_.text("name", each.name);
            // Set for all: the model is without errors here, and implicit values are computed with
            // it.
            json_.number("value", *each.value);
            json_.truth("explicit", !each.written.empty());
            json_.text("doc", each.doc);
            json_.endObject();
        }
        json_.endArray();
    }

    void members(const Struct& aStruct) {
        json_.beginArray("members");
        for (const StructMember& each : aStruct.members) {
            json_.beginObject();
            json_.text("name", each.name);
            use(each.type);
            json_.text("doc", each.doc);
            json_.endObject();
        }
        json_.endArray();
    }

    void object(const TypeSymbol& type) {
        json_.beginArray("bases");
        for (const TypeSymbol* base : type.bases) {
            json_.text({}, base->qualifiedName());
        }
        json_.endArray();
        const auto* aClass = std::get_if<Class>(&type.declaration->body);
        json_.beginArray("implementsAll");
        if (aClass != nullptr) {
            for (const ImplementedName& each : aClass->implements) {
                if (each.all) {
                    json_.text({}, model_.target(each.name)->qualifiedName());
                }
            }
        }
        json_.endArray();
        assertions("invariants", invariantsOf(type));
        json_.beginArray("methods");
        for (const Method& each : methodsOf(type)) {
            method(each);
        }
        json_.endArray();
    }

    void method(const Method& method) {
        json_.beginObject();
        json_.text("name", method.name);
        json_.text("extension", method.extension);
        place(method.location);
        json_.text("doc", method.doc);
        json_.beginArray("attributes");
        for (const LocatedMethodAttribute& each : method.attributes) {
            json_.text({}, wordOf(each.attribute));
        }
        json_.endArray();
        customAttributes(method.customAttributes);
        json_.beginObject("result");
        use(method.result);
        json_.endObject();
        json_.beginArray("arguments");
        for (const Argument& each : method.arguments) {
            argument(each);
        }
        json_.endArray();
        json_.beginArray("throws");
        for (const ScopedName& each : method.throws) {
            json_.text({}, model_.target(each)->qualifiedName());
        }
        json_.endArray();
        if (method.from) {
            from(*method.from);
        }
        assertions("require", method.preconditions);
        assertions("ensure", method.postconditions);
        json_.endObject();
    }

    void from(const ScopedName& name) {
        json_.beginObject("from");
        json_.text("type", model_.target(name)->qualifiedName());
        json_.text("name", name.path.substr(name.path.rfind('.') + 1));
        json_.text("extension", name.extension);
        json_.endObject();
    }

    void argument(const Argument& argument) {
        json_.beginObject();
        json_.text("name", argument.name);
        json_.text("mode", sidlText(argument.mode));
        json_.truth("copy", argument.copy);
        use(argument.type);
        customAttributes(argument.customAttributes);
        json_.endObject();
    }

    // The members that describe a type, in the object that is open.
    void use(const TypeUse& use) {
        if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
            json_.text("type", sidlText(*primitive));
        } else if (const auto* name = std::get_if<ScopedName>(&use.type)) {
            json_.text("type", model_.target(*name)->qualifiedName());
        } else if (const auto* array = std::get_if<ArrayType>(&use.type)) {
            this->array(*array);
        } else if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
            json_.text("type", "rarray");
            json_.text("element", sidlText(rarray->element));
            json_.number("dimension", rarray->dimension);
            json_.beginArray("extents");
            for (const Expression& each : rarray->extents) {
                expression({}, each);
            }
            json_.endArray();
        } else {
            json_.text("type", "void");
        }
    }

    void array(const ArrayType& array) {
        static constexpr const char* kOrders[] = {"unspecified", "row-major", "column-major"};
        json_.text("type", "array");
        if (const auto* primitive = std::get_if<Primitive>(&array.element)) {
            json_.text("element", sidlText(*primitive));
        } else if (const auto* name = std::get_if<ScopedName>(&array.element)) {
            json_.text("element", model_.target(*name)->qualifiedName());
        } else {
            // An array<> has neither element type nor dimension nor order.
            return;
        }
        json_.number("dimension", array.dimension);
        json_.text("order", kOrders[static_cast<std::size_t>(array.order)]);
    }

    void assertions(std::string_view key, const std::vector<Assertion>& assertions) {
        json_.beginArray(key);
        for (const Assertion& each : assertions) {
            json_.beginObject();
            json_.text("label", each.label);
            json_.number("line", each.location.line);
            expression("expression", each.expression);
            json_.endObject();
        }
        json_.endArray();
    }

    // The depth of expressions is limited by the parser.
    void expression(std::string_view key, const Expression& expression) {
        json_.beginObject(key);
        json_.text("kind", wordOf(expression.kind));
        json_.text("text", expression.text);
        if (!expression.operands.empty()) {
            json_.beginArray("operands");
            for (const Expression& each : expression.operands) {
                this->expression({}, each);
            }
            json_.endArray();
        }
        json_.endObject();
    }

    const Model& model_;
    JsonText json_;
};

}  // namespace

std::string jsonText(const Model& model) {
    return JsonEmitter(model).run();
}

}  // namespace sidlc
