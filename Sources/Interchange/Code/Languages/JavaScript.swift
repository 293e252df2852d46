internal import Foundation

/// Code shared by the JavaScript targets.
enum JavaScript {
  static let text = CodeText.unicode4

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return Self.text.quoted(text) }
    return "`" + templateEscaped(text) + "`"
  }

  static func templateEscaped(_ text: String) -> String {
    text.replacingExactly("\\", with: #"\\"#).replacingExactly("`", with: "\\`").replacingExactly("${", with: "\\${")
  }

  /// Bytes for Node.
  static let buffer = CodeBytes(
    text: { "Buffer.from(\(string($0)))" },
    binary: { "Buffer.from(\"\($0.base64EncodedString())\", \"base64\")" },
    file: { "await readFile(\(text.quoted($0)))" },
    join: { "Buffer.concat([\n" + $0.map { "    \($0),\n" }.joined() + "  ])" })

  /// The libraries write each character of a header as a byte.
  static func header(_ value: String) -> String {
    let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
    return isASCII ? text.quoted(value) : "Buffer.from(\(text.quoted(value))).toString(\"latin1\")"
  }

  /// Headers as an object, duplicates as arrays.
  static func object(_ headers: [Header], _ login: CodeBasicLogin? = nil) -> String {
    let rows = headers.grouped.map { name, values in
      let value = values.map(header).joined(separator: ", ")
      return "    \(text.quoted(name)): \(values.count == 1 ? value : "[\(value)]"),\n"
    }
    let credentials = login.map { "    \"Authorization\": \"Basic \" + btoa(\(text.quoted($0.text))),\n" } ?? ""
    return "{\n" + credentials + rows.joined() + "  }"
  }

  /// The statements that fill a `FormData` of Node or a browser.
  static func form(_ parts: [Parameter]) -> String {
    let rows = parts.map { part -> String in
      guard let file = part.file else {
        return "form.append(\(text.quoted(part.name)), \(text.quoted(part.value)));"
      }
      let type = part.contentType.map { ", { type: \(text.quoted($0)) }" } ?? ""
      let name = text.quoted(part.partFileName ?? "")
      return "form.append(\(text.quoted(part.name)), new File([await readFile(\(text.quoted(file)))], \(name)\(type)));"
    }
    return "const form = new FormData();\n" + rows.joined(separator: "\n")
  }

  static func imports(_ lines: [String], for code: String) -> String {
    let extra = [
      code.contains("new File(") ? "import { File } from \"node:buffer\";" : nil,
      code.contains("await readFile(") ? "import { readFile } from \"node:fs/promises\";" : nil,
      code.contains("readFileSync(") ? "import { readFileSync } from \"node:fs\";" : nil,
    ]
    return (lines + extra.compactMap(\.self)).joined(separator: "\n")
  }

  /// Options of an `https.Agent`.
  static func agentOptions(_ setting: CodeSetting) -> [String]? {
    switch setting {
    case .unverified: ["rejectUnauthorized: false"]
    case .authorities(let path): ["ca: readFileSync(\(text.quoted(path)))"]
    case .minimumTLS(let version): ["minVersion: \"TLSv\(version)\""]
    case .certificate(let certificate): self.certificate(certificate)
    case .other("serverName", let name): ["servername: " + text.quoted(name)]
    default: nil
    }
  }

  private static func certificate(_ certificate: CodeCertificate) -> [String] {
    let file = "readFileSync(\(text.quoted(certificate.path)))"
    let passphrase = certificate.passphrase.map { ["passphrase: " + text.quoted($0)] } ?? []
    if certificate.isPKCS12 { return ["pfx: " + file] + passphrase }
    return ["cert: " + file, "key: readFileSync(\(text.quoted(certificate.key ?? certificate.path)))"] + passphrase
  }
}
