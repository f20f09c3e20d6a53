// Opening an image: what is checked here once, so that queries need not. See
// docs/formats/timeline.md.

#include "Image.hpp"

#include <base/files/Descriptor.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "BitColumn.hpp"

namespace gantry::perf {

using timeline::Block;
using timeline::checkOf;
using timeline::checkOfHeader;
using timeline::EventEntry;
using timeline::FileHeader;
using timeline::kBlock;
using timeline::kByteOrder;
using timeline::kMagic;
using timeline::kVersion;
using timeline::MessageEntry;
using timeline::NameEntry;
using timeline::RowEntry;
using timeline::Section;
using timeline::SectionKind;
using timeline::TextPlace;

// Reads the small parts of an image into it.
class TimelineImage::Loader final {
public:
    explicit Loader(TimelineImage& image) : image_(image) {}

    // The order matters: texts come before the names that point into them, and names before the
    // entries that are checked against their number. Blocks are left alone, so that opening a
    // timeline costs the same for a short run and a long one; RowReader checks each block that it
    // decodes.
    void load() {
        readHeader();
        readText();
        readNames();
        readMessages();
        const auto events = entries<EventEntry>(SectionKind::Events);
        checkEvents(events);
        for (const RowEntry& row : entries<RowEntry>(SectionKind::Rows)) {
            readRow(row, events);
        }
        readExtent();
    }

private:
    [[nodiscard]] const std::byte* at(std::uint64_t place) const {
        return image_.bytes_.data() + place;
    }

    // That so many entries are inside of the image.
    void checkPlace(std::uint64_t place, std::uint64_t count, std::uint64_t each,
                    const char* what) const {
        const std::uint64_t size = image_.bytes_.size();
        // Divided, not multiplied: a count from a damaged file could overflow a product. `each` is
        // never 0, because section() refuses entries that are too short.
        if (place % sizeof(std::uint64_t) != 0 || place > size || count > (size - place) / each) {
            image_.refuse(place, std::string(what) +
                                     " are not inside of it: " + std::to_string(count) + " of " +
                                     std::to_string(each) + " bytes");
        }
    }

    // Each test needs what the one before has established, and the first that fails decides on the
    // advice: a foreign file is not a damaged timeline, and one of another version can be made
    // again.
    void readHeader() {
        if (image_.bytes_.size() < sizeof header_ ||
            std::memcmp(image_.bytes_.data(), kMagic, sizeof kMagic) != 0) {
            throw TimelineError(TimelineError::Kind::WrongKind,
                                image_.file_ + "this is not a timeline");
        }
        std::memcpy(&header_, image_.bytes_.data(), sizeof header_);
        if (header_.byteOrder != kByteOrder) {
            throw TimelineError(
                TimelineError::Kind::WrongKind,
                image_.file_ +
                    "a timeline of a machine with the other byte order; rebuild it from the trace");
        }
        if (header_.version != kVersion) {
            throw TimelineError(TimelineError::Kind::Newer,
                                image_.file_ + "a timeline of format version " +
                                    std::to_string(header_.version) +
                                    "; this program knows version " + std::to_string(kVersion) +
                                    ", rebuild it from the trace");
        }
        if (header_.bytes != image_.bytes_.size()) {
            image_.refuse(offsetof(FileHeader, bytes),
                          "it should have " + std::to_string(header_.bytes) + " bytes and has " +
                              std::to_string(image_.bytes_.size()));
        }
        checkPlace(header_.sections, header_.sectionCount, sizeof(Section), "its sections");
        if (checkOfHeader(header_, at(header_.sections)) != header_.check) {
            image_.refuse(offsetof(FileHeader, check), "the header is not as it was written");
        }
        image_.source = header_.source;
    }

