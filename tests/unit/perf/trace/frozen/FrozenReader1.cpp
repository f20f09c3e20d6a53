#include "FrozenReader1.hpp"

#include <zstd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace gantry::perf::frozen1 {

namespace {

struct FileHeader {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byteOrder;
    std::uint64_t reserved;
    std::uint32_t reserved2;
    std::uint32_t checksum;
};

struct ChunkHeader {
    std::uint32_t magic;
    std::uint32_t checksum;
    std::uint32_t kind;
    std::uint32_t thread;
    std::uint64_t firstRecord;
    std::uint64_t firstTime;
    std::uint64_t lastTime;
    std::uint64_t lost;
    std::uint32_t records;
    std::uint32_t encoding;
    std::uint32_t storedBytes;
    std::uint32_t plainBytes;
};
static_assert(sizeof(ChunkHeader) == 64);

std::uint32_t crc(std::string_view bytes) {
    std::uint32_t sum = 0xffffffffU;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0xedb88320U : 0U);
        }
    }
    return ~sum;
}

[[noreturn]] void refuse(const std::string& what) {
    throw std::runtime_error(what);
}

class Bytes final {
public:
    explicit Bytes(std::string_view rest) : rest_(rest) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < rest_.size() && i < 10; ++i) {
            const auto byte = static_cast<unsigned char>(rest_[i]);
            value |= std::uint64_t{byte & 0x7fU} << (7 * i);
            if (byte < 0x80U) {
                rest_.remove_prefix(i + 1);
                return value;
            }
        }
        refuse("a number is cut");
    }
    std::string text() {
        const std::uint64_t size = number();
        if (size > rest_.size()) {
            refuse("a text is cut");
        }
        const std::string text(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return text;
    }
    [[nodiscard]] bool atEnd() const { return rest_.empty(); }
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
};

std::string payloadOf(const ChunkHeader& header, std::string_view stored) {
    if (header.encoding == 0) {
        return std::string(stored);
    }
    if (header.encoding != 1) {
        refuse("an unknown encoding");
    }
    std::string plain(header.plainBytes, '\0');
    const std::size_t size =
        ZSTD_decompress(plain.data(), plain.size(), stored.data(), stored.size());
    if (ZSTD_isError(size) != 0 || size != plain.size()) {
        refuse("a chunk cannot be unpacked");
    }
    return plain;
}

// What is known after all chunks.
struct Content {
    std::map<std::uint64_t, std::string> timers;
    std::map<std::uint64_t, std::string> events;
    std::map<std::uint64_t, std::string> threads;
    std::map<std::string, std::string> facts;
    std::map<std::uint32_t, std::map<std::uint64_t, std::string>> records;
    std::string clock;
    int skipped = 0;
    bool ended = false;
};

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) {
        all += (all.empty() ? "" : " ") + text;
    }
    return all;
}

void readEntry(Bytes& bytes, Content& content) {
    const auto number = [&] { return std::to_string(bytes.number()); };
    const auto text = [&] { return '"' + bytes.text() + '"'; };
    std::vector<std::string> fields;
    const auto numbers = [&](int count) {
        for (int i = 0; i < count; ++i) {
            fields.push_back(number());
        }
    };
    const auto texts = [&](int count) {
        for (int i = 0; i < count; ++i) {
            fields.push_back(text());
        }
    };
    const std::uint64_t kind = bytes.number();
    if (kind == 1) {
        numbers(3);
        texts(2);
        content.clock = joined(fields);
        return;
    }
    if (kind < 1 || kind > 4) {
        refuse("an entry of an unknown kind");
    }
    const std::uint64_t id = bytes.number();
    numbers(kind == 2 ? 2 : kind == 3 ? 0 : 4);
    texts(kind == 2 ? 3 : 1);
    (kind == 2   ? content.timers
     : kind == 3 ? content.events
                 : content.threads)[id] = joined(fields);
}

std::uint64_t reversed(std::uint64_t value) {
    std::uint64_t result = 0;
    for (int i = 0; i < 8; ++i, value >>= 8U) {
        result = result << 8U | (value & 0xffU);
    }
    return result;
}

