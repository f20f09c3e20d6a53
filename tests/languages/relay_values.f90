! The part of the relay for single values.
module relay_values
    use probe
    implicit none

    type, abstract, extends(probe_Echo_implementation) :: RelayValues
        type(probe_Echo) :: target
    contains
        procedure :: number
        procedure :: bools
        procedure :: chars
        procedure :: ints
        procedure :: longs
        procedure :: floats
        procedure :: doubles
        procedure :: fcomplexes
        procedure :: dcomplexes
        procedure :: opaques
        procedure :: colours
        procedure :: marks
        procedure :: objects
        procedure :: strings
    end type RelayValues

contains

    function number(self, error) result(res)
        class(RelayValues), intent(inout) :: self
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%number(error)
    end function number

    function bools(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        logical(c_bool), intent(in) :: a
        logical(c_bool), intent(out) :: b
        logical(c_bool), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        logical(c_bool) :: res
        res = self%target%bools(a, b, c, error)
    end function bools

    function chars(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        character(kind=c_char), intent(in) :: a
        character(kind=c_char), intent(out) :: b
        character(kind=c_char), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        character(kind=c_char) :: res
        res = self%target%chars(a, b, c, error)
    end function chars

    function ints(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        integer(c_int32_t), intent(in) :: a
        integer(c_int32_t), intent(out) :: b
        integer(c_int32_t), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%ints(a, b, c, error)
    end function ints

    function longs(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        integer(c_int64_t), intent(in) :: a
        integer(c_int64_t), intent(out) :: b
        integer(c_int64_t), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int64_t) :: res
        res = self%target%longs(a, b, c, error)
    end function longs

    function floats(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        real(c_float), intent(in) :: a
        real(c_float), intent(out) :: b
        real(c_float), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        real(c_float) :: res
        res = self%target%floats(a, b, c, error)
    end function floats

    function doubles(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        real(c_double), intent(in) :: a
        real(c_double), intent(out) :: b
        real(c_double), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        res = self%target%doubles(a, b, c, error)
    end function doubles

    function fcomplexes(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        complex(c_float_complex), intent(in) :: a
        complex(c_float_complex), intent(out) :: b
        complex(c_float_complex), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        complex(c_float_complex) :: res
        res = self%target%fcomplexes(a, b, c, error)
    end function fcomplexes

    function dcomplexes(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        complex(c_double_complex), intent(in) :: a
        complex(c_double_complex), intent(out) :: b
        complex(c_double_complex), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        complex(c_double_complex) :: res
        res = self%target%dcomplexes(a, b, c, error)
    end function dcomplexes

    function opaques(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        type(c_ptr), intent(in) :: a
        type(c_ptr), intent(out) :: b
        type(c_ptr), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(c_ptr) :: res
        res = self%target%opaques(a, b, c, error)
    end function opaques

    function colours(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        integer(c_int32_t), intent(in) :: a
        integer(c_int32_t), intent(out) :: b
        integer(c_int32_t), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%colours(a, b, c, error)
    end function colours

    function marks(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        type(probe_Mark), intent(in) :: a
        type(probe_Mark), intent(out) :: b
        type(probe_Mark), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(probe_Mark) :: res
        res = self%target%marks(a, b, c, error)
    end function marks

    function objects(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        type(probe_Echo), intent(in) :: a
        type(probe_Echo), intent(out) :: b
        type(probe_Echo), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(probe_Echo) :: res
        res = self%target%objects(a, b, c, error)
    end function objects

    function strings(self, a, b, c, error) result(res)
        class(RelayValues), intent(inout) :: self
        character(len=*), intent(in) :: a
        character(len=:), allocatable, intent(out) :: b
        character(len=:), allocatable, intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        character(len=:), allocatable :: res
        res = self%target%strings(a, b, c, error)
    end function strings

end module relay_values
