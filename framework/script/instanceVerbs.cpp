#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

void instantiate(Session& session, const Command& command) {
    const Word& className = command.arguments[0];
    const bool named = command.arguments.size() == 2;
    if (named) {
        const Word& name = command.arguments[1];
        if (session.framework.instance(name.text)) {
            throw CommandError(name.column,
                               "instance '" + name.text +
                                   "' exists already; choose another name or remove it first");
        }
    }
    inColumn(className.column, [&] {
        session.framework.createInstance(className.text, named ? command.arguments[1].text : "");
    });
}

void removeInstance(Session& session, const Command& command) {
    requireInstance(session, command.arguments[0]);
    session.framework.destroyInstance(command.arguments[0].text);
}

void nuke(Session& session, const Command& command) {
    if (command.arguments[0].text != "all") {
        throw CommandError(command.arguments[0].column,
                           "the word after 'nuke' is 'all': every instance is removed");
    }
    session.framework.shutdown();
}

}  // namespace

Verbs instanceVerbs() {
    return {
        {{"instantiate", "create", "pulldown"},
         "CLASS [INSTANCE]",
         "make an instance; without a name it is called CLASS0, CLASS1, ...",
         1,
         2,
         instantiate,
         CommandKind::Changes,
         Shared::Changed,
         undoByMark},
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
