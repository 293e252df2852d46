import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// The problems found by `workbench check` and shown by broken rows.
struct CollectionCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the problems of a single file.
  private func problems(_ text: String, in name: String = "a.json") throws -> [String] {
    try folder.write(name, text)
    return try folder.store.check(Address(name)).map { $0.description.replacing(name, with: "") }
  }

  @Test func aMemberThatTheReviewRefusesIsReportedOnce() throws {
    try folder.write("a.json", #"{ "url": "ws://h", "steps": [{ "colour": "$.a" }], "colour": 1 }"#)
    let findings = try folder.store.check(
      Address("a.json"),
      review: { _ in [(place: [.key("steps"), .index(0)], problem: #"unknown member "colour""#)] })
    #expect(
      findings.map(\.text) == [#""colour" is not a known member: it has no effect"#, #"unknown member "colour""#])
  }

  @Test(
    arguments: [
      (#"{ "url": "x" }"#, []),
      ("\u{FEFF}{\n \"url\": \"x\" }", []),
      (#"{ "$schema": "s", "url": "x", "x-note": 1 }"#, []),
      (#"{ "url": "x", "body": { "json": { "methd": 1, "url": 1, "url": 2 } } }"#, []),
      (
        #"{ "url": "x", "methd": "PUT" }"#,
        [":1:15 — warning: \"methd\" is not a known member: did you mean \"method\"?"]
      ),
      (
        #"{ "url": "x", "Method": "PUT" }"#,
        [":1:15 — warning: \"Method\" is not a known member: did you mean \"method\"?"]
      ),
      (#"{ "url": "x", "colour": 1 }"#, [":1:15 — warning: \"colour\" is not a known member: it has no effect"]),
      (
        #"{ "url": "x", "headers": [{ "name": "a", "valeu": "b" }] }"#,
        [":1:42 — warning: \"valeu\" is not a known member: did you mean \"value\"?"]
      ),
      (
        #"{ "url": "x", "options": { "followRedirect": true } }"#,
        [":1:28 — warning: \"followRedirect\" is not a known member: did you mean \"followRedirects\"?"]
      ),
      (
        #"{ "url": "x", "auth": { "basic": { "user": "u" } } }"#,
        [":1:36 — warning: \"user\" is not a known member: it has no effect"]
      ),
      (
        #"{ "ulr": "x" }"#,
        [
          ":1:1 — a request needs a \"url\"",
          ":1:3 — warning: \"ulr\" is not a known member: did you mean \"url\"?",
        ]
      ),
      (#"{ "url": null }"#, [":1:1 — a request needs a \"url\""]),
      (#"{ "url": "x", "url": "y" }"#, [":1:22 — \"url\" appears twice: keep one of them"]),
      (#"{ "url": "x", "u\u0072l": "y" }"#, [":1:27 — \"url\" appears twice: keep one of them"]),
      (
        #"{ "url": "x", "query": [{ "name": "a", "name": "b" }] }"#,
        [":1:48 — \"name\" appears twice: keep one of them"]
      ),
      (#"{ "url": "x", "method": "G T" }"#, [":1:25 — \"G T\" is not a method: use one word, such as GET or PURGE"]),
      (#"{ "url": "x", "method": "" }"#, [":1:25 — \"\" is not a method: use one word, such as GET or PURGE"]),
      (
        #"{ "url": "x", "options": { "maxRedirects": 1e20 } }"#,
        [":1:44 — \"maxRedirects\" is 1e20, not a whole number from 0 to 10000"]
      ),
      (
        #"{ "url": "x", "options": { "maxRedirects": 1.5 } }"#,
        [":1:44 — \"maxRedirects\" is 1.5, not a whole number from 0 to 10000"]
      ),
      (#"{ "url": "x", "options": { "maxRedirects": 1e1 } }"#, []),
      (#"{ "url": "a\ud800" }"#, [":1:10 — \"url\" has the lone surrogate \\ud800: write the complete pair"]),
      (#"{ "url": "\udc00\ud800" }"#, [":1:10 — \"url\" has the lone surrogate \\udc00: write the complete pair"]),
      (#"{ "url": "a/\ud83d\ude00\\ud800" }"#, []),
      (
        #"{ "url": "x", "docs": ["a", "\uDBFF!"] }"#,
        [":1:23 — \"docs\" has the lone surrogate \\uDBFF: write the complete pair"]
      ),
      (
        #"{ "url": "x", "body": { "json": [{ "a": "\ud800" }] } }"#,
        [":1:41 — warning: lone surrogate, such as \\ud800: many servers reject it"]
      ),
      (
        #"{ "url": "x", "headers": [{ "name": "A", "value": "{{b}} {{b" }] }"#,
        [":1:58 — warning: \"{{\" without \"}}\" is sent as text"]
      ),
      (
        #"{ "url": "x", "variables": [{ "name": "a", "value": "{{b" }, { "name": "c", "value": "{{d", "off": true }] }"#,
        [":1:54 — warning: \"{{\" without \"}}\" is sent as text"]
      ),
      (#"{ "url": "x", "docs": "{{", "headers": [{ "name": "A", "value": "{{a}}{{'{{'}} {{}}" }] }"#, []),
      (
        #"{ "url": "{{base}}/a", "headers": [{ "name": "A", "value": "b {{ c" }] }"#,
        [":1:63 — warning: \"{{\" without \"}}\" is sent as text"]
      ),
      (
        #"{ "url": "{{b}}", "headers": [{ "name": "A", "value": "é \"x\" {{b c" }] }"#,
        [":1:64 — warning: \"{{\" without \"}}\" is sent as text"]
      ),
      (
        #"{ "url": "{{b}}", "body": { "text": "a\n{{b\nc" } }"#,
        [":1:41 — warning: \"{{\" without \"}}\" is sent as text"]
      ),
      (
        #"{ "url": "{{b}}", "headers": [{ "name": "A", "value": "\u00e9{{b" }] }"#,
        [":1:62 — warning: \"{{\" without \"}}\" is sent as text"]
      ),
      (
        "{\n<<<<<<< HEAD\n \"url\": \"a\"\n=======\n \"url\": \"b\"\n>>>>>>> x\n}",
        [":2:1 — Git conflict markers: resolve them first"]
      ),
      ("{\r\n \"url\": \"a\",\r\n<<<<<<< HEAD\r\n", [":3:1 — Git conflict markers: resolve them first"]),
      ("{ \"url\":\n||||||| base\n", [":2:1 — Git conflict markers: resolve them first"]),
      ("<<<<<<< HEAD\n{}", [":1:1 — Git conflict markers: resolve them first"]),
      ("{ \"url\": \"a\"\n<<<<<<\n", [":2:1 — expected a \",\" or \"}\" after a value"]),
    ] as [(String, [String])])
  func problemsOfARequestAreReported(_ text: String, _ expected: [String]) throws {
    #expect(try problems(text) == expected)
  }

  @Test(
    arguments: [
      "name", "method", "url", "id", "path", "query", "headers", "body", "auth", "options", "docs",
    ])
  func everyMemberHasItsType(_ member: String) throws {
    let found = try problems(member == "url" ? #"{ "url": 5 }"# : #"{ "url": "x", "\#(member)": 5 }"#)
    #expect(found.count == 1 && found[0].contains("\"\(member)\" is a number, not "), "\(found)")
  }

  @Test(
    arguments: [
      (
        #"{ "variables": [{ "name": "a", "vaule": "b" }] }"#,
        ":1:32 — warning: \"vaule\" is not a known member: did you mean \"value\"?"
      ),
      (
        #"{ "variables": [{ "name": "a", "value": "{{b" }] }"#,
        ":1:42 — warning: \"{{\" without \"}}\" is sent as text"
      ),
      (
        #"{ "variables": [{ "name": "a", "value": { "c": ["{{d"] } }] }"#,
        ":1:50 — warning: \"{{\" without \"}}\" is sent as text"
      ),
      (
        #"{ "variables": [], "options": { "proxy": "http://{{host:1" } }"#,
        ":1:50 — warning: \"{{\" without \"}}\" is sent as text"
      ),
      (#"{ "variables": [{ "name": "a", "off": 5 }] }"#, ":1:39 — \"off\" is a number, not true or false"),
      (
        #"{ "variables": [{ "name": "a" }], "variables": [] }"#,
        ":1:48 — \"variables\" appears twice: keep one of them"
      ),
    ])
  func problemsOfAnEnvironmentAreReported(_ text: String, _ expected: String) throws {
    #expect(try problems(text, in: "environments/a.json") == [expected])
  }

  @Test(
    arguments: [
      (#"{ "varaibles": [] }"#, ":1:3 — warning: \"varaibles\" is not a known member: did you mean \"variables\"?"),
      (
        #"{ "variables": [{ "name": "a", "value": "{{b" }] }"#,
        ":1:42 — warning: \"{{\" without \"}}\" is sent as text"
      ),
      (
        #"{ "headers": [{ "name": "A", "value": "{{b}} {{b" }] }"#,
        ":1:46 — warning: \"{{\" without \"}}\" is sent as text"
      ),
      (#"{ "order": 5 }"#, ":1:12 — \"order\" is not an array of names"),
      (
        #"{ "auth": { "basic": {}, "bearer": {} } }"#,
        ":1:11 — \"auth\" has \"basic\" and \"bearer\": only one kind can be sent"
      ),
    ])
  func problemsOfSettingsAreReported(_ text: String, _ expected: String) throws {
    #expect(try problems(text, in: "folder.json") == [expected])
  }

  @Test(
    arguments: [
      (#"{ "url": "http://kiosk test/a" }"#, [#":1:10 — "kiosk test" cannot be a host"#]),
      (#"{ "url": "{{base}} x/a" }"#, [#":1:10 — "{{…}} x" cannot be a host"#]),
      (#"{ "url": "http://h:80x/a b?c={d}" }"#, [#":1:10 — "80x" is not a port: give a number from 1 to 65535"#]),
      (#"{ "url": "http:///a" }"#, [":1:10 — the URL has no host"]),
      (#"{ "url": "  " }"#, [":1:10 — the URL is empty: type one"]), (#"{ "url": "{{url}}" }"#, []),
      (#"{ "url": "ftp://h/a" }"#, [#":1:10 — "ftp" is not http, https, ws or wss"#]),
      (#"{ "url": "WSS://{{host}}/a" }"#, []), (#"{ "kind": "websocket", "url": "http://h/a" }"#, []),
      (
        #"{ "kind": "http", "url": "wss://h/a" }"#,
        [":1:26 — it is the URL of a WebSocket, which is another kind of request"]
      ),
      (
        #"{ "kind": "websocket", "url": "x", "body": { "text": "a" } }"#,
        [#":1:36 — warning: "body" is not used: the kind is websocket"#]
      ),
      (#"{ "kind": "websocket", "url": "gopher://h" }"#, [#":1:31 — "gopher" is not http, https, ws or wss"#]),
      (#"{ "url": "{{scheme}}://u:{{p}} w@{{host}}:{{port}}/" }"#, [#":1:10 — "{{…}}" cannot be a host"#]),
      (#"{ "url": "{{base}}/a b" }"#, []), (#"{ "url": "h:8080/a b?c=d e" }"#, []),
      (#"{ "url": "http://[::1]:8080/" }"#, []), (#"{ "url": "http://bücher.test:{{port}}" }"#, []),
      (#"{ "url": ":host/a", "path": { "host": "h" } }"#, []),
      (
        #"{ "url": "x", "headers": [{ "name": "X Seat", "value": "1" }, { "name": "X\u00e9", "value": "a", "off": true }] }"#,
        [#":1:37 — "X Seat" cannot be a header name: use letters, digits and hyphens"#]
      ),
      (
        #"{ "url": "x", "headers": [{ "name": "X-{{a}}:", "value": "a\nb" }] }"#,
        [
          #":1:37 — "X-{{a}}:" cannot be a header name: use letters, digits and hyphens"#,
          ":1:58 — the value of a header cannot have a control character",
        ]
      ),
      (#"{ "url": "x", "body": { "file": "none.bin" } }"#, [#":1:33 — "none.bin" does not exist"#]),
      (
        #"{ "url": "x", "body": { "multipart": [{ "name": "a", "file": "none" }, { "name": "b", "file": "off", "off": true }] } }"#,
        [#":1:62 — "none" does not exist"#]
      ),
      (#"{ "url": "x", "body": { "file": "{{path}}" }, "options": { "clientKey": "~/k.pem" } }"#, []),
      (#"{ "url": "x", "options": { "unixSocket": "none.sock" } }"#, []),
      (
        #"{ "method": "DELETE", "url": "http://h/seats/:seat", "path": { "seat": "" } }"#,
        [#":1:72 — the path parameter "seat" has no value: type one, or ":seat" to send that text"#]
      ),
      (
        #"{ "url": "{{base}}/:a.json/:b/:c?d=/:e", "path": { "b": ":b", "c": "{{c}}" } }"#,
        [#":1:10 — the path parameter "a" has no value: type one, or ":a" to send that text"#]
      ),
      (
        #"{ "url": "http://h/:a", "scripts": { "preRequest": "pm.request.url.variables.add({key: 'a', value: '1'})" } }"#,
        [#":1:10 — warning: the path parameter "a" has no value: type one, or ":a" to send that text"#]
      ),
      (#"{ "url": "x", "options": { "caBundle": "ca.pem" } }"#, [#":1:40 — "ca.pem" does not exist"#]),
      (
        #"{ "url": "ws://h", "messages": [{ "name": "a", "type": "binary", "value": "!" }, { "name": "b", "file": "none" }] }"#,
        [
          ":1:75 — the message is not base64, in which a binary message is written",
          #":1:105 — "none" does not exist"#,
        ]
      ),
      (
        #"{ "url": "ws://h", "steps": [{ "send": { "type": "binary", "value": "AA=" } }, { "send": { "file": "none" } }] }"#,
        [
          ":1:69 — the message is not base64, in which a binary message is written",
          #":1:100 — "none" does not exist"#,
        ]
      ),
      (
        #"{ "url": "ws://h", "steps": [{ "expect": { "query": "message", "predicate": "matchesSchema", "value": { "file": "s.json" } } }] }"#,
        [#":1:113 — "s.json" does not exist"#]
      ),
      (
        #"{ "url": "ws://h", "steps": [{ "send": { "type": "binary", "value": "!" }, "off": true }] }"#, []
      ),
      (
        #"{ "url": "ws://h", "messages": [{ "name": "a", "type": "binary", "value": "A\nA==" }, { "name": "b", "type": "binary", "value": "{{v}}" }] }"#,
        []
      ),
    ] as [(String, [String])])
  func whatCannotBeSentIsNamed(_ text: String, _ expected: [String]) throws {
    #expect(try problems(text) == expected)
  }

  @Test func variablesWithoutAValueAreNamedWithTheirEnvironments() throws {
    try folder.write("collection.json", #"{ "variables": [{ "name": "shared", "value": "{{inner}}" }] }"#)
    try folder.write("environments/one.json", #"{ "variables": [{ "name": "base", "value": "h" }] }"#)
    try folder.write(
      "environments/two.json",
      #"{ "variables": [{ "name": "base", "value": "h" }, { "name": "inner", "value": "" }, { "name": "token", "secret": true }] }"#
    )
    try folder.write(
      "a.json",
      #"""
      { "url": "{{base}}/{{own}}/{{shared}}/{{demo}}",
        "variables": [{ "name": "own", "value": "1" }],
        "headers": [{ "name": "A", "value": "{{token}} {{none | trim}} {{$guid}}" }],
        "body": { "text": "{{captured}} {{scripted}} {{own2}}" } }
      """#)
    try folder.write(
      "b.json",
      #"""
      { "url": "{{base}}", "captures": [{ "name": "captured", "query": "body" }],
        "scripts": { "preRequest": ["pm.variables.set('scripted', 1)"] }, "body": { "text": "{{own}}" } }
      """#)
    #expect(
      try folder.store.check(known: ["demo": ""]).map(\.description) == [
        #"a.json — warning: {{inner}} has no value in the environment "one""#,
        "a.json:3:50 — warning: {{none}} has no value in any environment",
        "a.json:4:48 — warning: {{own2}} has no value in any environment",
        #"a.json:3:40 — warning: {{token}} has no value in the environment "one""#,
        "b.json:2:88 — warning: {{own}} has no value in any environment",
      ])
    #expect(try folder.store.check().isEmpty)
    #expect(try folder.store.requestCount() == 2)
  }

  @Test func aTemplateThatTakesTheResponseOfARequestThatDoesNotExistIsAnErrorInEveryFile() throws {
    try folder.write(
      "shop/collection.json",
      #"{ "variables": [{ "name": "token", "value": "{{response \"log-in\" \"$.token\" | trim}}" }] }"#)
    try folder.write(
      "shop/environments/dev.json",
      #"{ "variables": [{ "name": "id", "value": "{{ response \"auth/login.json\" status }}{{response \"gone\"}}" }] }"#
    )
    try folder.write(
      "shop/orders/folder.json",
      #"{ "headers": [{ "name": "A", "value": "{{response \"login\" header=\"A\"}}" }] }"#)
    try folder.write(
      "shop/orders/one.json",
      #"{ "url": "x/{{response \"orders/one\"}}/{{response \"{{a}}\"}}/{{a | hmac:{{response \"old\"}}}}", "variables": [{ "name": "a", "value": "1" }] }"#
    )
    try folder.write(
      "shop/auth/login.json",
      #"{ "url": "x", "docs": "{{response \"none\"}}" }"#)
    try folder.write(
      "workspace.json",
      #"{ "variables": [{ "name": "b", "value": "{{response \"auth/login\"}}{{response \"nowhere\"}}" }] }"#)
    func problem(_ place: String, _ name: String) -> String {
      "\(place) — a template takes the response of \"\(name)\", which does not exist"
    }
    #expect(
      try folder.store.check().map(\.description) == [
        problem("workspace.json:1:69", "nowhere"),
        problem("shop/collection.json:1:46", "log-in"),
        problem("shop/environments/dev.json:1:84", "gone"),
        problem("shop/orders/folder.json:1:40", "login"),
        problem("shop/orders/one.json:1:75", "old"),
      ])
    let file = Address("shop/collection.json")
    #expect(try folder.store.check(file).map(\.description) == [problem("shop/collection.json:1:46", "log-in")])
    #expect(try folder.store.check(Address("workspace.json")) == [])
  }

  @Test func aFileOfAnotherKindIsAProblem() throws {
    try folder.write("passwd", "root:x:0:0")
    let problem = "passwd — not a collection file: requests, environments and settings are .json files"
    #expect(try folder.store.check(Address("passwd")).map(\.description) == [problem])
  }

  @Test func aFileWithADuplicateMemberIsBrokenAndNeverWritten() throws {
    try folder.write("a.json", #"{ "url": "x", "url": "y" }"#)
    let kind = try folder.store.load().nodes[0].kind
    #expect(kind == .broken("a.json:1:22 — \"url\" appears twice: keep one of them"))
  }

  @Test func fileNamesAreComparedByBytes() throws {
    try folder.write("é.json", #"{ "url": "x", "name": "one" }"#)
    try folder.write("e\u{301}.json", #"{ "url": "x", "name": "two" }"#)
    #expect(try Set(folder.store.load().nodes.map(\.title)) == ["one", "two"])
  }

  @Test(arguments: ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{20E3}", "\u{FF9F}"])
  func namesMayBeginAndEndWithACombiningMark(_ mark: String) throws {
    try folder.write("\(mark)f\(mark)/\(mark)a\(mark).json", #"{ "url": "x" }"#)
    let tree = try folder.store.load()
    #expect(tree.nodes.map(\.address.path) == ["\(mark)f\(mark)", "\(mark)f\(mark)/\(mark)a\(mark).json"])
    #expect(try folder.store.open(tree.nodes[1].address).request.url == "x")
    #expect(try folder.store.check() == [])
  }
}
