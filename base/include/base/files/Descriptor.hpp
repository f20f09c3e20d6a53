#pragma once

#include <unistd.h>
#include <utility>

namespace gantry::base {

/// Owns an open file descriptor and closes it; -1 where there is none. Never allocates, never
/// throws. Movable; no thread safety of its own.
///
///     const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
///     if (!file) { failOnFile(path, "cannot read", errno); }
class Descriptor final {
public:
    Descriptor() noexcept = default;
    /// Takes over an open descriptor, or -1 for none, as ::open returns it.
    explicit Descriptor(int number) noexcept : number_(number) {}
    ~Descriptor() { close(); }
    /// Leaves the other one without a descriptor.
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    /// Swaps: the one that this had is closed with the other object.
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    /// For system calls; still owned by this object.
    [[nodiscard]] int number() const noexcept { return number_; }
    /// Whether there is one.
    explicit operator bool() const noexcept { return number_ >= 0; }

    /// Gives the descriptor away: the caller closes it.
    [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }

    /// Closes it now; a second call does nothing. False where the system reports an error, which
    /// for a file just written may mean that data are lost; errno says which.
    bool close() noexcept {
        const int number = release();
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_ = -1;
};

}  // namespace gantry::base
