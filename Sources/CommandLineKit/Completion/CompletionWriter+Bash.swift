extension CompletionWriter {
    /// The script for bash, from version 3.2 on; it needs nothing of the bash-completion package.
    var bashScript: String {
        """
        # bash completion for \(program), written by `\(program) completions bash`.

        # Sets what can follow the verbs in $1.
        __\(identifier)_level() {
            verbs='' options='' values='' arguments='' repeats=''
            case $1 in
        \(levels.map(bashArm).joined(separator: "\n"))
            esac
        }

        # Puts the word in $1 without its quotes into $plain.
        __\(identifier)_unquote() {
            case $1 in
                \\'*) plain=${1#\\'}; plain=${plain%\\'} ;;
                \\"*) plain=${1#\\"}; plain=${plain%\\"} ;;
                *) plain=${1//\\\\/} ;;
            esac
        }

        # Whether the option in $1 takes the next word as its value.
        __\(identifier)_takes_next() {
            local takers=' \(takers.joined(separator: " ")) '
            case $1 in
                --*=*) return 1 ;;
                --*) [[ $takers == *" $1 "* ]] ;;
                -?) [[ $takers == *" $1 "* ]] ;;
                *) [[ $takers != *" ${1:0:2} "* && $takers == *" -${1: -1} "* ]] ;;
            esac
        }

        # Offers $1, in the quotes that were begun, without what stands before bash's last word break.
        __\(identifier)_offer() {
            local quoted=$1
            [[ $1 == "$plain"* ]] || return 0
            case $value in
                [\\'\\"]*) ;;
                *) printf -v quoted '%q' "$1" ;;
            esac
            COMPREPLY+=("${quoted:before}")
        }

        # Offers the values of the kind in $1 for the word in $value.
        __\(identifier)_values() {
            local plain line choices
            __\(identifier)_unquote "$value"
            case $1 in
                none) ;;
                file)
                    type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
                    while IFS= read -r line; do
                        COMPREPLY+=("${line:before}")
                    done < <(compgen -f -- "$plain" 2>/dev/null)
                    ;;
                choice:*)
                    IFS=, read -r -a choices <<<"${1#choice:}"
                    for line in "${choices[@]}"; do __\(identifier)_offer "$line"; done
                    ;;
                *)
                    while IFS=$'\\t' read -r line _; do
                        __\(identifier)_offer "$line"
                    done < <("$program" \(verb) "$1" -- "$plain" "${given[@]}" 2>/dev/null </dev/null)
                    ;;
            esac
        }

        _\(identifier)() {
            local program=$1 path='' option='' value='' before=0 index=0 ended=0 glued=0 pair kind i token
            local verbs options values arguments repeats plain IFS=$' \\t\\n'
            local -a words given
            COMPREPLY=() words=() given=()

            # Bash breaks words at = and : as well; here they are put together again.
            for ((i = 1; i <= COMP_CWORD; i++)); do
                token=${COMP_WORDS[i]}
                if ((${#words[@]} > 0)) && [[ $glued == 1 || $token =~ ^[=:]+$ ]]; then
                    words[${#words[@]} - 1]+=$token
                else
                    words+=("$token")
                fi
                glued=0
                [[ $token =~ ^[=:]+$ ]] && glued=1
            done

            __\(identifier)_level ''
            for ((i = 0; i < ${#words[@]} - 1; i++)); do
                __\(identifier)_unquote "${words[i]}"
                given+=("$plain")
                if [[ -n $option ]]; then
                    option=''
                elif [[ $ended == 0 && $plain == -- ]]; then
                    ended=1
                elif [[ $ended == 0 && $plain == -?* && $plain != -[0-9]* ]]; then
                    __\(identifier)_takes_next "$plain" && option=$plain
                elif [[ " $verbs " == *" $plain "* ]]; then
                    path=${path:+$path }$plain
                    __\(identifier)_level "$path"
                else
                    ((index += 1))
                fi
            done

            value=${words[${#words[@]} - 1]}
            if [[ $ended == 0 && -z $option && $value == --*=* ]]; then
                option=${value%%=*}
                value=${value#*=}
            fi
            if ((glued)); then before=${#value}; else before=$((${#value} - ${#token})); fi
            ((before < 0)) && before=0

            if [[ -n $option ]]; then
                [[ $option == -[!-]?* ]] && option=-${option: -1}
                for pair in $values; do
                    [[ ${pair%%=*} == "$option" ]] && __\(identifier)_values "${pair#*=}"
                done
            elif [[ $ended == 0 && $value == -* ]]; then
                plain=$value
                for pair in $options; do __\(identifier)_offer "$pair"; done
            elif [[ -n $verbs ]]; then
                plain=$value
                for pair in $verbs; do __\(identifier)_offer "$pair"; done
            else
                i=0
                for kind in $arguments; do
                    if [[ $i == "$index" ]] || [[ $kind == "$repeats" && $i -le $index ]]; then
                        __\(identifier)_values "$kind"
                        break
                    fi
                    ((i += 1))
                done
            fi
            return 0
        }

        complete -F _\(identifier) \(program)

        """
    }

    private func bashArm(_ level: CompletionLevel) -> String {
        var fields: [String] = []
        func add(_ name: String, _ words: [String]) {
            if !words.isEmpty { fields.append("\(name)=\(Self.quoted(words.joined(separator: " ")))") }
        }
        add("verbs", level.verbs.map(\.name))
        add("options", level.options.flatMap(\.typedSpellings))
        add("values", Self.valuePairs(level))
        add("arguments", level.arguments.map(\.kind.completionWord))
        add("repeats", level.arguments.filter(\.repeats).map(\.kind.completionWord))
        let body = fields.map { "            " + $0 }.joined(separator: "\n")
        return "        \(Self.quoted(level.name)))\n\(body)\n            ;;"
    }

    /// The options that take a value, each with the kind of its value: `--color=choice:auto,always`.
    static func valuePairs(_ level: CompletionLevel) -> [String] {
        level.options.filter(\.takesValue).flatMap { option in
            option.typedSpellings.map { "\($0)=\(option.valueKind.completionWord)" }
        }
    }
}
