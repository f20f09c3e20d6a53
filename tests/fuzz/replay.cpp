// Stands where libFuzzer is missing: gives a fuzzing program the files of folders, and changed
// copies of them.
//   fuzz-NAME [-runs=N] [-seed=N] [-max_len=BYTES] FOLDER...
// Every file once, then N changed copies; other options of libFuzzer are ignored. Ends as the
// program does where a copy breaks it, after it has written which one.

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names of libFuzzer
extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// Not every program has these.
[[gnu::weak]] int LLVMFuzzerInitialize(int* count, char*** words);
[[gnu::weak]] std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                  std::size_t most, unsigned seed);
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);
}
// NOLINTEND(readability-identifier-naming)

namespace {

namespace files = std::filesystem;
using Input = std::vector<std::uint8_t>;

// LLVMFuzzerMutate has no argument for it.
std::mt19937 mutations;

std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(mutations);
}

std::size_t insertedByte(std::uint8_t* data, std::size_t size) {
    const std::size_t at = below(size + 1);
    std::memmove(data + at + 1, data + at, size - at);
    data[at] = static_cast<std::uint8_t>(below(256));
    return size + 1;
}

// Values that end ranges come up often in what breaks readers.
void placeNumber(std::uint8_t* data, std::size_t size) {
    constexpr std::uint64_t kNumbers[] = {0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff, ~0ULL};
    const std::uint64_t number = kNumbers[below(std::size(kNumbers))];
    const std::size_t width = std::min<std::size_t>(std::size_t{1} << below(4), size);
    std::memcpy(data + below(size - width + 1), &number, width);
}

void copyWithin(std::uint8_t* data, std::size_t size) {
    const std::size_t length = 1 + below(std::min<std::size_t>(size, 64));
    std::memmove(data + below(size - length + 1), data + below(size - length + 1), length);
}

struct Options {
    std::size_t runs = 0;
    unsigned seed = 1;
    std::size_t most = 200000;
    std::vector<files::path> folders;
};

bool takes(std::string_view word, std::string_view name, std::size_t& value) {
    if (word.substr(0, name.size()) != name) {
        return false;
    }
    value = std::strtoull(word.data() + name.size(), nullptr, 10);
    return true;
}

Options optionsOf(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word(words[i]);
        std::size_t seed = 0;
        if (takes(word, "-runs=", options.runs) || takes(word, "-max_len=", options.most)) {
            continue;
        }
        if (takes(word, "-seed=", seed)) {
            options.seed = static_cast<unsigned>(seed);
        } else if (word.substr(0, 1) != "-") {
            options.folders.emplace_back(word);
        }
    }
    return options;
}

std::vector<Input> inputsOf(const std::vector<files::path>& folders) {
    std::vector<files::path> found;
    for (const files::path& folder : folders) {
        for (const auto& entry : files::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file()) {
                found.push_back(entry.path());
            }
        }
    }
    std::sort(found.begin(), found.end());
    // Nothing at all is an input of every reader.
    std::vector<Input> inputs(1);
    for (const files::path& path : found) {
        std::ifstream in(path, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    return inputs;
}

Input changed(const Input& input, std::size_t most, unsigned seed) {
    Input copy = input;
    copy.resize(std::max(most, input.size()));
    std::size_t size = input.size();
    mutations.seed(seed);
    for (std::size_t i = 0, times = 1 + below(4); i < times; ++i) {
        size = LLVMFuzzerCustomMutator != nullptr
                   ? LLVMFuzzerCustomMutator(copy.data(), size, copy.size(), seed + unsigned(i))
                   : LLVMFuzzerMutate(copy.data(), size, copy.size());
    }
    copy.resize(size);
    copy.shrink_to_fit();
    return copy;
}

// As libFuzzer does, with an address where there are no bytes, too.
void give(const Input& input) {
    static constexpr std::uint8_t kNothing = 0;
    LLVMFuzzerTestOneInput(input.empty() ? &kNothing : input.data(), input.size());
}

// What a signal handler may print is prepared before.
char where[128];

extern "C" void sayWhere(int signal) {
    std::fputs(where, stderr);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

int replay(const Options& options) {
    const std::vector<Input> inputs = inputsOf(options.folders);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::snprintf(where, sizeof where, "fuzz: broken by file %zu of the folders\n", i);
        give(inputs[i]);
    }
    for (std::size_t run = 0; run < options.runs; ++run) {
        const unsigned seed = options.seed + static_cast<unsigned>(run);
        std::snprintf(where, sizeof where, "fuzz: broken by changed copy %zu (-seed=%u -runs=1)\n",
                      run, seed);
        give(changed(inputs[seed % inputs.size()], options.most, seed));
    }
    std::fprintf(stderr, "fuzz: %zu files and %zu changed copies, seed %u\n", inputs.size(),
                 options.runs, options.seed);
    return 0;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name of libFuzzer's function
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
    if (size == 0) {
        return most > 0 ? insertedByte(data, size) : 0;
    }
    switch (below(6)) {
        case 0:
            data[below(size)] ^= static_cast<std::uint8_t>(1U << below(8));
            return size;
        case 1:
            data[below(size)] = static_cast<std::uint8_t>(below(256));
            return size;
        case 2:
            return size < most ? insertedByte(data, size) : size;
        case 3:
            return 1 + below(size);
        case 4:
            placeNumber(data, size);
            return size;
        default:
            copyWithin(data, size);
            return size;
    }
}

int main(int count, char** words) {
    std::signal(SIGABRT, sayWhere);
    std::signal(SIGSEGV, sayWhere);
    try {
        if (LLVMFuzzerInitialize != nullptr) {
            LLVMFuzzerInitialize(&count, &words);
        }
        return replay(optionsOf(count, words));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%sfuzz: %s\n", where, error.what());
        return 1;
    }
}
