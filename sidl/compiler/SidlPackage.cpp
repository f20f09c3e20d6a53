#include "SidlPackage.hpp"

namespace sidlc {

std::string sidlPackageText() {
    return R"(final package sidl version 0.9.17 {
    interface BaseInterface {
        void addRef();
        void deleteRef();
        bool isSame(in BaseInterface iobj);
        bool isType(in string name);
        ClassInfo getClassInfo();
    }
    interface ClassInfo {
        string getName();
        string getIORVersion();
    }
    class BaseClass implements-all BaseInterface {
    }
    interface BaseException {
        string getNote();
        void setNote(in string message);
        string getTrace();
        void add[Line](in string traceline);
        void add(in string filename, in int lineno, in string methodname);
    }
    interface RuntimeException extends BaseException {
    }
    class SIDLException implements-all BaseException {
    }
    class PreViolation extends SIDLException implements-all RuntimeException {
    }
    class PostViolation extends SIDLException implements-all RuntimeException {
    }
    class InvViolation extends SIDLException implements-all RuntimeException {
    }
    class CastException extends SIDLException implements-all RuntimeException {
    }
    class MemoryAllocationException extends SIDLException implements-all RuntimeException {
    }
    class NotImplementedException extends SIDLException implements-all RuntimeException {
    }
    class LangSpecificException extends SIDLException implements-all RuntimeException {
    }
    package io {
        interface Serializer {
        }
        interface Deserializer {
        }
        interface Serializable {
            void packObj(in Serializer ser);
            void unpackObj(in Deserializer des);
        }
        class IOException extends sidl.SIDLException implements-all sidl.RuntimeException {
        }
    }
    package rmi {
        class NetworkException extends sidl.io.IOException {
        }
    }
}
)";
}

}  // namespace sidlc
