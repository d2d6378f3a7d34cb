C     The gather-scatter loop of Figure 1.2 of The Adjoint Data-Flow Analyses. Its adjoint is that of Figure 1.3: one loop, nothing recorded,
C     no DPLIM, RH3 or RH4, no call of CK in the forward part.
C     head: flw2d1col(rh3,rh4,sq)/(t3,pres,vnocl,g3,g4,rh3,rh4,sq)
C     arg nsg1 integer 1
C     arg nsg2 integer 4
C     arg nubo integer(2,4) 1 2 2 3 3 1 1 3
C     arg t3 real8(3)
C     arg pres real8(3)
C     arg vnocl real8(2,4)
C     arg g3 real8(3)
C     arg g4 real8(3)
C     arg rh3 real8(3)
C     arg rh4 real8(3)
C     arg ns integer 3
C     arg nseg integer 4
C     arg sq real8
      subroutine flw2d1col(nsg1,nsg2,nubo,t3,pres,vnocl,
     +   g3,g4,rh3,rh4,ns,nseg,sq)
      implicit none
      integer nsg1,nsg2,ns,nseg,nubo(2,nseg)
      double precision t3(ns),pres(ns),vnocl(2,nseg),g3(ns),g4(ns)
      double precision rh3(ns),rh4(ns),sq
      integer iseg,is1,is2
      double precision qsor,qs,dplim,pm
c$AD II-LOOP
      do 30 iseg=nsg1,nsg2
        is1 = nubo(1,iseg)
        is2 = nubo(2,iseg)
        qsor = t3(is1)*vnocl(2,iseg)
        qs = t3(is2)*vnocl(2,iseg)
        dplim = qsor*g4(is1)+qs*g4(is2)
        rh4(is1) = rh4(is1) + dplim
        rh4(is2) = rh4(is2) - dplim
        pm = pres(is1)+pres(is2)
        dplim = qsor*g3(is1)+qs*g3(is2)+pm*vnocl(2,iseg)
        rh3(is1) = rh3(is1) + dplim
        rh3(is2) = rh3(is2) - dplim
        call ck(pm,sq)
30    continue
      end

      subroutine ck(pm,sq)
      implicit none
      double precision pm,sq
      sq = sq + pm*pm*(1.d0 + 0.1d0*pm)
      end
