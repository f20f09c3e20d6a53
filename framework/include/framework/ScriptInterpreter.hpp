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

/// A script stopped at an error. what() is "FILE:LINE:COLUMN: error: MESSAGE".
class ScriptError final : public std::runtime_error {
public:
    ScriptError(const std::string& file, int line, int column, const std::string& message);

    [[nodiscard]] int line() const noexcept { return line_; }
    [[nodiscard]] int column() const noexcept { return column_; }
    [[nodiscard]] const std::string& message() const noexcept { return message_; }

private:
    int line_;
    int column_;
    std::string message_;
};

/// What a command does: `Shows` only looks at the assembly; `Changes` it, its settings or what
/// measures it; `Runs` components, other commands, or the end of the script or of all instances.
enum class CommandKind : std::uint8_t { Shows, Changes, Runs };

/// The kind of the command that a line holds; Shows where it holds none. Throws ScriptError where
/// there is no such command.
CommandKind kindOf(const std::string& line, const std::string& name, int number = 1);

/// Runs scripts in the language of Ccaffeine (docs/formats/script.md) on a framework.
class ScriptInterpreter final {
public:
    /// The component path the framework has now is what the command `path init` goes back to.
    /// Commands that show something write to output; others are silent unless `debug` was given.
    ScriptInterpreter(Framework& framework, std::ostream& output);
    /// The same with another component path for `path init`.
    ScriptInterpreter(Framework& framework, std::ostream& output,
                      std::vector<std::filesystem::path> initialPath);

    /// Called before each go and each monitor command. A gov::cca::CCAException it throws is an
    /// error of that command; any other exception leaves run as it is.
    void setBeforeGo(std::function<void()> beforeGo) { beforeGo_ = std::move(beforeGo); }

    /// Every command is carried out together with the other ranks, which run the same script: where
    /// it fails on one, all ranks are as before it and throw the same message. Then run may also
    /// throw RanksMissing and RanksDiffer. collective must outlive the interpreter.
    void setCollective(Collective& collective) { collective_ = &collective; }

    /// Runs until quit or the end of the file and returns the status: that of quit, else 0. The
    /// first error stops the script: throws ScriptError; what the commands before it did stays. A
    /// file that cannot be read is a gantry::Error.
    int run(const std::filesystem::path& file);
    /// firstLine: the number of the first line, in messages.
    int run(std::istream& script, const std::string& name, int firstLine = 1);
    /// The status with which a command ended the script run last; nothing where it came to the end
    /// of its text.
    [[nodiscard]] std::optional<int> endStatus() const noexcept { return endStatus_; }

private:
    void load(const std::filesystem::path& file);

    Framework& framework_;
    std::ostream& output_;
    std::function<void()> beforeGo_;
    std::vector<std::filesystem::path> initialPath_;
    Collective alone_;
    Collective* collective_ = nullptr;
    bool debug_ = false;
    int depth_ = 0;
    std::optional<int> endStatus_{};
    // What setBeforeGo's function threw that is not an error of a command.
    std::exception_ptr foreign_{};
};

}  // namespace gantry::framework
