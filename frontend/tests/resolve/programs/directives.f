c$openad XXX Template ad_template.f
      subroutine head(x,y)
c what goes in
      double precision x(2), y
      common /c/ z
      double precision z
c$openad INDEPENDENT(x, z)
C$openad OTHER-WORD
      y = x(1)*x(2)*z
!$adc dependent(y)
      if (y .gt. 0.d0) then
         y = 1.d0
c$openad DEPENDENT( m%t , s%v)
      end if
      do 10 i = 1, 2
         x(i) = 0.d0
C the end of the loop
 10   continue
      goto 20
 20   end
