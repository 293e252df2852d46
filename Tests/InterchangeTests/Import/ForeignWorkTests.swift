import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// Files that are made to take long: each line is searched again from each of its places, or compared with all others.
@Suite(.timeLimit(.minutes(5))) struct ForeignWorkTests {
  @Test(arguments: texts + scripts + documents)
  func fourTimesTheInputIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  /// A file of that name, in the format that its content tells.
  private static func file(_ work: String, _ name: String, _ make: @escaping @Sendable (Int) -> String) -> Work {
    Work("\(name): \(work)", make) { text in
      let source = ImportSource(Data(text.utf8), fileName: name)
      _ = try ImportFormat.of(source)?.read(source)
    }
  }

  /// A folder with these files.
  private static func folder(_ work: String, _ make: @escaping @Sendable (Int) -> [String: String]) -> Work {
    Work("folder: \(work)", make) { texts in
      let source = ImportSource(folder: SourceFiles(texts.mapValues { Data($0.utf8) }), name: "a")
      _ = try ImportFormat.of(source)?.read(source)
    }
  }

  private static func shell(_ work: String, _ make: @escaping @Sendable (Int) -> String) -> Work {
    Work("shell: \(work)", make) { text in _ = ShellScript(text) }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined(separator: "\n") + "\n"
  }

  private static func list(_ count: Int, _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: ",")
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private static var texts: [Work] {
    var rows: [Work] = []
    rows.append(
      file("requests", "a.hurl") {
        times($0, "# a\n# b\nGET https://a.example/{{x}}\nA: b\n{\"a\":1}\nHTTP 200\n\n")
      })
    rows.append(
      file("comments", "a.hurl") { "GET https://a.example\n" + times($0, "# comment\n") })
    rows.append(
      file("requests", "a.http") { times($0, "### a\nGET https://a.example/{{x}}\nA: b\n\nbody {{y}}\n") })
    rows.append(
      file("open braces", "a.http") { "GET https://a.example\n\n" + times($0, "{{") })
    rows.append(
      file("open braces", "a.hurl") { "GET http://a/" + times($0, "{{") + "\n" })
    rows.append(
      file("failures", "a.hurl") { lines($0) { _ in "GET {{\n!" } })
    rows.append(
      file("variables", "a.hurl") { "GET http://a\n[Options]\n" + lines($0) { "variable: a\($0)=1" } })
    rows.append(
      file("headers that are left out", "a.hurl") { "GET http://a\n[Options]\n" + lines($0) { "no-header: a\($0)" } })
    rows.append(
      file("a form", "a.hurl") { "POST http://a\n[Form]\n" + lines($0) { "a\($0): b" } })
    rows.append(
      file("a curl command with an open quote", "a.http") { "curl http://a 'x" + times($0, "\n") })
    rows.append(
      file("a header on many lines", "a.http") { "GET http://a\nA: b\n" + lines($0) { _ in " c" } })
    rows.append(
      file("a query on many lines", "a.http") { "GET http://a\n  ?a=b\n" + lines($0) { _ in "  c" } })
    rows.append(
      file("comments after headers", "a.http") { count in
        "POST http://a\n" + lines(count) { "A\($0): b" } + "\n" + lines(count) { _ in "/**/" }
      })
    rows.append(
      file("metadata", "a.http") { lines($0) { "###\n# @x\($0) y" } + "###\nGET http://a\n" })
    rows.append(
      file("folders", "a.http") { lines($0) { "###\n# @workbench {\"folder\":[\"f\($0)\"]}\n###\nGET http://a" } })
    rows.append(
      file("scripts below empty lines", "a.http") { count in
        "POST http://a\n\nx\n" + times(count, "\n") + times(count, "> {%%}\n")
      })
    rows.append(
      file("variables below a body with braces", "a.http") { count in
        "POST http://a/{{$guid}}\n\n" + times(40 * count, "{{") + "\n" + lines(count) { "@a\($0)=b" }
      })
    rows.append(
      file("objects below a query", "a.http") { "GRAPHQL http://a\n\nquery\n" + times($0, "\n{\n") })
    rows.append(
      file("a form", "a.http") {
        "POST http://a\nContent-Type: application/x-www-form-urlencoded\n\n" + lines($0) { "a\($0)=b" }
      })
    rows.append(
      file("a long boundary", "a.http") { count in
        let boundary = times(count, "b")
        return "POST http://a\nContent-Type: multipart/form-data; boundary=\(boundary)\n\n--\(boundary)\n\n"
          + lines(count) { _ in "c" }
      })
    rows.append(
      file("arguments without an end", "a.bru") { "meta {\n  " + times($0, "@a('x) ") + "\n  name: a\n}\n" })
    rows.append(
      file("blocks before spaces", "a.bru") { times($0, "a{}") + times($0, " ") + "\n" })
    rows.append(
      file("merged mappings", "a.yaml") { count in
        "openapi: 3.0.0\nx:\n" + lines(count) { "  a\($0): &a\($0) {k\($0): 1}" } + "y:\n  <<: ["
          + list(count) { "*a\($0)" } + "]\n"
      })
    rows.append(
      file("variables of an environment", "http-client.env.json") { count in
        "{\"dev\":{" + list(count) { "\"a\($0)\":\"b\"" } + "}}"
      })
    rows.append(
      file("secrets of an environment", "http-client.private.env.json") { count in
        "{\"dev\":{" + list(count) { "\"a\($0)\":\"b\"" } + "}}"
      })
    rows.append(
      file("environments", "http-client.env.json") { count in "{" + list(count) { "\"a\($0)\":{}" } + "}" })
    rows.append(
      file("shared variables and others", "http-client.env.json") { count in
        "{\"$shared\":{" + list(count) { "\"a\($0)\":1" } + "},\"dev\":{" + list(count) { "\"b\($0)\":1" } + "}}"
      })
    rows.append(
      folder("keys of a .env file") { count in
        [
          "http-client.env.json": "{\"dev\":{" + list(count) { "\"a\($0)\":\"b\"" } + "}}",
          "a.http": "GET http://a\n\n" + lines(count) { "{{$dotenv %a\($0)}}" },
        ]
      })
    rows.append(
      file("entries", "a.har") {
        #"{"log":{"entries":["#
          + list($0) { #"{"request":{"method":"GET","url":"http://a/\#($0)"}}"# } + "]}}"
      })
    return rows
  }

  private static var scripts: [Work] {
    var rows: [Work] = []
    rows.append(
      file("unknown expansions", "a.sh") { "curl http://a " + times($0, "\"${0a}\" ") + lines($0) { "${0\($0)}" } })
    rows.append(
      shell("equals signs behind a word that is no name") { times($0, "a") + "-" + times($0, "=") })
    rows.append(
      shell("scripts of sh") { lines($0) { "sh -c 'curl \"$@\"' _ a\($0)" } })
    rows.append(
      shell("elements with keys") { lines($0) { "H[k\($0)]=a; curl ${H[k\($0)]}" } })
    rows.append(
      shell("open braces") { "curl " + times($0, "{") })
    rows.append(
      shell("letters that tr removes") { "echo " + times($0, "a") + " | tr -d " + times($0, "b") + " | curl -d @- a" })
    rows.append(
      file("typographic quotes", "a.sh") { "curl http://a " + times($0, "“a ") })
    rows.append(
      file("declarations", "a.sh") { "curl http://a\n" + times($0, "export ") + times($0, "a=b ") })
    rows.append(
      file("a variable that is set again", "a.sh") { "curl http://a\n" + lines($0) { "a=\($0)" } })
    rows.append(
      file("commands that print", "a.sh") { "curl http://a\n" + lines($0) { "a\($0)=$(echo \($0))" } })
    rows.append(
      file("cookies", "a.sh") { "curl http://a " + times($0, "-b a=b ") })
    rows.append(
      file("data", "a.sh") { "curl http://a " + times($0, "-d a ") })
    rows.append(
      file("routes", "a.sh") { "curl http://a " + times($0, "--resolve a:1:b ") })
    rows.append(
      file("headers without a value", "a.sh") { count in
        "curl http://a " + (0..<count).map { "-H a\($0): " }.joined()
      })
    rows.append(
      file("variables", "a.sh") { count in "curl http://a/" + (0..<count).map { "$a\($0)" }.joined() })
    rows.append(
      file("a word", "a.cmd") { "curl ^\"http://a/" + times($0, "a") + "^\"\n" })
    rows.append(
      file("tags", "a.txt") { "curl 'http://a?b&amp;c' " + times($0, "<pre ") })
    rows.append(
      file("a prompt without an end", "a.txt") { "curl http://a\na@" + times($0, "a") + "\n" })
    rows.append(
      file("headers", "a.ps1") {
        "iwr -Uri http://b\n$h = @{}\n" + lines($0) { "$h.Add(\"a\($0)\", \"b\")" } + "iwr -Uri http://a -Headers $h\n"
      })
    rows.append(
      file("cookies", "a.ps1") {
        "iwr -Uri http://b\n$s = New-Object S\n"
          + lines($0) { _ in "$s.Cookies.Add((New-Object System.Net.Cookie(\"a\", \"b\", \"/\", \"a\")))" }
          + "iwr -Uri http://a -WebSession $s\n"
      })
    rows.append(
      file("rows", "a.js") {
        "f = new FormData();\n" + lines($0) { "f.append(\"a\($0)\", \"b\");" } + "fetch(\"http://a\");"
      })
    rows.append(
      file("members", "a.js") { count in "x = {" + list(count) { "a\($0): 1" } + "};\nfetch(\"http://a\");" })
    rows.append(
      file("members that are missing", "a.js") { count in
        let object = "{" + list(count) { "a\($0): 1" } + "}"
        return "x = \(object);\ny = x\(times(count, ".b"));\nz = \(object)\(times(count, ".b"));\nfetch(\"http://a\");"
      })
    rows.append(
      file("a sum", "a.js") { "x = \"a\"" + times($0, " + \"b\"") + ";\nfetch(\"http://a\");" })
    rows.append(
      file("alternatives", "a.js") { "x = \"" + times($0, "a") + "\"" + times($0, " || b") + ";\nfetch(\"http://a\");" }
    )
    rows.append(
      file("alternatives of sums", "a.js") {
        "b = \"c\"; x = \"" + times($0, "a") + "\"" + times($0, " || b + b") + ";\nfetch(\"http://a\");"
      })
    rows.append(
      file("brackets in brackets", "a.js") {
        "a=1;" + times($0, "a[x,") + times($0, "]") + ";fetch(\"http://a\")"
      })
    rows.append(
      file("empty lines", "a.js") { "fetch(\"http://a\");" + times($0, "\n") })
    return rows
  }

  private static var documents: [Work] {
    var rows: [Work] = []
    rows.append(
      file("templates without an end", "a.json") { count in
        let text = times(count, #"{{\""#) + "'}}"
        return #"{"type":"collection.insomnia.rest/5.0","collection":[{"url":"u","body":{"text":"\#(text)"}}]}"#
      })
    rows.append(
      file("raw text without an end", "a.json") { count in
        #"{"type":"collection.insomnia.rest/5.0","collection":[{"url":"http://a/\#(times(count, "{% raw %}"))"}]}"#
      })
    rows.append(
      file("prompts of one title", "a.json") { count in
        let prompts = (0..<count).map { "{% prompt 'a', 'b\($0)' %}" }.joined()
        return #"{"type":"collection.insomnia.rest/5.0","collection":[{"url":"http://a/\#(prompts)"}]}"#
      })
    rows.append(
      file("secrets", "a.json") { count in
        let rows = list(count) { #"{"key":"a\#($0)","value":"b","type":"secret"}"# }
        return #"{"info":{"name":"a","schema":"getpostman.com"},"item":[],"variable":[\#(rows)]}"#
      })
    rows.append(
      file("variables of a path", "a.json") { count in
        let rows = list(count) { #"{"key":"a\#($0)","value":"b"}"# }
        return
          #"{"info":{"name":"a"},"item":[{"name":"a","request":{"url":{"raw":"http://a","variable":[\#(rows)]}}}]}"#
      })
    rows.append(
      file("tokens", "a.json") { count in
        let items = list(count) {
          #"{"name":"a\#($0)","request":{"url":"http://a","header":[{"key":"X-Api-Key","value":"k\#($0)"}]}}"#
        }
        return #"{"info":{"name":"a"},"item":[\#(items)]}"#
      })
    rows.append(
      file("tokens", "a.har") { count in
        let entries = list(count) {
          #"{"request":{"method":"GET","url":"http://a/\#($0)","headers":[{"name":"Authorization","value":"Bearer k\#($0)"}]}}"#
        }
        return #"{"log":{"entries":[\#(entries)]}}"#
      })
    rows.append(
      file("path items that refer to the next", "a.json") { count in
        let items = list(count) { ##""/p\##($0)":{"$ref":"#/paths/~1p\##($0 + 1)"}"## }
        return #"{"openapi":"3.0.0","paths":{\#(items)}}"#
      })
    rows.append(
      file("notes of examples", "a.json") { count in
        let items = list(count) {
          #"{"name":"a\#($0)","request":{"method":"A B","url":"http://a"},"response":[{"name":"x","header":["no colon"]}]}"#
        }
        return #"{"info":{"name":"a"},"item":[\#(items)]}"#
      })
    rows.append(
      file("parameters", "a.json") { count in
        let rows = list(count) { #"{"name":"a\#($0)","in":"query","schema":{"type":"string"}}"# }
        return #"{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[\#(rows)]}}}}"#
      })
    rows.append(
      file("a server with open braces", "a.json") { count in
        #"{"openapi":"3.0.0","servers":[{"url":"http://a/\#(times(count, "{{a}"))"}],"paths":{"/a":{"get":{}}}}"#
      })
    rows.append(
      file("keywords", "a.json") { count in
        let keywords = list(count) { "\"k\($0)\":1" }
        return """
          {"openapi":"3.0.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":
          {"type":"object","allOf":[{\(keywords)},{\(keywords)}]}}}}}}}}
          """
      })
    rows.append(
      file("endpoints and interfaces", "a.wsdl") { count in
        "<description xmlns=\"http://www.w3.org/ns/wsdl\"><service name=\"s\">"
          + (0..<count).map { "<endpoint name=\"e\($0)\" binding=\"b\($0)\"/>" }.joined() + "</service>"
          + (0..<count).map { "<interface name=\"i\($0)\"/>" }.joined() + "</description>"
      })
    return rows + paths
  }

  /// Requests with many parameters in their path.
  private static var paths: [Work] {
    let url: @Sendable (Int) -> String = { count in "http://a/" + (0..<count).map { ":p\($0)" }.joined(separator: "/") }
    var rows: [Work] = []
    rows.append(
      file("parameters of a path", "a.json") { count in
        let path = (0..<count).map { "/{p\($0)}" }.joined()
        let rows = list(count) { #"{"name":"p\#($0)","in":"path","schema":{"type":"string"}}"# }
        return #"{"openapi":"3.0.0","paths":{"\#(path)":{"get":{"parameters":[\#(rows)]}}}}"#
      })
    rows.append(
      file("segments with variables", "a.json") { count in
        let rows = list(count) { #"{"key":"p\#($0)","value":"b"}"# }
        let request = #"{"url":{"raw":"\#(url(count))","variable":[\#(rows)]}}"#
        return #"{"info":{"name":"a"},"item":[{"name":"a","request":\#(request)}]}"#
      })
    rows.append(
      file("segments with parameters", "a.json") { count in
        let rows = list(count) { #"{"name":"p\#($0)","value":"b"}"# }
        let request = #"{"url":"\#(url(count))","pathParameters":[\#(rows)]}"#
        return #"{"type":"collection.insomnia.rest/5.0","collection":[\#(request)]}"#
      })
    rows.append(
      file("segments with parameters", "a.bru") { count in
        "get {\n  url: \(url(count))\n}\n\nparams:path {\n" + lines(count) { "  p\($0): b" } + "}\n"
      })
    rows.append(
      Work("a URL with the values of its segments", { (url($0), (0..<$0).map { (name: "p\($0)", value: "b") }) }) {
        _ = PathParameters.replaced($0.0, $0.1)
      })
    return rows
  }

  // MARK: A few lines that expand to billions

  @Test func interfacesThatExtendEachOtherTwiceAreReadOnce() throws {
    let interfaces = (0..<60).map { "<interface name=\"i\($0)\" extends=\"i\($0 + 1) i\($0 + 1)\"/>" }.joined()
    let text = """
      <description xmlns="http://www.w3.org/ns/wsdl" xmlns:s="http://www.w3.org/ns/wsdl/soap">
      <service name="s" interface="i0"><endpoint name="e" binding="b" address="http://a"/></service>
      <binding name="b" interface="i0" type="http://www.w3.org/ns/wsdl/soap"/>\(interfaces)</description>
      """
    let source = ImportSource(Data(text.utf8), fileName: "a.wsdl")
    let result = try ImportFormat.wsdl.read(source)
    #expect(result.notes.contains { $0.text == "The description has no operations of SOAP or HTTP" })
  }

  @Test(arguments: [
    "a0 = \"aaaaaaaaaa\";\n" + (1...60).map { "a\($0) = a\($0 - 1) + a\($0 - 1);\n" }.joined(),
    "a0 = [1];\n" + (1...60).map { "a\($0) = [...a\($0 - 1), ...a\($0 - 1)];\n" }.joined(),
    "a = " + String(repeating: "JSON.stringify(", count: 60) + "\"\\\"\"" + String(repeating: ")", count: 60) + ";\n",
  ])
  func valuesThatDoubleEachOtherAreRefused(_ script: String) {
    let calls = FetchCalls(script + "fetch(\"http://a\");")
    #expect(calls.calls.isEmpty)
    #expect(calls.problem?.hasSuffix("its values are more than 16 MB") == true, "\(calls.problem ?? "none")")
  }

  @Test func valuesOfPowerShellThatDoubleEachOtherAreLeftOut() {
    let script = PowerShellScript(
      "$a0 = \"a\"\n" + (1...60).map { "$a\($0) = @($a\($0 - 1), $a\($0 - 1))\n" }.joined()
        + "Invoke-WebRequest -Uri http://a -Body $a60\n")
    #expect(script.commands == [] && script.problems == ["values of more than 16 MB are left out"])
  }

  @Test func pipesThatEncodeTheirInputAgainAndAgainAreUnknown() {
    let script = ShellScript("echo a" + String(repeating: " | base64", count: 200) + " | curl -d @- http://a")
    #expect(script.commands.last == ShellCommand(words: ["curl", "-d", "@-", "http://a"]))
    #expect(script.problems == ["pipes print more than 64 MB: what follows is unknown"])
  }

  @Test func sharedVariablesAreCopiedToEnvironmentsUpToALimit() throws {
    let shared = "\"$shared\":{\"a\":\"" + String(repeating: "x", count: 1 << 20) + "\"}"
    let text = "{" + shared + (0..<100).map { ",\"e\($0)\":{\"b\":1}" }.joined() + "}"
    let result = try ImportFormat.httpEnvironment.read(
      ImportSource(Data(text.utf8), fileName: "http-client.env.json"))
    #expect(result.environments.map { $0.document["variables"].objects.count } == (0..<100).map { $0 < 63 ? 2 : 1 })
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, [], "More than 64 MB of text is referred to: the rest is not put in its place")
      ])
  }

  @Test func longTextBehindAliasesCountsAsManyValues() {
    let text =
      "a: &a " + String(repeating: "x", count: 100_000) + "\nb: [" + String(repeating: "*a,", count: 1000) + "]\n"
    #expect(throws: SourceError.self) { try YAMLReader.documents(Data(text.utf8)) }
  }

  @Test func aCommandOfManyURLsRepeatsItsOptionsOnlySoOften() throws {
    let text = "curl -H 'A: \(String(repeating: "a", count: 1 << 14))'" + String(repeating: " http://a", count: 1000)
    let script = CommandScript(text)
    var reader = CurlReader(script, repeatable: 1 << 20)
    for command in script.commands { reader.read(command) }
    #expect(reader.items.count == 64)
    #expect(
      reader.notes == [
        InterchangeNote(.dropped, [], "936 of 1000 requests of one command, whose options are too long to repeat")
      ])
  }

  @Test func rangesOfAGlobAreNotMadeAsAWhole() {
    let glob = CurlGlob("http://a/" + String(repeating: "[0-999999]", count: 40))
    #expect(glob.urls.count == CurlGlob.most && glob.count == .max)
  }
}
