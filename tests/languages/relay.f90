! An Echo in Fortran that passes every call on to another one: each value crosses Fortran twice.
module relay
    use gantry
    use gov_cca
    use probe
    use relay_values
    implicit none

    type, extends(RelayValues) :: RelayEcho
    contains
        procedure :: stringArrays
        procedure :: opaqueArrays
        procedure :: markArrays
        procedure :: objectArrays
        procedure :: boolArrays
        procedure :: charArrays
        procedure :: intArrays
        procedure :: longArrays
        procedure :: floatArrays
        procedure :: fcomplexArrays
        procedure :: dcomplexArrays
        procedure :: colourArrays
        procedure :: doubles1
        procedure :: doubles2
        procedure :: doubles3
        procedure :: doubles4
        procedure :: doubles5
        procedure :: doubles6
        procedure :: doubles7
        procedure :: count
        procedure :: scale
        procedure :: sum
        procedure :: putInt
        procedure :: putText
        procedure :: fail
        procedure :: failBehind
        final :: release
    end type RelayEcho

    type, extends(probe_Refusal_implementation) :: RelayRefusal
        integer(c_int32_t) :: number = 0
    contains
        procedure :: code
    end type RelayRefusal

contains

    subroutine release(self)
        type(RelayEcho), intent(inout) :: self
        call self%target%deleteRef()
    end subroutine release

    function stringArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        type(sidl_array), intent(in) :: a
        type(sidl_array), intent(out) :: b
        type(sidl_array), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(sidl_array) :: res
        res = self%target%stringArrays(a, b, c, error)
    end function stringArrays

    function opaqueArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        type(sidl_array), intent(in) :: a
        type(sidl_array), intent(out) :: b
        type(sidl_array), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(sidl_array) :: res
        res = self%target%opaqueArrays(a, b, c, error)
    end function opaqueArrays

    function markArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        type(sidl_array), intent(in) :: a
        type(sidl_array), intent(out) :: b
        type(sidl_array), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(sidl_array) :: res
        res = self%target%markArrays(a, b, c, error)
    end function markArrays

    function objectArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        type(sidl_array), intent(in) :: a
        type(sidl_array), intent(out) :: b
        type(sidl_array), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(sidl_array) :: res
        res = self%target%objectArrays(a, b, c, error)
    end function objectArrays

    function boolArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        logical(c_bool), intent(in) :: a(:)
        logical(c_bool), allocatable, intent(out) :: b(:)
        logical(c_bool), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        logical(c_bool), allocatable :: res(:)
        res = self%target%boolArrays(a, b, c, error)
    end function boolArrays

    function charArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        type(sidl_array), intent(in) :: a
        type(sidl_array), intent(out) :: b
        type(sidl_array), intent(inout) :: c
        type(sidl_BaseException), intent(inout) :: error
        type(sidl_array) :: res
        res = self%target%charArrays(a, b, c, error)
    end function charArrays

    function intArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: a(:)
        integer(c_int32_t), allocatable, intent(out) :: b(:)
        integer(c_int32_t), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t), allocatable :: res(:)
        res = self%target%intArrays(a, b, c, error)
    end function intArrays

    function longArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int64_t), intent(in) :: a(:)
        integer(c_int64_t), allocatable, intent(out) :: b(:)
        integer(c_int64_t), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int64_t), allocatable :: res(:)
        res = self%target%longArrays(a, b, c, error)
    end function longArrays

    function floatArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_float), intent(in) :: a(:)
        real(c_float), allocatable, intent(out) :: b(:)
        real(c_float), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_float), allocatable :: res(:)
        res = self%target%floatArrays(a, b, c, error)
    end function floatArrays

    function fcomplexArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        complex(c_float_complex), intent(in) :: a(:)
        complex(c_float_complex), allocatable, intent(out) :: b(:)
        complex(c_float_complex), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        complex(c_float_complex), allocatable :: res(:)
        res = self%target%fcomplexArrays(a, b, c, error)
    end function fcomplexArrays

    function dcomplexArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        complex(c_double_complex), intent(in) :: a(:)
        complex(c_double_complex), allocatable, intent(out) :: b(:)
        complex(c_double_complex), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        complex(c_double_complex), allocatable :: res(:)
        res = self%target%dcomplexArrays(a, b, c, error)
    end function dcomplexArrays

    function colourArrays(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: a(:)
        integer(c_int32_t), allocatable, intent(out) :: b(:)
        integer(c_int32_t), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t), allocatable :: res(:)
        res = self%target%colourArrays(a, b, c, error)
    end function colourArrays

    function doubles1(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:)
        real(c_double), allocatable, intent(out) :: b(:)
        real(c_double), allocatable, intent(inout) :: c(:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:)
        res = self%target%doubles1(a, b, c, error)
    end function doubles1

    function doubles2(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:,:)
        real(c_double), allocatable, intent(out) :: b(:,:)
        real(c_double), allocatable, intent(inout) :: c(:,:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:,:)
        res = self%target%doubles2(a, b, c, error)
    end function doubles2

    function doubles3(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:,:,:)
        real(c_double), allocatable, intent(out) :: b(:,:,:)
        real(c_double), allocatable, intent(inout) :: c(:,:,:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:,:,:)
        res = self%target%doubles3(a, b, c, error)
    end function doubles3

    function doubles4(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:,:,:,:)
        real(c_double), allocatable, intent(out) :: b(:,:,:,:)
        real(c_double), allocatable, intent(inout) :: c(:,:,:,:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:,:,:,:)
        res = self%target%doubles4(a, b, c, error)
    end function doubles4

    function doubles5(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:,:,:,:,:)
        real(c_double), allocatable, intent(out) :: b(:,:,:,:,:)
        real(c_double), allocatable, intent(inout) :: c(:,:,:,:,:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:,:,:,:,:)
        res = self%target%doubles5(a, b, c, error)
    end function doubles5

    function doubles6(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:,:,:,:,:,:)
        real(c_double), allocatable, intent(out) :: b(:,:,:,:,:,:)
        real(c_double), allocatable, intent(inout) :: c(:,:,:,:,:,:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:,:,:,:,:,:)
        res = self%target%doubles6(a, b, c, error)
    end function doubles6

    function doubles7(self, a, b, c, error) result(res)
        class(RelayEcho), intent(inout) :: self
        real(c_double), intent(in) :: a(:,:,:,:,:,:,:)
        real(c_double), allocatable, intent(out) :: b(:,:,:,:,:,:,:)
        real(c_double), allocatable, intent(inout) :: c(:,:,:,:,:,:,:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), allocatable :: res(:,:,:,:,:,:,:)
        res = self%target%doubles7(a, b, c, error)
    end function doubles7

    function count(self, any, error) result(res)
        class(RelayEcho), intent(inout) :: self
        type(sidl_generic_array), intent(in) :: any
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%count(any, error)
    end function count

    subroutine scale(self, table, rows, columns, factor, error)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: rows
        integer(c_int32_t), intent(in) :: columns
        real(c_double), intent(in) :: factor
        real(c_double), intent(inout) :: table(rows, 2*columns)
        type(sidl_BaseException), intent(inout) :: error
        call self%target%scale(table, rows, columns, factor, error)
    end subroutine scale

    function sum(self, values, n, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: n
        integer(c_int32_t), intent(in) :: values(n)
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int64_t) :: res
        res = self%target%sum(values, n, error)
    end function sum

    function putInt(self, value, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: value
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%putInt(value, error)
    end function putInt

    function putText(self, value, error) result(res)
        class(RelayEcho), intent(inout) :: self
        character(len=*), intent(in) :: value
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%putText(value, error)
    end function putText

    function code(self, error) result(res)
        class(RelayRefusal), intent(inout) :: self
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%number
    end function code

    function fail(self, way, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: way
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        type(RelayRefusal), pointer :: refusal
        res = 7
        select case (way)
        case (0)
            allocate (refusal)
            refusal%number = 42
            call probe_Refusal_raise(error, "refused in Fortran", refusal, owned=.true.)
        case (1)
            call sidl_raise(error, "broken in Fortran")
        case (2)
            call gantry_raise(error, gov_cca_CCAExceptionType_BadPortName, "misnamed in Fortran")
        case default
            call probe_Silence_raise(error, "silent in Fortran")
        end select
    end function fail

    function failBehind(self, way, error) result(res)
        class(RelayEcho), intent(inout) :: self
        integer(c_int32_t), intent(in) :: way
        type(sidl_BaseException), intent(inout) :: error
        integer(c_int32_t) :: res
        res = self%target%failBehind(way, error)
    end function failBehind

    function create(target) bind(C, name="relay_create_in_fortran") result(res)
        type(c_ptr), value :: target
        type(c_ptr) :: res
        type(RelayEcho), pointer :: object
        type(probe_Echo) :: made
        allocate (object)
        object%target%sidl_handle = target
        call object%target%addRef()
        made = probe_Echo_create(object, owned=.true.)
        res = made%sidl_handle
    end function create

end module relay
