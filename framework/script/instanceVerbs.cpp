#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

void instantiate(ScriptContext& context, const Command& command) {
    const Word& className = command.arguments[0];
    const bool named = command.arguments.size() == 2;
    if (named) {
        const Word& name = command.arguments[1];
        if (context.framework.instance(name.text)) {
            throw CommandError(name.column,
                               "instance '" + name.text +
                                   "' exists already; choose another name or remove it first");
        }
    }
    inColumn(className.column, [&] {
        context.framework.createInstance(className.text, named ? command.arguments[1].text : "");
    });
}

void removeInstance(ScriptContext& context, const Command& command) {
    requireInstance(context, command.arguments[0]);
    context.framework.destroyInstance(command.arguments[0].text);
}

// Cannot be rolled back, so it has no undo: components that were destroyed have lost their state.
// The same holds for `remove`.
void nuke(ScriptContext& context, const Command& command) {
    if (command.arguments[0].text != "all") {
        throw CommandError(command.arguments[0].column,
                           "the word after 'nuke' is 'all': every instance is removed");
    }
    context.framework.shutdown();
}

}  // namespace

Verbs instanceVerbs() {
    return {
        {{"instantiate", "create", "pulldown"},
         "CLASS [INSTANCE]",
         "create an instance; the default name is CLASS0, CLASS1, ...",
         1,
         2,
         instantiate,
         CommandKind::Changes,
         Shared::Changed,
         undoByMark,
         1,
         {0}},
        {{"remove"},
         "INSTANCE",
         "disconnect and destroy an instance",
         1,
         1,
         removeInstance,
         CommandKind::Changes,
         Shared::Changed},
        {{"nuke"}, "all", "remove every instance", 1, 1, nuke, CommandKind::Runs, Shared::Changed},
    };
}

}  // namespace gantry::framework::script
