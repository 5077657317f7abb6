extension CompletionWriter {
    /// The script for zsh: a function for `compinit` to find, which also works when it is sourced.
    var zshScript: String {
        """
        #compdef \(program)
        # zsh completion for \(program), written by `\(program) completions zsh`.

        # Sets what can follow the verbs in $1; each verb and option has its description behind a colon.
        __\(identifier)_level() {
            verbs=() options=() values=() arguments=() repeats=''
            case $1 in
        \(levels.map(zshArm).joined(separator: "\n"))
            esac
        }

        # Whether the option in $1 takes the next word as its value.
        __\(identifier)_takes_next() {
            local -a takers
            takers=(\(takers.joined(separator: " ")))
            case $1 in
                --*=*) return 1 ;;
                --*|-?) (( ${takers[(Ie)$1]} )) ;;
                *) (( ! ${takers[(Ie)${1[1,2]}]} && ${takers[(Ie)-${1[-1]}]} )) ;;
            esac
        }

        # Offers the values of the kind in $1.
        __\(identifier)_values() {
            local line
            local -a names shown
            case $1 in
                none) return 1 ;;
                file) _files ;;
                choice:*) names=("${(@s:,:)1#choice:}") && compadd -a names ;;
                *)
                    for line in "${(@f)$("$program" \(verb) $1 -- "${(Q)PREFIX}" "${given[@]}" \\
                        2>/dev/null </dev/null)}"; do
                        [[ -n $line ]] || continue
                        names+=("${line%%$'\\t'*}")
                        shown+=("${line/$'\\t'/  -- }")
                    done
                    (( ${#names} )) && compadd -l -d shown -a names
                    ;;
            esac
        }

        _\(identifier)() {
            local program=${(Q)words[1]} level='' option='' pair kind word repeats
            local -a verbs options values arguments given
            integer i=0 index=0 ended=0

            __\(identifier)_level ''
            for word in "${(@)words[2,CURRENT-1]}"; do
                word=${(Q)word}
                given+=("$word")
                if [[ -n $option ]]; then
                    option=''
                elif (( ! ended )) && [[ $word == -- ]]; then
                    ended=1
                elif (( ! ended )) && [[ $word == -?* && $word != -[0-9]* ]]; then
                    __\(identifier)_takes_next "$word" && option=$word
                elif (( ${verbs[(I)${(b)word}:*]} )); then
                    level=${level:+$level }$word
                    __\(identifier)_level "$level"
                else
                    (( index += 1 ))
                fi
            done

            if [[ -z $option ]] && (( ! ended )) && [[ $PREFIX == --*=* ]]; then
                option=${PREFIX%%=*}
                compset -P 1 '*='
            fi

            if [[ -n $option ]]; then
                [[ $option == -[^-]?* ]] && option=-${option[-1]}
                for pair in $values; do
                    if [[ ${pair%%=*} == $option ]]; then
                        __\(identifier)_values "${pair#*=}"
                        return
                    fi
                done
                return 1
            fi
            if (( ! ended )) && [[ $PREFIX == -* ]]; then
                _describe -o option options
            elif (( ${#verbs} )); then
                _describe verb verbs
            else
                for kind in $arguments; do
                    if (( i == index )) || [[ $kind == "$repeats" && $i -le $index ]]; then
                        __\(identifier)_values "$kind"
                        return
                    fi
                    (( i += 1 ))
                done
                return 1
            fi
        }

        # Found by compinit this file is the function's body; sourced it says whose completion it is.
        if [[ ${funcstack[1]} == _\(identifier) ]]; then
            _\(identifier) "$@"
        else
            compdef _\(identifier) \(program)
        fi

        """
    }

    private func zshArm(_ level: CompletionLevel) -> String {
        var fields: [String] = []
        func add(_ name: String, _ items: [String]) {
            if !items.isEmpty { fields.append("\(name)=(\(items.map(Self.quoted).joined(separator: " ")))") }
        }
        add("verbs", level.verbs.map { Self.described($0.name, $0.summary) })
        add(
            "options",
            level.options.flatMap { option in
                option.typedSpellings.map { Self.described($0, option.doc) }
            })
        add("values", Self.valuePairs(level))
        add("arguments", level.arguments.map(\.kind.completionWord))
        if let repeated = level.arguments.first(where: \.repeats) {
            fields.append("repeats=\(Self.quoted(repeated.kind.completionWord))")
        }
        let body = fields.map { "            " + $0 }.joined(separator: "\n")
        return "        \(Self.quoted(level.name)))\n\(body)\n            ;;"
    }

    /// A name with its description behind a colon; colons of the name itself are escaped.
    private static func described(_ name: String, _ text: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            if scalar == ":" { result += "\\:" } else { result.unicodeScalars.append(scalar) }
        }
        return result + ":" + text
    }
}