    // The section of a kind, checked; an empty one where there is none.
    [[nodiscard]] Section section(SectionKind kind, std::size_t least) const {
        for (std::uint32_t i = 0; i < header_.sectionCount; ++i) {
            Section section{};
            std::memcpy(&section, at(header_.sections + i * sizeof section), sizeof section);
            if (section.kind != static_cast<std::uint32_t>(kind)) {
                continue;
            }
            if (section.entryBytes < least || (least > 1 && section.entryBytes % 8 != 0)) {
                image_.refuse(header_.sections + i * sizeof section,
                              "its entries have " + std::to_string(section.entryBytes) + " bytes");
            }
            checkPlace(section.offset, section.count, section.entryBytes, "the entries");
            const std::uint64_t words = section.count * section.entryBytes / sizeof(std::uint64_t);
            if (checkOf(at(section.offset), words) != section.check) {
                image_.refuse(section.offset, "a section is not as it was written");
            }
            return section;
        }
        return {};
    }

    // The entries where they are, not copied: a place is a multiple of 8 bytes, and so is the begin
    // of a mapping or of a vector's memory. A span cannot skip the end of longer entries, so a
    // timeline that has them is refused.
    template <class Entry>
    [[nodiscard]] std::span<const Entry> entries(SectionKind kind) const {
        const Section found = section(kind, sizeof(Entry));
        if (found.entryBytes > sizeof(Entry)) {
            throw TimelineError(TimelineError::Kind::Newer,
                                image_.file_ +
                                    "a timeline with longer entries than this program supports; "
                                    "rebuild it from the trace");
        }
        return {reinterpret_cast<const Entry*>(at(found.offset)), found.count};
    }

    void readText() {
        const Section found = section(SectionKind::Text, 1);
        text_ = {reinterpret_cast<const char*>(at(found.offset)), found.count};
    }

    [[nodiscard]] std::string textAt(TextPlace place) const {
        if (place.offset > text_.size() || place.bytes > text_.size() - place.offset) {
            image_.refuse(place.offset, "a text is not inside of the texts");
        }
        return std::string(text_.substr(place.offset, place.bytes));
    }

    void readNames() {
        for (const NameEntry& name : entries<NameEntry>(SectionKind::Names)) {
            TimelineName& to = image_.names.emplace_back();
            to.text = textAt(name.text);
            to.component = textAt(name.component);
            to.group = textAt(name.group);
            to.kind = static_cast<OperationKind>(name.kind);
            // An activity that this program does not know counts as that of the caller.
            if (name.activity > 0 && name.activity <= kActivities) {
                to.activity = static_cast<Activity>(name.activity - 1);
            }
        }
        // Name 0 is "no call"; every query may look it up.
        if (image_.names.empty()) {
            image_.refuse(header_.sections, "it has no names");
        }
    }

    // Queries use the numbers in messages and events as places among the names, without a test.
    void readMessages() {
        image_.messages = entries<MessageEntry>(SectionKind::Messages);
        for (const MessageEntry& message : image_.messages) {
            if (message.communicator >= image_.names.size()) {
                image_.refuse(placeOf(&message), "a message of an unknown communicator");
            }
        }
    }

    void checkEvents(std::span<const EventEntry> events) const {
        for (const EventEntry& event : events) {
            if (event.name >= image_.names.size()) {
                image_.refuse(placeOf(&event), "an event without a name");
            }
        }
    }

    void readRow(const RowEntry& entry, std::span<const EventEntry> events) {
        checkPlace(entry.blocks, entry.blockCount, sizeof(Block), "the blocks of a row");
        checkPlace(entry.words, entry.wordCount, sizeof(std::uint64_t), "the columns of a row");
        if (entry.firstEvent > events.size() ||
            entry.eventCount > events.size() - entry.firstEvent ||
            entry.records > entry.blockCount * kBlock || entry.lastTicks < entry.firstTicks) {
            image_.refuse(placeOf(&entry), "a row has figures that contradict each other");
        }
        Row& row = image_.rows.emplace_back();
        row.blocks = reinterpret_cast<const Block*>(at(entry.blocks));
        row.blockCount = entry.blockCount;
        row.blocksAt = entry.blocks;
        row.words = reinterpret_cast<const std::uint64_t*>(at(entry.words));
        row.wordCount = entry.wordCount;
        row.events = events.subspan(entry.firstEvent, entry.eventCount);
        TimelineRow& info = image_.infos.emplace_back();
        info.rank = entry.rank;
        info.thread = entry.thread;
        info.label = textAt(entry.label);
        info.clock = {entry.startTicks, entry.unitsPerTick, entry.shift};
        info.firstTicks = entry.firstTicks;
        info.lastTicks = entry.lastTicks;
        info.records = entry.records;
        info.events = entry.eventCount;
        info.lost = entry.lost;
        info.unmatched = entry.unmatched;
        image_.records += entry.records;
    }

