module pi_function
    use gantry
    use numeric
    implicit none

    type, extends(numeric_FunctionPort_implementation) :: PiFunction
        type(gantry_Timer) :: timer
    contains
        procedure :: evaluate
        procedure :: getBounds
        procedure :: hasExactIntegral
        procedure :: getExactIntegral
        procedure :: getFormula
    end type PiFunction

contains

    function evaluate(self, x, error) result(res)
        class(PiFunction), intent(inout) :: self
        real(c_double), intent(in) :: x
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        type(c_ptr) :: running
        running = self%timer%start()
        res = 4/(1 + x**2)
        call gantry_stop(running)
    end function evaluate

    subroutine getBounds(self, lowBound, upBound, error)
        class(PiFunction), intent(inout) :: self
        real(c_double), intent(out) :: lowBound
        real(c_double), intent(out) :: upBound
        type(sidl_BaseException), intent(inout) :: error
        lowBound = 0
        upBound = 1
    end subroutine getBounds

    function hasExactIntegral(self, error) result(res)
        class(PiFunction), intent(inout) :: self
        type(sidl_BaseException), intent(inout) :: error
        logical(c_bool) :: res
        res = .true.
    end function hasExactIntegral

    function getExactIntegral(self, lowBound, upBound, error) result(res)
        class(PiFunction), intent(inout) :: self
        real(c_double), intent(in) :: lowBound
        real(c_double), intent(in) :: upBound
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        res = 4*atan(upBound) - 4*atan(lowBound)
    end function getExactIntegral

    function getFormula(self, error) result(res)
        class(PiFunction), intent(inout) :: self
        type(sidl_BaseException), intent(inout) :: error
        character(len=:), allocatable :: res
        res = "4 / (1 + x^2)"
    end function getFormula

end module pi_function

subroutine component_create(component, error)
    use pi_function
    implicit none
    type(gantry_Component), intent(in) :: component
    type(sidl_BaseException), intent(inout) :: error
    type(PiFunction), pointer :: function

    allocate (function)
    function%timer = component%timer("evaluate")
    call component%provide("function", numeric_FunctionPort_create(function, owned=.true.), error)
end subroutine component_create
