# Expands `kinds` and a template after it, in which
#   !@kind NAME TYPE FLAGS...   declares a kind of value,
#   !@each ... !@end            encloses what is repeated for each kind, with @NAME@, @TYPE@ and @ID@ filled in,
#   !@each FLAG ... !@end       the same for the kinds that have the flag,
#   !@each FROM TO ... !@end    the same for numbers, with @N@ filled in, and @COLONS@ with as many colons,
#   !@each FLAG FROM TO ... !@end  both: for each of these kinds, each number,
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
$1 == "!@each" {
    inside = 1; body = ""
    which = ($2 ~ /^[0-9]+$/) ? "" : $2
    numbers = NF >= 3
    all = numbers && NF == 3
    from = $(NF - 1); to = $NF
    next
}
$1 == "!@end" {
    inside = 0
    for (i = 1; i <= (all ? 1 : kinds); i++) {
        if (!all && which != "" && index(flags[i], " " which " ") == 0) continue
        for (j = numbers ? from : 1; j <= (numbers ? to : 1); j++) {
            text = body
            if (numbers) {
                colons = ":"
                for (k = 2; k <= j; k++) colons = colons ", :"
                gsub(/@N@/, j, text)
                gsub(/@COLONS@/, colons, text)
            }
            gsub(/@NAME@/, name[i], text)
            gsub(/@TYPE@/, type[i], text)
            gsub(/@ID@/, i, text)
            printf "%s", text
        }
    }
    next
}
inside { body = body $0 "\n"; next }
{ gsub(/@KINDS@/, kinds); print }
