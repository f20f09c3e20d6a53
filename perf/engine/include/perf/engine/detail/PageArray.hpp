#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace gantry::perf {

/// An array of zeroed plain values. What ofPages() takes comes from the system in whole pages and
/// not from malloc, so that an array can grow in a signal handler that interrupted malloc.
template <class T>
class PageArray final {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    PageArray() = default;
    /// Small, from malloc. Throws std::bad_alloc.
    explicit PageArray(std::size_t size) : values_(new T[size]()), size_(size) {}
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

    /// At least that many values, in whole pages; empty where there is no memory.
    static PageArray ofPages(std::size_t size) noexcept {
        constexpr std::size_t kPage = 4096;
        const std::size_t bytes = (size * sizeof(T) + kPage - 1) / kPage * kPage;
        PageArray array;
        void* const memory =
            ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED) {
            array.values_ = static_cast<T*>(memory);
            array.size_ = bytes / sizeof(T);
            array.bytes_ = bytes;
        }
        return array;
    }

    std::size_t size() const noexcept { return size_; }
    T* get() const noexcept { return values_; }
    T& operator[](std::size_t place) const noexcept { return values_[place]; }

    void swap(PageArray& other) noexcept {
        std::swap(values_, other.values_);
        std::swap(size_, other.size_);
        std::swap(bytes_, other.bytes_);
    }

private:
    T* values_ = nullptr;
    std::size_t size_ = 0;
    std::size_t bytes_ = 0;  // of pages; 0: from malloc
};

}  // namespace gantry::perf
