#include "ProxyEmitter.hpp"

#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/cpp/CppText.hpp>
#include <compiler/emit/cpp/CppTypes.hpp>
#include <compiler/emit/cpp/InterfaceMethods.hpp>
#include <compiler/model/SidlText.hpp>

#include <cctype>
#include <set>
#include <string>

#include "ContractEmitter.hpp"
#include "recordable.hpp"

namespace sidlc {

namespace {

constexpr std::size_t kColumns = 100;

// The proxy of a.b.Type is a.b.proxy.Type: in a package of its own.
TypeSymbol proxyOf(const TypeSymbol& type) {
    TypeSymbol proxy = type;
    proxy.packages.emplace_back("proxy");
    return proxy;
}

bool isVoid(const Method& method) {
    return std::holds_alternative<VoidType>(method.result.type);
}

// The header of one proxy. Names other than those of methods and arguments are chosen so that they
// do not collide with them.
class ProxyHeader final {
public:
    ProxyHeader(const CppTypes& types, const TypeSymbol& type)
        : types_(types),
          type_(type),
          methods_(interfaceMethods(types, type)),
          names_(takeNames()),
          contracts_(types, type, names_, needs_) {}

    std::string text() {
        needs_.headers.insert(
            {cppHeader(type_), "gantry/CallSwitch.hpp", "gantry/Proxy.hpp", "gantry/ProxyOf.hpp"});
        needs_.standardHeaders.insert({"cstddef", "memory", "span", "utility"});
        // The methods are written first, as each adds what it needs: headers, and rows of the
        // tables.
        std::string callable;
        std::string observed;
        for (const InterfaceMethod& each : methods_) {
            callable += passingOn(each);
            observed += observing(each) + "\n";
        }
        observed += invariantCheck();
        std::string body = head() + callable + observation() + "private:\n" + observed + tables();
        if (!methods_.empty()) {
            needs_.headers.insert("gantry/ObservedCall.hpp");
            needs_.standardHeaders.insert("array");
        }
        if (!clauseRows_.empty()) {
            needs_.headers.insert("gantry/ContractCheck.hpp");
        }
        const std::string name = cppIdentifier(type_.name);
        return cppPrologue(type_, needs_, {}) +
               cppInNamespace(cppNamespace(proxyOf(type_).packages), body) +
               "\ntemplate <>\nstruct gantry::ProxyOf<" + cppName(type_) +
               "> {\n    using Type = " + cppName(proxyOf(type_)) +
               ";\n    static constexpr const char* kPortType = " +
               cppString(type_.qualifiedName()) + ";\n};\n";
    }

private:
    ContractEmitter::Names takeNames() {
        // All names of the user's first; then each of ours gets a prefix until it is free.
        taken_.insert(cppIdentifier(type_.name));
        for (const InterfaceMethod& each : methods_) {
            taken_.insert(cppMethodName(each.method()));
            for (const Argument& argument : each.method().arguments) {
                taken_.insert(cppIdentifier(argument.name));
            }
        }
        probe_ = take("probe");
        call_ = take("call");
        pinned_ = take("pinned");
        calls_ = take("calls_");
        kMethods_ = take("kMethods");
        kArguments_ = take("kArguments");
        for (const InterfaceMethod& each : methods_) {
            std::string name = cppMethodName(each.method());
            name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
            observedNames_.push_back(take("observed" + name));
        }
        return {take("target"), take("contract"), take("values"), take("kClauses"),
                take("checkInvariants")};
    }

    std::string take(const std::string& wanted) {
        std::string name = wanted;
        while (!taken_.insert(name).second) {
            name = "own" + name;
        }
        return name;
    }

