#pragma once

#include <framework/Collective.hpp>
#include <framework/Framework.hpp>
#include <framework/ScriptInterpreter.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "script/Command.hpp"
#include "script/CommandError.hpp"

namespace gantry::framework::script {

/// A place in a script.
struct ScriptPlace {
    int line = 0;
    int column = 0;
};

/// What a running script works on. References to objects of the interpreter, which outlives it.
struct ScriptContext {
    Framework& framework;
    std::ostream& output;
    const std::function<void()>& beforeGo;
    const std::vector<std::filesystem::path>& initialPath;
    bool& debug;
    /// Runs the commands of a file in this context.
    const std::function<void(const std::filesystem::path&)>& load;
    /// Carries out one command in this context.
    const std::function<void(const Command&)>& execute;
    /// All ranks of the run.
    Collective& collective;
    /// Of the script, as errors and causes of changes show it.
    const std::string& name;
    /// Set by the command that ends the script.
    std::optional<int> status{};
    /// The commands that the ranks have not compared yet.
    std::vector<ScriptPlace> unsettled{};
    /// Classes of which it is known whether a component may meet the other ranks.
    std::map<std::string, bool> meeting{};
};

inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

/// How the ranks of a parallel run share a command.
enum class Shared {
    /// It leaves the assembly as it is: its outcome is compared.
    Compared,
    /// It changes the assembly on all ranks or none.
    Changed,
    /// It consists of other commands, which are shared.
    Itself
};

/// A command of the script language.
struct Verb {
    /// The first name is the one help shows first.
    std::vector<std::string> names;
    /// The arguments, as help shows them.
    std::string arguments;
    std::string help;
    std::size_t fewest = 0;
    std::size_t most = 0;
    void (*run)(ScriptContext&, const Command&) = nullptr;
    CommandKind kind = CommandKind::Changes;
    Shared shared = Shared::Compared;
    /// Asked before run: how to roll back what it will have done, on the ranks where it succeeded
    /// while others failed. Null, or an empty function: it cannot be rolled back.
    Collective::Undo (*undo)(ScriptContext&, const Command&) = nullptr;
    /// With so many arguments it shows nothing and can be rolled back, so that the ranks may
    /// compare it together with others.
    std::size_t laterFrom = kAnyNumber;
    /// The arguments that name the instances, or the class, whose components take part in it.
    std::vector<std::size_t> actors{};
};

using Verbs = std::vector<Verb>;

Verbs pathVerbs();
Verbs instanceVerbs();
Verbs connectionVerbs();
Verbs parameterVerbs();
Verbs propertyVerbs();
Verbs displayVerbs();
Verbs monitorVerbs();
Verbs assemblyVerbs();
Verbs runVerbs();

/// Every verb, in the order in which help lists them.
const Verbs& allVerbs();
/// The verb of a name or of its unique beginning. Throws CommandError.
const Verb& findVerb(const Word& name);

/// Calls work; whatever it throws becomes a CommandError at a column, except CommandError itself.
void inColumn(int column, const std::function<void()>& work);
/// Throws at the word if there is no instance of that name.
void requireInstance(const ScriptContext& context, const Word& instance);
/// Throws at the word if the instance has no port of that name.
void requirePort(const ScriptContext& context, const Word& instance, const Word& port);
/// Lets the embedding program prepare the assembly for measuring. Throws CommandError at the verb.
void prepareRun(const ScriptContext& context, const Command& command);
/// Shows the commands that build this assembly again.
void writeAssembly(ScriptContext& context, std::ostream& output);
/// Shows what is monitored, and what is not though it was to be.
void displayMonitored(ScriptContext& context);
/// Shows the commands that monitor again what is monitored.
void replayMonitored(ScriptContext& context, std::ostream& output);
/// Goes back to the instances, connections and classes there are now.
Collective::Undo undoByMark(ScriptContext& context, const Command& command);
/// The instance of that name; it exists.
InstanceInfo instanceInfo(const ScriptContext& context, const std::string& name);

}  // namespace gantry::framework::script
