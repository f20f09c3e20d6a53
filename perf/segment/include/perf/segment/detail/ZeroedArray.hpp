#pragma once

#include <cstddef>
#include <cstdlib>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace gantry::perf {

/// Plain elements that begin as zeros and do not grow. A large array has pages of its own: they
/// take memory where they are used, and give it back with the array, which a heap that many threads
/// share often does not.
///
///     ZeroedArray<Entry> larger(2 * entries.size());
///     if (larger.size() == 0) { throw std::bad_alloc(); }
template <class Element>
class ZeroedArray final {
    /// Bytes of zeros must be values, and no destructor runs.
    static_assert(std::is_trivial_v<Element>);

public:
    ZeroedArray() = default;
    /// Without memory the array is empty. Does not throw; the caller compares size() with what it
    /// asked for.
    explicit ZeroedArray(std::size_t size) noexcept {
        const std::size_t bytes = size * sizeof(Element);
        void* memory = nullptr;
        if (bytes < kOwnPages) {
            // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): the zeros cost nothing
            memory = std::calloc(size, sizeof(Element));
        } else {
            // Without a reservation of swap: of an array made large in advance, only pages that
            // are written count.
            memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            memory = memory == MAP_FAILED ? nullptr : memory;
        }
        elements_ = static_cast<Element*>(memory);
        size_ = memory == nullptr ? 0 : size;
    }
    ZeroedArray(const ZeroedArray&) = delete;
    ZeroedArray& operator=(const ZeroedArray&) = delete;
    // An array without memory has size 0, so it goes to free(), which takes null.
    ~ZeroedArray() {
        if (size_ * sizeof(Element) < kOwnPages) {
            std::free(elements_);  // NOLINT(cppcoreguidelines-no-malloc): of calloc()
        } else {
            ::munmap(elements_, size_ * sizeof(Element));
        }
    }
    /// Moves exchange: the source of an assignment holds the target's old elements until its own
    /// end.
    ZeroedArray(ZeroedArray&& other) noexcept { swap(other); }
    ZeroedArray& operator=(ZeroedArray&& other) noexcept {
        swap(other);
        return *this;
    }

    /// Neither allocates nor frees; elements stay where they are.
    void swap(ZeroedArray& other) noexcept {
        std::swap(elements_, other.elements_);
        std::swap(size_, other.size_);
    }

    /// In elements; 0 also where there was no memory.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// at must be below size(); not checked.
    Element& operator[](std::size_t at) noexcept { return elements_[at]; }
    const Element& operator[](std::size_t at) const noexcept { return elements_[at]; }

private:
    // Bytes from which an array has pages of its own; the destructor decides by the same rule.
    static constexpr std::size_t kOwnPages = std::size_t{8} << 10U;

    // From calloc() or from mmap(), by kOwnPages.
    Element* elements_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace gantry::perf
