import Testing

@testable import Interchange

struct ShellScriptTests {
  @Test(arguments: [
    (#"curl  http://a  -d x"#, ["curl", "http://a", "-d", "x"]),
    (#"curl 'a b' "c d" e\ f"#, ["curl", "a b", "c d", "e f"]),
    (#"curl 'it'\''s' "say \"hi\" \n""#, ["curl", "it's", #"say "hi" \n"#]),
    (#"curl $'line\nnext\t\x41\u00e9\'' '' "#, ["curl", "line\nnext\tAé'", ""]),
    ("curl a \\\n  -b c", ["curl", "a", "-b", "c"]),
    ("curl a \\\r\n  -b c\r\n", ["curl", "a", "-b", "c"]),
    ("curl a # the rest", ["curl", "a"]),
    ("curl a#b", ["curl", "a#b"]),
    ("a=() curl a", ["curl", "a"]),
    ("curl a > out.json 2>&1", ["curl", "a"]),
    (
      #"curl -H "Token: $TOKEN" ${BASE}/x '$NOT'"#,
      ["curl", "-H", "Token: " + VariableMarks.mark("TOKEN"), VariableMarks.mark("BASE") + "/x", "$NOT"]
    ),
    ("curl a$", ["curl", "a$"]),
  ])
  func wordsAreThoseOfTheShell(text: String, words: [String]) {
    #expect(ShellScript(text).commands == [ShellCommand(words: words)])
  }

  /// As bash prints them.
  @Test(arguments: [
    (#"tick\u{41} \uzz \xzz \U{1F3AB}"#, #"tick\u{41} \uzz \xzz \U{1F3AB}"#), (#"\x{41}\x{4142}\x{43"#, "ABC"),
    (#"\u41-\u4z-\U1F3AB"#, "A-\u{4}z-🎫"), (#"a\x00b"#, "a"), (#"a\x{}b"#, "a"), (#"a\400b"#, "a"), (#"\x"#, #"\x"#),
    (#"\cA\c?\c[\101\q\c"#, "\u{1}\u{7F}\u{1B}A\\q\\c"), (#"\c\\x"#, "\u{1C}x"), (#"\ud83d\ude00"#, "😀"),
    (#"\x+1 \u-1"#, #"\x+1 \u-1"#),
  ])
  func escapesInQuotesAreThoseOfBash(quoted: String, text: String) {
    #expect(ShellScript("curl $'\(quoted)' b").commands == [ShellCommand(words: ["curl", text, "b"])])
  }

  @Test(arguments: [
    ("curl -d @- a <<EOF\n{\n}\nEOF\n", "{\n}\n"),
    ("curl -d @- a <<'END'\n$x\nEND", "$x\n"),
    ("curl -d @- a <<-EOF\n\tx\n\tEOF\n", "x\n"),
    ("cat <<EOF | curl -d @- a\nx\nEOF\n", "x\n"),
    ("curl -d @- a <<EOF | jq .\nx\nEOF\n", "x\n"),
    ("curl -d @- a <<< 'x y'", "x y\n"),
    ("echo '{}' | curl -d @- a", "{}\n"),
    ("echo -n x | curl -d @- a", "x"),
    ("printf x | curl -d @- a", "x"),
    ("echo x | sh -c 'curl -d @- a'", "x\n"),
    ("sh -c 'curl -d @- a' <<< x", "x\n"),
    ("sh -c 'curl -d @- a' <<EOF\nx\nEOF\n", "x\n"),
  ])
  func standardInputOfCurlIsKnown(text: String, input: String) {
    let curl = ShellScript(text).commands.first { $0.words.first == "curl" }
    #expect(curl == ShellCommand(words: ["curl", "-d", "@-", "a"], input: input))
  }

  @Test func commandsAreSeparated() {
    let script = ShellScript("curl a; curl b && curl c || curl d\ncurl e & curl f")
    #expect(script.commands.map(\.words) == ["a", "b", "c", "d", "e", "f"].map { ["curl", $0] })
  }

  @Test(arguments: [
    "function f { curl a; curl b; }", "function f() { curl a; curl b; }", "function f\n{ curl a\ncurl b\n}",
    "function f () { curl a; curl b; }",
    "case $1 in a) curl a;; b) curl b ;; esac", "case $1 in\n  (a|\"b)\" ) curl a ;;\n  *)\n  curl b\nesac",
    "if x; then case $1 in # c\n @(a|b)) curl a ;& *) case 1 in 1) curl b; esac ;; esac; fi",
    "case $1 in a) curl a <<E ;;\n*)\nE\nb) curl b;; esac",
  ])
  func commandsOfFunctionsAndCasesAreRead(text: String) {
    let commands = ShellScript(text).commands.compactMap { CurlReader.arguments(of: $0).map { Array($0) } }
    #expect(commands == [["a"], ["b"]])
  }

  @Test(arguments: [
    (#"H=(-H "A: 1" -H 'B: 2'); curl "${H[@]}" a"#, ["curl", "-H", "A: 1", "-H", "B: 2", "a"]),
    ("H=(\n  -H A:1 # c\n  -d x=(y\n)\ncurl ${H[*]} a", ["curl", "-H", "A:1", "-d", "x=(y", "a"]),
    (#"H=(); H+=(-d "x y"); H+=(-s); curl "${H[@]}" a"#, ["curl", "-d", "x y", "-s", "a"]),
    (#"H=(); curl "${H[@]}" a ${H[@]+"${H[@]}"} ${H[*]}"#, ["curl", "a"]),
    (#"H=(-d "x y"); curl ${H[@]+"${H[@]}"} ${H[@]} a"#, ["curl", "-d", "x y", "-d", "x", "y", "a"]),
    (#"local -a H=(b "c d"); curl "1${H[@]}2" "${H[*]}" $H ${H[1]}"#, ["curl", "1b", "c d2", "b c d", "b", "c", "d"]),
    (#"U=a; U+=(b); C=(curl "${U[@]}"); X="${U[@]}"; "${C[@]}" $X"#, ["curl", "a", "b", "a", "b"]),
    (#"H=(case a in function f {); curl "${H[@]}""#, ["curl", "case", "a", "in", "function", "f", "{"]),
    (#"H=(a b); H=c; curl "$H""#, ["curl", VariableMarks.mark("H")]),
    (#"H=(a b c d); curl "${H[@]:1:2}" ${H[@]:3} "${H[*]: 2}" "1${H[@]:9}2""#, ["curl", "b", "c", "d", "c d", "12"]),
    (
      #"declare -A H=([a]=b ["c d"]='e f'); H[g]=h; E=a; curl "${H[c d]}" ${H["$E"]} ${H[x]} "${H[@]}""#,
      ["curl", "e f", "b", "b", "e f", "h"]
    ),
    (#"H=(a b); H[1]=c; H[2]=d; H+=(e); curl "${H[@]}" ${H[3]} $H"#, ["curl", "a", "c", "d", "e", "e", "a"]),
  ])
  func arraysAreExpanded(text: String, words: [String]) {
    #expect(ShellScript(text).commands.last == ShellCommand(words: words))
  }

  @Test func arraysThatAreNotReadAreNamed() throws {
    for text in ["H=([a]=b c)", "H=([$X]=b)", "H[$X]=b"] {
      #expect(ShellScript(text).problems == ["the keys of the array H are not read"])
    }
    #expect(
      ShellScript("H=(a b); curl ${H[@]: -1}${H[i]}").problems == ["${H[@]: -1} is unknown", "${H[i]} is unknown"])
    let open = try ImportedText(.curl, "curl http://h/a\nH=(-H 'A: 1'\ncurl -s http://h/b")
    #expect(open.notes == ["changed: the array H is not closed", "failed: not read: `H=( … curl … h/b`"])
    #expect(open.variables == nil)
  }

  @Test func arraysThatDoubleEnd() {
    let script = ShellScript("H=(a)\n" + String(repeating: "H+=(\"${H[@]}\")\n", count: 60) + "curl a")
    #expect(script.problems == ["arrays that stand for more than 1 MB are left out"])
  }

  @Test(arguments: [
    ("sh -c 'curl -X PUT http://a; curl b'", [["-X", "PUT", "http://a"], ["b"]]),
    (
      #"sudo docker exec -i c /bin/bash -euo pipefail -c 'cd x; curl "$1" -d ${2} $3' _ http://a "b c""#,
      [["http://a", "-d", "b", "c"]]
    ),
    (#"A=x; bash -lc "curl -H 'A: $A' $B""#, [["-H", "A: x", VariableMarks.mark("B")]]),
    (#"sh -c 'curl "$@" $0' a -d "b c""#, [["-d", "b c", "a"]]),
    (#"sh -c "bash -c 'curl \$1' _ a""#, [["a"]]),
    (#"sh -c 'X=$(echo "$1"); curl -d "$X" b' _ a"#, [["-d", VariableMarks.mark("X"), "b"]]),
    ("sh -c 'shift; curl $1' _ a b", [["$1"]]), ("sh -c 'curl $1'", [["$1"]]),
  ])
  func scriptsOfShellsAreRead(text: String, arguments: [[String]]) {
    let commands = ShellScript(text).commands.compactMap { CurlReader.arguments(of: $0).map { Array($0) } }
    #expect(commands == arguments)
  }

  @Test func whatAScriptOfAShellNeedsIsNamed() {
    #expect(ShellScript("sh -c 'shift; curl $1 ${2}' _ a b").problems == ["$1 is unknown", "${2} is unknown"])
    #expect(
      ShellScript(#"sh -c "curl -d \"\$(f $X)\" a""#).problems
        == ["the output of `f X` is unknown: give the variable a value"])
  }

  @Test func aScriptThatRunsItselfEnds() {
    let commands = ShellScript(#"S='curl a; sh -c "$S"'; sh -c "$S""#).commands.map(\.words)
    #expect(commands == Array(repeating: ["curl", "a"], count: 5) + [["sh", "-c", VariableMarks.mark("S")]])
  }

  @Test func aRequestThatIsNotReadIsNamed() throws {
    let others = "retry 3 curl -u me:secret http://h/b\napt install curl\nbash --rcfile f -c 'curl h/c'"
    let text = try ImportedText(.curl, "curl http://h/a\n" + others)
    #expect(text.requests.count == 1)
    #expect(
      text.notes == [
        "failed: not read: `retry … curl … h/b`", "dropped: `apt` is not a curl command",
        "failed: not read: the curl command of `bash` — paste what is between its quotes",
      ])
  }

  @Test func whatOnlyACommandCouldTellIsNamed() {
    #expect(
      ShellScript("curl -u $(whoami) a").problems == ["`whoami` runs when the request is sent, with your permission"])
    #expect(ShellScript("curl 'a").problems == ["a single quote is not closed, line 1, column 6"])
  }
}
