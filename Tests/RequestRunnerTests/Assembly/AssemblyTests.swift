import Foundation
import RequestModel
import Testing

@testable import RequestRunner

/// Turning a stored request into the one to send.
struct AssemblyTests {
  // MARK: The URL

  @Test(arguments: [
    (#"{ "url": "http://h/:a/x", "path": { "a": "1" } }"#, "http://h/1/x"),
    (#"{ "url": "http://h/:a.json", "path": { "a": "1" } }"#, "http://h/1.json"),
    (#"{ "url": "http://h/:a/:a/:b", "path": { "a": "1", "b": "2" } }"#, "http://h/1/1/2"),
    (#"{ "url": "http://h/:a", "path": { "a": "a b/c?d#e%f&ü" } }"#, "http://h/a%20b%2Fc%3Fd%23e%25f%26%C3%BC"),
    (#"{ "url": "http://h/a b?c=d e#f g" }"#, "http://h/a%20b?c=d%20e#f%20g"),
    (#"{ "url": "h h/a b" }"#, "http://h h/a%20b"),
    (
      #"{ "url": "http://h/a{b}\"<x>|^\\[c]'?q={\"t\":2}<>`^|[]#<a b>{`" }"#,
      #"http://h/a%7Bb%7D%22%3Cx%3E|%5E\[c]'?q={%22t%22:2}%3C%3E`^|[]#%3Ca%20b%3E{%60"#
    ),
    (#"{ "url": "http://h/{{v}}{a}" }"#, "http://h/:b?{a}"),
    (#"{ "url": "http://h/a{b}\"", "options": { "urlAsIs": true } }"#, #"http://h/a{b}""#),
    (#"{ "url": "http://h/a b", "options": { "urlAsIs": true } }"#, "http://h/a b"),
    (#"{ "url": "http://h/:a?x=:a#:a", "path": { "a": "1" } }"#, "http://h/1?x=:a#:a"),
    (#"{ "url": "http://h/:a/:b.c", "path": { "a": ":a", "b": ":b" } }"#, "http://h/:a/:b.c"),
    (#"{ "url": "http://h/:a/x", "path": { "a": ":b" } }"#, "http://h/%3Ab/x"),
    (#"{ "url": "http://:host/:a", "path": { "a": "1", "host": "h" } }"#, "http://h/1"),
    (#"{ "url": ":host/x", "path": { "host": "h" } }"#, "http://h/x"),
    (#"{ "url": "http://h/:", "path": { "a": "1" } }"#, "http://h/:"),
    (#"{ "url": "http://h:80/a:b/c?d=/:e" }"#, "http://h:80/a:b/c?d=/:e"),
    (#"{ "url": "localhost:8080/:a", "path": { "a": "{{v}}" } }"#, "http://localhost:8080/:b%3F"),
    (#"{ "url": "{{u}}/:a", "path": { "a": "1" } }"#, "http://h/:x/1"),
    (#"{ "url": "  h/a " }"#, "http://h/a"),
    (#"{ "url": "h/?u=ftp://a/b" }"#, "http://h/?u=ftp://a/b"), (#"{ "url": "h/ftp://a" }"#, "http://h/ftp://a"),
  ])
  func pathParametersAreFilledInAndEncoded(_ request: String, _ url: String) async throws {
    let around = Around.variables(["v": ":b?", "u": "http://h/:x"])
    let expected = url.replacingOccurrences(of: ":b%3F", with: "%3Ab%3F")
    #expect(try await around.prepare(request).url == expected)
  }

  @Test(arguments: [
    (#"{ "method": "DELETE", "url": "http://h/seats/:seat", "path": { "seat": "" } }"#, ["seat"]),
    (#"{ "url": "http://h/:b", "path": { "a": "1" } }"#, ["b"]), (#"{ "url": "http://h/x/:a.json" }"#, ["a"]),
    (#"{ "url": "http://h/:a/:b/:a", "path": { "a": "{{none}}", "c": "1" } }"#, ["a", "b"]),
    (#"{ "url": "{{u}}/:a", "options": { "urlAsIs": true } }"#, ["a"]),
  ])
  func anEmptyPathParameterIsAnErrorBeforeSending(_ request: String, _ names: [String]) async throws {
    let problem = try await Around.variables(["none": "", "u": "http://h/:x"]).problem(request)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(
      problem
        == (names.count == 1
          ? "The path parameter \(list) has no value — type one, or \":\(names[0])\" to send that text"
          : "The path parameters \(list) have no values — type them"))
  }

  @Test(arguments: [
    ("http://h/", #"{ "name": "a", "value": "1" }, { "name": "a", "value": "2" }"#, "http://h/?a=1&a=2"),
    ("http://h/?x=1", #"{ "name": "a", "value": "1" }"#, "http://h/?x=1&a=1"),
    ("http://h/?", #"{ "name": "a", "value": "1" }"#, "http://h/?a=1"),
    ("http://h/?x&", #"{ "name": "a", "value": "1" }"#, "http://h/?x&a=1"),
    ("http://h/#f", #"{ "name": "a", "value": "1" }"#, "http://h/?a=1#f"),
    ("http://h/?x=1#f?g", #"{ "name": "a", "value": "1" }"#, "http://h/?x=1&a=1#f?g"),
    ("http://h/", #"{ "name": "a b&", "value": "c=d +é{{v}}" }"#, "http://h/?a%20b%26=c%3Dd%20%2B%C3%A9%26"),
    ("http://h/", #"{ "name": "debug" }"#, "http://h/?debug"),
    ("http://h/", #"{ "name": "a+b", "value": "1,%3a{{v}}", "asIs": true }"#, "http://h/?a+b=1,%3a&"),
    ("http://h/?a=?", #"{ "name": "b", "value": "1" }"#, "http://h/?a=?&b=1"),
    ("http://h/", #"{ "name": "empty", "value": "" }"#, "http://h/?empty="),
    ("http://h/", #"{ "name": "a", "value": "1", "off": true }"#, "http://h/"),
    ("http://h/?x", #"{ "name": "a", "value": "1", "off": true }, { "name": "b", "value": "2" }"#, "http://h/?x&b=2"),
  ])
  func queryRowsAreAppendedBeforeTheFragment(_ url: String, _ rows: String, _ expected: String) async throws {
    #expect(
      try await Around.variables(["v": "&"]).prepare("{ \"url\": \"\(url)\", \"query\": [\(rows)] }").url == expected)
  }

  @Test func aSecretThatEndsTheHostIsRefused() async throws {
    let around = Around.secrets(["t": "Pa55word/with?marks#"])
    for url in ["http://ada:{{t}}@h/", "http://{{t}}/", "h:{{t}}"] {
      let problem = try await around.problem(#"{ "url": "\#(url)" }"#)
      #expect(
        problem
          == ##"A secret in the host has a "/", "?" or "#", which ends the host — write it as {{name | urlencode}}"##)
    }
    let encoded = try await around.prepare(#"{ "url": "http://ada:{{t | urlencode}}@h/{{t}}" }"#).url
    #expect(encoded == "http://ada:Pa55word%2Fwith%3Fmarks%23@h/Pa55word/with?marks#")
  }

  @Test(arguments: [
    ("{{base}}/../x?q=/../", "http://h/x?q=/../"), ("http://h/{{path}}/../x", "http://h/a/x"),
    ("http://h/{{path}}/../../x/.", "http://h/x/"), ("{{base}}/../../../x", "http://h/x"),
    ("http://h/{{dots}}/x", "http://h/x"), ("http://h/a?q=../b", "http://h/a?q=../b"),
  ])
  func dotSegmentsAreRemovedAfterVariablesIfTheRequestSaysSo(_ url: String, _ sent: String) async throws {
    let around = Around.variables(["base": "http://h/v1", "path": "a/b", "dots": "a/.."])
    #expect(try await around.prepare(#"{ "url": "\#(url)", "x-removesDots": true }"#).url == sent)
    let kept = url.replacing("{{base}}", with: "http://h/v1").replacing("{{path}}", with: "a/b")
      .replacing("{{dots}}", with: "a/..")
    #expect(try await around.prepare(#"{ "url": "\#(url)" }"#).url == kept)
  }

  @Test func aSecretOfWhichDotSegmentsRemoveAPartIsRefused() async throws {
    let around = Around.secrets(["t": "Pa55word/with"])
    let problem = try await around.problem(#"{ "url": "http://h/{{t}}/../x", "x-removesDots": true }"#)
    #expect(problem == #"Dot segments remove a part of a secret that has a "/" — write it as {{name | urlencode}}"#)
    let kept = try await around.prepare(#"{ "url": "http://h/a/../{{t}}/./x", "x-removesDots": true }"#).url
    #expect(kept == "http://h/Pa55word/with/x")
    let removed = try await around.prepare(#"{ "url": "http://h/{{t | urlencode}}/../x", "x-removesDots": true }"#).url
    #expect(removed == "http://h/x")
  }

  @Test func anEmptyURLIsAFailure() async throws {
    #expect(
      try await Around.variables(["x": " "]).problem(#"{ "url": "{{x}}" }"#) == "The URL is empty — type one first")
  }

  @Test(arguments: ["form", "multipart"]) func aFormWithoutARowThatIsOnIsNoBody(_ kind: String) async throws {
    func prepare(_ rows: String) async throws -> PreparedRequest {
      try await Around.nothing.prepare(
        #"{ "method": "POST", "url": "http://h/", "body": { "\#(kind)": [\#(rows)] } }"#)
    }
    for rows in ["", #"{ "name": "a", "value": "1", "off": true }"#] {
      let empty = try await prepare(rows)
      #expect(empty.body == nil && empty.headers == [])
    }
    let filled = try await prepare(#"{ "name": "a", "value": "1", "off": true }, { "name": "b", "value": "2" }"#)
    #expect(filled.body != nil && filled.headers.contains { $0.name == "Content-Type" })
  }

  // MARK: Postman

  private func preparedAsPostman(_ json: String) async throws -> PreparedRequest {
    var assembly = RequestAssembly(
      try SavedRequest(json: json), scope: Around.nothing.scope, dynamic: DynamicVariables(now: Date()),
      baseFolder: "/nowhere", access: .unrestricted, outside: OutsideValues(digests: LibcryptoDigests()) { _ in nil })
    assembly.sendsAsPostman = true
    assembly.hasPostmanURL = true
    return try await assembly.prepare()
  }

  /// Node sends `Content-Length: 0` with an empty one.
  @Test(arguments: [
    ("PURGE", true), ("POST", true), ("PROPFIND", true), ("GET", false), ("HEAD", false), ("DELETE", false),
    ("OPTIONS", false), ("TRACE", false),
  ])
  func aCustomMethodHasAnEmptyBodyInPostman(_ method: String, _ hasBody: Bool) async throws {
    let json = #"{ "method": "\#(method)", "url": "http://h/" }"#
    let prepared = try await preparedAsPostman(json)
    #expect((prepared.body != nil) == hasBody && prepared.bodyText.isEmpty)
    #expect(try await Around.nothing.prepare(json).body == nil)
    let behavior = #"{ "disabledSystemHeaders": { "content-length": true } }"#
    let off = try await preparedAsPostman(
      #"{ "method": "\#(method)", "url": "http://h/", "x-postman": { "protocolProfileBehavior": \#(behavior) } }"#)
    #expect(off.body == nil && off.options.omittedHeaders.contains("Content-Length"))
  }

  @Test(arguments: [("true", false), ("false", true), ("null", false)])
  func aRefererIsSentIfAFileOfPostmanDoesNotRemoveIt(_ removes: String, _ sends: Bool) async throws {
    let behavior = #"{ "removeRefererHeaderOnRedirect": \#(removes) }"#
    let prepared = try await preparedAsPostman(
      #"{ "url": "http://h/", "x-postman": { "protocolProfileBehavior": \#(behavior) } }"#)
    #expect(prepared.sendsReferer == sends)
  }

  // MARK: Headers and auth

  @Test func requestHeadersReplaceFolderHeaders() async throws {
    let around = Around(folders: [
      try FolderSettings(
        json:
          #"{ "headers": [{ "name": "A", "value": "1" }, { "name": "B", "value": "1" }, { "name": "C", "value": "1" }] }"#
      ),
      try FolderSettings(
        json: #"{ "headers": [{ "name": "b", "value": "2" }, { "name": "C", "value": "2", "off": true }] }"#),
    ])
    let request = try await around.prepare(
      #"{ "url": "h", "headers": [{ "name": "D", "value": "3" }, { "name": "D", "value": "4" }, { "name": "a", "value": "3" }, { "name": "E", "value": "5", "off": true }] }"#
    )
    #expect(
      request.headers == [Header("C", "1"), Header("b", "2"), Header("D", "3"), Header("D", "4"), Header("a", "3")])
  }

  @Test(arguments: [
    ("", [Header("Authorization", "Bearer inner")]),
    (#", "auth": { "none": {} }"#, []),
    (
      #", "auth": { "basic": { "username": "ada", "password": "p:w" } }"#,
      [Header("Authorization", "Basic YWRhOnA6dw==")]
    ),
    (#", "auth": { "bearer": { "token": "{{t}}" } }"#, [Header("Authorization", "Bearer own")]),
    (#", "auth": { "header": { "name": "X-Key", "value": "{{t}}" } }"#, [Header("X-Key", "own")]),
    (#", "headers": [{ "name": "authorization", "value": "mine" }]"#, [Header("authorization", "mine")]),
  ])
  func theNearestAuthAppliesAndNoneDisablesIt(_ members: String, _ expected: [Header]) async throws {
    var around = Around.variables(["t": "own"])
    around.folders = [
      try FolderSettings(json: #"{ "auth": { "bearer": { "token": "outer" } } }"#),
      try FolderSettings(json: #"{ "auth": { "bearer": { "token": "inner" } } }"#), FolderSettings(),
    ]
    #expect(try await around.prepare("{ \"url\": \"h\"\(members) }").headers == expected)
  }

  @Test func theNearestOfAuthAndHeaderIsSent() async throws {
    let header = #"{ "headers": [{ "name": "Authorization", "value": "Bearer folder-1" }] }"#
    let auth = #"{ "auth": { "bearer": { "token": "folder-2" } } }"#
    let own = #"{ "url": "h", "auth": { "basic": { "username": "ada", "password": "p:w" } } }"#
    func sent(_ json: String, _ folders: String...) async throws -> [Header] {
      try await Around(folders: try folders.map { try FolderSettings(json: $0) }).prepare(json).headers
    }
    #expect(try await sent(own, header) == [Header("Authorization", "Basic YWRhOnA6dw==")])
    #expect(try await sent(#"{ "url": "h" }"#, header, auth) == [Header("Authorization", "Bearer folder-2")])
    #expect(try await sent(#"{ "url": "h" }"#, auth, header) == [Header("Authorization", "Bearer folder-1")])
    let mine = #""headers": [{ "name": "Authorization", "value": "mine" }]"#
    #expect(try await sent(String(own.dropLast(2)) + ", \(mine) }", header) == [Header("Authorization", "mine")])
    // A key in a header of another name goes with it.
    let key = #"{ "url": "h", "auth": { "header": { "name": "X-Key", "value": "k" } } }"#
    #expect(try await sent(key, header).map(\.name) == ["Authorization", "X-Key"])
  }

  @Test func aFolderCanDisableInheritedAuth() async throws {
    let around = Around(folders: [
      try FolderSettings(json: #"{ "auth": { "bearer": { "token": "outer" } } }"#),
      try FolderSettings(json: #"{ "auth": { "none": {} } }"#),
    ])
    #expect(try await around.prepare(#"{ "url": "h" }"#).headers.isEmpty)
  }

  // MARK: Bodies

  @Test func variablesInJSONAreEscapedAndTheRestIsKept() async throws {
    let around = Around.variables(["v": "a \"quote\", a \\ and\na line", "k": "key"])
    let request = try await around.prepare(
      ##"{ "url": "h", "body": { "json": { "b": 1.50, "a": 1e400, "b": 2, "{{k}}": "<{{v}}>", "esc": "\u00e9\/", "n": [null, true, {}] } } }"##
    )
    #expect(
      request.bodyText
        == ##"{"b":1.50,"a":1e400,"b":2,"key":"<a \"quote\", a \\ and\na line>","esc":"\u00e9\/","n":[null,true,{}]}"##)
    #expect(request.headers == [Header("Content-Type", "application/json")])
  }

  @Test func theRequestsContentTypeIsKept() async throws {
    let request = try await Around.nothing.prepare(
      #"{ "url": "h", "headers": [{ "name": "content-type", "value": "application/vnd.api+json" }], "body": { "json": 1 } }"#
    )
    #expect(request.headers == [Header("content-type", "application/vnd.api+json")])
  }

  @Test(arguments: [
    (#"{ "text": ["a {{v}}", "b"] }"#, "a x y\nb", "text/plain; charset=utf-8"),
    (#"{ "text": "<a/>", "type": "application/xml" }"#, "<a/>", "application/xml"),
    (
      #"{ "text": ["[\"{{v}}\",] // c", "// d"], "type": "application/json" }"#, "[\"x y\" ] \n",
      "application/json"
    ),
    (#"{ "text": "[1,,] // c", "type": "application/json" }"#, "[1,,] // c", "application/json"),
    (
      #"{ "form": [{ "name": "a b", "value": "{{v}}&ü~*" }, { "name": "n", "value": "1", "off": true }, { "name": "e", "value": "" }] }"#,
      "a+b=x+y%26%C3%BC%7E*&e=", "application/x-www-form-urlencoded"
    ),
    (
      #"{ "graphql": { "query": ["query {", "  me }"], "variables": { "v": "{{v}}" } } }"#,
      #"{"query":"query {\n  me }","variables":{"v":"x y"}}"#, "application/json"
    ),
  ])
  func eachKindOfBodyIsEncodedWithItsMediaType(_ body: String, _ text: String, _ type: String) async throws {
    let request = try await Around.variables(["v": "x y"]).prepare("{ \"url\": \"h\", \"body\": \(body) }")
    #expect(request.bodyText == text)
    #expect(request.headers == [Header("Content-Type", type)])
  }

  @Test func aMultipartBodyFollowsRFC7578() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/runner-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // A test that cannot clean up has not failed.
    try Data([0xFF, 0x00, 0x0D, 0x0A]).write(to: URL(fileURLWithPath: folder + "/pixel.png"))
    var around = Around.variables(["v": "x"])
    around.baseFolder = folder
    let request = try await around.prepare(
      #"""
      { "url": "h", "headers": [{ "name": "Content-Type", "value": "multipart/form-data" }], "body": { "multipart": [
        { "name": "a \"b\"\n", "value": "{{v}}" }, { "name": "off", "value": "", "off": true },
        { "name": "note", "value": "{}", "type": "application/json" }, { "name": "file", "file": "pixel.png" } ] } }
      """#)
    let type = try #require(request.headers.first("Content-Type"))
    #expect(request.headers.count == 1)
    let boundary = try #require(type.split(separator: "boundary=").last)
    #expect(type == "multipart/form-data; boundary=\(boundary)")
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="a %22b%22%0D%0A"\r
      \r
      x\r
      --\(boundary)\r
      Content-Disposition: form-data; name="note"\r
      Content-Type: application/json\r
      \r
      {}\r
      --\(boundary)\r
      Content-Disposition: form-data; name="file"; filename="pixel.png"\r
      Content-Type: image/png\r
      \r

      """
    var expected = Data(head.utf8)
    expected += [0xFF, 0x00, 0x0D, 0x0A]
    expected += Data("\r\n--\(boundary)--\r\n".utf8)
    #expect(request.sent.body == expected)
  }

  @Test func aFileBodyIsRelativeToTheRequestAndTypedByItsExtension() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/runner-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // A test that cannot clean up has not failed.
    try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: folder + "/a.PNG"))
    var around = Around.variables(["name": "a"])
    around.baseFolder = folder
    let request = try await around.prepare(#"{ "url": "h", "body": { "file": "{{name}}.PNG" } }"#)
    #expect(request.sent.body == Data([0xFF, 0xFE]))
    #expect(request.headers == [Header("Content-Type", "image/png")])
    #expect(
      try await around.problem(#"{ "url": "h", "body": { "file": "b.png" } }"#)
        == "Cannot read \"\(folder)/b.png\": No such file or directory — check its path")
  }

  @Test func aLargeFileIsTruncatedInHistoryWithAReason() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/runner-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }  // A test that cannot clean up has not failed.
    let content = Data((0..<(1 << 20) + 5).map { UInt8(truncatingIfNeeded: $0) })
    try content.write(to: URL(fileURLWithPath: folder + "/a.bin"))
    var around = Around.nothing
    around.baseFolder = folder
    let sent = try await around.prepare(#"{ "url": "h", "body": { "file": "a.bin" } }"#).sent
    #expect(sent.body == content.prefix(1 << 20))
    let reason = "history keeps the first 1 MB of a body read from files"
    #expect(sent.omission == BodyOmission(byteCount: 5, reason: reason))
    #expect(SecretMask(["secret"]).masked(sent).omission == sent.omission)
  }
}
