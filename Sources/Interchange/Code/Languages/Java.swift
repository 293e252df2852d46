internal import Foundation

/// Code shared by the Java targets.
enum Java {
  /// Octal escapes, as `\u` would be replaced before the source is read.
  static let text = CodeText { scalar in
    scalar.value < 0x100 ? "\\" + scalar.value.padded(to: 3, radix: 8) : "\\u" + CodeText.hex(scalar, digits: 4)
  }

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    // A constant has at most 65,535 bytes.
    if text.utf8.count > 60_000 {
      let pieces = pieces(of: text).map { "                \(Self.text.quoted($0))" }
      return "String.join(\"\",\n" + pieces.joined(separator: ",\n") + ")"
    }
    return CodeText.isVerbatim(text) ? block(text) : Self.text.quoted(text)
  }

  static func pieces(of text: String) -> [String] {
    var pieces = [""]
    for scalar in text.unicodeScalars {
      if pieces[pieces.count - 1].utf8.count > 15_000 { pieces.append("") }
      pieces[pieces.count - 1].unicodeScalars.append(scalar)
    }
    return pieces
  }

  /// The closing quotes have a line of their own, which sets the indentation that is removed. Java removes white space at
  /// the end of lines, too.
  private static func block(_ text: String) -> String {
    let indent = String(repeating: " ", count: 16)
    var lines = text.parts(separatedBy: "\n").map { line in
      let safe = line.replacingExactly("\\", with: #"\\"#).replacingExactly("\"\"\"", with: #"\"\"\""#)
      if safe.endsExactly(with: " ") { return indent + safe.dropLast() + #"\040"# }
      return safe.isEmpty ? "" : indent + (safe.endsExactly(with: "\t") ? safe.dropLast() + #"\t"# : safe)
    }
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "\\" }
    return "\"\"\"\n" + lines.joined(separator: "\n") + "\n" + indent + "\"\"\""
  }

  static func imports(_ all: [(String, String)], for code: String) -> String {
    all.filter { code.contains($0.0) }.map { "import \($0.1);" }.joined(separator: "\n")
  }

  /// A program that runs these lines.
  static func program(_ lines: [String]) -> String {
    """
    class Main {
        public static void main(String[] arguments) throws Exception {
    \(lines.map { "        " + $0 }.joined(separator: "\n"))
        }
    }
    """
  }
}

extension CodeRequest {
  /// Hosts and ports of proxies, for languages that do not take URLs.
  static func hostAndPort(ofProxy url: String) -> (host: String, port: Int) {
    let address = WireAddress(url)
    return (String(address.host.drop { $0 == "[" }.prefix { $0 != "]" }), address.port)
  }
}
