#include <gov/cca/CCAException.hpp>

#include <charconv>
#include <cmath>

#include "script/Verb.hpp"
#include "script/guardMarks.hpp"

namespace gantry::framework::script {
namespace {

constexpr std::size_t kConnectionWords = 4;

ConnectionInfo readConnection(const ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    // First, so that the error points to the word that is wrong; the framework itself knows no
    // columns.
    requirePort(context, words[0], words[1]);
    requirePort(context, words[2], words[3]);
    return {words[0].text, words[1].text, words[2].text, words[3].text};
}

void connect(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    const bool hasWord = command.arguments.size() > kConnectionWords;
    if (hasWord && words[kConnectionWords].text != "guarded") {
        (void)readConnection(context, command);
        const Word& word = words[kConnectionWords];
        throw CommandError(
            word.column,
            "'" + word.text +
                "' is not known here; only the word 'guarded' may follow a connection");
    }
    try {
        context.framework.connect({words[0].text, words[1].text, words[2].text, words[3].text},
                                  hasWord ? Guard::Guarded : Guard::AsDeclared);
    } catch (const gov::cca::CCAException&) {
        // Which word is wrong is only looked for now: most commands of a long script are right.
        (void)readConnection(context, command);
        throw;
    }
}

void disconnect(ScriptContext& context, const Command& command) {
    context.framework.disconnect(readConnection(context, command));
}

double readTimeout(const Word& word) {
    const char* const end = word.text.data() + word.text.size();
    double seconds = 0;
    const auto [last, error] = std::from_chars(word.text.data(), end, seconds);
    if (error != std::errc() || last != end || !std::isfinite(seconds) || seconds < 0) {
        throw CommandError(word.column,
                           "'" + word.text +
                               "' is not a time to wait; give a number of seconds from "
                               "0 on, such as 2.5");
    }
    return seconds;
}

void swap(ScriptContext& context, const Command& command) {
    const ConnectionInfo target = readConnection(context, command);
    if (command.arguments.size() > kConnectionWords) {
        context.framework.rewire(target, readTimeout(command.arguments[kConnectionWords]));
    } else {
        context.framework.rewire(target);
    }
}

Collective::Undo connectAgain(ScriptContext& context, const Command& command) {
    const ConnectionInfo connection = readConnection(context, command);
    // Read before the command, which ends the connection and with it how it was guarded.
    const bool isGuarded = guardOf(guardsOf(context.framework), connection).guarded;
    return [&framework = context.framework, connection, isGuarded] {
        framework.connect(connection, isGuarded ? Guard::Guarded : Guard::AsDeclared);
    };
}

Collective::Undo swapBack(ScriptContext& context, const Command& command) {
    const ConnectionInfo target = readConnection(context, command);
    for (const ConnectionInfo& before : context.framework.connections()) {
        if (before.user == target.user && before.usesPort == target.usesPort) {
            return [&framework = context.framework, before] { framework.rewire(before); };
        }
    }
    // Without a connection the command fails on every rank alike.
    return [] {};
}

}  // namespace

Verbs connectionVerbs() {
    return {
        {{"connect"},
         "USER USES_PORT PROVIDER PROVIDES_PORT [guarded]",
         "connect a uses port to a provides port of the same type or of one that extends it; "
         "guarded: the provider can be swapped while calls are in flight",
         kConnectionWords,
         kConnectionWords + 1,
         connect,
         CommandKind::Changes,
         Shared::Changed,
         undoByMark,
         kConnectionWords,
         {0, 2}},
        {{"disconnect"},
         "USER USES_PORT PROVIDER PROVIDES_PORT",
         "break a connection",
         kConnectionWords,
         kConnectionWords,
         disconnect,
         CommandKind::Changes,
         Shared::Changed,
         connectAgain,
         kConnectionWords,
         {0, 2}},
        {{"swap"},
         "USER USES_PORT NEW_PROVIDER PROVIDES_PORT [SECONDS]",
         "swap the provider of a uses port; calls that began in the old one end there; wait for "
         "them up to 10 s, or SECONDS",
         kConnectionWords,
         kConnectionWords + 1,
         swap,
         CommandKind::Changes,
         Shared::Changed,
         swapBack},
    };
}

}  // namespace gantry::framework::script
