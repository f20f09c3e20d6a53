#pragma once

#include <framework/Collective.hpp>
#include <framework/Framework.hpp>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry::framework {

/// A script stopped at an error. Lines and columns count from 1. what() is "FILE:LINE:COLUMN:
/// error: MESSAGE".
class ScriptError final : public std::runtime_error {
public:
    ScriptError(const std::string& file, int line, int column, const std::string& message);

    [[nodiscard]] int line() const noexcept { return line_; }
    [[nodiscard]] int column() const noexcept { return column_; }
    /// The message without the place.
    [[nodiscard]] const std::string& message() const noexcept { return message_; }

private:
    int line_;
    int column_;
    std::string message_;
};

/// What a command does: `Shows` only reads the assembly; `Changes` modifies it, its settings or its
/// monitoring; `Runs` starts components or other commands, or ends the script or all instances.
enum class CommandKind : std::uint8_t { Shows, Changes, Runs };

/// The kind of the command on a line; Shows if the line is empty. name and number: of the script
/// and the line, for messages. Throws ScriptError if there is no such command.
CommandKind kindOf(const std::string& line, const std::string& name, int number = 1);

/// Runs scripts in the language of Ccaffeine (docs/formats/script.md) on a framework. One thread at
/// a time; framework and output must outlive the interpreter.
///
///     Framework framework;
///     ScriptInterpreter interpreter(framework, std::cout);
///     const int status = interpreter.run("solve.bld");
class ScriptInterpreter final {
public:
    /// The command `path init` restores the component path that the framework has now. Commands
    /// that show something write to output; others are silent unless `debug` is on.
    ScriptInterpreter(Framework& framework, std::ostream& output);
    /// The same with another component path for `path init`.
    ScriptInterpreter(Framework& framework, std::ostream& output,
                      std::vector<std::filesystem::path> initialPath);

    /// beforeGo is called before each go and each monitor command. If it throws a
    /// gov::cca::CCAException, that is an error of the command; any other exception leaves run
    /// unchanged.
    void setBeforeGo(std::function<void()> beforeGo) { beforeGo_ = std::move(beforeGo); }

    /// Carries out every command together with the other ranks, which run the same script: if it
    /// fails on one, all ranks roll it back and throw the same message. run may then also throw
    /// RanksMissing and RanksDiffer. collective must outlive the interpreter.
    void setCollective(Collective& collective) { collective_ = &collective; }

    /// Runs until quit or the end of the file. Returns the status of quit, else 0. The first error
    /// stops the script and throws ScriptError; the effect of earlier commands stays. Throws
    /// gantry::Error if the file cannot be read.
    int run(const std::filesystem::path& file);
    /// The same for a script that is read from a stream; name and firstLine, the number of its
    /// first line, appear in messages.
    int run(std::istream& script, const std::string& name, int firstLine = 1);
    /// The status with which a command ended the last script; nothing if the script ran to the end
    /// of its text.
    [[nodiscard]] std::optional<int> endStatus() const noexcept { return endStatus_; }

private:
    // Runs a script inside the script, at most 16 deep.
    void load(const std::filesystem::path& file);
    void callBeforeGo();

    Framework& framework_;
    std::ostream& output_;
    std::function<void()> beforeGo_;
    std::vector<std::filesystem::path> initialPath_;
    // Of one rank: used where setCollective() was not called.
    Collective alone_;
    Collective* collective_ = nullptr;
    bool debug_ = false;
    int depth_ = 0;
    std::optional<int> endStatus_{};
    // An exception of beforeGo that is not an error of a command.
    std::exception_ptr foreign_{};
};

}  // namespace gantry::framework
