import Foundation
import Interchange
import RequestModel

/// Requests that are hard to write down. `HOST` in the URL is replaced; its path begins with the case's number.
enum CodeCases {
  static func all(host: String, unless isSkipped: (CodeRequest) -> Bool = { _ in false }) -> [CodeRequest] {
    samples.filter { !isSkipped($0) }.enumerated().map { index, sample in
      var request = sample
      request.url = "http://\(host)/\(index)\(sample.url)"
      request.path = "case\(index)"
      request.name = "Case \(index): `\"'$x ${y} #{z} %s \\u000a ?> */ {{t}}"
      return request
    }
  }

  /// Files that the requests send, by name.
  static let files: [String: Data] = [
    "note.txt": Data("a file\r\nwith lines\n".utf8), "all.bin": Data((0...255).map { UInt8($0) }),
    "größe 1.txt": Data("ü".utf8), "it's $1.txt": Data("quoted".utf8),
  ]

  private static let samples = random + plain + texts + bytes + fileBodies + forms

  private static let nastyText =
    "$HOME ${x} #{y} `id` 'single' \"double\" \\n \\u0041 %s %% é 漢字 😀 ?> ??/ */ // # \"\"\" ''' \\"

  private static let plain = [
    request("GET", "/"),
    request(
      "GET", "/headers",
      [("Accept", "application/json"), ("X-Empty", ""), ("X-Quote", #"a "b" 'c' $d \e `f` #{g} ${h} %i"#)]),
    request("GET", "/twice", [("X-Twice", "one"), ("X-Other", "1"), ("x-twice", "two, three")]),
    request("GET", "/cookie", [("Cookie", "a=1; b=\"x y\"; c=$d"), ("Authorization", "Basic dXNlcjpwYTpzcw==")]),
    request("GET", "/unicode", [("X-Name", "é 漢字 😀")]),
    request("GET", "/q?a[]=1&a[]=2&b=%2F&c=x+y&d=%20z&e=&f&g==&h=a%26b&i=~*!(),;:@/?."),
    request("GET", "/q%2Fr/s%20t/%C3%A9/;x=1,2/@:a"),
    request("GET", "/empty-query?"),
    request("GET", "/a/./b/../c?x=../y"),
    request("GET", "/lower%2fhex%7etilde%41?b=%c3%a9%7E"),
    request("HEAD", "/head", [("X-A", "1")]),
    request("DELETE", "/delete"),
    request("OPTIONS", "/options"),
    request("PURGE", "/custom-method", [("X-A", "1")]),
  ]

  private static let texts = [
    request("POST", "/json", json, text: "{\n  \"name\": \"Ünïcode 😀\",\n  \"path\": \"C:\\\\x\",\n  \"n\": 1.0\n}"),
    request("POST", "/json-one-line", json, text: #"  {"a": "\"b\"", "c": [1, 2.50]}  "#),
    request("POST", "/nasty", [("Content-Type", "text/plain; charset=utf-8")], text: nastyText),
    request(
      "PUT", "/nasty-lines", [("Content-Type", "text/plain")],
      text: "\n  " + nastyText + "\nBODY\n'@\n\"@\n\tx \n\(nastyText)\n"),
    request("PATCH", "/crlf", [("Content-Type", "text/plain")], text: "a\r\nb\rc\n\u{2028}\u{FEFF}\u{200B}d\r\n"),
    request("POST", "/no-type", [], text: "@note.txt"),
    request("POST", "/empty", [], text: ""),
    request("DELETE", "/delete-body", json, text: "{\"a\":1}"),
    request("GET", "/get-body", json, text: "{\"query\":{}}"),
    request(
      "REPORT", "/custom-body", [("Content-Type", "application/xml")], text: "<a b=\"c\">\n  <![CDATA[x]]>\n</a>\n"),
    request("POST", "/form", [("Content-Type", "application/x-www-form-urlencoded")], text: "a=1&b=x+y&c=%26&d="),
    request(
      "POST", "/long", [("Content-Type", "text/plain")],
      text: String(repeating: "0123456789 'abc' \"é\"\n", count: 4500)),
    request(
      "POST", "/indented", [("Content-Type", "text/plain")], text: "    four\n      six  \n\n    \"\"\"\n    four"),
  ]

  private static let bytes = [
    request(
      "POST", "/binary", [("Content-Type", "application/octet-stream")], .bytes(Data((0...255).map { UInt8($0) }))),
    request("POST", "/nul", [("Content-Type", "text/plain")], .bytes(Data("a\u{0}b\u{1B}[31m\u{7F}".utf8))),
  ]

  private static let fileBodies = [
    request("POST", "/file", [("Content-Type", "application/octet-stream")], .file("all.bin")),
    request("PUT", "/file-name", [("Content-Type", "text/plain")], .file("it's $1.txt")),
  ]

  private static let forms = [
    request(
      "POST", "/parts", [("X-A", "1")],
      .parts([
        Parameter("name", "value & more"), Parameter("größe", "ü 😀"), file("document", "note.txt", type: "text/plain"),
        file("image", "all.bin", type: "image/png", name: "picture.png"),
      ])),
    request(
      "POST", "/parts-nasty", [],
      .parts([
        Parameter("quo\"ted", nastyText), Parameter("lines", "a\nb\r\nc"), Parameter("same", "1"),
        Parameter("same", "2"),
        typed("json", "{\"a\": 1}", "application/json"),
        file("it's", "it's $1.txt", type: "text/plain", name: "na\"me;x.txt"),
        file("unicode", "größe 1.txt", type: "text/plain; charset=utf-8"),
      ])),
    request(
      "PUT", "/parts-only-values", [],
      .parts([Parameter("a", "1"), Parameter("b", ""), Parameter("c", "@note.txt"), Parameter("d", "<x")])),
  ]

  /// Texts of what languages treat in their own ways.
  private static let random = (0..<12).map { seed -> CodeRequest in
    var generator = SplitMix64(seed: UInt64(seed))
    let marks = [
      "\"", "'", "\\", "\n", "\t", "$", "{", "}", "#", "@", "%", "`", "\"\"\"", "'''", "\\u0041", "\\n", "??=", "BODY",
      "\n'@\n",
      "?>", "<?php", "*/", "//", "é", "😀", "e\u{301}", "\u{2028}", "\u{202E}", "\r\n", "\r", " ", "  \n", "${x}",
      "#{x}", "%s",
      "\u{7F}", "$(id)", "\"#", "\n    ", "“", "’", "\\\n", "r#\"", "EOF\n", "@x", "$x",
    ]
    let text = (0..<40).map { _ in marks.randomElement(using: &generator) ?? "" }.joined()
    let value = text.unicodeScalars.filter { (0x21..<0x7F).contains($0.value) && $0 != "\\" }.map(String.init).joined()
    return request("POST", "/random", [("Content-Type", "text/plain"), ("X-Random", "x" + value)], text: text)
  }

  private static let json = [("Content-Type", "application/json")]

  private static func request(
    _ method: String, _ url: String, _ headers: [(String, String)] = [], _ body: CodeRequest.Body = .none
  ) -> CodeRequest {
    CodeRequest(method: method, url: url, headers: headers.map { Header($0.0, $0.1) }, body: body)
  }

  private static func request(_ method: String, _ url: String, _ headers: [(String, String)], text: String)
    -> CodeRequest
  {
    request(method, url, headers, .bytes(Data(text.utf8)))
  }

  static func file(_ name: String, _ path: String, type: String, name fileName: String? = nil) -> Parameter {
    var document: JSONObject = ["name": .string(name), "file": .string(path), "type": .string(type)]
    if let fileName { document["filename"] = .string(fileName) }
    return Parameter(document: document)
  }

  static func typed(_ name: String, _ value: String, _ type: String) -> Parameter {
    Parameter(document: ["name": .string(name), "value": .string(value), "type": .string(type)])
  }
}
