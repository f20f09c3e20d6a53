module midpoint
    use, intrinsic :: ieee_arithmetic
    use gantry
    use gov_cca
    use numeric
    implicit none

    type, extends(numeric_IntegratorPort_implementation) :: MidpointIntegrator
        type(gantry_Component) :: component
        type(gantry_Timer) :: integrateTimer
        type(gantry_Timer) :: toAccuracyTimer
    contains
        procedure :: integrate
        procedure :: integrateToAccuracy
    end type MidpointIntegrator

    !> The function between the bounds of one call.
    type :: Integrand
        type(numeric_FunctionPort) :: function
        real(c_double) :: low = 0
        real(c_double) :: width = 0
        integer(c_int64_t) :: evaluations = 0
    end type Integrand

contains

    function integrate(self, lowBound, upBound, count, error) result(res)
        class(MidpointIntegrator), intent(inout) :: self
        real(c_double), intent(in) :: lowBound
        real(c_double), intent(in) :: upBound
        integer(c_int32_t), intent(in) :: count
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        type(Integrand) :: f
        type(c_ptr) :: running

        running = self%integrateTimer%start()
        res = 0
        if (count < 1) call refuse(error, "count", real(count, c_double), "be at least 1")
        call begin(self, f, lowBound, upBound, error)
        if (error%isNull() .and. f%width /= 0) then
            res = sumOf(f, int(count, c_int64_t), .false., error)*f%width/count
        end if
        call self%component%releasePort("function", f%function)
        call gantry_stop(running)
    end function integrate

    function integrateToAccuracy(self, lowBound, upBound, accuracy, maxEvaluations, errorEstimate, evaluations, error) &
        result(res)
        class(MidpointIntegrator), intent(inout) :: self
        real(c_double), intent(in) :: lowBound
        real(c_double), intent(in) :: upBound
        real(c_double), intent(in) :: accuracy
        integer(c_int64_t), intent(in) :: maxEvaluations
        real(c_double), intent(out) :: errorEstimate
        integer(c_int64_t), intent(out) :: evaluations
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        type(Integrand) :: f
        type(c_ptr) :: running

        running = self%toAccuracyTimer%start()
        res = 0
        errorEstimate = 0
        if (.not. accuracy > 0 .or. .not. ieee_is_finite(accuracy)) then
            call refuse(error, "accuracy", accuracy, "be a positive, finite number")
        end if
        if (maxEvaluations < 1) then
            call refuse(error, "maxEvaluations", real(maxEvaluations, c_double), "be at least 1")
        end if
        call begin(self, f, lowBound, upBound, error)
        if (error%isNull() .and. f%width /= 0) then
            call refine(f, accuracy, maxEvaluations, res, errorEstimate, error)
        end if
        evaluations = f%evaluations
        call self%component%releasePort("function", f%function)
        call gantry_stop(running)
    end function integrateToAccuracy

    subroutine refuse(error, name, value, must)
        type(sidl_BaseException), intent(inout) :: error
        character(len=*), intent(in) :: name
        real(c_double), intent(in) :: value
        character(len=*), intent(in) :: must
        character(len=30) :: digits

        write (digits, "(g0)") value
        call gantry_raise(error, gov_cca_CCAExceptionType_BadProperties, &
            name//" is "//trim(digits)//": it must "//must)
    end subroutine refuse

    !> The connected function between finite bounds; without an error there is one.
    subroutine begin(self, f, low, up, error)
        class(MidpointIntegrator), intent(in) :: self
        type(Integrand), intent(inout) :: f
        real(c_double), intent(in) :: low
        real(c_double), intent(in) :: up
        type(sidl_BaseException), intent(inout) :: error

        f%low = low
        f%width = up - low
        if (.not. (ieee_is_finite(low) .and. ieee_is_finite(up) .and. ieee_is_finite(f%width))) then
            call refuse(error, "the distance of the bounds", f%width, "be finite, as both bounds")
        end if
        if (error%isNull()) then
            f%function = numeric_FunctionPort_take(self%component%getPort("function", error), error)
        end if
    end subroutine begin

    !> f at the given share of the interval.
    function valueAt(f, share, error) result(res)
        type(Integrand), intent(inout) :: f
        real(c_double), intent(in) :: share
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res

        res = f%function%evaluate(f%low + share*f%width, error)
        f%evaluations = f%evaluations + 1
        if (error%isNull() .and. .not. ieee_is_finite(res)) then
            call refuse(error, "the function between the bounds", res, "be finite; choose other bounds")
        end if
    end function valueAt

    !> The sum over the midpoints of all panels, or, when the panels were a third as many before, over the new ones:
    !> the old midpoints are midpoints again.
    function sumOf(f, panels, onlyNew, error) result(res)
        type(Integrand), intent(inout) :: f
        integer(c_int64_t), intent(in) :: panels
        logical, intent(in) :: onlyNew
        type(sidl_BaseException), intent(inout) :: error
        real(c_double) :: res
        integer(c_int64_t) :: i

        res = 0
        do i = 0, panels - 1
            if (.not. error%isNull()) return
            if (onlyNew .and. mod(i, 3_c_int64_t) == 1) cycle
            res = res + valueAt(f, (real(i, c_double) + 0.5_c_double)/real(panels, c_double), error)
        end do
    end function sumOf

    !> Triples the panels until the last change, by Richardson's rule, leaves an error of at most accuracy, or the next
    !> level would go beyond the limit. The gain from level to level is what was observed, at most the 9 that the rule
    !> promises for smooth functions.
    subroutine refine(f, accuracy, limit, value, estimate, error)
        type(Integrand), intent(inout) :: f
        real(c_double), intent(in) :: accuracy
        integer(c_int64_t), intent(in) :: limit
        real(c_double), intent(out) :: value
        real(c_double), intent(out) :: estimate
        type(sidl_BaseException), intent(inout) :: error
        real(c_double), parameter :: promised = 9
        real(c_double) :: sum, next, change, lastChange, seen, observed, gain, expected
        integer(c_int64_t) :: panels

        panels = 1
        sum = sumOf(f, panels, .false., error)
        value = sum*f%width
        estimate = ieee_value(estimate, ieee_positive_inf)
        lastChange = estimate
        expected = estimate
        observed = promised
        do while (error%isNull() .and. 2*panels <= limit - f%evaluations)
            panels = 3*panels
            sum = sum + sumOf(f, panels, .true., error)
            next = sum*f%width/real(panels, c_double)
            change = abs(next - value)
            seen = promised
            if (change /= 0) seen = min(max(lastChange/change, 1.5_c_double), promised)
            gain = min(seen, observed)
            estimate = max(change/(gain - 1), expected/gain)
            expected = change/(gain - 1)
            lastChange = change
            observed = seen
            value = next
            if (panels >= 16 .and. estimate <= accuracy) exit
        end do
    end subroutine refine

end module midpoint

subroutine component_create(component, error)
    use midpoint
    implicit none
    type(gantry_Component), intent(in) :: component
    type(sidl_BaseException), intent(inout) :: error
    type(MidpointIntegrator), pointer :: integrator

    allocate (integrator)
    integrator%component = component
    integrator%integrateTimer = component%timer("integrate")
    integrator%toAccuracyTimer = component%timer("integrateToAccuracy")
    call component%provide("integrate", numeric_IntegratorPort_create(integrator, owned=.true.), error)
end subroutine component_create
