#include <framework/ScriptInterpreter.hpp>
#include <gantry/Error.hpp>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <istream>
#include <ostream>
#include <utility>

#include "script/StatementReader.hpp"
#include "script/Verb.hpp"

namespace gantry::framework {
namespace {

using script::Command;
using script::CommandError;
using script::Session;
using script::Statement;
using script::StatementReader;

/// One line, whatever stood in it.
std::string flat(std::string message) {
    for (char& c : message) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    return message;
}

/// The cause of changes of this thread, for as long as it lives.
class Cause final {
public:
    Cause(Framework& framework, std::string cause)
        : framework_(framework), before_(framework.setCause(std::move(cause))) {}
    ~Cause() { framework_.setCause(std::move(before_)); }
    Cause(const Cause&) = delete;
    Cause& operator=(const Cause&) = delete;

private:
    Framework& framework_;
    std::string before_;
};

void execute(Session& session, const Statement& statement) {
    const Command& command = statement.command;
    const Cause cause(session.framework, session.name + ':' + std::to_string(statement.line));
    try {
        statement.verb->run(session, command);
    } catch (gov::cca::CCAException& error) {
        throw CommandError(command.verb.column, error.getNote());
    } catch (const CommandError&) {
        throw;
    } catch (const ScriptError&) {
        // Of a script that was loaded: it names its own place.
        throw;
    } catch (const std::exception& error) {
        throw CommandError(command.verb.column, error.what());
    }
    if (session.debug) {
        session.output << "done: " << command.verb.text << (command.arguments.empty() ? "" : " ")
                       << command.textFrom(0) << '\n';
    }
}

/// Whether the script goes on. line: of the command that is carried out, at any time.
bool runStatement(Session& session, const Statement& statement, int& line) {
    line = statement.line;
    if (!statement.times) {
        execute(session, statement);
        return !session.status;
    }
    for (std::uint64_t i = 0; i < *statement.times; ++i) {
        for (const Statement& inner : statement.block) {
            if (!runStatement(session, inner, line)) {
                return false;
            }
        }
    }
    return true;
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
    Session session{framework_, output_, hook, initialPath_, debug_, loader, name};
    StatementReader reader(script);
    int line = 0;
    try {
        for (bool goesOn = true; goesOn;) {
            line = 0;
            const auto statement = reader.next();
            goesOn = statement && runStatement(session, *statement, line);
        }
    } catch (const CommandError& error) {
        if (foreign_) {
            std::rethrow_exception(depth_ == 0 ? std::exchange(foreign_, nullptr) : foreign_);
        }
        throw ScriptError(name, line > 0 ? line : reader.line(), error.column(),
                          flat(error.what()));
    }
    if (script.bad()) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + name + "' can not be read to its end: " + std::strerror(errno));
    }
    return session.status.value_or(0);
}

}  // namespace gantry::framework
