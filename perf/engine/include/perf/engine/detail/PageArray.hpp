#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace gantry::perf {

/// An array of zeroed plain values. What ofPages() takes comes from the system in whole pages and
/// not from malloc, so that an array can grow in a signal handler that interrupted malloc. Does not
/// grow by itself: its owner makes a larger one, copies, and swaps, so that it decides what happens
/// without memory.
///
///     auto larger = PageArray<Node*>::ofPages(2 * stack.size());
///     if (larger.size() > 0) {
///         std::copy_n(stack.get(), depth, larger.get());
///         stack.swap(larger);
///     }
template <class T>
class PageArray final {
    /// Pages of zeros must be values, and no destructor runs.
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    PageArray() = default;
    /// Small, from malloc. Throws std::bad_alloc.
    explicit PageArray(std::size_t size) : values_(new T[size]()), size_(size) {}
    /// Moves exchange, so none of them frees memory: that is what a signal handler may not do with
    /// malloc's.
    PageArray(PageArray&& other) noexcept { swap(other); }
    PageArray& operator=(PageArray&& other) noexcept {
        swap(other);
        return *this;
    }
    PageArray(const PageArray&) = delete;
    PageArray& operator=(const PageArray&) = delete;
    ~PageArray() {
        if (bytes_ > 0) {
            ::munmap(values_, bytes_);
        } else {
            delete[] values_;
        }
    }

    /// At least that many values, in whole pages; empty where there is no memory. The caller
    /// compares size() with 0. One system call.
    static PageArray ofPages(std::size_t size) noexcept {
        // Of the smallest pages; where they are larger, the system rounds up itself.
        constexpr std::size_t kPage = 4096;
        // NOLINTNEXTLINE(bugprone-sizeof-expression): the values may be pointers
        const std::size_t bytes = (size * sizeof(T) + kPage - 1) / kPage * kPage;
        PageArray array;
        void* const memory =
            ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED) {
            array.values_ = static_cast<T*>(memory);
            array.size_ = bytes / sizeof(T);  // NOLINT(bugprone-sizeof-expression): as above
            array.bytes_ = bytes;
        }
        return array;
    }

    /// Values there is memory for.
    std::size_t size() const noexcept { return size_; }
    /// Owned by the array; nullptr where it is empty.
    T* get() const noexcept { return values_; }
    /// place must be below size(); not checked.
    T& operator[](std::size_t place) const noexcept { return values_[place]; }

    /// Neither allocates nor frees.
    void swap(PageArray& other) noexcept {
        std::swap(values_, other.values_);
        std::swap(size_, other.size_);
        std::swap(bytes_, other.bytes_);
    }

private:
    // From new[] where bytes_ is 0, else from mmap().
    T* values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t bytes_ = 0;  // of pages; 0: from malloc
};

}  // namespace gantry::perf