    std::string head() const {
        const std::string name = cppIdentifier(type_.name);
        const std::string target = cppName(type_);
        const std::vector<std::string> bases = {"public virtual " + target,
                                                "public virtual ::gantry::Proxy"};
        const std::vector<std::string> lines = {"Stands before a " + target.substr(2) +
                                                " and observes its calls; see gantry/Proxy.hpp."};
        // Not inlined: the usual call, which is not observed, stays small and needs no frame for
        // it.
        std::string text = cppDoc("", withOmitted(lines), 0) +
                           cppClassHead(name + " final", "", bases) +
                           "public:\n    /** target is not null. */\n";
        const std::string head =
            cppSignature("explicit " + name,
                         {"std::shared_ptr<" + target + "> target",
                          "std::shared_ptr<::gantry::PinTable> pins = nullptr"},
                         "", 4);
        return text + head + "\n" +
               cppSignature(
                   ": " + calls_,
                   {"::gantry::makeCallTarget(target, " + numMethods() + ")", "std::move(pins)"},
                   " {}\n", 8);
    }

    std::string numMethods() const { return methods_.empty() ? "0" : kMethods_ + ".size()"; }

    std::vector<std::string> withOmitted(std::vector<std::string> lines) const {
        if (!contracts_.omitted().empty()) {
            lines.emplace_back();
            lines.insert(lines.end(), contracts_.omitted().begin(), contracts_.omitted().end());
        }
        return lines;
    }

    std::size_t numberOf(const InterfaceMethod& method) const {
        return static_cast<std::size_t>(&method - methods_.data());
    }

    std::vector<std::string> parameters(const Method& method) {
        std::vector<std::string> texts;
        for (const Argument& each : method.arguments) {
            texts.push_back(types_.parameter(each, needs_) + " " + cppIdentifier(each.name));
        }
        return texts;
    }

    // The call of the target: access for its own methods, else through a reference to the base.
    std::string forwarded(const InterfaceMethod& method, const std::string& access,
                          const std::string& reference) const {
        std::vector<std::string> names;
        for (const Argument& each : method.method().arguments) {
            names.push_back(cppIdentifier(each.name));
        }
        const bool isOwn = &type_ == &method.owner();
        const std::string target =
            isOwn ? access : cppTarget(type_, method.owner(), reference) + ".";
        return cppSignature(target + cppMethodName(method.method()), names, ";", 0);
    }

    std::string passingOn(const InterfaceMethod& method) {
        const Method& declared = method.method();
        const std::string number = std::to_string(numberOf(method));
        std::vector<std::string> names = {"*" + pinned_, "*" + probe_};
        for (const Argument& each : declared.arguments) {
            names.push_back(cppIdentifier(each.name));
        }
        const std::string head =
            types_.value(declared.result, needs_) + " " + cppMethodName(declared);
        return "\n" + cppSignature(head, parameters(declared), " override {", 4) +
               "\n        const ::gantry::PinnedCall<" + cppName(type_) + "> " + pinned_ + "(" +
               calls_ + ");\n        const ::gantry::MethodProbe* const " + probe_ + " = " +
               pinned_ + ".probe(" + number + ");\n        if (" + probe_ +
               " == nullptr) [[likely]] {\n            return " +
               forwarded(method, pinned_ + "->", "*" + pinned_) + "\n        }\n" +
               cppSignature("return " + observedNames_[numberOf(method)], names, ";", 8) +
               "\n    }\n";
    }

    std::string observation() const {
        return "\n    [[nodiscard]] std::span<const ::gantry::MethodDescription> methods() const "
               "noexcept override {\n        return " +
               (methods_.empty() ? "{}" : kMethods_) +
               ";\n    }\n"
               "    [[nodiscard]] ::gantry::CallSwitch& callSwitch() noexcept override {\n        "
               "return " +
               calls_ + ";\n    }\n" +
               "    [[nodiscard]] std::shared_ptr<::gantry::CallTarget> callTargetFor(\n        "
               "const "
               "std::shared_ptr<::gov::cca::Port>& port) const override {\n" +
               cppSignature("return ::gantry::targetOf<" + cppName(type_) + ">",
                            {"port", numMethods(), cppString(type_.qualifiedName())}, ";", 8) +
               "\n    }\n\n";
    }

