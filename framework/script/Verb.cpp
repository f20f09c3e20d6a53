#include "script/Verb.hpp"

#include <base/text/NameSuggestion.hpp>
#include <gov/cca/CCAException.hpp>

#include <algorithm>

#include "core/Failure.hpp"

namespace gantry::framework::script {

const Verbs& allVerbs() {
    // Made at the first use: the order of initialisation of several files is not defined.
    static const Verbs kVerbs = [] {
        Verbs all;
        for (const auto& part :
             {pathVerbs(), instanceVerbs(), connectionVerbs(), parameterVerbs(), propertyVerbs(),
              monitorVerbs(), displayVerbs(), assemblyVerbs(), runVerbs()}) {
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }();
    return kVerbs;
}

namespace {

/// A name of a verb.
struct VerbName {
    std::string text;
    const Verb* verb;
};

std::vector<VerbName> allNames() {
    std::vector<VerbName> names;
    for (const Verb& verb : allVerbs()) {
        for (const std::string& name : verb.names) {
            names.push_back({name, &verb});
        }
    }
    return names;
}

[[noreturn]] void refuseUnknown(const Word& name) {
    std::vector<std::string> names;
    for (const VerbName& each : allNames()) {
        names.push_back(each.text);
    }
    throw CommandError(name.column, "unknown command '" + name.text + "'" +
                                        base::suggest(name.text, names) +
                                        (name.text == "help" ? "" : "; 'help' lists all commands"));
}

[[noreturn]] void refuseAmbiguous(const Word& name, const std::vector<VerbName>& meant) {
    std::string text = "command '" + name.text + "' is ambiguous; it may be";
    for (std::size_t i = 0; i < meant.size(); ++i) {
        text += (i == 0 ? " " : i + 1 == meant.size() ? " or " : ", ") + meant[i].text;
    }
    throw CommandError(name.column, text);
}

}  // namespace

const Verb& findVerb(const Word& name) {
    std::vector<VerbName> meant;
    for (const VerbName& each : allNames()) {
        // A whole name wins, even where it is the beginning of another.
        if (each.text == name.text) {
            return *each.verb;
        }
        if (each.text.rfind(name.text, 0) == 0) {
            meant.push_back(each);
        }
    }
    if (meant.empty()) {
        refuseUnknown(name);
    }
    // Several names of one verb do not make it ambiguous.
    const Verb* const first = meant.front().verb;
    if (!std::all_of(meant.begin(), meant.end(),
                     [first](const VerbName& each) { return each.verb == first; })) {
        refuseAmbiguous(name, meant);
    }
    return *first;
}

void inColumn(int column, const std::function<void()>& work) {
    Failure failure;
    try {
        work();
        return;
    } catch (const CommandError&) {
        throw;
    } catch (...) {
        failure = currentFailure();
    }
    // Outside of the handler: the exception's own code may be in a library that a rollback unloads.
    throw CommandError(column, failure.text);
}

void requireInstance(const ScriptContext& context, const Word& instance) {
    inColumn(instance.column, [&] { context.framework.requireInstance(instance.text); });
}

void requirePort(const ScriptContext& context, const Word& instance, const Word& port) {
    requireInstance(context, instance);
    inColumn(port.column, [&] { context.framework.requirePort(instance.text, port.text); });
}

void prepareRun(const ScriptContext& context, const Command& command) {
    if (!context.beforeGo) {
        return;
    }
    try {
        context.beforeGo();
    } catch (gov::cca::CCAException& error) {
        throw CommandError(command.verb.column, error.getNote());
    }
}

// The mark is taken now, before the command; the function is called when another rank failed.
Collective::Undo undoByMark(ScriptContext& context, const Command&) {
    return [&framework = context.framework, mark = context.framework.mark()] {
        framework.rollBack(mark);
    };
}

InstanceInfo instanceInfo(const ScriptContext& context, const std::string& name) {
    return context.framework.instance(name).value_or(InstanceInfo{});
}

}  // namespace gantry::framework::script
