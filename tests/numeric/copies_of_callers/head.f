C A procedure that calls a function, both with several patterns of active arguments: copies of the one
C declare the function that the user wrote.
C head: p(u, y)/(x, u)
C arg x real8(3)
C arg u real8(3)
C arg y real8
      function fun(a, b, c)
        implicit none
        double precision a, b(3), c, fun, t
        t = c*c
        fun = t
      end function fun
      subroutine ker(a, s)
        implicit none
        double precision a(3), s, g1, g2, ga(3)
        common /blk/ g1, g2, ga
        double precision, external :: fun
        a(1) = fun(g2, ga, g1)
        g2 = tanh(a(1))*s
      end subroutine ker
      subroutine outer(c)
        implicit none
        double precision c, g1, g2, ga(3), w(3)
        common /blk/ g1, g2, ga
        w = c
        call ker(w, 0.5d0*g2)
      end subroutine outer
      subroutine p(x, u, y)
        implicit none
        double precision x(3), u(3), y, g1, g2, ga(3), w(3), v(3)
        common /blk/ g1, g2, ga
        double precision, external :: fun
        integer i
        g1 = 1.3d0
        g2 = 1.3d0
        ga = 0.5d0
        do i = 1, 3
          w(i) = fun(g2, x, x(3))
        end do
        v = 0.7d0
        g1 = u(2)
        call ker(v, 0.1d0)
        call outer(w(3))
        y = w(1) + v(1)*g1 + g2
      end subroutine p
