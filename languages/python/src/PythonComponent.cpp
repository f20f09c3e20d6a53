#include <gantry/Error.hpp>
#include <gantry/Instrumentation.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gantry/python/Conversion.hpp>
#include <gantry/python/Errors.hpp>
#include <gantry/python/Interpreter.hpp>
#include <gantry/python/PythonComponent.hpp>
#include <gov/cca/ComponentRelease.hpp>

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <string>

#include "Prelude.hpp"

namespace gantry::python {
namespace {

using gov::cca::CCAExceptionType;
using ServicesPointer = std::shared_ptr<gov::cca::Services>;

/// Runs what uses Python with the Gil; a Python exception leaves it as throwFromPython says.
template <class Action>
auto inPython(Action action) {
    const Gil gil;
    try {
        return action();
    } catch (const py::error_already_set& error) {
        throwFromPython(error);
    } catch (const Mismatch& mismatch) {
        throw Error(CCAExceptionType::Unexpected, mismatch.what());
    }
}

/// The folder of the shared object that an address is part of.
std::filesystem::path folderOf(const void* address) {
    Dl_info place{};
    if (dladdr(address, &place) == 0 || place.dli_fname == nullptr) {
        throw Error(CCAExceptionType::Unexpected,
                    "the folder of a component's shared object cannot be found");
    }
    return std::filesystem::absolute(place.dli_fname).parent_path();
}

// Each component is a module of its own, named after its folder.
py::object loadClass(const ComponentSource& source) {
    // Relative to the shared object: both move together when they are installed.
    const std::filesystem::path file = folderOf(&source.description) / source.file;
    if (!std::filesystem::exists(file)) {
        throw Error(CCAExceptionType::Nonstandard, "there is no Python file " + file.string() +
                                                       "; build or install the component again");
    }
    const py::object module =
        prelude("load")(file.parent_path().filename().string(), file.string());
    if (!py::hasattr(module, source.className)) {
        throw Error(CCAExceptionType::Nonstandard,
                    file.string() + " has no class '" + source.className +
                        "'; the last part of the component's CLASS is the name of its class");
    }
    return module.attr(source.className);
}

class PythonComponent final : public gov::cca::Component, public gov::cca::ComponentRelease {
public:
    PythonComponent(const ComponentDescription& description, Held object)
        : description_(description), object_(std::move(object)), measured_(description.className) {}

    ~PythonComponent() override {
        if (!pythonRuns()) {
            return;
        }
        const Gil gil;
        // Releases what the Python object holds of the framework now, even if the object itself
        // lives on.
        for (const char* name : {"services", "_gantry_timers"}) {
            if (PyObject_SetAttrString(object_.get(), name, Py_None) != 0) {
                PyErr_Clear();
            }
        }
        object_.reset();
    }
    PythonComponent(const PythonComponent&) = delete;
    PythonComponent& operator=(const PythonComponent&) = delete;

    // The Python code first, as it may decide which object provides a port; then the ports, the
    // release, the timers.
    void setServices(const ServicesPointer& services) override {
        registerUsesPorts(*services, description_);
        inPython([&] {
            const py::object self = objectOf(object_);
            const py::object given = Conversion<ServicesPointer>::make(services);
            self.attr("services") = given;
            if (py::hasattr(self, "setServices")) {
                callWithoutResult(self, "setServices", given);
            }
        });
        for (const PortDescription& port : description_.providedPorts()) {
            services->addProvidesPort(provided(port), port.name, port.type, nullptr);
        }
        const bool wantsRelease =
            inPython([&] { return py::hasattr(objectOf(object_), "releaseServices"); });
        if (wantsRelease) {
            services->registerForRelease(own<gov::cca::ComponentRelease>(this));
        }
        // Last: timers are made for the methods that the Python class has by now.
        if (isMeasured()) {
            inPython([&] { makeTimers(); });
            measured_.attach(services);
        }
    }

    void releaseServices(const ServicesPointer& services) override {
        inPython([&] {
            callWithoutResult(objectOf(object_), "releaseServices",
                              Conversion<ServicesPointer>::make(services));
        });
    }

private:
    [[nodiscard]] bool isMeasured() const {
        const auto ports = description_.usedPorts();
        return std::any_of(ports.begin(), ports.end(), [](const PortDescription& port) {
            return std::string(port.name) == Instrumentation::kPortName;
        });
    }

    void makeTimers() {
        const py::object self = objectOf(object_);
        py::dict timers;
        for (const py::handle name : py::list(prelude("timed_methods")(self))) {
            timers[name] = makeTimer(measured_.timer(py::str(name)));
        }
        self.attr("_gantry_timers") = timers;
    }

    static void callWithoutResult(const py::object& self, const char* method,
                                  const py::object& argument) {
        self.attr(method)(argument);
    }

    [[nodiscard]] std::shared_ptr<gov::cca::Port> provided(const PortDescription& port) const {
        return inPython([&] {
            const py::object self = objectOf(object_);
            const py::object provider =
                py::hasattr(self, "providedPort") ? self.attr("providedPort")(port.name) : self;
            const ObjectClass* const type = findClass(std::string(port.type));
            if (type == nullptr) {
                throw Error(CCAExceptionType::BadPortType,
                            std::string("Python knows no SIDL type ") + port.type +
                                "; name the target of its gantry_sidl in LIBRARIES");
            }
            try {
                return std::dynamic_pointer_cast<gov::cca::Port>(implementAs(provider, *type));
            } catch (const Mismatch&) {
                throw Error(CCAExceptionType::BadPortType,
                            "class '" + typeNameOf(provider) + "', which is to provide port '" +
                                port.name + "', does not derive from " + port.type);
            }
        });
    }

    const ComponentDescription& description_;
    Held object_;
    Instrumentation measured_;
};

gov::cca::Component* create(const ComponentSource& source) {
    // Before inPython, which needs an interpreter for its Gil.
    startInterpreter();
    return inPython([&] {
        for (const Bind bind : source.bindings) {
            bind();
        }
        return new PythonComponent(source.description, hold(loadClass(source)()));
    });
}

void write(const std::string& text, char* error, std::size_t errorSize) {
    const std::size_t length = std::min(text.size(), errorSize - 1);
    std::memcpy(error, text.data(), length);
    error[length] = '\0';
}

}  // namespace

gov::cca::Component* createComponent(const ComponentSource& source, char* error,
                                     std::size_t errorSize) noexcept {
    try {
        return create(source);
    } catch (const std::exception& exception) {
        write(exception.what(), error, errorSize);
    } catch (...) {
        write("an exception that is not a std::exception", error, errorSize);
    }
    return nullptr;
}

}  // namespace gantry::python
