! Package sidl in Fortran: the basis of the generated modules. <c/sidl.h> explains handles, errors and arrays;
! here an object is a value of a type that extends sidl_BaseInterface, and no value frees itself: an object that a
! procedure returned is released by `call object%deleteRef()`.
module sidl
    use, intrinsic :: iso_c_binding
    implicit none

    !> A handle of any object; %sidl_handle is the C handle.
    type :: sidl_BaseInterface
        type(c_ptr) :: sidl_handle = c_null_ptr
    contains
        procedure :: isNull => sidl_isNull
        procedure :: isSame => sidl_isSameObject
        procedure :: addRef => sidl_addReference
        !> Releases the reference; the handle is null afterwards.
        procedure :: deleteRef => sidl_deleteReference
    end type sidl_BaseInterface

    !> An error: null while nothing has failed. An error that is already set is kept, and the new one dropped.
    type, extends(sidl_BaseInterface) :: sidl_BaseException
    contains
        !> The message of the error.
        procedure :: getNote => sidl_noteOf
        !> The places that it has passed, one per line.
        procedure :: getTrace => sidl_traceOf
    end type sidl_BaseException

    type, extends(sidl_BaseInterface) :: sidl_BaseClass
    end type sidl_BaseClass
    type, extends(sidl_BaseInterface) :: sidl_SIDLException
    end type sidl_SIDLException
    type, extends(sidl_BaseInterface) :: sidl_RuntimeException
    end type sidl_RuntimeException

    !> Complex numbers as C passes them by value.
    type, bind(C) :: sidl_fcomplex
        real(c_float) :: real = 0
        real(c_float) :: imaginary = 0
    end type sidl_fcomplex
    type, bind(C) :: sidl_dcomplex
        real(c_double) :: real = 0
        real(c_double) :: imaginary = 0
    end type sidl_dcomplex

    !> An array as C sees it; arrays of characters, strings, objects, structs and opaque values are passed in
    !> this form. The element with the indices i, j is at index (i - lower(1)) * stride(1) + (j - lower(2)) * stride(2), counted from 0.
    type, bind(C) :: sidl_array
        type(c_ptr) :: first = c_null_ptr
        integer(c_int32_t) :: dimension = 0
        integer(c_int32_t) :: lower(7) = 0
        integer(c_int32_t) :: length(7) = 0
        integer(c_int32_t) :: stride(7) = 0
        type(c_ptr) :: owner = c_null_ptr
    end type sidl_array

    enum, bind(C)
        enumerator :: sidl_element_bool, sidl_element_char, sidl_element_int, sidl_element_long, sidl_element_float, &
            sidl_element_double, sidl_element_fcomplex, sidl_element_dcomplex, sidl_element_opaque
    end enum
    !> The argument type array<>.
    type, bind(C) :: sidl_generic_array
        integer(c_int32_t) :: element = 0
        type(sidl_array) :: array
    end type sidl_generic_array

    interface
        subroutine sidl_c_addRef(object) bind(C, name="sidl_addRef")
            import :: c_ptr
            type(c_ptr), value :: object
        end subroutine sidl_c_addRef
        subroutine sidl_c_deleteRef(object) bind(C, name="sidl_deleteRef")
            import :: c_ptr
            type(c_ptr), value :: object
        end subroutine sidl_c_deleteRef
        function sidl_c_isSame(object, other) bind(C, name="sidl_isSame") result(same)
            import :: c_ptr, c_bool
            type(c_ptr), value :: object
            type(c_ptr), value :: other
            logical(c_bool) :: same
        end function sidl_c_isSame
        function sidl_c_getNote(error) bind(C, name="sidl_BaseException_getNote") result(text)
            import :: c_ptr
            type(c_ptr), value :: error
            type(c_ptr) :: text
        end function sidl_c_getNote
        function sidl_c_getTrace(error) bind(C, name="sidl_BaseException_getTrace") result(text)
            import :: c_ptr
            type(c_ptr), value :: error
            type(c_ptr) :: text
        end function sidl_c_getTrace
        function sidl_c_castToException(object) bind(C, name="sidl_BaseException__cast") result(error)
            import :: c_ptr
            type(c_ptr), value :: object
            type(c_ptr) :: error
        end function sidl_c_castToException
        subroutine sidl_c_raise(error, note) bind(C, name="sidl_raise")
            import :: c_ptr, c_char
            type(c_ptr), intent(inout) :: error
            character(kind=c_char), intent(in) :: note(*)
        end subroutine sidl_c_raise
        function sidl_c_strdup(text) bind(C, name="sidl_String_strdup") result(copy)
            import :: c_ptr, c_char
            character(kind=c_char), intent(in) :: text(*)
            type(c_ptr) :: copy
        end function sidl_c_strdup
        !> Frees a C string.
        subroutine sidl_freeText(text) bind(C, name="sidl_String_free")
            import :: c_ptr
            type(c_ptr), value :: text
        end subroutine sidl_freeText
        function sidl_c_strlen(text) bind(C, name="strlen") result(length)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
            integer(c_size_t) :: length
        end function sidl_c_strlen
        !> A view of an array of any type and shape, without a copy.
        subroutine sidl_viewOf(array, view) bind(C, name="sidl_fortran_view")
            import :: sidl_array
            type(*), intent(in) :: array(..)
            type(sidl_array), intent(out) :: view
        end subroutine sidl_viewOf
        !> A C array with a copy of the elements, which are numbers, characters or truth values.
        subroutine sidl_copyOf(array, copy) bind(C, name="sidl_fortran_copy")
            import :: sidl_array
            type(*), intent(in) :: array(..)
            type(sidl_array), intent(out) :: copy
        end subroutine sidl_copyOf
        !> Releases a C array that a procedure returned.
        subroutine sidl_freeArray(array) bind(C, name="sidl_double__array_free")
            import :: sidl_array
            type(sidl_array), intent(inout) :: array
        end subroutine sidl_freeArray
    end interface

