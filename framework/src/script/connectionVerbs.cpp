#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

ConnectionInfo readConnection(const Session& session, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    requirePort(session, words[0], words[1]);
    requirePort(session, words[2], words[3]);
    return {words[0].text, words[1].text, words[2].text, words[3].text};
}

void connect(Session& session, const Command& command) {
    session.framework.connect(readConnection(session, command));
}

void disconnect(Session& session, const Command& command) {
    session.framework.disconnect(readConnection(session, command));
}

}  // namespace

Verbs connectionVerbs() {
    return {
        {{"connect"},
         "USER USES_PORT PROVIDER PROVIDES_PORT",
         "connect a uses port to a provides port of the same type",
         4,
         4,
         connect},
        {{"disconnect"},
         "USER USES_PORT PROVIDER PROVIDES_PORT",
         "break a connection",
         4,
         4,
         disconnect},
    };
}

}  // namespace gantry::framework::script
