#pragma once

namespace sidl {

/// What every SIDL interface and class extends.
///
/// References are counted by std::shared_ptr, identity is pointer equality, and a cast to another
/// interface is std::dynamic_pointer_cast; so the SIDL methods addRef, deleteRef, isSame and isType
/// have no C++ counterpart.
class [[gnu::visibility("default")]] BaseInterface {
public:
    virtual ~BaseInterface() = default;

protected:
    BaseInterface() = default;
    BaseInterface(const BaseInterface&) = default;
    BaseInterface& operator=(const BaseInterface&) = default;
};

}  // namespace sidl
