#pragma once

#include <sidl/BaseInterface.hpp>

#include <exception>
#include <string>
#include <utility>

namespace sidl {

/// What every SIDL exception extends. It is thrown by value and caught by reference, also across
/// shared objects, and it is a std::exception whose what() is the note. Copying it copies both
/// texts. One thread at a time.
class [[gnu::visibility("default")]] BaseException : public virtual BaseInterface,
                                                     public std::exception {
public:
    ~BaseException() override = default;

    /// What is wrong, where, and how to fix it: one line.
    [[nodiscard]] std::string getNote() const {
        return note_;
    }
    /// Replaces the note; what() then gives the new one.
    void setNote(std::string note) {
        note_ = std::move(note);
    }

    /// The places the exception has passed, one a line; empty where none was added.
    [[nodiscard]] std::string getTrace() const {
        return trace_;
    }
    /// Adds a place to the trace, in the order in which the exception passes them.
    void add(const std::string& traceLine) {
        trace_ += traceLine + '\n';
    }
    /// The same for a place in a source file, as "FILE:LINE: METHOD".
    void add(const std::string& file, int line, const std::string& method) {
        add(file + ':' + std::to_string(line) + ": " + method);
    }

    [[nodiscard]] const char* what() const noexcept override {
        return note_.c_str();
    }

protected:
    /// To be extended, not thrown as it is. Copying is needed to throw by value.
    BaseException() = default;
    BaseException(const BaseException&) = default;
    BaseException& operator=(const BaseException&) = default;

private:
    std::string note_;
    std::string trace_;
};

}  // namespace sidl