    // The observed call; adds the rows of the method to the tables.
    std::string observing(const InterfaceMethod& method) {
        const Method& declared = method.method();
        const auto before = contracts_.preconditions(method);
        const auto after = contracts_.postconditions(method);
        const bool isChecked =
            !before.empty() || !after.empty() || !contracts_.invariants().empty();
        const std::size_t row = clauseRows_.size();
        addRows(method, before, after);
        std::vector<std::string> arguments = parameters(declared);
        arguments.insert(arguments.begin(), {cppName(type_) + "& " + names_.target,
                                             "const ::gantry::MethodProbe& " + probe_});
        std::string text =
            cppSignature("[[gnu::noinline]] static " + types_.value(declared.result, needs_) + " " +
                             observedNames_[numberOf(method)],
                         arguments, " {", 4) +
            "\n";
        if (isChecked) {
            text += "        ::gantry::ContractCheck " + names_.contract + "(" + probe_ + ", " +
                    kMethods_ + "[" + std::to_string(numberOf(method)) + "]);\n" +
                    check(contracts_.statements(before, row, 12));
        }
        text += observedCall(method);
        if (isChecked) {
            text += check(contracts_.statements(after, row + before.size(), 12));
        }
        return text + (isVoid(declared) ? "" : "        return " + names_.result + ";\n") +
               "    }\n";
    }

    std::string check(const std::string& statements) const {
        const std::string run = "        " + names_.contract + ".run([&] {";
        if (contracts_.invariants().empty()) {
            return statements.empty() ? "" : run + "\n" + statements + "        });\n";
        }
        const std::string invariants =
            names_.checkInvariants + "(" + names_.target + ", " + names_.contract + ");";
        return statements.empty()
                   ? run + " " + invariants + " });\n"
                   : run + "\n" + statements + "            " + invariants + "\n        });\n";
    }

    std::string observedCall(const InterfaceMethod& method) {
        const Method& declared = method.method();
        std::string text = "        ::gantry::ObservedCall " + call_ + "(" + probe_ + ");\n";
        std::string behind;
        std::size_t number = 0;
        for (const Argument& each : declared.arguments) {
            if (isRecordable(types_, each.type)) {
                // What goes in is recorded before the call, as the call may change or move it; what
                // comes out after.
                (each.mode == Mode::In ? text : behind) += record(number, cppIdentifier(each.name));
            }
            ++number;
        }
        if (isRecordable(types_, declared.result)) {
            behind += record(number, names_.result);
        }
        const std::string constant = types_.isScalar(declared.result) ? "const " : "";
        const std::string type = types_.value(declared.result, needs_);
        return text + "        " + call_ + ".begin();\n        " +
               (isVoid(declared) ? "" : pointerSafe(constant, type) + names_.result + " = ") +
               forwarded(method, names_.target + ".", names_.target) + "\n        " + call_ +
               ".end();\n" + behind + "        " + call_ + ".finish();\n";
    }

    // The const of a pointer constant follows the type.
    static std::string pointerSafe(const std::string& constant, const std::string& type) {
        return type.back() == '*' && !constant.empty() ? type + " const " : constant + type + " ";
    }

    std::string record(std::size_t number, const std::string& value) const {
        return "        " + call_ + ".record(" + std::to_string(number) + ", " + value + ");\n";
    }

