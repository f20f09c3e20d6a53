#include "ReservedWords.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sidlc {

namespace {

struct Entry {
    std::string_view word;
    std::string_view languages;
};

constexpr std::string_view kC = "C and C++";
constexpr std::string_view kCpp = "C++";
constexpr std::string_view kJava = "Java";
constexpr std::string_view kPython = "Python";
constexpr std::string_view kCJava = "C, C++ and Java";
constexpr std::string_view kCppJava = "C++ and Java";
constexpr std::string_view kJavaPython = "Java and Python";
constexpr std::string_view kAll = "C, C++, Java and Python";
constexpr std::string_view kGenerated = "generated code";

// In alphabetical order, without the reserved words of SIDL itself, which the grammar refuses.
constexpr std::array<Entry, 80> kRefused = {{
    {"and_eq", kCpp},
    {"asm", kC},
    {"assert", kJavaPython},
    {"auto", kC},
    {"bitand", kCpp},
    {"bitor", kCpp},
    {"boolean", kJava},
    {"break", kAll},
    {"case", kCJava},
    {"catch", kCppJava},
    {"compl", kCpp},
    {"const", kCJava},
    {"const_cast", kCpp},
    {"continue", kAll},
    {"def", kPython},
    {"default", kCJava},
    {"del", kPython},
    {"delete", kCpp},
    {"do", kCJava},
    {"dynamic_cast", kCpp},
    {"elif", kPython},
    {"except", kPython},
    {"exec", kPython},
    {"explicit", kCpp},
    {"export", kCpp},
    {"extern", kC},
    {"finally", kJavaPython},
    {"for", kAll},
    {"friend", kCpp},
    {"getURL", kGenerated},
    {"global", kPython},
    {"goto", kCJava},
    {"if", kAll},
    {"inline", kC},
    {"instanceof", kJava},
    {"islocal", kGenerated},
    {"isremote", kGenerated},
    {"lambda", kPython},
    {"mutable", kCpp},
    {"namespace", kCpp},
    {"native", kJava},
    {"new", kCppJava},
    {"none", kGenerated},
    {"not_eq", kCpp},
    {"operator", kCpp},
    {"or_eq", kCpp},
    {"pass", kPython},
    {"print", kPython},
    {"private", kCppJava},
    {"protected", kCppJava},
    {"public", kCppJava},
    {"raise", kPython},
    {"register", kC},
    {"reinterpret_cast", kCpp},
    {"return", kAll},
    {"self", kGenerated},
    {"short", kCJava},
    {"signed", kC},
    {"sizeof", kC},
    {"static_cast", kCpp},
    {"strictfp", kJava},
    {"super", kJava},
    {"switch", kCJava},
    {"synchronized", kJava},
    {"template", kCpp},
    {"this", kCppJava},
    {"throw", kCppJava},
    {"transient", kJava},
    {"try", "C++, Java and Python"},
    {"typedef", kC},
    {"typeid", kCpp},
    {"typename", kCpp},
    {"union", kC},
    {"unsigned", kC},
    {"using", kCpp},
    {"virtual", kCpp},
    {"volatile", kCJava},
    {"wchar_t", kCpp},
    {"while", kAll},
    {"xor_eq", kCpp},
}};

// Reserved by later standards than those SIDL was made for: existing files may use them, so they
// give a warning, and generated code adds an underscore where it must.
constexpr std::array<Entry, 29> kNewer = {{
    {"False", kPython},  {"None", kPython},       {"True", kPython},      {"alignas", kCpp},
    {"alignof", kCpp},   {"as", kPython},         {"async", kPython},     {"await", kPython},
    {"byte", kJava},     {"char16_t", kCpp},      {"char32_t", kCpp},     {"char8_t", kCpp},
    {"co_await", kCpp},  {"co_return", kCpp},     {"co_yield", kCpp},     {"concept", kCpp},
    {"consteval", kCpp}, {"constexpr", kCpp},     {"constinit", kCpp},    {"decltype", kCpp},
    {"noexcept", kCpp},  {"nonlocal", kPython},   {"nullptr", kCpp},      {"requires", kCpp},
    {"restrict", "C"},   {"static_assert", kCpp}, {"thread_local", kCpp}, {"with", kPython},
    {"yield", kPython},
}};

template <std::size_t Size>
std::string_view languages(const std::array<Entry, Size>& table, std::string_view word) {
    const auto found = std::lower_bound(
        table.begin(), table.end(), word,
        [](const Entry& entry, std::string_view wanted) { return entry.word < wanted; });
    return found != table.end() && found->word == word ? found->languages : std::string_view();
}

// For each first letter the lengths of its words, one bit each: most names are ruled out by this.
using Lengths = std::array<std::uint32_t, 128>;

constexpr Lengths lengthsOfWords() {
    Lengths lengths{};
    const auto add = [&lengths](const auto& table) {
        for (const Entry& entry : table) {
            lengths[static_cast<unsigned char>(entry.word[0])] |= 1u << entry.word.size();
        }
    };
    add(kRefused);
    add(kNewer);
    return lengths;
}
constexpr Lengths kLengths = lengthsOfWords();

bool mayBeWord(std::string_view name) {
    const auto first = static_cast<unsigned char>(name.empty() ? 0 : name[0]);
    return first < kLengths.size() && name.size() < 32 &&
           (kLengths[first] >> name.size() & 1u) != 0;
}

template <std::size_t Size>
constexpr bool isSorted(const std::array<Entry, Size>& table) {
    return std::is_sorted(table.begin(), table.end(),
                          [](const Entry& a, const Entry& b) { return a.word < b.word; });
}
static_assert(isSorted(kRefused) && isSorted(kNewer));

}  // namespace

std::string_view refusingLanguages(std::string_view word) {
    return mayBeWord(word) ? languages(kRefused, word) : std::string_view();
}

std::string_view newerLanguages(std::string_view word) {
    return mayBeWord(word) ? languages(kNewer, word) : std::string_view();
}

std::string cppIdentifier(std::string_view word) {
    return std::string(word) + (newerLanguages(word) == kCpp ? "_" : "");
}

}  // namespace sidlc
