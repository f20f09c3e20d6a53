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

/// Reports to an observer what changes in an assembly, and why. setCause may be called by any
/// thread at any time, everything else under the lock of the assembly.
class Changes final {
public:
    /// Set under the lock; an empty function ends the observation.
    void observe(ChangeObserver observer) { observer_ = std::move(observer); }
    /// Whether someone wants to know: who asks first need not build commands for no one.
    [[nodiscard]] bool wanted() const noexcept { return observer_ && suppressed_ == 0; }
    /// Of the calling thread, until it is set again; returns the one before.
    std::string setCause(std::string cause);
    /// Time, cause and what it follows from are added.
    void note(Change::Action action, ConnectionInfo subject, std::string command);

    /// While it lives, the calling thread has that cause; the one it had if it is empty.
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

    /// While it lives, the calling thread is in code of a component that runs by itself again
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
    class Transaction final {
    public:
        explicit Transaction(Changes& changes)
            : changes_(changes), first_(changes.pending_.size()) {
            ++changes_.transactions_;
        }
        ~Transaction() { changes_.endTransaction(); }
        Transaction(const Transaction&) = delete;
        Transaction& operator=(const Transaction&) = delete;

        /// All that was created and connected is rolled back and not reported.
        void drop() { changes_.dropSince(first_); }

    private:
        Changes& changes_;
        std::size_t first_;
    };

    /// While it lives, nothing is noted.
    class Suppressed final {
    public:
        explicit Suppressed(Changes& changes) : changes_(changes) { ++changes_.suppressed_; }
        ~Suppressed() { --changes_.suppressed_; }
        Suppressed(const Suppressed&) = delete;
        Suppressed& operator=(const Suppressed&) = delete;

    private:
        Changes& changes_;
    };

private:
    void enter(int step);
    void dropSince(std::size_t first);
    void endTransaction();

    ChangeObserver observer_;
    std::mutex mutex_;
    std::map<std::thread::id, std::string> causes_;
    std::map<std::thread::id, int> inside_;
    std::vector<Change> pending_;
    int transactions_ = 0;
    int suppressed_ = 0;
};

}  // namespace gantry::framework