void readRecords(const ChunkHeader& header, const std::string& plain, Content& content) {
    Bytes columns(plain);
    const std::string tagColumn = columns.text();
    Bytes tags(tagColumn);
    Bytes times(columns.rest());
    std::vector<std::uint64_t> open;
    std::uint64_t time = header.firstTime;
    for (std::uint32_t i = 0; i < header.records; ++i) {
        const std::uint64_t tag = tags.number();
        std::uint64_t kind = tag & 7U;
        std::uint64_t id = tag >> 3U;
        if (tag == 7) {
            if (open.empty()) {
                refuse("a stop without its start");
            }
            kind = 2;
            id = open.back();
            open.pop_back();
        } else if (kind == 1) {
            open.push_back(id);
        } else if (kind < 1 || kind > 6) {
            refuse("a record of an unknown kind");
        }
        const std::uint64_t told = times.number();
        time += kind == 4 ? 0 : told;
        static const std::array<const char*, 7> kNames{"",      "start", "stop",  "event",
                                                       "value", "lost",  "thread"};
        content.records[header.thread][header.firstRecord + i] =
            std::string(kNames[kind]) + ' ' + std::to_string(id) + ' ' +
            std::to_string(kind == 4 ? reversed(told) : time);
    }
    if (!tags.atEnd() || !times.atEnd()) {
        refuse("another number of records than the chunk says");
    }
}

void readChunk(const ChunkHeader& header, std::string_view stored, Content& content) {
    if (header.kind < 1 || header.kind > 4) {
        ++content.skipped;
        return;
    }
    const std::string plain = payloadOf(header, stored);
    Bytes bytes(plain);
    if (header.kind == 1) {
        readRecords(header, plain, content);
    } else if (header.kind == 2) {
        while (!bytes.atEnd()) {
            readEntry(bytes, content);
        }
    } else if (header.kind == 3) {
        content.ended = true;
    } else {
        while (!bytes.atEnd()) {
            const std::string key = bytes.text();
            content.facts[key] = bytes.text();
        }
    }
}

std::string textOf(const Content& content) {
    std::ostringstream text;
    text << "clock " << content.clock << '\n';
    for (const auto& [id, timer] : content.timers) {
        text << "timer " << id << ' ' << timer << '\n';
    }
    for (const auto& [id, event] : content.events) {
        text << "event " << id << ' ' << event << '\n';
    }
    for (const auto& [id, thread] : content.threads) {
        text << "thread " << id << ' ' << thread << '\n';
    }
    for (const auto& [key, value] : content.facts) {
        text << "fact " << key << " = " << value << '\n';
    }
    for (const auto& [thread, records] : content.records) {
        for (const auto& [number, record] : records) {
            text << thread << ' ' << number << ' ' << record << '\n';
        }
    }
    text << (content.ended ? "ended" : "not ended") << '\n';
    return text.str();
}

}  // namespace

std::string describe(std::string_view file) {
    FileHeader head{};
    if (file.size() < sizeof head || file.substr(0, 8) != "GANTRYTR") {
        refuse("not a trace");
    }
    std::memcpy(&head, file.data(), sizeof head);
    if (head.byteOrder != 0x01020304U) {
        refuse("the other byte order");
    }
    if (head.checksum != crc(file.substr(0, 28)) || head.version > 1) {
        refuse("a damaged head, or a newer version");
    }
    Content content;
    for (std::size_t at = sizeof head; at < file.size();) {
        ChunkHeader header{};
        if (file.size() - at < sizeof header) {
            break;
        }
        std::memcpy(&header, file.data() + at, sizeof header);
        const std::size_t end = at + sizeof header + header.storedBytes;
        if (header.magic != 0x4b435447U || header.plainBytes > 64U << 20U ||
            header.storedBytes > 64U << 20U || header.records > 65536) {
            refuse("a damaged chunk");
        }
        if (end > file.size()) {
            break;
        }
        if (crc(file.substr(at + 8, end - at - 8)) != header.checksum) {
            refuse("a chunk with a wrong sum");
        }
        readChunk(header, file.substr(at + sizeof header, header.storedBytes), content);
        at = end;
    }
    return textOf(content);
}

}  // namespace gantry::perf::frozen1
