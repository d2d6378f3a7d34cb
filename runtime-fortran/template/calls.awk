# Expands a template of calls of MPI: the procedures that stand in their place, with tangents and adjoints.
#   !@call NAME ARGUMENTS...  declares a call. An argument is *x: a buffer, >x: set, =x: changed, or x: read. Arguments other
#                             than buffers are integers, or, as x:logical or x:wide, of another type. Arrays have dimensions.
#   !@and ARGUMENTS...        adds arguments to a call.
#   !@primal                  begins the statements of adc_mpi_NAME,
#   !@tangent                 those of adc_mpi_NAME_d, in which x@ is the shadow of x,
#   !@adjoint                 those of adc_mpi_NAME_b,
#   !@swap                    or those that set the blocks that ranks exchange, `from` and `to`, for both derivatives,
#   !@near                    the same for neighbours, of which `are` tells which are there,
#   !@end                     ends the call.
#   !@each A B ... !@done     is repeated with @M@ replaced by A, then B.
# Locals are declared by their names: error, values, ranks, me, from, to, and the numbers of all ranks: numbers.

function tell_public(name) {
    if (length(own) + length(name) > 116) { publics = publics own "\n"; own = "" }
    own = own (own == "" ? "   public :: " : ", ") name
}
# A list, with a first line that begins with `head`, and is broken before it is too long.
function broken(head, list, tail,    n, i, words, line, text) {
    n = split(list, words, /, /)
    line = head; text = ""
    for (i = 1; i <= n; i++) {
        if (length(line) + length(words[i]) > 112) { text = text line "&\n"; line = "         " }
        line = line words[i] (i < n ? ", " : "")
    }
    return text line tail "\n"
}
function joined(list, word) { return list (list == "" ? "" : ", ") word }
function locals(body,    text) {
    text = ""
    if (body ~ /error\)/) text = text "      integer :: error\n"
    if (body ~ /values/) text = text "      real(8), allocatable :: values(:)\n"
    if (body ~ /from = /) text = text "      type(blocks) :: from, to\n"
    if (body ~ /who\(comm, ranks, me\)/) text = text "      integer :: ranks, me\n"
    if (body ~ /neighbours/) text = text "      logical, allocatable :: are(:)\n"
    if (body ~ /numbers/) text = text "      integer, allocatable :: numbers(:)\n"
    return text
}
function procedure(suffix, body,    i, args, bufs, shadows, text, name, shadow, intent) {
    shadow = suffix == "_d" ? "d" : "b"
    args = ""; bufs = ""; shadows = ""
    for (i = 1; i <= n_args; i++) {
        args = joined(args, arg[i])
        if (kind[i] != "*") continue
        bufs = joined(bufs, arg[i])
        if (suffix == "") continue
        args = joined(args, arg[i] shadow)
        shadows = joined(shadows, arg[i] shadow)
    }
    if (suffix != "") args = joined(args, "nd")
    name = "adc_mpi_" call suffix
    tell_public(name)
    text = broken("   subroutine " name "(", args, ")")
    if (bufs != "") {
        all = bufs (shadows == "" ? "" : ", " shadows)
        text = text "      !GCC$ ATTRIBUTES NO_ARG_CHECK :: " all "\n"
        text = text "      !DEC$ ATTRIBUTES NO_ARG_CHECK :: " all "\n"
        text = text "      !DIR$ IGNORE_TKR " all "\n"
        text = text "      type(*), dimension(*), target :: " bufs "\n"
    }
    if (shadows != "") text = text "      type(*), dimension(*), optional, target :: " shadows "\n"
    split("", list); n_types = 0
    for (i = 1; i <= n_args; i++) {
        if (kind[i] == "*") continue
        intent = kind[i] == "<" || suffix == "_b" ? "in" : (kind[i] == ">" ? "out" : "inout")
        head = "      " type[i] ", intent(" intent ") :: "
        if (!(head in list)) heads[++n_types] = head
        list[head] = joined(list[head], arg[i] dims[i])
    }
    for (i = 1; i <= n_types; i++) text = text broken(heads[i], list[heads[i]], "")
    if (suffix != "") {
        text = text "      integer, intent(in), optional :: nd\n"
        declared = ""
        while (match(body, /^ +(integer|logical) ::[^\n]*\n/)) {
            declared = declared substr(body, 1, RLENGTH)
            body = substr(body, RLENGTH + 1)
        }
        text = text declared
        if (shadows != "") body = "      call in_directions(nd)\n" body
        gsub(/@/, shadow, body)
    }
    return text locals(body) body "   end subroutine " name "\n"
}
function finish(    list, i) {
    list = ""
    for (i = 1; i <= n_args; i++) list = joined(list, arg[i])
    if ("swap" in part) {
        blocks = "      call who(comm, ranks, me)\n" part["swap"]
        if (blocks ~ /numbers/) sub(/ranks, me\)\n/, "ranks, me)\n      numbers = numbers_of(ranks)\n", blocks)
        first = broken("      call adc_mpi_" call "(", list, ")")
        part["tangent"] = first blocks "      call swap_tangents(from, to, comm)\n"
        part["adjoint"] = blocks "      call swap_adjoints(from, to, comm)\n"
    }
    if ("near" in part) {
        blocks = "      call neighbours(comm, are)\n" part["near"]
        blocks = blocks "      from = chosen(from, are)\n      to = chosen(to, are)\n"
        first = broken("      call adc_mpi_" call "(", list, ")")
        kind_of = call == "neighbor_alltoall" ? "even" : "near"
        part["tangent"] = first blocks "      call swap_" kind_of "_tangents(from, to, comm)\n"
        part["adjoint"] = blocks "      call swap_" kind_of "_adjoints(from, to, comm)\n"
    }
    out = out (out == "" ? "" : "\n") procedure("", part["primal"])
    if ("tangent" in part) out = out "\n" procedure("_d", part["tangent"]) "\n" procedure("_b", part["adjoint"])
    call = ""
}
function line(text,    words, n, i, w) {
    n = split(text, words, /[ \t]+/)
    if (words[1] == "!@call") { call = words[2]; n_args = 0; split("", part) }
    if (words[1] ~ /^!@(call|and)$/) {
        for (i = (words[1] == "!@call" ? 3 : 2); i <= n; i++) {
            w = words[i]
            n_args++
            kind[n_args] = "<"; type[n_args] = "integer"; dims[n_args] = ""
            if (w ~ /^[*>=]/) { kind[n_args] = substr(w, 1, 1); w = substr(w, 2) }
            if (w ~ /:wide$/) { type[n_args] = "integer(MPI_ADDRESS_KIND)"; sub(/:wide$/, "", w) }
            if (w ~ /:logical$/) { type[n_args] = "logical"; sub(/:logical$/, "", w) }
            if (w ~ /\(/) { dims[n_args] = substr(w, index(w, "(")); w = substr(w, 1, index(w, "(") - 1) }
            arg[n_args] = w
        }
    } else if (words[1] ~ /^!@(primal|tangent|adjoint|swap|near)$/) {
        where = substr(words[1], 3)
        part[where] = ""
    } else if (words[1] == "!@end") finish()
    else if (call != "") part[where] = part[where] text "\n"
    else out = out text "\n"
}
$1 == "!@!" { next }
$1 == "!@each" { n_each = NF - 1; for (i = 1; i < NF; i++) each[i] = $(i + 1); inside = 1; n_lines = 0; next }
$1 == "!@done" {
    inside = 0
    for (e = 1; e <= n_each; e++) for (l = 1; l <= n_lines; l++) {
        text = held[l]
        gsub(/@M@/, each[e], text)
        line(text)
    }
    next
}
inside { held[++n_lines] = $0; next }
$1 == "!@public" { before = out; out = ""; next }
{ line($0) }
END { printf "%s%s%s\n%s", before, publics, own, out }
