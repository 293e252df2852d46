import Foundation

/// The data of a curl command: the body that `--data`, `--json` and similar options add to.
struct CurlData {
  enum Kind: String {
    case data, ascii = "data-ascii", binary = "data-binary", raw = "data-raw", urlencoded = "data-urlencode", json

    /// Whether curl removes the line breaks of a file.
    var stripsLines: Bool { self == .data || self == .ascii }
  }

  /// The text so far; `nil` without any data.
  private(set) var text: String?
  /// The file that is all of the data.
  private(set) var file: String?
  private(set) var isJSON = false
  private(set) var notes: [InterchangeNote] = []
  let files: CurlFiles

  var isEmpty: Bool { text == nil && file == nil }

  mutating func add(_ value: String, _ kind: Kind) {
    if kind == .json { isJSON = true }
    switch kind {
    case .raw: append(value, kind)
    case .urlencoded: append(encoded(value, option: "--data-urlencode"), kind)
    default:
      guard value.hasPrefix("@") else { return append(value, kind) }
      add(file: String(value.dropFirst()), kind)
    }
  }

  private mutating func append(_ more: String, _ kind: Kind) {
    guard joined() != nil else { return text = more }
    if kind != .json { text?.append("&") }
    text?.append(more)
  }

  /// Returns the data as text, and reads the file if there is one.
  mutating func joined() -> String? {
    if let file {
      text = files.dataText(file)
      if text == nil { note(.dropped, "the data of \(file): \(files.unread(file))") }
    }
    file = nil
    return text
  }

  private mutating func add(file path: String, _ kind: Kind) {
    // A file that is sent unchanged stays a reference and is not read.
    if isEmpty, !kind.stripsLines, let path = files.path(path) { return file = path }
    let content = files.dataText(path)
    let stripped = content.map { kind.stripsLines ? Self.withoutLines($0) : $0 }
    if isEmpty, let path = files.path(path), stripped == content {
      if content == nil {
        note(.changed, "-d @\(path): the file is sent with its line breaks, which curl removes")
      }
      return file = path
    }
    if stripped == nil { note(.dropped, "the data of \(path): \(files.unread(path))") }
    append(stripped ?? "", kind)
  }

  private static func withoutLines(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
  }

  /// `CONTENT`, `=CONTENT`, `NAME=CONTENT`, `@FILE` or `NAME@FILE`, with the content percent-encoded.
  mutating func encoded(_ value: String, option: String) -> String {
    if let (name, content) = value.cut(at: "=") { return Self.pair(name, content) }
    guard let (name, path) = value.cut(at: "@") else { return Self.pair("", value) }
    if let content = files.text(path) { return Self.pair(name, content) }
    let bytes = files.data(path)
    if bytes == nil { note(.dropped, "\(option) \(value): the content of \(files.unread(path))") }
    return (name.isEmpty ? "" : name + "=") + PercentEncoding.encode(bytes ?? Data()).replacing("%20", with: "+")
  }

  /// A value of `--url-query`.
  mutating func query(_ value: String) -> String {
    value.removingExactly(prefix: "+") ?? encoded(value, option: "--url-query")
  }

  private static func pair(_ name: String, _ content: String) -> String {
    let encoded = VariableMarks.map(content, filter: "urlencode") {
      PercentEncoding.component($0).replacing("%20", with: "+")
    }
    return name.isEmpty ? encoded : name + "=" + encoded
  }

  private mutating func note(_ kind: InterchangeNote.Kind, _ text: String) {
    notes.append(InterchangeNote(kind, [], text))
  }
}
