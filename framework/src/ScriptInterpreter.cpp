#include <framework/ScriptInterpreter.hpp>
#include <gantry/Error.hpp>

#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <istream>
#include <ostream>
#include <utility>

#include "script/Verb.hpp"

namespace gantry::framework {
namespace {

using script::Command;
using script::CommandError;
using script::Session;
using script::Verb;
using script::Word;

constexpr const char* kEndMark = "#!eof";

std::string placeOf(const std::string& script, int line) {
    return script + ':' + std::to_string(line) + ": ";
}

/// One line, whatever stood in it.
std::string flat(std::string message) {
    for (char& c : message) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    return message;
}

void checkNumber(const Verb& verb, const Command& command) {
    const std::size_t given = command.arguments.size();
    if (given >= verb.fewest && given <= verb.most) {
        return;
    }
    const int column =
        given > verb.most ? command.arguments[verb.most].column : command.verb.column;
    throw CommandError(
        column, std::string(given > verb.most ? "too many words for '" : "too few words for '") +
                    verb.names[0] + "'; write: " + verb.names[0] +
                    (verb.arguments.empty() ? "" : " ") + verb.arguments);
}

const Verb& checkedVerb(const Command& command) {
    const Verb& verb = script::findVerb(command.verb);
    checkNumber(verb, command);
    return verb;
}

void run(const Verb& verb, Session& session, const Command& command) {
    try {
        verb.run(session, command);
    } catch (gov::cca::CCAException& error) {
        throw CommandError(command.verb.column, error.getNote());
    } catch (const CommandError&) {
        throw;
    } catch (const ScriptError&) {
        // Of a script that was loaded: it names its own place.
        throw;
    } catch (const RanksMissing&) {
        throw;
    } catch (const RanksDiffer&) {
        throw;
    } catch (const std::exception& error) {
        throw CommandError(command.verb.column, error.what());
    }
}

/// Where a command that is not well formed can not be taken back, there is nothing to take back.
Collective::Undo undoOf(const Verb& verb, Session& session, const Command& command) {
    if (!verb.undo || session.collective.isAlone()) {
        return {};
    }
    try {
        return verb.undo(session, command);
    } catch (...) {
        return [] {};
    }
}

/// Calls work on all ranks; every rank gets the same message, at the place of its own error.
void runOnRanks(Session& session, const Command& command, const Verb* verb,
                const std::function<void()>& work) {
    int column = command.verb.column;
    const Collective::Command step{command.line, [&] {
                                       try {
                                           work();
                                       } catch (const CommandError& error) {
                                           column = error.column();
                                           throw;
                                       }
                                   }};
    try {
        if (verb && verb->shared == script::Shared::Changed) {
            session.collective.change(step, undoOf(*verb, session, command));
        } else {
            session.collective.compare(step);
        }
    } catch (RankFailure& failure) {
        throw CommandError(column, failure.getNote());
    }
}

void execute(Session& session, const Command& command) {
    const Verb* verb = nullptr;
    const auto work = [&] { run(*verb, session, command); };
    try {
        verb = &checkedVerb(command);
    } catch (const CommandError& error) {
        runOnRanks(session, command, nullptr, [&] { throw error; });
    }
    if (verb->shared == script::Shared::Itself) {
        work();
    } else {
        runOnRanks(session, command, verb, work);
    }
}

std::vector<Word> wordsOf(Session& session, const std::string& line) {
    try {
        return script::splitWords(line);
    } catch (const CommandError& error) {
        runOnRanks(session, {{"", error.column()}, {}, line}, nullptr, [&] { throw error; });
        throw;
    }
}

/// Whether the script goes on.
bool runLine(Session& session, std::string line) {
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    std::vector<Word> words = wordsOf(session, line);
    if (!words.empty() && words[0].text == kEndMark) {
        return false;
    }
    if (script::isComment(words)) {
        return true;
    }
    Command command{words.front(), {words.begin() + 1, words.end()}, line};
    execute(session, command);
    if (session.debug) {
        session.output << "done: " << command.verb.text << (command.arguments.empty() ? "" : " ")
                       << command.textFrom(0) << '\n';
    }
    return !session.status;
}

std::ifstream opened(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + file.string() + "' is a directory; name a file");
    }
    std::ifstream script(file, std::ios::binary);
    if (!script) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + file.string() + "' can not be read: " + std::strerror(errno));
    }
    return script;
}

}  // namespace

ScriptError::ScriptError(const std::string& file, int line, int column, const std::string& message)
    : std::runtime_error(file + ':' + std::to_string(line) + ':' + std::to_string(column) +
                         ": error: " + message),
      line_(line),
      column_(column),
      message_(message) {}

ScriptInterpreter::ScriptInterpreter(Framework& framework, std::ostream& output)
    : framework_(framework), output_(output), initialPath_(framework.componentPath()) {}

int ScriptInterpreter::run(const std::filesystem::path& file) {
    std::ifstream script = opened(file);
    return run(script, file.string());
}

void ScriptInterpreter::load(const std::filesystem::path& file) {
    constexpr int kDeepest = 16;
    if (depth_ == kDeepest) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + file.string() + "' would be loaded " + std::to_string(kDeepest) +
                        " deep; a script may not load itself");
    }
    struct Deeper {
        int& depth;
        explicit Deeper(int& where) : depth(where) { ++depth; }
        ~Deeper() { --depth; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
    };
    const Deeper deeper(depth_);
    if (const int status = run(file); status != 0) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + file.string() + "' ended with status " + std::to_string(status));
    }
}

int ScriptInterpreter::run(std::istream& script, const std::string& name) {
    const std::function<void()> hook = [&] {
        try {
            if (beforeGo_) {
                beforeGo_();
            }
        } catch (gov::cca::CCAException&) {
            throw;
        } catch (...) {
            foreign_ = std::current_exception();
            throw;
        }
    };
    const std::function<void(const std::filesystem::path&)> loader =
        [this](const std::filesystem::path& file) { load(file); };
    Session* self = nullptr;
    const std::function<void(const Command&)> executor = [&](const Command& command) {
        try {
            execute(*self, command);
        } catch (const CommandError&) {
            if (foreign_) {
                std::rethrow_exception(foreign_);
            }
            throw;
        }
    };
    Session session{framework_, output_, hook,     initialPath_,
                    debug_,     loader,  executor, collective_ ? *collective_ : alone_};
    self = &session;
    int number = 0;
    for (std::string line; std::getline(script, line);) {
        ++number;
        try {
            if (!runLine(session, line)) {
                break;
            }
        } catch (const CommandError& error) {
            if (foreign_) {
                std::rethrow_exception(depth_ == 0 ? std::exchange(foreign_, nullptr) : foreign_);
            }
            throw ScriptError(name, number, error.column(), flat(error.what()));
        } catch (const RanksMissing& error) {
            throw RanksMissing(placeOf(name, number) + error.what(), error.speaks());
        } catch (const RanksDiffer& error) {
            throw RanksDiffer(placeOf(name, number) + error.what());
        }
    }
    if (script.bad()) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + name + "' can not be read to its end: " + std::strerror(errno));
    }
    return session.status.value_or(0);
}

}  // namespace gantry::framework
