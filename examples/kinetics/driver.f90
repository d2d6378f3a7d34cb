! Which of the pollutants in the morning air would it help most to have less of? The gradient of the ozone dose
! answers for all of them at once. An adjoint of a derived type is a variable of the same type.
program driver
   use gradient_check, only: begin_table, compare, dot_product_test, finish
   use chemistry, only: wp, air, exposure
   use chemistry_b, only: exposure_b
   use chemistry_d, only: exposure_d
   implicit none
   character(len=4), parameter :: names(5) = ['o3  ', 'no  ', 'no2 ', 'hc  ', 'ro2 ']
   real(wp), parameter :: h = 1.0e-4_wp
   type(air) :: start, startb, startd
   real(wp) :: temperature, temperatureb, temperatured, dose, doseb, dosed, plus, minus
   real(wp) :: mixture(5), gradient(5), direction(5), work(5), scale
   integer :: i

   mixture = [30.0_wp, 12.0_wp, 25.0_wp, 80.0_wp, 0.1_wp]
   temperature = 303.0_wp
   start = packed(mixture)
   call exposure(start, temperature, dose)
   print '(a,f10.4,a)', 'Ozone above 40 ppb: ', dose, ' ppb h'

   doseb = 1.0_wp
   call exposure_b(start, startb, temperature, temperatureb, dose, doseb)
   gradient = [startb%o3, startb%no, startb%no2, startb%hc, startb%ro2]
   scale = sqrt(sum(gradient**2))

   call begin_table('Gradient of the dose')
   do i = 1, 5
      work = mixture
      work(i) = mixture(i) + h
      call exposure(packed(work), temperature, plus)
      work(i) = mixture(i) - h
      call exposure(packed(work), temperature, minus)
      call compare('start%'//trim(names(i)), gradient(i), (plus - minus)/(2*h), scale)
   end do
   call exposure(start, temperature + 10*h, plus)
   call exposure(start, temperature - 10*h, minus)
   call compare('temperature', temperatureb, (plus - minus)/(20*h), scale)

   call random_number(direction)
   startd = packed(direction)
   temperatured = -0.7_wp
   call exposure_d(start, startd, temperature, temperatured, dose, dosed)
   call dot_product_test(dosed, dot_product(gradient, direction) + temperatureb*temperatured)
   call finish()

contains

   function packed(v) result(a)
      real(wp), intent(in) :: v(5)
      type(air) :: a
      a = air(o3=v(1), no=v(2), no2=v(3), hc=v(4), ro2=v(5))
   end function packed
end program driver
