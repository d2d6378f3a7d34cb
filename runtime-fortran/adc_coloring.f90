! Coloring for adc_sparse: of the columns of a matrix, or of its columns and rows.
!
! A pattern is stored by rows: the columns of row i are column(first(i):first(i + 1) - 1). A color is a number from 1 on;
! 0 means none.
!
! Columns (Curtis, Powell and Reid 1974; Coleman and More 1983): no two nonzeros of a row have columns of one color. This
! is distance-2 coloring of one side of a bipartite graph. Gebremedhin, Manne and Pothen 2005, "What color is your
! Jacobian?", survey it, and the orders below.
! Columns and rows (Hossain and Steihaug 1998; Coleman and Verma 1998): each nonzero is alone in its row among the
! columns of its color, or alone in its column among the rows of its color.
module adc_coloring
   implicit none
   private
   public :: pattern, transposed, mirror, count_up, known_order, color_columns, color_both
   public :: graph, new_graph, orders, is_tried, work, sort_vertices, first_allowed ! for adc_coloringtrees

   type pattern
      integer :: rows = 0, columns = 0
      integer, allocatable :: first(:), column(:)
   end type pattern

   ! A pattern seen as a graph. Its vertices are the columns. Two are neighbors if a row contains both (by_rows), or if
   ! the pattern is symmetric and has the nonzero for both.
   type graph
      logical :: by_rows = .true.
      type(pattern) :: rows, columns
      integer, allocatable :: mark(:), near(:)
   end type graph

   character(len=*), parameter :: orders(4) = &
      [character(len=16) :: 'natural', 'largest-first', 'smallest-last', 'incidence-degree']

   ! Beyond so many steps per coloring, only the natural order is tried.
   real, parameter :: most_work = 2e9

