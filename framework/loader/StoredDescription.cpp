#include "loader/StoredDescription.hpp"

#include <gantry/Error.hpp>

#include <string>

#include "loader/ElfNote.hpp"
#include "loader/checkDescription.hpp"

namespace gantry::framework::loader {
namespace {

// Stands for a proxy that the component has: it can be made only once the library is loaded.
PortProxy notLoaded(const gantry::Library&, const std::shared_ptr<gov::cca::Port>&,
                    const std::shared_ptr<PinTable>&) {
    return {};
}

}  // namespace

/// Goes through the content of a note; docs/formats/component-note.md.
class StoredDescription::Reader final {
public:
    Reader(const std::filesystem::path& file, const std::vector<unsigned char>& content)
        : file_(file), content_(content) {}

    std::uint32_t number() {
        constexpr std::size_t kSize = 4;
        if (left() < kSize) {
            refuse();
        }
        std::uint32_t value = 0;
        for (std::size_t i = kSize; i > 0; --i) {
            // The least significant byte is first, on every machine.
            value = value << 8U | content_[at_ + i - 1];
        }
        at_ += kSize;
        return value;
    }
    const char* text() {
        const std::size_t size = number();
        if (size == 0) {
            return nullptr;
        }
        if (size > left() || content_[at_ + size - 1] != 0) {
            refuse();
        }
        const auto* const begin = reinterpret_cast<const char*>(content_.data() + at_);
        at_ += size;
        return begin;
    }
    PortDescription port() {
        constexpr unsigned kFlags = 7;
        // Braces, as they fix the order of the two calls.
        PortDescription port{text(), text()};
        const unsigned flags = number();
        if (flags > kFlags) {
            refuse();
        }
        port.required = (flags & 1U) != 0;
        port.makeProxy = (flags & 2U) != 0 ? &notLoaded : nullptr;
        port.connections = (flags & 4U) != 0 ? Connections::Guarded : Connections::Direct;
        return port;
    }
    ParameterDescription parameter() {
        return {text(), text(), text(), text(), text(), text(), text(), text()};
    }
    /// A number of items, each of which takes some bytes.
    template <class Item, class Read>
    std::vector<Item> items(Read read) {
        std::vector<Item> list;
        // Nothing is reserved for the count, which is foreign: read() refuses at the end of the
        // content.
        for (std::uint32_t count = number(); count > 0; --count) {
            list.push_back(read());
        }
        return list;
    }
    void requireEnd() {
        if (left() != 0) {
            refuse();
        }
    }

private:
    [[nodiscard]] std::size_t left() const noexcept { return content_.size() - at_; }
    [[noreturn]] void refuse() const {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    file_.string() + " carries a damaged description of its component");
    }

    const std::filesystem::path& file_;
    const std::vector<unsigned char>& content_;
    std::size_t at_ = 0;
};

StoredDescription StoredDescription::read(const std::filesystem::path& file) {
    constexpr std::uint32_t kNoteType = 1;
    StoredDescription stored;
    stored.content_ = readElfNote(file, std::string("Gantry\0", 7), kNoteType);
    Reader reader(file, stored.content_);
    stored.description_.abi = reader.number();
    // Before the rest, whose layout it decides.
    checkAbi(file, stored.description_);
    stored.description_.className = reader.text();
    stored.description_.version = reader.text();
    stored.description_.summary = reader.text();
    stored.provides_ = reader.items<PortDescription>([&] { return reader.port(); });
    stored.uses_ = reader.items<PortDescription>([&] { return reader.port(); });
    stored.parameters_ = reader.items<ParameterDescription>([&] { return reader.parameter(); });
    reader.requireEnd();
    checkDescription(file, stored.description());
    return stored;
}

ComponentDescription StoredDescription::description() const noexcept {
    ComponentDescription whole = description_;
    whole.provides = provides_.data();
    whole.numProvides = provides_.size();
    whole.uses = uses_.data();
    whole.numUses = uses_.size();
    whole.parameters = parameters_.data();
    whole.numParameters = parameters_.size();
    return whole;
}

}  // namespace gantry::framework::loader
