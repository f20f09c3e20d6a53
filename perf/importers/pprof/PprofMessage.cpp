// Reads the message of profile.proto. In two passes: fields of a message may come in any order, and
// names are places in a table of strings that usually comes last. Texts are views of the file, not
// copies.

#include "PprofMessage.hpp"

#include <algorithm>

#include "Protobuf.hpp"

namespace gantry::perf {

namespace {

using Kind = ProtobufField::Kind;

// The numbers of the fields of profile.proto that are read.
enum Field : std::uint32_t {
    kSampleType = 1,
    kSample = 2,
    kMapping = 3,
    kLocation = 4,
    kFunction = 5,
    kStringTable = 6,
    kTimeNanos = 9,
    kDurationNanos = 10,
    kPeriodType = 11,
    kComment = 13,
    kLastField = 15,
};

// What ImportFile::beginning() has at most.
constexpr std::size_t kBeginning = 4096;
constexpr const char* kDamaged = "; the file is damaged or cut short: write it again";

// All fields are messages, texts or numbers as the table says.
bool fits(const ProtobufField& field) {
    const bool isNumber = field.number >= 7 && field.number <= 14 && field.number != 11;
    const bool mayBePacked = field.number == kComment;
    return (field.kind == Kind::Number) == isNumber || mayBePacked;
}

// Whether the bytes are fields to their end; of a type, which has but two numbers.
bool isMessage(std::string_view bytes, bool isType) {
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (isType && (field.number > 2 || field.kind != Kind::Number)) {
            return false;
        }
    }
    return !reader.isDamaged();
}

class Reader final {
public:
    explicit Reader(const ImportFile& file) : file_(file), bytes_(file.bytes()) {}

    PprofMessage read() {
        // After the first pass: types, functions and mappings before the locations that refer to
        // them.
        each(bytes_, [this](const ProtobufField& field) { sort(field); });
        // String 0 stands for "not set" wherever a message refers to a string.
        if (message_.strings.empty() || !message_.strings.front().empty()) {
            file_.fail(bytes_.size(), "there is no string table that begins with an empty string" +
                                          std::string(kDamaged));
        }
        for (const std::string_view type : types_) {
            readType(type);
        }
        for (const std::string_view function : functions_) {
            readFunction(function);
        }
        for (const std::string_view mapping : mappings_) {
            readMapping(mapping);
        }
        for (const std::string_view location : locations_) {
            readLocation(location);
        }
        for (const std::uint64_t comment : comments_) {
            message_.comments.push_back(text(comment, bytes_));
        }
        return std::move(message_);
    }

private:
    template <class Take>
    void each(std::string_view message, Take take) {
        ProtobufReader reader(message);
        for (ProtobufField field; reader.next(field);) {
            take(field);
        }
        if (reader.isDamaged()) {
            file_.fail(placeOf(message) + reader.offset(),
                       "no field of a message can be read here" + std::string(kDamaged));
        }
    }

    [[nodiscard]] std::size_t placeOf(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - bytes_.data());
    }

    std::string_view text(std::uint64_t place, std::string_view around) {
        if (place >= message_.strings.size()) {
            file_.fail(placeOf(around),
                       "there is no string " + std::to_string(place) + std::string(kDamaged));
        }
        return message_.strings[static_cast<std::size_t>(place)];
    }

    void sort(const ProtobufField& field) {
        if (field.number <= kLastField && !fits(field)) {
            file_.fail(field.offset, "field " + std::to_string(field.number) +
                                         " is of another kind than in profile.proto" + kDamaged);
        }
        switch (field.number) {
            case kSampleType:
                types_.push_back(field.bytes);
                break;
            case kSample:
                message_.samples.push_back(field.bytes);
                break;
            case kMapping:
                mappings_.push_back(field.bytes);
                break;
            case kLocation:
                locations_.push_back(field.bytes);
                break;
            case kFunction:
                functions_.push_back(field.bytes);
                break;
            case kStringTable:
                message_.strings.push_back(field.bytes);
                break;
            case kTimeNanos:
                message_.timeNanos = static_cast<std::int64_t>(field.value);
                break;
            case kDurationNanos:
                message_.durationNanos = static_cast<std::int64_t>(field.value);
                break;
            case kComment:
                if (field.kind == Kind::Number) {
                    comments_.push_back(field.value);
                }
                break;
            default:
                break;
        }
    }

