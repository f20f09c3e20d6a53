// Collects the rows of a timeline and lays them out as one image (docs/formats/timeline.md). The
// order in the image: header, blocks and columns of each row, events, messages, rows, names, text,
// table of sections.

#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <perf/timeline/TimelineBuilder.hpp>
#include <perf/timeline/TimelineError.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "Layout.hpp"
#include "RowBuilder.hpp"

namespace gantry::perf {

using timeline::checkOf;
using timeline::checkOfHeader;
using timeline::EventEntry;
using timeline::FileHeader;
using timeline::kByteOrder;
using timeline::kMagic;
using timeline::kMostNames;
using timeline::kVersion;
using timeline::MessageEntry;
using timeline::NameEntry;
using timeline::RowBuilder;
using timeline::RowEntry;
using timeline::RowParts;
using timeline::Section;
using timeline::SectionKind;
using timeline::TextPlace;

namespace {

using Sink = std::function<void(const void*, std::size_t)>;

// Texts behind each other; padded to words at the end.
class Texts final {
public:
    TextPlace add(const std::string& text) {
        const TextPlace place{static_cast<std::uint32_t>(bytes_.size()),
                              static_cast<std::uint32_t>(text.size())};
        bytes_ += text;
        return place;
    }

    const std::string& padded() {
        constexpr std::size_t kWord = sizeof(std::uint64_t);
        bytes_.resize((bytes_.size() + kWord - 1) / kWord * kWord);
        return bytes_;
    }

private:
    std::string bytes_;
};

template <class Entry>
std::uint64_t bytesOf(const std::vector<Entry>& entries) {
    return entries.size() * sizeof(Entry);
}

template <class Entry>
void put(const Sink& sink, const std::vector<Entry>& entries) {
    if (!entries.empty()) {
        sink(entries.data(), bytesOf(entries));
    }
}

}  // namespace

class TimelineBuilder::Parts final {
public:
    std::uint32_t name(const TimelineName& name) {
        const auto key = std::tuple(name.text, name.component, name.group,
                                    static_cast<std::uint32_t>(name.kind));
        // The number that a new name gets is its place in names_, which begins with "no call" as
        // number 0. The activity is not part of the key: of equal names, the first one added
        // decides on it.
        const auto [known, isNew] = numbers_.try_emplace(key, names_.size());
        if (isNew) {
            if (names_.size() >= kMostNames) {
                throw TimelineError(TimelineError::Kind::Damaged,
                                    "the trace has more names than a timeline can hold");
            }
            names_.push_back(name);
            activities_.push_back(name.activity ? static_cast<std::uint32_t>(*name.activity)
                                                : RowBuilder::kInherited);
        }
        return known->second;
    }

    void beginRow(const TimelineRow& row) {
        endRow();
        infos_.push_back(row);
        row_ = std::make_unique<RowBuilder>(activities_);
    }

    RowBuilder& row() { return *row_; }
    std::vector<MessageEntry>& messages() { return messages_; }

    // Finds the place of everything; returns the size of the image. Once is enough.
    // emit() writes exactly these bytes in exactly this order; both must change together. The table
    // of sections comes last because the checks in it need all entries.
    std::uint64_t layOut(std::uint64_t source) {
        if (header_.bytes > 0) {
            return header_.bytes;
        }
        endRow();
        sortMessages();
        std::uint64_t at = sizeof(FileHeader);
        for (RowParts& row : rows_) {
            row.entry.blocks = at;
            at += bytesOf(row.blocks);
            row.entry.words = at;
            at += bytesOf(row.words);
            row.entry.firstEvent = events_.size();
            row.entry.eventCount = row.events.size();
            events_.insert(events_.end(), row.events.begin(), row.events.end());
            // Events of all rows are one section; each row keeps the place of its first one in it.
            row.events = {};
        }
        makeEntries();
        at = place(SectionKind::Events, events_, at);
        at = place(SectionKind::Messages, messages_, at);
        at = place(SectionKind::Rows, rowEntries_, at);
        at = place(SectionKind::Names, nameEntries_, at);
        const std::string& text = texts_.padded();
        sections_.push_back({static_cast<std::uint32_t>(SectionKind::Text), 1, at, text.size(),
                             checkOf(text.data(), text.size() / sizeof(std::uint64_t))});
        at += text.size();
        return finishHeader(source, at);
    }

    // Gives the whole image to the sink, and forgets what it has given if the image is the last.
    // write() keeps the rows, because a caller may try another folder after a failure; image()
    // gives them up one by one, so that the peak of memory is not twice the image.
    void emit(const Sink& sink, bool isLast) {
        sink(&header_, sizeof header_);
        for (RowParts& row : rows_) {
            put(sink, row.blocks);
            put(sink, row.words);
            if (isLast) {
                row = {};
            }
        }
        put(sink, events_);
        put(sink, messages_);
        put(sink, rowEntries_);
        put(sink, nameEntries_);
        const std::string& text = texts_.padded();
        sink(text.data(), text.size());
        put(sink, sections_);
    }

private:
    void endRow() {
        if (row_) {
            rows_.push_back(row_->take());
            row_.reset();
        }
    }

