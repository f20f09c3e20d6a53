#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace gantry::base {

/// What each thread has in objects that many threads share, such as its area in an engine. A thread
/// keeps its parts, and with them their owners, until it ends; then each owner is notified. Threads
/// may outlive an owner, which says so by closed(), and an owner threads.
///
/// Owner has `bool closed() const noexcept` and `void end(Part*) noexcept`, which any thread may
/// call. AtEnd is made at the end of a thread before the first end(), and destroyed behind the
/// last. All functions speak of the calling thread; one set of parts for each choice of arguments.
///
///     using Areas = ThreadParts<Registry, Area, AtEnd>;
///     Area* area = Areas::find(number);
///     if (area == nullptr && !Areas::isOver()) {
///         Areas::prepare();    // may throw, before there is anything to give back
///         area = registry->begin();
///         Areas::keep(number, registry, area);
///     }
template <class Owner, class Part, class AtEnd>
class ThreadParts final {
public:
    ThreadParts() = delete;

    /// A number that no other owner in this process has or had; never 0.
    static std::uint64_t newNumber() noexcept {
        static constinit std::atomic<std::uint64_t> last{0};
        return last.fetch_add(1, std::memory_order_relaxed) + 1;
    }

    /// Whether the thread has already given its parts back.
    static bool isOver() noexcept { return over(); }

    /// Its part in the owner of that number; nullptr where it keeps none. A search in a list of all
    /// owners the thread uses, which are few.
    static Part* find(std::uint64_t number) noexcept {
        if (over()) {
            return nullptr;
        }
        for (const Kept& kept : list().all) {
            if (kept.number == number) {
                return kept.part;
            }
        }
        return nullptr;
    }

    /// Forgets owners that are closed and makes room for one more, so that the next keep() does not
    /// throw. Not when the thread is over. Throws std::bad_alloc.
    static void prepare() {
        std::vector<Kept>& all = list().all;
        std::erase_if(all, [](const Kept& kept) { return kept.owner->closed(); });
        all.reserve(all.size() + 1);
    }

    /// Keeps a part until the thread ends. Not when it is over. Throws std::bad_alloc.
    static void keep(std::uint64_t number, std::shared_ptr<Owner> owner, Part* part) {
        list().all.push_back({number, std::move(owner), part});
    }

private:
    /// The owner is kept alive by it, so end() can be called whenever the thread ends.
    struct Kept {
        std::uint64_t number;
        std::shared_ptr<Owner> owner;
        Part* part;
    };
    struct List {
        List() = default;
        List(const List&) = delete;
        List& operator=(const List&) = delete;
        ~List() {
            /// First: parts are not to be found any more by destructors that run during and after
            /// this one.
            over() = true;
            [[maybe_unused]] const AtEnd ending{};
            for (const Kept& kept : all) {
                kept.owner->end(kept.part);
            }
        }

        std::vector<Kept> all;
    };

    // Needs no destructor, so that it can still be read while the thread's other objects are
    // destroyed.
    static bool& over() noexcept {
        static constinit thread_local bool isOver = false;
        return isOver;
    }
    static List& list() noexcept {
        static thread_local List parts;
        return parts;
    }
};

}  // namespace gantry::base
