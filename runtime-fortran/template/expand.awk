# Expands `kinds` and a template after it, in which
#   !@kind NAME TYPE FLAGS...   declares a kind of value,
#   !@each ... !@end            encloses what is repeated for each kind, with @NAME@, @TYPE@ and @ID@ filled in,
#   !@each FLAG ... !@end       the same for the kinds that have the flag,
#   !@each FROM TO ... !@end    the same for numbers, with @N@ filled in,
#   !@! ...                     is a note on the template, and is left out.

$1 == "!@!" { next }
$1 == "!@kind" {
    kinds++
    name[kinds] = $2
    type[kinds] = $3
    flags[kinds] = " "
    for (i = 4; i <= NF; i++) flags[kinds] = flags[kinds] $i " "
    next
}
$1 == "!@each" { inside = 1; body = ""; which = $2; to = $3; next }
$1 == "!@end" {
    inside = 0
    numbers = which ~ /^[0-9]+$/
    first = numbers ? which + 0 : 1
    last = numbers ? to + 0 : kinds
    for (i = first; i <= last; i++) {
        if (!numbers && which != "" && index(flags[i], " " which " ") == 0) continue
        text = body
        if (numbers) gsub(/@N@/, i, text)
        gsub(/@NAME@/, name[i], text)
        gsub(/@TYPE@/, type[i], text)
        gsub(/@ID@/, i, text)
        printf "%s", text
    }
    next
}
inside { body = body $0 "\n"; next }
{ gsub(/@KINDS@/, kinds); print }
