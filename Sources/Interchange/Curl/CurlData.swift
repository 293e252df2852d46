internal import RequestModel

/// The data of a curl command: what `--data`, `--json` and their kin join into one body.
struct CurlData {
  enum Kind: String {
    case data, ascii = "data-ascii", binary = "data-binary", raw = "data-raw", urlencoded = "data-urlencode", json
  }

  /// The text so far; `nil` without any data.
  private(set) var text: String?
  /// The file that is all of the data.
  private(set) var file: String?
  private(set) var isJSON = false
  private(set) var notes: [InterchangeNote] = []
  private let files: CurlFiles

  init(_ files: CurlFiles) { self.files = files }

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
    if let file { note(.dropped, "the file \(file), joined with other data") }
    file = nil
    guard text != nil else { return text = more }
    if kind != .json { text?.append("&") }
    text?.append(more)
  }

  private mutating func add(file path: String, _ kind: Kind) {
    let stripsLines = kind == .data || kind == .ascii
    let content = files.text(path)
    let stripped = content.map { stripsLines ? Self.withoutLines($0) : $0 }
    // A file that is sent as it is stays a file.
    if isEmpty, let path = files.path(path), stripped == nil || stripped == content {
      if stripsLines, content == nil {
        note(.changed, "-d @\(path): the file is sent with its line breaks, which curl removes")
      }
      return file = path
    }
    if stripped == nil { note(.dropped, "the data of \(path)") }
    append(stripped ?? "", kind)
  }

  private static func withoutLines(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
  }

  /// `CONTENT`, `=CONTENT`, `NAME=CONTENT`, `@FILE` or `NAME@FILE`, with the content percent-encoded.
  mutating func encoded(_ value: String, option: String) -> String {
    if let (name, content) = value.cut(at: "=") { return Self.pair(name, content) }
    guard let (name, path) = value.cut(at: "@") else { return Self.pair("", value) }
    guard let content = files.text(path) else {
      note(.dropped, "\(option) \(value): the content of a file")
      return Self.pair(name, "")
    }
    return Self.pair(name, content)
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
