#include "Texts.hpp"

#include <cstring>
#include <new>

namespace gantry::itt {

namespace {

constinit Domain otherDomain{1, "(other)", nullptr, 0, nullptr, nullptr};
constinit StringHandle otherString{"(other)", nullptr, 0, nullptr, nullptr};

// Null where there is no memory.
const char* copyOf(const char* text) noexcept {
    const std::size_t size = std::strlen(text) + 1;
    auto* const copy = new (std::nothrow) char[size];
    return copy != nullptr ? static_cast<const char*>(std::memcpy(copy, text, size)) : nullptr;
}

Domain* newDomain(const char* name) noexcept {
    const char* const copy = copyOf(name);
    auto* const made = copy != nullptr ? new (std::nothrow)
                                             Domain{1, copy, nullptr, 0, nullptr, nullptr}
                                       : nullptr;
    return made != nullptr ? made : &otherDomain;
}

StringHandle* newString(const char* text) noexcept {
    const char* const copy = copyOf(text);
    auto* const made = copy != nullptr ? new (std::nothrow)
                                             StringHandle{copy, nullptr, 0, nullptr, nullptr}
                                       : nullptr;
    return made != nullptr ? made : &otherString;
}

regions::NameHash hashOf(const char* text) noexcept {
    regions::NameHash hash;
    hash.add(text);
    return hash;
}

}  // namespace

Domain* Texts::domain(const char* name) noexcept {
    const regions::NameHash hash = hashOf(name);
    auto number = domains_.find(hash);
    if (number == domains_.kNothing) {
        number = domains_.add(
            hash, [&]() noexcept { return newDomain(name); },
            []() noexcept { return &otherDomain; });
    }
    return number != domains_.kNothing ? domains_[number] : &otherDomain;
}

StringHandle* Texts::string(const char* text) noexcept {
    const regions::NameHash hash = hashOf(text);
    auto number = strings_.find(hash);
    if (number == strings_.kNothing) {
        number = strings_.add(
            hash, [&]() noexcept { return newString(text); },
            []() noexcept { return &otherString; });
    }
    return number != strings_.kNothing ? strings_[number] : &otherString;
}

}  // namespace gantry::itt
