/// The lines with which git marks conflicts in a file.
package struct ConflictMarkers: Equatable, Sendable {
  /// How often the character of a marker is repeated.
  let size: Int

  package init(size: Int = 7) { self.size = size }

  enum Kind: Character, CaseIterable {
    case ours = "<"
    case base = "|"
    case middle = "="
    case theirs = ">"
  }

  /// Returns the kind of marker that a line is.
  func kind(of line: ArraySlice<UInt8>) -> Kind? {
    guard let kind = Kind.allCases.first(where: { $0.rawValue.asciiValue == line.first }) else { return nil }
    let run = line.prefix { $0 == line.first }.count
    guard run == size else { return nil }
    let next = line.dropFirst(size).first
    return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
      ? kind : nil
  }

  /// - Parameter label: Follows the marker.
  func line(_ kind: Kind, _ label: String, end: String) -> [UInt8] {
    Array((String(repeating: kind.rawValue, count: size) + (label.isEmpty ? "" : " " + label) + end).utf8)
  }

  /// Splits bytes after each line end.
  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(Array(bytes[start...index]))
      start = index + 1
    }
    if start < bytes.count { lines.append(Array(bytes[start...])) }
    return lines
  }
}
