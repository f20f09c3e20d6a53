#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gantry {

/// The description of a component as bytes of its shared object (docs/formats/component-note.md),
/// from which it is read without loading the object and running its code. GANTRY_DESCRIPTION_NOTE
/// (plugin.hpp) puts one in; all of it is computed by the compiler. The layout is that of an ELF
/// note: sizes of name and content, type, name, content, each part filled up to 4 bytes.
///
/// Size is the number of bytes of the content; the array has them filled up to a multiple of 4. The
/// numbers of the head are in the byte order of the machine, those of the content always
/// little-endian. A note is an object of static storage in section .note.gantry; nothing of it is
/// computed or allocated at run time.
///
///     offset    bytes    what
///     0         4        7, the size of the name
///     4         4        size of the content
///     8         4        1, the type: the version of the format
///     12        8        "Gantry" and two NULs
///     20        size     content, then NULs up to a multiple of 4
template <std::size_t Size>
struct alignas(4) DescriptionNote {
    /// Of "Gantry" with its NUL, without filling.
    std::uint32_t nameSize = 7;
    /// Of the content, without filling.
    std::uint32_t size = Size;
    /// The version of the format, apart from kPluginAbi, which is the first number of the content.
    std::uint32_t type = 1;
    /// Filled up with zeros.
    std::array<char, 8> name{"Gantry"};
    /// Filled up with zeros.
    std::array<unsigned char, (Size + 3) / 4 * 4> content{};
};

/// How the content is written. An Output is a Counter or a Writer; each function appends to it. All
/// of it is constexpr and runs in the compiler only: what it cannot hold is an error of
/// compilation.
namespace note {

/// Counts the bytes that would be written: the first of two passes, as the size of an array must be
/// known before it is filled.
struct Counter {
    std::size_t size = 0;
    // The byte itself does not matter.
    constexpr void put(unsigned char) { ++size; }
};

/// The second pass, into an array of the size counted before. A byte too many would be outside of
/// the array, which the compiler refuses in a constant expression.
template <std::size_t Size>
struct Writer {
    std::array<unsigned char, Size> bytes{};
    std::size_t at = 0;
    constexpr void put(unsigned char byte) { bytes[at++] = byte; }
};

/// A number of 32 bits, the least significant byte first. number is less than 2^32; higher bits are
/// dropped.
template <class Output>
constexpr void putNumber(Output& output, std::size_t number) {
    for (int shift = 0; shift < 32; shift += 8) {
        output.put(static_cast<unsigned char>(number >> shift));
    }
}

/// The length with the NUL at its end, then both; 0 for null, which differs from the empty text.
/// Bytes as they are: no encoding is assumed. text ends with a NUL.
template <class Output>
constexpr void putText(Output& output, const char* text) {
    const std::string_view view = text ? std::string_view(text) : std::string_view();
    putNumber(output, text ? view.size() + 1 : 0);
    for (const char c : view) {
        output.put(static_cast<unsigned char>(c));
    }
    if (text) {
        output.put(0);
    }
}

/// The description in the order that the format's page gives; a change of it needs a new
/// kPluginAbi. The reader is framework::loader::StoredDescription. Flags of a port: 1 required, 2
/// hasProxy, 4 Connections::Guarded.
///
///     putDescription(counter, component);     counter.size: how many bytes there will be
///     putDescription(writer, component);      writer.bytes: these bytes
template <class Output, class Description>
constexpr void putDescription(Output& output, const Description& component) {
    putNumber(output, component.abi);
    for (const char* text : {component.className, component.version, component.summary}) {
        putText(output, text);
    }
    for (const auto& ports : {component.providedPorts(), component.usedPorts()}) {
        putNumber(output, ports.size());
        for (const auto& port : ports) {
            putText(output, port.name);
            putText(output, port.type);
            putNumber(output, (port.required ? 1U : 0U) | (port.hasProxy ? 2U : 0U) |
                                  (static_cast<unsigned>(port.connections) << 2U));
        }
    }
    putNumber(output, component.parameterList().size());
    for (const auto& parameter : component.parameterList()) {
        for (const char* text :
             {parameter.port, parameter.key, parameter.type, parameter.defaultValue, parameter.help,
              parameter.low, parameter.high, parameter.choices}) {
            putText(output, text);
        }
    }
}

/// Bytes of the content, without filling. A constant expression if the description is constexpr.
template <class Description>
constexpr std::size_t sizeOf(const Description& component) {
    Counter counter;
    putDescription(counter, component);
    return counter.size;
}

/// Size is sizeOf of the same description. Bytes that a smaller content leaves are 0; a larger one
/// does not compile.
template <std::size_t Size, class Description>
constexpr DescriptionNote<Size> noteOf(const Description& component) {
    Writer<(Size + 3) / 4 * 4> writer;
    putDescription(writer, component);
    DescriptionNote<Size> note;
    note.content = writer.bytes;
    return note;
}

}  // namespace note
}  // namespace gantry
