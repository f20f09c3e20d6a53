// Changes are reported at once, except inside a Transaction: the creation of an instance may fail
// after its component has connected others, and what is rolled back must not be reported. Pending
// changes are reported, in order, when the outermost transaction ends.
//
// Cause and nesting belong to the thread that gives a command. They are kept by thread id under a
// lock of their own, because setCause may be called while another thread holds the assembly.

#include "core/Changes.hpp"

#include <base/text/TimeText.hpp>

#include <array>
#include <set>

namespace gantry::framework {
namespace {

std::string flat(std::string text) {
    for (char& c : text) {
        c = c == '\n' || c == '\r' ? ' ' : c;
    }
    return text;
}

}  // namespace

const char* toText(Change::Action action) {
    constexpr std::array kTexts{"create", "destroy", "connect", "disconnect",
                                "swap",   "set",     "monitor"};
    return kTexts.at(static_cast<std::size_t>(action));
}

// A command that would not be one line cannot be a command, and is shown as a comment.
std::string toScript(const Change& change) {
    std::string text = "# " + base::isoTimeMicroseconds(change.time) + ' ' +
                       (change.cause.empty() ? "the program itself" : flat(change.cause));
    const bool isLine = change.command.find_first_of("\n\r") == std::string::npos;
    if (!change.implied && !change.command.empty() && isLine) {
        return text + '\n' + change.command + '\n';
    }
    text += change.implied ? ", in passing: " : ", which no script can do: ";
    if (!change.command.empty()) {
        return text + flat(change.command) + '\n';
    }
    const ConnectionInfo& c = change.subject;
    text += toText(change.action);
    for (const std::string* part : {&c.user, &c.usesPort, &c.provider, &c.providesPort}) {
        text += part->empty() ? "" : ' ' + flat(*part);
    }
    return text + '\n';
}

std::string Changes::setCause(std::string cause) {
    const std::lock_guard lock(mutex_);
    const auto thread = std::this_thread::get_id();
    const auto known = causes_.find(thread);
    std::string before = known == causes_.end() ? std::string() : known->second;
    if (!cause.empty()) {
        causes_[thread] = std::move(cause);
    } else if (known != causes_.end()) {
        causes_.erase(known);
    }
    return before;
}

// The observer runs under the lock of the assembly, so changes reach it in the order in which they
// were made.
void Changes::note(Change::Action action, ConnectionInfo subject, std::string command) {
    if (!wanted()) {
        return;
    }
    Change change{action,
                  std::chrono::system_clock::now(),
                  {},
                  std::move(subject),
                  std::move(command),
                  inside_.contains(std::this_thread::get_id())};
    {
        const std::lock_guard lock(mutex_);
        const auto known = causes_.find(std::this_thread::get_id());
        change.cause = known == causes_.end() ? std::string() : known->second;
    }
    if (transactions_ > 0) {
        pending_.push_back(std::move(change));
    } else {
        observer_(change);
    }
}

void Changes::enter(int step) {
    const auto thread = std::this_thread::get_id();
    if ((inside_[thread] += step) == 0) {
        inside_.erase(thread);
    }
}

// What was made and rolled back never was, for an observer; what was destroyed or set meanwhile
// stays so, and is kept.
void Changes::dropSince(std::size_t first) {
    std::set<std::string> undone;
    std::vector<Change> kept;
    for (std::size_t i = first; i < pending_.size(); ++i) {
        Change& change = pending_[i];
        if (change.action == Change::Action::Create) {
            undone.insert(change.subject.user);
        } else if (change.action != Change::Action::Connect &&
                   !undone.contains(change.subject.user) &&
                   !undone.contains(change.subject.provider)) {
            // What it happened in failed, and no one is going to do it again.
            change.implied = inside_.contains(std::this_thread::get_id());
            kept.push_back(std::move(change));
        }
    }
    pending_.resize(first);
    pending_.insert(pending_.end(), std::make_move_iterator(kept.begin()),
                    std::make_move_iterator(kept.end()));
}

// The list is taken out first: an observer that is called here may end another transaction.
void Changes::endTransaction() {
    if (--transactions_ > 0) {
        return;
    }
    for (const Change& change : std::exchange(pending_, {})) {
        if (wanted()) {
            observer_(change);
        }
    }
}

}  // namespace gantry::framework