    // The extent covers everything that has a time: calls, events and messages. It stays empty if
    // there is none.
    void readExtent() {
        std::int64_t from = std::numeric_limits<std::int64_t>::max();
        std::int64_t to = std::numeric_limits<std::int64_t>::min();
        const auto include = [&](std::int64_t first, std::int64_t last) {
            from = std::min(from, first);
            to = std::max(to, last);
        };
        for (std::size_t i = 0; i < image_.rows.size(); ++i) {
            const TimelineRow& row = image_.infos[i];
            if (row.records > 0) {
                include(row.clock.ns(row.firstTicks), row.clock.ns(row.lastTicks));
            }
            if (const auto events = image_.rows[i].events; !events.empty()) {
                include(row.clock.ns(events.front().ticks), row.clock.ns(events.back().ticks));
            }
        }
        if (!image_.messages.empty()) {
            // They are sorted by the time they were sent, so the first was sent first; `latest` of
            // the last is the maximum of all receipts.
            include(image_.messages.front().sent, image_.messages.back().latest);
        }
        if (from <= to && to < std::numeric_limits<std::int64_t>::max()) {
            // Half-open: one more, so that the last moment is inside.
            image_.extent = {from, to + 1};
        }
    }

    [[nodiscard]] std::uint64_t placeOf(const void* entry) const {
        return static_cast<std::uint64_t>(static_cast<const std::byte*>(entry) -
                                          image_.bytes_.data());
    }

    TimelineImage& image_;
    FileHeader header_{};
    std::string_view text_;
};

TimelineImage::TimelineImage(std::vector<std::byte> bytes)
    : owned_(std::move(bytes)), bytes_(owned_) {
    Loader(*this).load();
}

TimelineImage::TimelineImage(const std::filesystem::path& file) : file_(file.string() + ": ") {
    const base::Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    const bool known = descriptor.number() >= 0 && ::fstat(descriptor.number(), &status) == 0;
    if (!known || !S_ISREG(status.st_mode)) {
        throw TimelineError(TimelineError::Kind::File,
                            file_ + "the timeline cannot be read: " +
                                std::generic_category().message(known ? EINVAL : errno));
    }
    // An empty file cannot be mapped; the loader refuses it as what it is. A file that is replaced
    // while it is mapped does no harm: TimelineBuilder::write() renames a new file over it, and the
    // mapping keeps the old one.
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > 0) {
        void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number(), 0);
        if (bytes == MAP_FAILED) {
            throw TimelineError(
                TimelineError::Kind::File,
                file_ + "the timeline cannot be mapped: " + std::generic_category().message(errno));
        }
        mapping_ = bytes;
        bytes_ = {static_cast<const std::byte*>(bytes), size};
    }
    // A constructor that throws runs no destructor, so the mapping is released here.
    try {
        Loader(*this).load();
    } catch (...) {
        if (mapping_ != nullptr) {
            ::munmap(mapping_, size);
        }
        throw;
    }
}

TimelineImage::~TimelineImage() {
    if (mapping_ != nullptr) {
        ::munmap(mapping_, bytes_.size());
    }
}

void TimelineImage::refuse(std::uint64_t place, const std::string& what) const {
    throw TimelineError(TimelineError::Kind::Damaged, file_ + "the timeline is damaged at byte " +
                                                          std::to_string(place) + ": " + what);
}

}  // namespace gantry::perf