    void readType(std::string_view bytes) {
        PprofValueType type;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) {
                type.type = text(field.value, bytes);
            } else if (field.number == 2) {
                type.unit = text(field.value, bytes);
            }
        });
        message_.types.push_back(type);
    }

    void readFunction(std::string_view bytes) {
        std::uint64_t id = 0;
        PprofFunction function;
        std::string_view systemName;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) {
                id = field.value;
            } else if (field.number == 2) {
                function.name = text(field.value, bytes);
            } else if (field.number == 3) {
                systemName = text(field.value, bytes);
            } else if (field.number == 4) {
                function.file = text(field.value, bytes);
            }
        });
        // The name of the linker is better than none.
        if (function.name.empty()) {
            function.name = systemName;
        }
        functionOf_.emplace(id, function);
    }

    void readMapping(std::string_view bytes) {
        std::uint64_t id = 0;
        std::string_view name;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) {
                id = field.value;
            } else if (field.number == 5) {
                name = text(field.value, bytes);
            }
        });
        objectOf_.emplace(id, name);
    }

    void readLocation(std::string_view bytes) {
        std::uint64_t id = 0;
        PprofLocation location;
        each(bytes, [&](const ProtobufField& field) {
            if (field.number == 1) {
                id = field.value;
            } else if (field.number == 2) {
                const auto object = objectOf_.find(field.value);
                location.object = object == objectOf_.end() ? std::string_view{} : object->second;
            } else if (field.number == 3) {
                location.address = field.value;
            } else if (field.number == 4 && field.kind == Kind::Bytes) {
                location.functions.push_back(functionIn(field.bytes));
            }
        });
        message_.locations.emplace(id, std::move(location));
    }

    PprofFunction functionIn(std::string_view line) {
        PprofFunction function;
        each(line, [&](const ProtobufField& field) {
            if (field.number != 1) {
                return;
            }
            const auto known = functionOf_.find(field.value);
            if (known == functionOf_.end()) {
                file_.fail(placeOf(line), "there is no function " + std::to_string(field.value) +
                                              std::string(kDamaged));
            }
            function = known->second;
        });
        return function;
    }

    const ImportFile& file_;
    std::string_view bytes_;
    PprofMessage message_;
    std::vector<std::string_view> types_;
    std::vector<std::string_view> mappings_;
    std::vector<std::string_view> locations_;
    std::vector<std::string_view> functions_;
    std::vector<std::uint64_t> comments_;
    std::unordered_map<std::uint64_t, PprofFunction> functionOf_;
    std::unordered_map<std::uint64_t, std::string_view> objectOf_;
};

}  // namespace

PprofMessage readPprof(const ImportFile& file) {
    return Reader(file).read();
}

// profile.proto has no magic number. Any bytes may look like some fields, so each field must have
// the kind of its number and each message inside must be readable, too.
bool looksLikePprof(std::string_view beginning) {
    ProtobufReader reader(beginning);
    int messages = 0;
    for (ProtobufField field; reader.next(field);) {
        if (field.number > kLastField || !fits(field)) {
            return false;
        }
        const bool isType = field.number == kSampleType || field.number == kPeriodType;
        if ((isType || field.number <= kFunction) && !isMessage(field.bytes, isType)) {
            return false;
        }
        messages += isType || field.number <= kFunction ? 1 : 0;
    }
    // The beginning of a longer file ends in the middle of a field.
    const bool mayBeCut = beginning.size() >= kBeginning;
    return messages > 0 && (mayBeCut || !reader.isDamaged());
}

}  // namespace gantry::perf
