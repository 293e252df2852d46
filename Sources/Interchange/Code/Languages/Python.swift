internal import Foundation

/// Code shared by the Python targets.
enum Python {
  static let text = CodeText { scalar in
    scalar.value < 0x100 ? "\\x" + CodeText.hex(scalar, digits: 2) : "\\u" + CodeText.hex(scalar, digits: 4)
  }

  static let bytes = CodeBytes(
    text: { string($0) + ".encode()" },
    binary: { "base64.b64decode(\"\($0.base64EncodedString())\")" },
    file: { "open(\(text.quoted($0)), \"rb\")" },
    join: { $0.map { $0.hasPrefix("open(") ? $0 + ".read()" : $0 }.joined(separator: "\n    + ") })

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return Self.text.quoted(text) }
    let safe = text.replacingExactly("\\", with: #"\\"#).replacingExactly("\"\"\"", with: #"\"\"\""#)
    return "\"\"\"" + (safe.endsExactly(with: "\"") ? safe.dropLast() + "\\\"" : safe) + "\"\"\""
  }

  /// Only ASCII is a string to all libraries.
  static func header(_ value: String) -> String {
    text.quoted(value) + (value.utf8.allSatisfy { $0 < 0x80 } ? "" : ".encode()")
  }

  static func dictionary(_ headers: [Header]) -> String {
    let rows = headers.map { "        \(text.quoted($0.name)): \(header($0.value)),\n" }
    return "{\n" + rows.joined() + "    }"
  }

  /// The parts of a form as `requests` and `httpx` take them.
  static func files(_ parts: [Parameter]) -> String {
    let rows = parts.map { part -> String in
      let name = part.partFileName.map(text.quoted) ?? "None"
      let content = part.file.map(bytes.file) ?? text.quoted(part.value)
      let type = part.contentType.map { ", " + text.quoted($0) } ?? ""
      return "        (\(text.quoted(part.name)), (\(name), \(content)\(type))),\n"
    }
    return "[\n" + rows.joined() + "    ]"
  }

  /// The argument for the body: `files` for forms, else the library's argument for bytes.
  static func body(_ request: CodeRequest, bytes argument: String) -> [String] {
    if let parts = request.plainParts { return ["files=" + files(parts)] }
    return bytes.body(request.body).map { [argument + "=" + $0] } ?? []
  }

  static func certificate(_ certificate: CodeCertificate) -> String {
    guard let key = certificate.key else { return text.quoted(certificate.path) }
    return "(\(text.quoted(certificate.path)), \(text.quoted(key)))"
  }

  static func call(_ function: String, _ arguments: [String]) -> String {
    function + "(\n" + arguments.map { "    \($0),\n" }.joined() + ")"
  }

  static func imports(_ names: [String], for code: String) -> String {
    (names + (code.contains("base64.b64decode(") ? ["base64"] : [])).sorted().map { "import " + $0 }
      .joined(separator: "\n")
  }
}
