#include <base/text/NameSuggestion.hpp>
#include <gov/cca/CCAException.hpp>
#include <gov/cca/ports/BasicParameterPort.hpp>

#include <ostream>

#include "core/commandText.hpp"
#include "script/Verb.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework::script {
namespace {

using ParameterPortPointer = std::shared_ptr<gov::cca::ports::BasicParameterPort>;

ParameterPortPointer findPort(const ScriptContext& context, const Word& instance,
                              const Word& port) {
    requirePort(context, instance, port);
    ParameterPortPointer found;
    inColumn(port.column, [&] {
        found = std::dynamic_pointer_cast<gov::cca::ports::BasicParameterPort>(
            context.framework.providedPort(instance.text, port.text));
    });
    if (!found) {
        throw CommandError(
            port.column, "port '" + instance.text + '.' + port.text +
                             "' is not of type gov.cca.ports.ParameterPort and has no parameters");
    }
    return found;
}

void show(ScriptContext& context, gov::cca::ports::BasicParameterPort& port,
          const std::string& field) {
    const auto values = port.readConfigurationMap();
    for (const std::string& key : port.readConfigurationKeys()) {
        if (field == "ALL" || field == key) {
            context.output << key << " = " << toText(valueOf(*values, key)) << '\n';
        }
    }
}

void requireField(gov::cca::ports::BasicParameterPort& port, const Word& field,
                  const std::string& owner) {
    const auto keys = port.readConfigurationKeys().toVector();
    for (const std::string& key : keys) {
        if (key == field.text) {
            return;
        }
    }
    throw CommandError(field.column, owner + " has no parameter '" + field.text + "'" +
                                         base::suggest(field.text, keys));
}

void set(gov::cca::ports::BasicParameterPort& port, const Command& command, std::size_t first) {
    const Word& field = command.arguments[2];
    // The type of the present value decides how the words are read. The map has this one key alone:
    // the port leaves all other parameters as they are.
    const auto values = port.readConfigurationMap();
    const auto type = values->typeOf(field.text);
    const auto wanted = std::make_shared<TypeMap>();
    const int column =
        first < command.arguments.size() ? command.arguments[first].column : field.column;
    inColumn(column, [&] {
        try {
            putValue(*wanted, field.text, fromText(type, command.textFrom(first)));
        } catch (gov::cca::CCAException& error) {
            throw CommandError(column, "parameter '" + field.text + "': " + error.getNote());
        }
        port.writeConfigurationMap(wanted);
    });
}

void configure(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    const ParameterPortPointer port = findPort(context, words[0], words[1]);
    const std::string owner = "port '" + words[0].text + '.' + words[1].text + "'";
    inColumn(words[1].column, [&] {
        if (words.size() == 2) {
            show(context, *port, "ALL");
            return;
        }
        const Word& field = words[2];
        if (field.text != "ALL") {
            requireField(*port, field, owner);
        }
        if (words.size() == 3) {
            show(context, *port, field.text);
            return;
        }
        if (field.text == "ALL") {
            throw CommandError(field.column,
                               "ALL parameters can be shown but not set; name one of them");
        }
        // The word set may be omitted (docs/formats/script.md).
        const std::size_t first = words[3].text == "set" ? 4 : 3;
        set(*port, command, first);
        // Parameters are set without the framework, so it cannot see the change itself. A value
        // that no line of a script can hold is noted without a command.
        context.framework.noteChange(
            Change::Action::Set, {words[0].text, words[1].text, "", ""},
            commandText::withValue(commandText::parameter(words[0].text, words[1].text, field.text),
                                   command.textFrom(first))
                .value_or(""));
    });
}

// All values of the port, not just the one that changes: a component may adjust others with it.
Collective::Undo valuesBack(ScriptContext& context, const Command& command) {
    const ParameterPortPointer port = findPort(context, command.arguments[0], command.arguments[1]);
    return [port, before = port->readConfigurationMap()] { port->writeConfigurationMap(before); };
}

}  // namespace

Verbs parameterVerbs() {
    return {
        {{"parameters", "configure"},
         "INSTANCE PORT [KEY | ALL] [[set] VALUE...]",
         "show the parameters of a parameter port, or set one",
         2,
         kAnyNumber,
         configure,
         CommandKind::Changes,
         Shared::Changed,
         valuesBack,
         4,
         {0}},
    };
}

}  // namespace gantry::framework::script
