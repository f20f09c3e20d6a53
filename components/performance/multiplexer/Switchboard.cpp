#include "Switchboard.hpp"

#include <base/threads/ThreadParts.hpp>

#include <algorithm>
#include <utility>

namespace performance::multiplexer {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): per thread
constinit thread_local ThreadAnchor threadAnchor{0, nullptr};

namespace {

struct Ending {
    Ending() noexcept { threadAnchor = {0, nullptr}; }
};

// The boards a thread takes part in.
using Places = gantry::base::ThreadParts<Switchboard, ThreadCalls, Ending>;

}  // namespace

Visit::Visit(Switchboard& board) noexcept : calls_(board.enter()) {}

Visit::~Visit() {
    if (calls_ != nullptr) {
        Switchboard::leave(*calls_);
    }
}

const std::vector<std::shared_ptr<Backend>>& Visit::backends() const noexcept {
    return calls_ != nullptr ? calls_->route().backends : none_.backends;
}

Switchboard::Switchboard()
    : number_(Places::newNumber()), present_(std::make_shared<const Route>()), routes_{present_} {}

ThreadCalls* Switchboard::attachThread() noexcept {
    if (Places::isOver()) {
        return nullptr;
    }
    try {
        if (ThreadCalls* const known = Places::find(number_)) {
            threadAnchor = {number_, known};
            return known;
        }
        Places::prepare();
        ThreadCalls* calls = nullptr;
        {
            const std::lock_guard lock(mutex_);
            const std::uint64_t epoch = epoch_.load(std::memory_order_relaxed);
            threads_.push_back(std::make_unique<ThreadCalls>(present_, epoch));
            calls = threads_.back().get();
        }
        Places::keep(number_, shared_from_this(), calls);
        threadAnchor = {number_, calls};
        return calls;
    } catch (const std::exception&) {
        // No memory for one more thread: it is not measured.
        return nullptr;
    }
}

// Called by the thread itself. Backends are called without the lock; where the route changes again
// meanwhile, the epoch that is stored here is outdated, and the next call follows once more.
void Switchboard::follow(ThreadCalls& calls) noexcept {
    std::shared_ptr<const Route> next;
    std::uint64_t epoch = 0;
    {
        const std::lock_guard lock(mutex_);
        next = present_;
        epoch = epoch_.load(std::memory_order_relaxed);
    }
    calls.carryOver(*next);
    const std::lock_guard lock(mutex_);
    calls.setRoute(std::move(next), epoch);
}

void Switchboard::change(std::vector<std::shared_ptr<Backend>> backends) {
    const std::uint32_t measuring = backends.empty() ? 0 : 1;
    auto route = std::make_shared<const Route>(Route{std::move(backends)});
    {
        const std::lock_guard lock(mutex_);
        routes_.push_back(route);
        present_ = std::move(route);
        epoch_.fetch_add(1, std::memory_order_release);
        std::atomic_ref<std::uint32_t>(measuring_).store(measuring, std::memory_order_release);
    }
    // Who makes the change need not wait for a next call of its own.
    if (ThreadCalls* const calls = enter()) {
        leave(*calls);
    }
    sweep();
}

std::shared_ptr<const Route> Switchboard::present() const {
    const std::lock_guard lock(mutex_);
    return present_;
}

// Removes the routes that no thread measures by any more. A count of 1 cannot rise again: routes
// other than the present one are not given to any thread.
void Switchboard::sweep() noexcept {
    for (;;) {
        // Declared before the lock, and so destroyed after it: the last reference to a backend may
        // end a component. The same holds for the locals in close() and end().
        std::shared_ptr<const Route> unused;
        const std::lock_guard lock(mutex_);
        const auto found = std::find_if(routes_.begin(), routes_.end(), [this](const auto& route) {
            return route != present_ && route.use_count() == 1;
        });
        if (found == routes_.end()) {
            return;
        }
        unused.swap(*found);
        routes_.erase(found);
    }
}

// Those of all routes, as a thread that has not called since a change still measures by its old
// one.
std::vector<std::shared_ptr<Backend>> Switchboard::backends() const {
    std::vector<std::shared_ptr<Backend>> all;
    const std::lock_guard lock(mutex_);
    for (const auto& route : routes_) {
        for (const auto& backend : route->backends) {
            if (std::find(all.begin(), all.end(), backend) == all.end()) {
                all.push_back(backend);
            }
        }
    }
    return all;
}

bool Switchboard::isOpen(const TimerRecord& timer) const noexcept {
    const std::lock_guard lock(mutex_);
    return std::any_of(threads_.begin(), threads_.end(),
                       [&timer](const auto& thread) { return thread->has(timer); });
}

void Switchboard::close() noexcept {
    std::vector<std::shared_ptr<const Route>> routes;
    const std::lock_guard lock(mutex_);
    closed_.store(true, std::memory_order_release);
    routes.swap(routes_);
    for (const auto& thread : threads_) {
        thread->setRoute(nullptr, 0);
    }
    present_.reset();
}

void Switchboard::end(const ThreadCalls* calls) noexcept {
    std::unique_ptr<ThreadCalls> ended;
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(threads_.begin(), threads_.end(),
                                    [calls](const auto& each) { return each.get() == calls; });
    if (found != threads_.end()) {
        ended = std::move(*found);
        threads_.erase(found);
    }
}

}  // namespace performance::multiplexer
