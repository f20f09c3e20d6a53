#include "NullEmitter.hpp"

#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/cpp/CppText.hpp>
#include <compiler/emit/cpp/CppTypes.hpp>
#include <compiler/emit/cpp/InterfaceMethods.hpp>

#include <set>
#include <string>

namespace sidlc {

namespace {

constexpr std::size_t kColumns = 100;

TypeSymbol twinOf(const TypeSymbol& type) {
    TypeSymbol twin = type;
    twin.packages.emplace_back("null");
    return twin;
}

class NullEmitter final {
public:
    explicit NullEmitter(const Model& model) : types_(model) {}

    std::string header(const TypeSymbol& type) {
        CppNeeds needs;
        needs.headers.insert(cppHeader(type));
        std::set<std::string> lateHeaders;
        std::string inside;
        std::string behind;
        for (const InterfaceMethod& each : interfaceMethods(types_, type)) {
            const Method* method = &each.method();
            const TypeSymbol* made = madeBy(type, *method);
            if (made != nullptr) {
                needs.standardHeaders.insert("memory");
            }
            // Null objects that create each other: such a body is written after both classes are
            // complete.
            if (made != nullptr && made != &type && reaches(*made, type)) {
                lateHeaders.insert(cppHeader(twinOf(*made)));
                inside += signature("", *method, " override;", 4) + "\n";
                behind +=
                    "\n" +
                    signature("inline ", *method, " {\n", 0, cppIdentifier(type.name) + "::") +
                    statements(*method, made, 4) + "}\n";
                continue;
            }
            if (made != nullptr && made != &type) {
                needs.headers.insert(cppHeader(twinOf(*made)));
            }
            inside += definition(*method, made);
        }
        const std::string scope = cppNamespace(twinOf(type).packages);
        const std::string note = "/** Does nothing; for use where no other ";
        std::string text =
            cppPrologue(type, needs, {}) +
            cppInNamespace(scope,
                           cppDoc(note + cppName(type).substr(2) + " is at hand. */", {}, 0) +
                               cppClassHead(cppIdentifier(type.name) + " final", "",
                                            {"public virtual " + cppName(type)}) +
                               "public:\n" + inside + "};\n");
        if (!behind.empty()) {
            text += "\n" + cppIncludes(lateHeaders) + cppInNamespace(scope, behind.substr(1));
        }
        return text;
    }

private:
    // The interface whose null object the method returns, or null.
    const TypeSymbol* madeBy(const TypeSymbol& type, const Method& method) const {
        const TypeSymbol* result = types_.userType(method.result);
        const bool made =
            result != nullptr && result->packages == type.packages && isCallable(*result);
        return made ? result : nullptr;
    }

    // True if null objects created by those of `from` lead to `to`.
    bool reaches(const TypeSymbol& from, const TypeSymbol& to) const {
        std::vector<const TypeSymbol*> open{&from};
        std::set<const TypeSymbol*> seen{&from};
        while (!open.empty()) {
            const TypeSymbol* next = open.back();
            open.pop_back();
            if (next == &to) {
                return true;
            }
            for (const InterfaceMethod& each : interfaceMethods(types_, *next)) {
                const TypeSymbol* made = madeBy(*next, each.method());
                if (made != nullptr && seen.insert(made).second) {
                    open.push_back(made);
                }
            }
        }
        return false;
    }

    std::string signature(const std::string& prefix, const Method& method, const std::string& tail,
                          int indent, const std::string& scope = {}) const {
        CppNeeds unused;
        std::vector<std::string> arguments;
        bool scalar = types_.isScalar(method.result);
        for (const Argument& each : method.arguments) {
            const std::string name =
                each.mode == Mode::Out ? cppIdentifier(each.name) : "/*" + each.name + "*/";
            arguments.push_back(types_.parameter(each, unused) + " " + name);
            scalar = scalar && types_.isScalar(each.type);
        }
        return cppSignature(
            prefix + types_.value(method.result, unused) + " " + scope + cppMethodName(method),
            arguments, (scalar ? " noexcept" : "") + tail, indent);
    }

    std::string statements(const Method& method, const TypeSymbol* made, std::size_t indent) const {
        const std::string margin(indent, ' ');
        std::string text;
        for (const Argument& each : method.arguments) {
            const bool rarray = std::holds_alternative<RarrayType>(each.type.type);
            if (each.mode == Mode::Out && !rarray) {
                text += margin + cppIdentifier(each.name) + " = {};\n";
            }
        }
        if (made != nullptr) {
            return text + margin + "return std::make_shared<" + cppName(twinOf(*made)) + ">();\n";
        }
        const bool isVoid = std::holds_alternative<VoidType>(method.result.type);
        return isVoid ? text : text + margin + "return {};\n";
    }

    std::string definition(const Method& method, const TypeSymbol* made) const {
        const std::string body = statements(method, made, 8);
        if (body.empty()) {
            return signature("", method, " override {}", 4) + "\n";
        }
        if (body.find('\n') + 1 == body.size()) {
            const std::string statement = body.substr(8, body.size() - 9);
            const std::string one = signature("", method, " override { " + statement + " }", 4);
            if (one.size() <= kColumns) {
                return one + "\n";
            }
        }
        return signature("", method, " override {\n", 4) + body + "    }\n";
    }

    CppTypes types_;
};

}  // namespace

std::vector<GeneratedFile> emitNull(const Model& model) {
    NullEmitter emitter(model);
    std::vector<GeneratedFile> files;
    for (const auto& [name, type] : model.types()) {
        if (isCallable(type)) {
            files.push_back({cppHeader(twinOf(type)), emitter.header(type)});
        }
    }
    return files;
}

}  // namespace sidlc
