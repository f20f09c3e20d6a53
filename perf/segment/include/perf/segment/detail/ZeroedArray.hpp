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
template <class Element>
class ZeroedArray final {
    static_assert(std::is_trivial_v<Element>);

public:
    ZeroedArray() = default;
    /// Without memory the array is empty.
    explicit ZeroedArray(std::size_t size) noexcept {
        const std::size_t bytes = size * sizeof(Element);
        void* memory = nullptr;
        if (bytes < kOwnPages) {
            memory = std::calloc(size, sizeof(Element));
        } else {
            memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            memory = memory == MAP_FAILED ? nullptr : memory;
        }
        elements_ = static_cast<Element*>(memory);
        size_ = memory == nullptr ? 0 : size;
    }
    ~ZeroedArray() {
        if (size_ * sizeof(Element) < kOwnPages) {
            std::free(elements_);
        } else {
            ::munmap(elements_, size_ * sizeof(Element));
        }
    }
    ZeroedArray(ZeroedArray&& other) noexcept { swap(other); }
    ZeroedArray& operator=(ZeroedArray&& other) noexcept {
        swap(other);
        return *this;
    }

    void swap(ZeroedArray& other) noexcept {
        std::swap(elements_, other.elements_);
        std::swap(size_, other.size_);
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    Element& operator[](std::size_t at) noexcept { return elements_[at]; }
    const Element& operator[](std::size_t at) const noexcept { return elements_[at]; }

private:
    static constexpr std::size_t kOwnPages = std::size_t{8} << 10U;

    Element* elements_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace gantry::perf
