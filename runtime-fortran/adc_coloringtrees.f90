! Coloring of symmetric matrices for adc_sparse: star and acyclic coloring of the adjacency graph.
!
! With a star coloring, products with one direction for each color contain all nonzeros (Coleman and More 1984). With an
! acyclic coloring, which has fewer colors, they contain sums of nonzeros, which substitution separates (Coleman and Cai
! 1986). The algorithms are those of Gebremedhin, Tarafdar, Manne and Pothen 2007, "New acyclic and star coloring
! algorithms with application to computing Hessians".
module adc_coloringtrees
   use adc_coloring
   implicit none
   private
   public :: color_star, color_acyclic, tree_edge, order_trees

   ! One nonzero of a tree of two colors, and its mirror image: the child is a leaf when all edges before it are removed.
   type tree_edge
      integer :: child = 0, parent = 0, at = 0, mirrored = 0
   end type tree_edge

contains

   ! Star coloring of a symmetric pattern: neighbors have different colors, and every path of four vertices has three.
   subroutine color_star(p, order, color, colors)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      integer, allocatable, intent(out) :: color(:)
      integer, intent(out) :: colors
      integer, allocatable :: attempt(:), sequence(:), edge(:)
      type(graph) :: g
      integer :: k, number
      call edges_of(p, edge)
      call new_graph(p, .false., g)
      colors = huge(colors)
      do k = 1, size(orders)
         if (.not. is_tried(order, k, work(p))) cycle
         call sort_vertices(g, orders(k), sequence)
         call star(p, edge, sequence, attempt, number)
         if (number < colors) then
            colors = number
            call move_alloc(attempt, color)
         end if
      end do
   end subroutine color_star

   ! Acyclic coloring of a symmetric pattern: neighbors have different colors, and every cycle has three.
   ! tree(k): the tree of two colors that nonzero k belongs to.
   subroutine color_acyclic(p, order, color, colors, tree)
      type(pattern), intent(in) :: p
      character(len=*), intent(in) :: order
      integer, allocatable, intent(out) :: color(:), tree(:)
      integer, intent(out) :: colors
      integer, allocatable :: attempt(:), sequence(:), edge(:), attempted(:)
      type(graph) :: g
      integer :: k, number
      call edges_of(p, edge)
      call new_graph(p, .false., g)
      colors = huge(colors)
      do k = 1, size(orders)
         if (.not. is_tried(order, k, work(p))) cycle
         call sort_vertices(g, orders(k), sequence)
         call acyclic(p, edge, sequence, attempt, number, attempted)
         if (number < colors) then
            colors = number
            call move_alloc(attempt, color)
            call move_alloc(attempted, tree)
         end if
      end do
   end subroutine color_acyclic

   ! The number of the edge of each nonzero: of the nonzero itself or of its mirror image, whichever comes first.
   subroutine edges_of(p, edge)
      type(pattern), intent(in) :: p
      integer, allocatable, intent(out) :: edge(:)
      logical :: symmetric
      integer :: k
      call mirror(p, edge, symmetric)
      if (.not. symmetric) error stop 'adc_coloring: the pattern is not symmetric'
      do k = 1, size(edge)
         edge(k) = min(edge(k), k)
      end do
   end subroutine edges_of

   ! The edges between two colors form stars: a hub and its neighbors. A star of one edge has no hub yet.
   subroutine star(p, edge, sequence, color, colors)
      type(pattern), intent(in) :: p
      integer, intent(in) :: edge(:), sequence(:)
      integer, allocatable, intent(out) :: color(:)
      integer, intent(out) :: colors
      integer, allocatable :: forbidden(:), treated(:), star_of(:), hub(:)
      integer, allocatable :: seen_by(:), seen(:), seen_at(:) ! of each color: the vertex that has met it last, and where
      integer :: place, v, w, k, l, c, n, stars
      n = p%columns
      allocate (color(n), forbidden(0:n + 1), treated(n), star_of(size(edge)), hub(0:size(edge)))
      allocate (seen_by(n), seen(n), seen_at(n))
      color = 0
      forbidden = 0
      treated = 0
      hub = 0
      star_of = 0
      seen_by = 0
      stars = 0
      colors = 0
      do place = 1, n
         v = sequence(place)
         do k = p%first(v), p%first(v + 1) - 1
            w = p%column(k)
            if (w == v) cycle
            c = color(w)
            if (c == 0) cycle
            forbidden(c) = v
            if (seen_by(c) == v) then
               ! v is the hub of a star with this color: its other ends must not have the color of v
               if (treated(seen(c)) /= v) call treat(seen(c))
               call treat(w)
            else
               seen_by(c) = v
               seen(c) = w
               seen_at(c) = k
               do l = p%first(w), p%first(w + 1) - 1
                  if (p%column(l) == v .or. p%column(l) == w .or. color(p%column(l)) == 0) cycle
                  if (p%column(l) == hub(star_of(edge(l)))) forbidden(color(p%column(l))) = v
               end do
            end if
         end do
         color(v) = first_allowed(forbidden, v)
         colors = max(colors, color(v))
         call update_stars()
      end do
   contains
      subroutine treat(u)
         integer, intent(in) :: u
         integer :: j
         do j = p%first(u), p%first(u + 1) - 1
            if (p%column(j) /= u) forbidden(color(p%column(j))) = v
         end do
         treated(u) = v
      end subroutine treat

      subroutine update_stars()
         integer :: at, u, other
         do at = p%first(v), p%first(v + 1) - 1
            u = p%column(at)
            if (u == v) cycle
            if (color(u) == 0) cycle
            other = edge_to_color(u)
            if (other /= 0) then
               ! u is the hub
               hub(star_of(edge(other))) = u
               star_of(edge(at)) = star_of(edge(other))
            else if (seen(color(u)) /= u) then
               hub(star_of(edge(seen_at(color(u))))) = v
               star_of(edge(at)) = star_of(edge(seen_at(color(u))))
            else
               stars = stars + 1
               star_of(edge(at)) = stars
            end if
         end do
      end subroutine update_stars

      ! An edge from u to a vertex other than v with the color of v.
      integer function edge_to_color(u)
         integer, intent(in) :: u
         integer :: j
         do j = p%first(u), p%first(u + 1) - 1
            if (p%column(j) == v .or. p%column(j) == u) cycle
            edge_to_color = j
            if (color(p%column(j)) == color(v)) return
         end do
         edge_to_color = 0
      end function edge_to_color
   end subroutine star

   ! The edges between two colors form trees. A color is forbidden if it would close a cycle.
   subroutine acyclic(p, edge, sequence, color, colors, tree)
      type(pattern), intent(in) :: p
      integer, intent(in) :: edge(:), sequence(:)
      integer, allocatable, intent(out) :: color(:), tree(:)
      integer, intent(out) :: colors
      integer, allocatable :: forbidden(:), joined(:), visitor(:), visited(:)
      integer, allocatable :: seen_by(:), seen_at(:) ! of each color: the vertex that has met it last, and where
      integer :: place, v, w, x, k, l, e, n
      n = p%columns
      allocate (color(n), forbidden(0:n + 1), joined(size(edge)), visitor(size(edge)), visited(size(edge)))
      allocate (seen_by(n), seen_at(n))
      joined = edge
      color = 0
      forbidden = 0
      visitor = 0
      seen_by = 0
      colors = 0
      do place = 1, n
         v = sequence(place)
         do k = p%first(v), p%first(v + 1) - 1
            if (p%column(k) /= v) forbidden(color(p%column(k))) = v
         end do
         do k = p%first(v), p%first(v + 1) - 1
            w = p%column(k)
            if (w == v .or. color(w) == 0) cycle
            do l = p%first(w), p%first(w + 1) - 1
               x = p%column(l)
               if (x == v .or. x == w) cycle
               if (color(x) == 0 .or. forbidden(color(x)) == v) cycle
               ! v is adjacent to this tree twice: with the color of x, it would close a cycle
               e = root(joined, edge(l))
               if (visitor(e) /= v) then
                  visitor(e) = v
                  visited(e) = w
               else if (visited(e) /= w) then
                  forbidden(color(x)) = v
               end if
            end do
         end do
         color(v) = first_allowed(forbidden, v)
         colors = max(colors, color(v))
         call join_trees()
      end do
      allocate (tree(size(edge)))
      do k = 1, size(edge)
         tree(k) = root(joined, edge(k))
      end do
   contains
      subroutine join_trees()
         integer :: at, j, u
         do at = p%first(v), p%first(v + 1) - 1
            u = p%column(at)
            if (u == v .or. color(u) == 0) cycle
            if (seen_by(color(u)) == v) then
               call join(joined, edge(at), edge(seen_at(color(u))))
            else
               seen_by(color(u)) = v
               seen_at(color(u)) = at
            end if
            do j = p%first(u), p%first(u + 1) - 1
               if (p%column(j) == v .or. p%column(j) == u) cycle
               if (color(p%column(j)) == color(v)) call join(joined, edge(at), edge(j))
            end do
         end do
      end subroutine join_trees
   end subroutine acyclic

   integer function root(joined, e)
      integer, intent(inout) :: joined(:)
      integer, intent(in) :: e
      root = e
      do while (joined(root) /= root)
         joined(root) = joined(joined(root))
         root = joined(root)
      end do
   end function root

   subroutine join(joined, a, b)
      integer, intent(inout) :: joined(:)
      integer, intent(in) :: a, b
      joined(root(joined, a)) = root(joined, b)
   end subroutine join

   ! The edges of all trees, tree by tree, leaves first. The diagonal is left out.
   subroutine order_trees(p, tree, edges)
      type(pattern), intent(in) :: p
      integer, intent(in) :: tree(:)
      type(tree_edge), allocatable, intent(out) :: edges(:)
      integer, allocatable :: place(:), row(:), by_tree(:), first(:), degree(:), neighbor(:), last_edge(:), leaves(:)
      logical :: symmetric
      integer :: i, k, t, number, lowest
      call mirror(p, place, symmetric)
      allocate (row(size(tree)))
      do i = 1, p%rows
         row(p%first(i):p%first(i + 1) - 1) = i
      end do
      call sort_by_tree(tree, place, row /= p%column, by_tree, first)
      allocate (edges(size(by_tree)), degree(p%rows), neighbor(p%rows), last_edge(p%rows), leaves(p%rows))
      degree = 0
      neighbor = 0
      last_edge = 0
      number = 0
      do t = 1, size(tree)
         lowest = 0
         do k = first(t), first(t + 1) - 1
            call change(by_tree(k), 1)
         end do
         do k = first(t), first(t + 1) - 1
            call add_leaf(row(by_tree(k)))
            call add_leaf(p%column(by_tree(k)))
         end do
         do while (lowest > 0)
            i = leaves(lowest)
            lowest = lowest - 1
            if (degree(i) /= 1) cycle
            number = number + 1
            k = last_edge(i)
            edges(number) = tree_edge(i, neighbor(i), k, place(k))
            i = neighbor(i)
            call change(k, -1)
            call add_leaf(i)
         end do
      end do
   contains
      ! Adds an edge to its two ends, or removes it. Exclusive ors of neighbors leave the last neighbor.
      subroutine change(at, by)
         integer, intent(in) :: at, by
         call change_end(row(at), p%column(at), at, by)
         call change_end(p%column(at), row(at), at, by)
      end subroutine change

      subroutine change_end(u, w, at, by)
         integer, intent(in) :: u, w, at, by
         degree(u) = degree(u) + by
         neighbor(u) = ieor(neighbor(u), w)
         last_edge(u) = ieor(last_edge(u), at)
      end subroutine change_end

      subroutine add_leaf(u)
         integer, intent(in) :: u
         if (degree(u) /= 1) return
         lowest = lowest + 1
         leaves(lowest) = u
      end subroutine add_leaf
   end subroutine order_trees

   ! One nonzero of each edge, sorted by tree: those of tree t are by_tree(first(t):first(t + 1) - 1).
   subroutine sort_by_tree(tree, place, counts, by_tree, first)
      integer, intent(in) :: tree(:), place(:)
      logical, intent(in) :: counts(:)
      integer, allocatable, intent(out) :: by_tree(:), first(:)
      integer, allocatable :: next(:)
      integer :: k, t
      allocate (first(size(tree) + 1))
      first = 0
      do k = 1, size(tree)
         if (counts(k) .and. k < place(k)) first(tree(k) + 1) = first(tree(k) + 1) + 1
      end do
      first(1) = 1
      do t = 1, size(tree)
         first(t + 1) = first(t + 1) + first(t)
      end do
      next = first
      allocate (by_tree(first(size(first)) - 1))
      do k = 1, size(tree)
         if (.not. (counts(k) .and. k < place(k))) cycle
         by_tree(next(tree(k))) = k
         next(tree(k)) = next(tree(k)) + 1
      end do
   end subroutine sort_by_tree
end module adc_coloringtrees