    // Stable, so that messages that were sent at the same time keep the order in which they were
    // added. `latest` is a running maximum: it never decreases along the list, so a reader finds by
    // bisection the first message that can still be under way at some moment.
    void sortMessages() {
        std::stable_sort(
            messages_.begin(), messages_.end(),
            [](const MessageEntry& a, const MessageEntry& b) { return a.sent < b.sent; });
        for (std::size_t i = 0; i < messages_.size(); ++i) {
            messages_[i].latest = i == 0 ? messages_[i].received
                                         : std::max(messages_[i - 1].latest, messages_[i].received);
        }
    }

    // The counts of a row are those of its builder; only identity and clock come from the caller.
    void makeEntries() {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            RowEntry entry = rows_[i].entry;
            const TimelineRow& info = infos_[i];
            entry.rank = info.rank;
            entry.thread = info.thread;
            entry.label = texts_.add(info.label);
            entry.startTicks = info.clock.startTicks;
            entry.unitsPerTick = info.clock.unitsPerTick;
            entry.shift = info.clock.shift;
            rowEntries_.push_back(entry);
        }
        for (const TimelineName& name : names_) {
            nameEntries_.push_back(
                {texts_.add(name.text), texts_.add(name.component), texts_.add(name.group),
                 static_cast<std::uint32_t>(name.kind),
                 name.activity ? 1 + static_cast<std::uint32_t>(*name.activity) : 0});
        }
    }

    template <class Entry>
    std::uint64_t place(SectionKind kind, const std::vector<Entry>& entries, std::uint64_t at) {
        sections_.push_back({static_cast<std::uint32_t>(kind), sizeof(Entry), at, entries.size(),
                             checkOf(entries.data(), bytesOf(entries) / sizeof(std::uint64_t))});
        return at + bytesOf(entries);
    }

    std::uint64_t finishHeader(std::uint64_t source, std::uint64_t at) {
        std::memcpy(header_.magic, kMagic, sizeof kMagic);
        header_.version = kVersion;
        header_.byteOrder = kByteOrder;
        header_.sections = at;
        header_.sectionCount = static_cast<std::uint32_t>(sections_.size());
        header_.bytes = at + bytesOf(sections_);
        header_.source = source;
        // Last of all: it covers the fields above and the table of sections.
        header_.check = checkOfHeader(header_, sections_.data());
        return header_.bytes;
    }

    // Parallel: names_[n] and activities_[n] are of name n. A RowBuilder refers to activities_,
    // which grows while the row is built.
    std::vector<TimelineName> names_{{"(no call)", {}, {}, OperationKind::State, {}}};
    std::vector<std::uint32_t> activities_{0};
    std::map<std::tuple<std::string, std::string, std::string, std::uint32_t>, std::uint32_t>
        numbers_;
    std::vector<TimelineRow> infos_;
    std::vector<RowParts> rows_;
    std::unique_ptr<RowBuilder> row_;
    std::vector<MessageEntry> messages_;
    std::vector<EventEntry> events_;
    std::vector<RowEntry> rowEntries_;
    std::vector<NameEntry> nameEntries_;
    std::vector<Section> sections_;
    Texts texts_;
    FileHeader header_{};
};

TimelineBuilder::TimelineBuilder() : parts_(std::make_unique<Parts>()) {}

TimelineBuilder::~TimelineBuilder() = default;

std::uint32_t TimelineBuilder::name(const TimelineName& name) {
    return parts_->name(name);
}

void TimelineBuilder::beginRow(const TimelineRow& row) {
    parts_->beginRow(row);
}

void TimelineBuilder::start(std::uint64_t ticks, std::uint32_t name) {
    parts_->row().start(ticks, name);
}

void TimelineBuilder::stop(std::uint64_t ticks, std::uint32_t name) {
    parts_->row().stop(ticks, name);
}

void TimelineBuilder::event(std::uint64_t ticks, std::uint32_t name, std::optional<double> value) {
    parts_->row().event(ticks, name, value);
}

void TimelineBuilder::lost(std::uint64_t ticks, std::uint64_t records) {
    parts_->row().lost(ticks, records);
}

void TimelineBuilder::addMessage(const TimelineMessage& message) {
    parts_->messages().push_back({message.sent, message.received, 0, message.tag, message.bytes,
                                  message.from, message.to, message.communicator, 0});
}

std::vector<std::byte> TimelineBuilder::image(std::uint64_t source) {
    std::vector<std::byte> image;
    image.reserve(parts_->layOut(source));
    parts_->emit(
        [&](const void* bytes, std::size_t size) {
            const auto* const first = static_cast<const std::byte*>(bytes);
            image.insert(image.end(), first, first + size);
        },
        true);
    return image;
}

void TimelineBuilder::write(const std::filesystem::path& file, std::uint64_t source) {
    try {
        base::AtomicFile target(file);
        parts_->layOut(source);
        parts_->emit(
            [&](const void* bytes, std::size_t size) {
                target.write(std::string_view(static_cast<const char*>(bytes), size));
            },
            false);
        target.commit();
    } catch (const base::FileError& error) {
        throw TimelineError(TimelineError::Kind::File, error.what());
    }
}

}  // namespace gantry::perf