contains

   logical function known_order(order)
      character(len=*), intent(in) :: order
      known_order = any(orders == order) .or. order == 'best'
   end function known_order

   ! The transpose; its columns increase. position(k): the nonzero of p at place k.
   subroutine transposed(p, t, position)
      type(pattern), intent(in) :: p
      type(pattern), intent(out) :: t
      integer, allocatable, intent(out), optional :: position(:)
      integer, allocatable :: next(:)
      integer :: i, j, k
      t%rows = p%columns
      t%columns = p%rows
      allocate (t%first(t%rows + 1), t%column(size(p%column)), next(t%rows + 1))
      if (present(position)) allocate (position(size(p%column)))
      next = 0
      do k = 1, size(p%column)
         next(p%column(k) + 1) = next(p%column(k) + 1) + 1
      end do
      next(1) = 1
      do j = 1, t%rows
         next(j + 1) = next(j + 1) + next(j)
      end do
      t%first = next
      do i = 1, p%rows
         do k = p%first(i), p%first(i + 1) - 1
            j = p%column(k)
            t%column(next(j)) = i
            if (present(position)) position(next(j)) = k
            next(j) = next(j) + 1
         end do
      end do
   end subroutine transposed

   ! The place of the mirror image of each nonzero. symmetric: whether each has one.
   subroutine mirror(p, place, symmetric)
      type(pattern), intent(in) :: p
      integer, allocatable, intent(out) :: place(:)
      logical, intent(out) :: symmetric
      type(pattern) :: t
      call transposed(p, t, place)
      symmetric = p%rows == p%columns
      if (symmetric) symmetric = all(t%first == p%first)
      if (symmetric) symmetric = all(t%column == p%column)
   end subroutine mirror

   ! Colors the columns: no row contains two of one color. Columns without nonzeros get color 0. order: one of `orders`,
   ! or 'best' for the fewest colors of natural, largest-first and smallest-last order.
   subroutine color_columns(p, order, color, colors)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      integer, allocatable, intent(out) :: color(:)
      integer, intent(out) :: colors
      type(graph) :: g
      integer, allocatable :: attempt(:), sequence(:)
      integer :: k, fewest, number
      call new_graph(p, .true., g)
      fewest = longest_row(p)
      colors = huge(colors)
      do k = 1, size(orders)
         if (.not. is_tried(order, k, work(p))) cycle
         if (fewest == p%columns) then
            ! all columns are in one row
            call count_up(fewest, attempt)
            number = fewest
         else
            call sort_vertices(g, orders(k), sequence)
            call color_by_rows(g, sequence, attempt, number)
         end if
         if (number < colors) then
            colors = number
            call move_alloc(attempt, color)
         end if
         if (colors == fewest) exit
      end do
   end subroutine color_columns

   ! Colors columns and rows, with the fewest colors of four ways: all columns, all rows, all columns but for the longest
   ! rows, all rows but for the longest columns. Of equal numbers, the one with fewer colors of rows: weights cost more
   ! than directions.
   subroutine color_both(p, order, color, colors, row_color, row_colors)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      integer, allocatable, intent(out) :: color(:), row_color(:)
      integer, intent(out) :: colors, row_colors
      integer, allocatable :: by_row(:), by_column(:)
      integer :: row_number, column_number
      type(pattern) :: t
      call transposed(p, t)
      call color_columns(p, order, color, colors)
      allocate (row_color(p%rows))
      row_color = 0
      row_colors = 0
      call color_columns(t, order, by_row, row_number)
      allocate (by_column(p%columns))
      by_column = 0
      column_number = 0
      call keep_the_better()
      call split(p, order, by_column, column_number, by_row, row_number)
      call keep_the_better()
      call split(t, order, by_row, row_number, by_column, column_number)
      call keep_the_better()
   contains
      subroutine keep_the_better()
         if (column_number + row_number > colors + row_colors) return
         if (column_number + row_number == colors + row_colors .and. row_number >= row_colors) return
         color = by_column
         row_color = by_row
         colors = column_number
         row_colors = row_number
      end subroutine keep_the_better
   end subroutine color_both

   ! Colors the longest rows, and the columns with nonzeros in other rows. The number of rows colored minimises a bound of
   ! the number of colors from below: the greatest number of these rows in a column, plus the length of the next row.
   subroutine split(p, order, color, colors, row_color, row_colors)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      integer, allocatable, intent(out) :: color(:), row_color(:)
      integer, intent(out) :: colors, row_colors
      integer, allocatable :: sequence(:), count(:)
      logical, allocatable :: is_long(:)
      integer :: q, k, longest, lowest, fewest
      type(pattern) :: t
      call sort_down(p%first(2:) - p%first(:p%rows), sequence)
      allocate (count(p%columns), is_long(p%rows))
      is_long = .false.
      count = 0
      longest = 0
      fewest = 0
      lowest = longest_row(p)
      do q = 1, p%rows
         do k = p%first(sequence(q)), p%first(sequence(q) + 1) - 1
            count(p%column(k)) = count(p%column(k)) + 1
            longest = max(longest, count(p%column(k)))
         end do
         k = longest
         if (q < p%rows) k = k + p%first(sequence(q + 1) + 1) - p%first(sequence(q + 1))
         if (k < lowest) then
            lowest = k
            fewest = q
         end if
      end do
      is_long(sequence(:fewest)) = .true.
      call color_columns(some_rows(p, .not. is_long), order, color, colors)
      call transposed(some_rows(p, is_long), t)
      call color_columns(t, order, row_color, row_colors)
   end subroutine split

   ! The pattern with zeros in the rows that are not kept.
   function some_rows(p, keep) result(q)
      type(pattern), intent(in) :: p
      logical, intent(in) :: keep(:)
      type(pattern) :: q
      integer :: i, length
      q%rows = p%rows
      q%columns = p%columns
      allocate (q%first(p%rows + 1), q%column(size(p%column)))
      q%first(1) = 1
      do i = 1, p%rows
         length = 0
         if (keep(i)) length = p%first(i + 1) - p%first(i)
         q%first(i + 1) = q%first(i) + length
         q%column(q%first(i):q%first(i + 1) - 1) = p%column(p%first(i):p%first(i) + length - 1)
      end do
      q%column = q%column(:q%first(p%rows + 1) - 1)
   end function some_rows

   logical function is_tried(order, k, steps)
      character(len=*), intent(in) :: order
      integer, intent(in) :: k
      real, intent(in) :: steps
      if (order == 'best') then
         is_tried = k == 1 .or. k < size(orders) .and. steps <= most_work
      else
         is_tried = orders(k) == order
      end if
   end function is_tried

   integer function longest_row(p)
      type(pattern), intent(in) :: p
      longest_row = maxval([0, p%first(2:) - p%first(:p%rows)])
   end function longest_row

   ! The steps of coloring: the sum of the squares of the lengths of the rows.
   real function work(p)
      type(pattern), intent(in) :: p
      work = real(sum(real(p%first(2:) - p%first(:p%rows), kind(1d0))**2))
   end function work

   subroutine new_graph(p, by_rows, g)
      type(pattern), intent(in) :: p
      logical, intent(in) :: by_rows
      type(graph), intent(out) :: g
      g%by_rows = by_rows
      g%rows = p
      if (by_rows) call transposed(p, g%columns)
      allocate (g%mark(p%columns), g%near(p%columns))
      g%mark = 0
   end subroutine new_graph

   ! The neighbors of v, each once: g%near(:number). `stamp` is new in each call.
   subroutine find_neighbors(g, v, stamp, number)
      type(graph), intent(inout) :: g
      integer, intent(in) :: v, stamp
      integer, intent(out) :: number
      integer :: k
      number = 0
      g%mark(v) = stamp
      if (g%by_rows) then
         do k = g%columns%first(v), g%columns%first(v + 1) - 1
            call add_row(g%columns%column(k))
         end do
      else
         call add_row(v)
      end if
   contains
      subroutine add_row(i)
         integer, intent(in) :: i
         integer :: l, w
         do l = g%rows%first(i), g%rows%first(i + 1) - 1
            w = g%rows%column(l)
            if (g%mark(w) == stamp) cycle
            g%mark(w) = stamp
            number = number + 1
            g%near(number) = w
         end do
      end subroutine add_row
   end subroutine find_neighbors

   subroutine sort_vertices(g, order, sequence)
      type(graph), intent(inout) :: g
      character(len=*), intent(in) :: order
      integer, allocatable, intent(out) :: sequence(:)
      integer, allocatable :: degree(:)
      integer :: v, n
      n = size(g%mark)
      if (order == 'natural') then
         call count_up(n, sequence)
         return
      end if
      allocate (degree(n))
      g%mark = 0
      do v = 1, n
         call find_neighbors(g, v, v, degree(v))
      end do
      g%mark = 0
      select case (order)
      case ('largest-first')
         call sort_down(degree, sequence)
      case ('smallest-last')
         call peel(g, degree, sequence)
      case ('incidence-degree')
         call grow(g, sequence)
      end select
   end subroutine sort_vertices

   ! 1, 2, ..., n. (Compilers may build an array constructor element by element.)
   subroutine count_up(n, numbers)
      integer, intent(in) :: n
      integer, allocatable, intent(out) :: numbers(:)
      integer :: k
      allocate (numbers(n))
      do k = 1, n
         numbers(k) = k
      end do
   end subroutine count_up

   ! Numbers 1 to n, by decreasing degree; in their order among equal ones.
   subroutine sort_down(degree, sequence)
      integer, intent(in) :: degree(:)
      integer, allocatable, intent(out) :: sequence(:)
      integer, allocatable :: next(:)
      integer :: v, d, most, place, before
      most = maxval([0, degree])
      allocate (next(0:most), sequence(size(degree)))
      next = 0
      do v = 1, size(degree)
         next(degree(v)) = next(degree(v)) + 1
      end do
      place = 1
      do d = most, 0, -1
         before = next(d)
         next(d) = place
         place = place + before
      end do
      do v = 1, size(degree)
         sequence(next(degree(v))) = v
         next(degree(v)) = next(degree(v)) + 1
      end do
   end subroutine sort_down

   ! Smallest last: the last vertex has the fewest neighbors, the one before it the fewest among the rest, and so on.
   subroutine peel(g, degree, sequence)
      type(graph), intent(inout) :: g
      integer, intent(inout) :: degree(:)
      integer, allocatable, intent(out) :: sequence(:)
      integer, allocatable :: head(:), next(:), previous(:)
      integer :: place, v, w, k, number, lowest
      call fill_buckets(degree, maxval([0, degree]), head, next, previous)
      allocate (sequence(size(degree)))
      lowest = 0
      do place = size(degree), 1, -1
         do while (head(lowest) == 0)
            lowest = lowest + 1
         end do
         v = head(lowest)
         call take(v)
         sequence(place) = v
         degree(v) = -1
         call find_neighbors(g, v, place, number)
         do k = 1, number
            w = g%near(k)
            if (degree(w) < 0) cycle
            call take(w)
            degree(w) = degree(w) - 1
            call insert(w, degree(w), head, next, previous)
         end do
         lowest = max(0, lowest - 1)
      end do
   contains
      subroutine take(u)
         integer, intent(in) :: u
         call remove(u, degree(u), head, next, previous)
      end subroutine take
   end subroutine peel

   ! Incidence degree: the next vertex has the most neighbors before it.
   subroutine grow(g, sequence)
      type(graph), intent(inout) :: g
      integer, allocatable, intent(out) :: sequence(:)
      integer, allocatable :: head(:), next(:), previous(:), before(:)
      integer :: place, v, w, k, number, highest
      allocate (sequence(size(g%mark)), before(size(g%mark)))
      before = 0
      call fill_buckets(before, size(before), head, next, previous)
      highest = 0
      do place = 1, size(before)
         do while (head(highest) == 0)
            highest = highest - 1
         end do
         v = head(highest)
         call remove(v, before(v), head, next, previous)
         sequence(place) = v
         before(v) = -1
         call find_neighbors(g, v, place, number)
         do k = 1, number
            w = g%near(k)
            if (before(w) < 0) cycle
            call remove(w, before(w), head, next, previous)
            before(w) = before(w) + 1
            call insert(w, before(w), head, next, previous)
            highest = max(highest, before(w))
         end do
      end do
   end subroutine grow

   ! Lists of the vertices of each degree. The first of the list with the lowest number comes first.
   subroutine fill_buckets(degree, most, head, next, previous)
      integer, intent(in) :: degree(:), most
      integer, allocatable, intent(out) :: head(:), next(:), previous(:)
      integer :: v
      allocate (head(0:most), next(size(degree)), previous(size(degree)))
      head = 0
      do v = size(degree), 1, -1
         call insert(v, degree(v), head, next, previous)
      end do
   end subroutine fill_buckets

   subroutine insert(v, degree, head, next, previous)
      integer, intent(in) :: v, degree
      integer, allocatable, intent(inout) :: head(:), next(:), previous(:)
      next(v) = head(degree)
      previous(v) = 0
      if (head(degree) /= 0) previous(head(degree)) = v
      head(degree) = v
   end subroutine insert

   subroutine remove(v, degree, head, next, previous)
      integer, intent(in) :: v, degree
      integer, allocatable, intent(inout) :: head(:), next(:), previous(:)
      if (previous(v) == 0) then
         head(degree) = next(v)
      else
         next(previous(v)) = next(v)
      end if
      if (next(v) /= 0) previous(next(v)) = previous(v)
   end subroutine remove

   ! Each column in turn gets the first color that no column in the same row has.
   subroutine color_by_rows(g, sequence, color, colors)
      type(graph), intent(in) :: g
      integer, intent(in) :: sequence(:)
      integer, allocatable, intent(out) :: color(:)
      integer, intent(out) :: colors
      integer, allocatable :: forbidden(:)
      integer :: place, v, k, l, i
      allocate (color(size(sequence)), forbidden(0:size(sequence) + 1))
      color = 0
      colors = 0
      forbidden = 0
      do place = 1, size(sequence)
         v = sequence(place)
         if (g%columns%first(v) == g%columns%first(v + 1)) cycle
         do k = g%columns%first(v), g%columns%first(v + 1) - 1
            i = g%columns%column(k)
            do l = g%rows%first(i), g%rows%first(i + 1) - 1
               forbidden(color(g%rows%column(l))) = v
            end do
         end do
         color(v) = first_allowed(forbidden, v)
         colors = max(colors, color(v))
      end do
   end subroutine color_by_rows

   integer function first_allowed(forbidden, v) result(c)
      integer, intent(in) :: forbidden(0:), v
      c = 1
      do while (forbidden(c) == v)
         c = c + 1
      end do
   end function first_allowed
end module adc_coloring
