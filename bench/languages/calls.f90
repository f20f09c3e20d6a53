module bench_calls
    use calls
    implicit none

    type, extends(calls_Calls_implementation) :: FortranCalls
    contains
        procedure :: number
        procedure :: text
        procedure :: first
    end type FortranCalls

contains

    function number(self, x, error) result(res)
        class(FortranCalls), intent(inout) :: self
        real(c_double), intent(in) :: x
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        res = x
    end function number

    function text(self, value, error) result(res)
        class(FortranCalls), intent(inout) :: self
        character(len=*), intent(in) :: value
        type(sidl_BaseException), intent(inout) :: error
        character(len=:), allocatable :: res
        res = value
    end function text

    function first(self, values, error) result(res)
        class(FortranCalls), intent(inout) :: self
        real(c_double), intent(in) :: values(:)
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        res = values(1)
    end function first

    function make() bind(C, name="calls_in_fortran") result(res)
        type(c_ptr) :: res
        type(FortranCalls), pointer :: object
        type(calls_Calls) :: made
        allocate (object)
        made = calls_Calls_create(object, owned=.true.)
        res = made%sidl_handle
    end function make

    function callOften(object, count) bind(C, name="calls_from_fortran") result(x)
        type(c_ptr), value :: object
        integer(c_int64_t), value :: count
        real(c_double) :: x
        type(calls_Calls) :: handle
        integer(c_int64_t) :: i
        handle%sidl_handle = object
        x = 1
        do i = 1, count
            x = handle%number(x)
        end do
    end function callOften

end module bench_calls
