#pragma once

#include <framework/Change.hpp>

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gantry::framework {

/// Notifies an observer what changes in an assembly, and why. setCause may be called by any thread
/// at any time, everything else under the lock of the assembly.
class Changes final {
public:
    void observe(ChangeObserver observer) { observer_ = std::move(observer); }
    /// Whether somebody wants to know: who asks first need not build commands that nobody reads.
    [[nodiscard]] bool wanted() const noexcept { return observer_ && muted_ == 0; }
    /// Of the calling thread, until it is set again; returns the one before.
    std::string setCause(std::string cause);
    /// Time, cause and what it follows from are added.
    void note(Change::Action action, ConnectionInfo subject, std::string command);

    /// As long as it lives, the calling thread has that cause; the one it had where it is empty.
    class Cause final {
    public:
        Cause(Changes& changes, const std::string& cause)
            : changes_(changes), sets_(!cause.empty()) {
            if (sets_) {
                before_ = changes.setCause(cause);
            }
        }
        ~Cause() {
            if (sets_) {
                changes_.setCause(std::move(before_));
            }
        }
        Cause(const Cause&) = delete;
        Cause& operator=(const Cause&) = delete;

    private:
        Changes& changes_;
        bool sets_;
        std::string before_;
    };

    /// As long as it lives, the calling thread is in code of a component that runs by itself again
    /// when the command is given again.
    class Implied final {
    public:
        explicit Implied(Changes& changes) : changes_(changes), counts_(changes.wanted()) {
            if (counts_) {
                changes_.enter(1);
            }
        }
        ~Implied() {
            if (counts_) {
                changes_.enter(-1);
            }
        }
        Implied(const Implied&) = delete;
        Implied& operator=(const Implied&) = delete;

    private:
        Changes& changes_;
        bool counts_;
    };

    /// Keeps back what is noted until it is sure. Ends under the same lock.
    class Draft final {
    public:
        explicit Draft(Changes& changes) : changes_(changes), first_(changes.pending_.size()) {
            ++changes_.drafts_;
        }
        ~Draft() { changes_.endDraft(); }
        Draft(const Draft&) = delete;
        Draft& operator=(const Draft&) = delete;

        /// All that was created and connected is rolled back, and nobody is to be notified.
        void drop() { changes_.dropSince(first_); }

    private:
        Changes& changes_;
        std::size_t first_;
    };

    /// As long as it lives, nothing is noted.
    class Muted final {
    public:
        explicit Muted(Changes& changes) : changes_(changes) { ++changes_.muted_; }
        ~Muted() { --changes_.muted_; }
        Muted(const Muted&) = delete;
        Muted& operator=(const Muted&) = delete;

    private:
        Changes& changes_;
    };

private:
    void enter(int step);
    void dropSince(std::size_t first);
    void endDraft();

    ChangeObserver observer_;
    std::mutex mutex_;
    std::map<std::thread::id, std::string> causes_;
    std::map<std::thread::id, int> inside_;
    std::vector<Change> pending_;
    int drafts_ = 0;
    int muted_ = 0;
};

}  // namespace gantry::framework
