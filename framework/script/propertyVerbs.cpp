#include <ostream>

#include "script/Verb.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework::script {
namespace {

using TypeMapPointer = std::shared_ptr<gov::cca::TypeMap>;

void show(ScriptContext& context, gov::cca::TypeMap& properties, const Word* key) {
    if (key && !properties.hasKey(key->text)) {
        throw CommandError(key->column, "there is no property '" + key->text + "'");
    }
    for (const std::string& name : properties.getAllKeys(gov::cca::Type::NoType)) {
        if (!key || key->text == name) {
            context.output << name << " = " << toText(valueOf(properties, name)) << '\n';
        }
    }
}

void property(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    requireInstance(context, words[0]);
    const auto builder = context.framework.builderService();
    const auto id = builder->getComponentID(words[0].text);
    const TypeMapPointer properties = builder->getComponentProperties(id);
    if (words.size() < 3) {
        show(context, *properties, words.size() == 2 ? &words[1] : nullptr);
        return;
    }
    // The map is a copy: nothing changes until it is given back as a whole.
    inColumn(words[1].column, [&] { properties->putString(words[1].text, command.textFrom(2)); });
    builder->setComponentProperties(id, properties);
}

void portProperty(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    requirePort(context, words[0], words[1]);
    const auto builder = context.framework.builderService();
    const auto id = builder->getComponentID(words[0].text);
    const TypeMapPointer properties = builder->getPortProperties(id, words[1].text);
    if (words.size() < 4) {
        show(context, *properties, words.size() == 3 ? &words[2] : nullptr);
        return;
    }
    const auto type = typeNamed(words[3].text);
    if (type == gov::cca::Type::NoType) {
        throw CommandError(words[3].column,
                           "unknown type '" + words[3].text +
                               "'; types are int, long, float, double, fcomplex, dcomplex, "
                               "string, bool and each of these followed by Array");
    }
    const int column = words.size() > 4 ? words[4].column : words[3].column;
    inColumn(column, [&] {
        putValue(*properties, words[2].text, fromText(type, command.textFrom(4)));
        builder->setPortProperties(id, words[1].text, properties);
    });
}

// Called before the command runs, so `before` has the values to restore. The same holds for
// portPropertiesBack.
Collective::Undo propertiesBack(ScriptContext& context, const Command& command) {
    const auto builder = context.framework.builderService();
    const auto id = builder->getComponentID(command.arguments[0].text);
    return [builder, id, before = builder->getComponentProperties(id)] {
        builder->setComponentProperties(id, before);
    };
}

Collective::Undo portPropertiesBack(ScriptContext& context, const Command& command) {
    const auto builder = context.framework.builderService();
    const auto id = builder->getComponentID(command.arguments[0].text);
    const std::string port = command.arguments[1].text;
    return [builder, id, port, before = builder->getPortProperties(id, port)] {
        builder->setPortProperties(id, port, before);
    };
}

}  // namespace

Verbs propertyVerbs() {
    return {
        {{"property"},
         "INSTANCE [KEY [VALUE...]]",
         "show the properties of an instance, or set one (a text)",
         1,
         kAnyNumber,
         property,
         CommandKind::Changes,
         Shared::Changed,
         propertiesBack,
         3,
         {0}},
        {{"port-property"},
         "INSTANCE PORT [KEY [TYPE VALUE...]]",
         "show the properties of a port, or set one",
         2,
         kAnyNumber,
         portProperty,
         CommandKind::Changes,
         Shared::Changed,
         portPropertiesBack,
         4,
         {0}},
    };
}

}  // namespace gantry::framework::script
