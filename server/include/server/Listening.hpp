#pragma once

#include <framework/Framework.hpp>
#include <framework/Ranks.hpp>
#include <server/EndSignals.hpp>
#include <server/LiveContainer.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace gantry::server {

/// Lets others talk to an assembly while it lives, and ends it in order at Ctrl-C. In a run of
/// several ranks rank 0 listens; the others carry out together with it what changes or runs
/// something: before each `go` of the script, and after its end.
///
///     Listening listening(assembly, options, ranks, prepare);
///     interpreter.setBeforeGo([&] { listening.beforeGo(); });
///     status = listening.afterScript(interpreter.run(options.script));
/// All ranks make one. beforeGo() and afterScript() are collective: all ranks call them in the same
/// order. One thread, that of the script.
class Listening final {
public:
    /// signals is kept by reference.
    struct Options {
        std::filesystem::path socket;
        std::string script;  ///< as its clients know it
        bool stays = false;  ///< whether the assembly stays when its script has ended
        EndSignals& signals;
    };

    /// beforeGo is called before each go and each monitor command, of the script and of clients.
    /// Everything must outlive the object. Throws std::runtime_error where the socket cannot be
    /// made.
    Listening(framework::Framework& assembly, Options options, const framework::Ranks& ranks,
              std::function<void()> beforeGo);
    ~Listening();
    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

    /// To be called before each go and each monitor command of the script, on all ranks.
    void beforeGo();
    /// The status of a run whose script ended with status, on all ranks. Throws
    /// framework::RanksMissing and framework::RanksDiffer.
    int afterScript(int status);

private:
    void listen();
    void changeTogether();
    /// Announces to the other ranks what comes.
    void tell(double word, const std::string& line = {});
    /// Carries out the commands that rank 0 announces, until it announces the end. Returns the
    /// status with it.
    int follow();
    void carryOut(const std::string& line);

    framework::Framework& assembly_;
    const Options options_;
    const framework::Ranks& ranks_;
    std::function<void()> beforeGo_;
    std::atomic<bool> follows_{false};
    std::optional<LiveContainer> container_;
};

}  // namespace gantry::server
