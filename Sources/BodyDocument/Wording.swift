import Foundation

/// Every sentence of this module.
enum Wording {
  static let notUTF8 = "Not UTF-8: shown as Latin-1"
  static let emptyBody = "Empty body"

  static func unknownCharset(_ name: String) -> String { "Unknown charset \"\(name)\": shown as UTF-8" }

  static func notInCharset(_ name: String) -> String { "Not in the charset of \(name): shown as Latin-1" }

  static func binary(_ kind: String, size: (Int, Int)?, byteCount: Int) -> String {
    caption(kind, size: size, byteCount: byteCount) + saveIt
  }

  static func caption(_ kind: String, size: (Int, Int)?, byteCount: Int) -> String {
    let extent = size.map { ", \($0) × \($1)" } ?? ""
    return "\(kind)\(extent), \(bytes(byteCount))"
  }

  private static let saveIt = " — save it to a file to look at it"

  static let partialPicture = "The picture ends early or is damaged: shown as far as it goes"

  static func cannotShow(_ problem: PictureProblem) -> String {
    switch problem {
    case .unknownKind: "No picture can be made of this: not PNG, JPEG, GIF, BMP or WebP\(saveIt)"
    case .unsupported(let kind): "Cannot show this \(kind.name): a rare variant of its kind\(saveIt)"
    case .damaged(let kind): "Cannot show this \(kind.name): it is damaged or ends early\(saveIt)"
    case .tooLarge(let kind, let width, let height):
      "Cannot show this \(kind.name): \(width) × \(height) pixels take too much memory\(saveIt)"
    }
  }

  /// Decimal units, as servers and file managers count.
  private static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
    var value = Double(count)
    var unit = ""
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.95 || unit.isEmpty { (value, unit) = (value / 1000, next) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }

  static func severalValues(_ count: Int) -> String { "Not one JSON value but \(count), shown one after another" }

  static func notJSON(_ problem: JSONProblem, line: Int, column: Int) -> String {
    switch problem.kind {
    case .stopped: "Stopped before the end — shown as text"
    case .tooMany: "Too many values for the pretty view — shown as text"
    case .tooDeep: "Nested too deep for the pretty view at \(line):\(column) — shown as text"
    default: "Not valid JSON at \(line):\(column): \(reason(problem.kind)) — shown as text"
    }
  }

  static func folded(_ isObject: Bool, _ count: Int) -> String {
    isObject ? (count == 1 ? " 1 member" : " \(count) members") : (count == 1 ? " 1 item" : " \(count) items")
  }

  private static func reason(_ kind: JSONProblem.Kind) -> String {
    switch kind {
    case .expected(.value): "expected a value"
    case .expected(.key): "expected a key in quotes"
    case .expected(.colon): "expected \":\""
    case .expected(.end): "expected the end"
    case .expected(.quote): "a string has no end"
    case .expected(.commaOrClosing(let closing)): "expected \",\" or \"\(Character(UnicodeScalar(closing)))\""
    case .controlCharacter: "a control character in a string must be escaped"
    case .badEscape: "no such escape"
    case .badNumber: "expected a digit"
    case .stopped, .tooMany, .tooDeep: ""
    }
  }
}

extension PictureKind {
  package var name: String {
    switch self {
    case .png: "PNG image"
    case .jpeg: "JPEG image"
    case .gif: "GIF image"
    case .bmp: "BMP image"
    case .webP: "WebP image"
    }
  }
}
