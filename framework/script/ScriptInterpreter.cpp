// Reading and running alternate statement by statement, so that a script can come from a pipe and
// an error stops it at its line. Only a block is read to its end before it runs.
//
// In a run of several ranks every rank reads the same script. A line that cannot be read fails like
// a command, through the same agreement, so that no rank waits for one that stopped.
//
// The ranks compare commands that build the assembly in batches, because an agreement costs more
// than such a command. All others settle the batch first: a command that shows something, so that
// nothing is shown that may be rolled back; one that cannot be rolled back; and one in which a
// component takes part that may meet the other ranks itself, because these may have stopped.

#include <framework/ScriptInterpreter.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <istream>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

#include "script/StatementReader.hpp"
#include "script/Verb.hpp"

namespace gantry::framework {
namespace {

using script::Command;
using script::CommandError;
using script::ScriptContext;
using script::Statement;
using script::StatementReader;
using script::Verb;
using script::Word;

constexpr const char* kBuilderType = "gov.cca.ports.BuilderService";

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

/// The cause of changes of this thread, while it lives.
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

void run(const Verb& verb, ScriptContext& context, const Command& command) {
    try {
        verb.run(context, command);
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

/// Where a command that is not well formed cannot be rolled back, there is nothing to roll back.
Collective::Undo undoOf(const Verb& verb, ScriptContext& context, const Command& command) {
    // A run of one rank has nobody whose failure could undo the command.
    if (!verb.undo || context.collective.isAlone()) {
        return {};
    }
    try {
        return verb.undo(context, command);
    } catch (...) {
        return [] {};
    }
}

/// Calls work on all ranks; every rank gets the same message, at the place of its own error.
void runOnRanks(ScriptContext& context, const Command& command, const Verb* verb,
                const std::function<void()>& work) {
    int column = command.verb.column;
    const Collective::Command step{command.line, [&] {
                                       try {
                                           work();
                                       } catch (const CommandError& error) {
                                           // Each rank shows its own place, whatever the others
                                           // say.
                                           column = error.column();
                                           throw;
                                       }
                                   }};
    try {
        if (verb && verb->shared == script::Shared::Changed) {
            context.collective.change(step, undoOf(*verb, context, command));
        } else {
            context.collective.compare(step);
        }
    } catch (RankFailure& failure) {
        throw CommandError(column, failure.getNote());
    }
}

void execute(ScriptContext& context, const Verb& verb, const Command& command) {
    const auto work = [&] { run(verb, context, command); };
    if (verb.shared == script::Shared::Itself) {
        work();
    } else {
        runOnRanks(context, command, &verb, work);
    }
}

/// The error of a command that was compared later, at its own place. Nothing is unsettled then.
CommandError errorOf(ScriptContext& context, RankFailure& failure) {
    // The commands behind the failed one were rolled back with it.
    const auto places = std::exchange(context.unsettled, {});
    const script::ScriptPlace place = places.at(std::min(failure.command(), places.size() - 1));
    return {place.column, failure.getNote(), place.line};
}

void settle(ScriptContext& context) {
    try {
        context.collective.settle();
        context.unsettled.clear();
    } catch (RankFailure& failure) {
        throw errorOf(context, failure);
    }
}

/// Calls work, which is to be compared later.
void runLater(ScriptContext& context, const Command& command, int line,
              const std::function<void()>& work, Collective::Undo undo) {
    // Bounds the memory of a batch, and how far a script runs on behind an error.
    constexpr std::size_t kMostUnsettled = 256;
    context.unsettled.push_back({line, command.verb.column});
    const Collective::Command step{command.line, [&] {
                                       try {
                                           work();
                                       } catch (const CommandError& error) {
                                           context.unsettled.back().column = error.column();
                                           throw;
                                       }
                                   }};
    try {
        context.collective.changeLater(step, std::move(undo));
    } catch (RankFailure& failure) {
        throw errorOf(context, failure);
    }
    if (context.unsettled.size() >= kMostUnsettled) {
        settle(context);
    }
}

/// Whether a component of that instance, or of that class, may meet the other ranks in the middle
/// of a command: it uses the upcalls, or builds others that may.
bool mayMeet(ScriptContext& context, const std::string& name) {
    const std::optional<InstanceInfo> instance = context.framework.instance(name);
    const std::string className = instance ? instance->className : name;
    // Asked once for each class: the description does not change in a run.
    const auto [known, isNew] = context.meeting.emplace(className, false);
    if (isNew) {
        const std::optional<ClassInfo> info = context.framework.findClass(className);
        known->second =
            info && std::any_of(info->ports.begin(), info->ports.end(), [](const PortInfo& port) {
                return port.type.starts_with("parallel.") || port.type == kBuilderType;
            });
    }
    return known->second;
}

bool isForLater(ScriptContext& context, const Verb& verb, const Command& command) {
    return !context.collective.isAlone() && !context.debug &&
           command.arguments.size() >= verb.laterFrom &&
           std::none_of(verb.actors.begin(), verb.actors.end(), [&](std::size_t actor) {
               return mayMeet(context, command.arguments[actor].text);
           });
}

/// What cannot be read as a command is an error on all ranks, as one that failed.
[[noreturn]] void refuse(ScriptContext& context, const Command& command, int line,
                         const CommandError& error) {
    if (!context.unsettled.empty()) {
        runLater(context, command, line, [&] { throw error; }, {});
    }
    runOnRanks(context, command, nullptr, [&] { throw error; });
    throw error;
}

/// One command that is in another one.
void executeWithin(ScriptContext& context, const Command& command) {
    const Verb* verb = nullptr;
    try {
        verb = &script::checkedVerb(command);
    } catch (const CommandError& error) {
        refuse(context, command, 0, error);
    }
    execute(context, *verb, command);
}

std::optional<Statement> readNext(ScriptContext& context, StatementReader& reader) {
    try {
        return reader.next();
    } catch (const CommandError& error) {
        refuse(context, {{"", error.column()}, {}, reader.text()}, reader.line(), error);
    }
}

void execute(ScriptContext& context, const Statement& statement) {
    const Command& command = statement.command;
    const Cause cause(context.framework, context.name + ':' + std::to_string(statement.line));
    const Verb& verb = *statement.verb;
    if (isForLater(context, verb, command)) {
        runLater(
            context, command, statement.line, [&] { run(verb, context, command); },
            undoOf(verb, context, command));
        return;
    }
    settle(context);
    execute(context, verb, command);
    if (context.debug) {
        context.output << "done: " << command.verb.text << (command.arguments.empty() ? "" : " ")
                       << command.textFrom(0) << '\n';
    }
}

/// Whether the script continues. line: of the command that is carried out, at any time.
bool runStatement(ScriptContext& context, const Statement& statement, int& line) {
    line = statement.line;
    if (!statement.times) {
        execute(context, statement);
        return !context.status;
    }
    for (std::uint64_t i = 0; i < *statement.times; ++i) {
        for (const Statement& inner : statement.block) {
            if (!runStatement(context, inner, line)) {
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
                    "script '" + file.string() +
                        "' cannot be read: " + std::generic_category().message(errno));
    }
    return script;
}

void executeNested(ScriptContext& context, const Command& command,
                   const std::exception_ptr& foreign) {
    try {
        executeWithin(context, command);
    } catch (const CommandError&) {
        if (foreign) {
            std::rethrow_exception(foreign);
        }
        throw;
    }
}

}  // namespace

ScriptError::ScriptError(const std::string& file, int line, int column, const std::string& message)
    : std::runtime_error(file + ':' + std::to_string(line) + ':' + std::to_string(column) +
                         ": error: " + message),
      line_(line),
      column_(column),
      message_(message) {}

CommandKind kindOf(const std::string& line, const std::string& name, int number) {
    try {
        const std::vector<Word> words = script::splitWords(script::withoutReturn(line));
        return script::isComment(words) ? CommandKind::Shows : script::findVerb(words[0]).kind;
    } catch (const CommandError& error) {
        throw ScriptError(name, number, error.column(), flat(error.what()));
    }
}

ScriptInterpreter::ScriptInterpreter(Framework& framework, std::ostream& output)
    : ScriptInterpreter(framework, output, framework.componentPath()) {}

ScriptInterpreter::ScriptInterpreter(Framework& framework, std::ostream& output,
                                     std::vector<std::filesystem::path> initialPath)
    : framework_(framework), output_(output), initialPath_(std::move(initialPath)) {}

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

void ScriptInterpreter::callBeforeGo() {
    try {
        if (beforeGo_) {
            beforeGo_();
        }
    } catch (gov::cca::CCAException&) {
        throw;
    } catch (...) {
        // Kept aside, since it passes as an error of the command through agreements of the ranks.
        foreign_ = std::current_exception();
        throw;
    }
}

int ScriptInterpreter::run(std::istream& script, const std::string& name, int firstLine) {
    const std::function<void()> hook = [this] { callBeforeGo(); };
    const std::function<void(const std::filesystem::path&)> loader =
        [this](const std::filesystem::path& file) { load(file); };
    ScriptContext* self = nullptr;
    const std::function<void(const Command&)> executor = [&](const Command& command) {
        executeNested(*self, command, foreign_);
    };
    ScriptContext context{framework_, output_, hook,     initialPath_,
                          debug_,     loader,  executor, collective_ ? *collective_ : alone_,
                          name};
    self = &context;
    StatementReader reader(script, firstLine);
    int line = 0;
    try {
        for (bool goesOn = true; goesOn;) {
            line = 0;
            const auto statement = readNext(context, reader);
            goesOn = statement && runStatement(context, *statement, line);
        }
        settle(context);
    } catch (const CommandError& error) {
        if (foreign_) {
            std::rethrow_exception(depth_ == 0 ? std::exchange(foreign_, nullptr) : foreign_);
        }
        const int current = line > 0 ? line : reader.line();
        throw ScriptError(name, error.line() > 0 ? error.line() : current, error.column(),
                          flat(error.what()));
    } catch (const RanksMissing& error) {
        throw RanksMissing(placeOf(name, line > 0 ? line : reader.line()) + error.what(),
                           error.isReporter());
    } catch (const RanksDiffer& error) {
        throw RanksDiffer(placeOf(name, line > 0 ? line : reader.line()) + error.what());
    }
    if (script.bad()) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "script '" + name +
                        "' cannot be read to its end: " + std::generic_category().message(errno));
    }
    endStatus_ = context.status;
    return context.status.value_or(0);
}

}  // namespace gantry::framework