contains

    pure logical function sidl_isNull(self)
        class(sidl_BaseInterface), intent(in) :: self
        sidl_isNull = .not. c_associated(self%sidl_handle)
    end function sidl_isNull

    logical function sidl_isSameObject(self, other)
        class(sidl_BaseInterface), intent(in) :: self
        class(sidl_BaseInterface), intent(in) :: other
        sidl_isSameObject = sidl_c_isSame(self%sidl_handle, other%sidl_handle)
    end function sidl_isSameObject

    subroutine sidl_addReference(self)
        class(sidl_BaseInterface), intent(in) :: self
        call sidl_c_addRef(self%sidl_handle)
    end subroutine sidl_addReference

    subroutine sidl_deleteReference(self)
        class(sidl_BaseInterface), intent(inout) :: self
        call sidl_c_deleteRef(self%sidl_handle)
        self%sidl_handle = c_null_ptr
    end subroutine sidl_deleteReference

    function sidl_noteOf(self) result(text)
        class(sidl_BaseException), intent(in) :: self
        character(len=:), allocatable :: text
        text = sidl_takeText(sidl_c_getNote(self%sidl_handle))
    end function sidl_noteOf

    function sidl_traceOf(self) result(text)
        class(sidl_BaseException), intent(in) :: self
        character(len=:), allocatable :: text
        text = sidl_takeText(sidl_c_getTrace(self%sidl_handle))
    end function sidl_traceOf

    !> The object as an exception; null if it is not one.
    function sidl_BaseException_cast(object) result(error)
        class(sidl_BaseInterface), intent(in) :: object
        type(sidl_BaseException) :: error
        error%sidl_handle = sidl_c_castToException(object%sidl_handle)
    end function sidl_BaseException_cast

    !> Sets a sidl.RuntimeException.
    subroutine sidl_raise(error, note)
        type(sidl_BaseException), intent(inout) :: error
        character(len=*), intent(in) :: note
        call sidl_c_raise(error%sidl_handle, note//c_null_char)
    end subroutine sidl_raise

    !> A copy of a C string; empty for null.
    function sidl_text(text) result(copy)
        type(c_ptr), intent(in) :: text
        character(len=:), allocatable :: copy
        character(kind=c_char), pointer :: letters(:)
        integer(c_size_t) :: i
        if (.not. c_associated(text)) then
            copy = ""
            return
        end if
        call c_f_pointer(text, letters, [sidl_c_strlen(text)])
        allocate (character(len=size(letters)) :: copy)
        do i = 1, size(letters, kind=c_size_t)
            copy(i:i) = letters(i)
        end do
    end function sidl_text

    !> The same, and frees the C string.
    function sidl_takeText(text) result(copy)
        type(c_ptr), intent(in) :: text
        character(len=:), allocatable :: copy
        copy = sidl_text(text)
        call sidl_freeText(text)
    end function sidl_takeText

    !> A C string, to be freed in C or by sidl_freeText.
    function sidl_newText(text) result(copy)
        character(len=*), intent(in) :: text
        type(c_ptr) :: copy
        copy = sidl_c_strdup(text//c_null_char)
    end function sidl_newText

end module sidl