    void addRows(const InterfaceMethod& method, const std::vector<ContractClause>& before,
                 const std::vector<ContractClause>& after) {
        const Method& declared = method.method();
        const std::size_t argumentRow = argumentRows_.size();
        const std::size_t clauseRow = clauseRows_.size();
        std::string types;
        for (const Argument& each : declared.arguments) {
            const std::string type = sidlText(types_.model(), each.type);
            types += (types.empty() ? "" : ",") + type;
            addArgument(each.name, sidlText(each.mode), type, each.type);
        }
        if (!isVoid(declared)) {
            addArgument("result", "out", sidlText(types_.model(), declared.result),
                        declared.result);
        }
        for (const auto* clauses : {&before, &after, &contracts_.invariants()}) {
            for (const ContractClause& each : *clauses) {
                clauseRows_.push_back("{" + cppString(each.kind) + ", " + cppString(each.label) +
                                      ", " + cppString(each.text) + "}");
            }
        }
        // Where the invariants are in the rows of the first method that has them; every method has
        // a copy.
        if (invariantRow_ == kNone && !contracts_.invariants().empty()) {
            invariantRow_ = clauseRow + before.size() + after.size();
        }
        const std::string name = declared.name + declared.extension;
        methodRows_.push_back(
            joined({cppString(cppMethodName(declared)),
                    cppString(type_.qualifiedName() + "::" + name + "(" + types + ")"),
                    rows(kArguments_, argumentRow, argumentRows_.size()),
                    rows(names_.clauses, clauseRow, clauseRows_.size())}));
    }

    // A row of a table, on one line or with each part on a line of its own.
    static std::string joined(const std::vector<std::string>& parts) {
        std::string one;
        std::string many;
        for (const std::string& each : parts) {
            one += (one.empty() ? "{" : ", ") + each;
            many += (many.empty() ? "{" : ",\n         ") + each;
        }
        return (one.size() + 10 <= kColumns ? one : many) + "}";
    }

    void addArgument(const std::string& name, const std::string& mode, const std::string& type,
                     const TypeUse& use) {
        argumentRows_.push_back("{" + cppString(name) + ", " + cppString(mode) + ", " +
                                cppString(type) + ", " +
                                (isRecordable(types_, use) ? "true" : "false") + "}");
    }

    static std::string rows(const std::string& table, std::size_t from, std::size_t to) {
        return from == to ? "{}"
                          : "std::span(" + table + ").subspan(" + std::to_string(from) + ", " +
                                std::to_string(to - from) + ")";
    }

    std::string invariantCheck() const {
        if (invariantRow_ == kNone) {
            return {};
        }
        return cppSignature("static void " + names_.checkInvariants,
                            {cppName(type_) + "& " + names_.target,
                             "const ::gantry::ContractCheck& " + names_.contract},
                            " {", 4) +
               "\n" + contracts_.statements(contracts_.invariants(), invariantRow_, 8) +
               "    }\n\n";
    }

    static std::string table(const std::string& type, const std::string& name,
                             const std::vector<std::string>& rows) {
        std::string text;
        for (const std::string& each : rows) {
            text += "        " + each + ",\n";
        }
        return text.empty()
                   ? text
                   : "    static constexpr std::array<::gantry::" + type + ", " +
                         std::to_string(rows.size()) + "> " + name + "{{\n" + text + "    }};\n";
    }

    std::string tables() const {
        return table("ArgumentDescription", kArguments_, argumentRows_) +
               table("ClauseDescription", names_.clauses, clauseRows_) +
               table("MethodDescription", kMethods_, methodRows_) + "\n    ::gantry::CallSwitch " +
               calls_ + ";\n};\n";
    }

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    const CppTypes& types_;
    const TypeSymbol& type_;
    std::vector<InterfaceMethod> methods_;
    CppNeeds needs_;
    std::set<std::string> taken_;
    std::string probe_;
    std::string call_;
    std::string pinned_;
    std::string calls_;
    std::string kMethods_;
    std::string kArguments_;
    std::vector<std::string> observedNames_;
    ContractEmitter::Names names_;
    ContractEmitter contracts_;
    std::vector<std::string> argumentRows_;
    std::vector<std::string> clauseRows_;
    std::vector<std::string> methodRows_;
    std::size_t invariantRow_ = kNone;
};

}  // namespace

std::vector<GeneratedFile> emitProxies(const Model& model) {
    const CppTypes types(model);
    std::vector<GeneratedFile> files;
    for (const auto& [name, type] : model.types()) {
        if (isCallable(type)) {
            files.push_back({cppHeader(proxyOf(type)), ProxyHeader(types, type).text()});
        }
    }
    return files;
}

}  // namespace sidlc
