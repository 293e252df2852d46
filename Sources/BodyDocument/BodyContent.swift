import Foundation
import Pictures
import Synchronization

/// What was found out about a body once, shared by all values of its document.
final class BodyContent: Sendable {
  /// Lines that were made so far: tests hold that a screen costs a screenful.
  let linesMade = Atomic(0)
  let original: Data
  let text: Data
  let lines: LineIndex
  let format: BodyFormat
  let notice: String?
  let pretty: Shape
  /// The picture that the bytes are.
  let picture: Picture?
  /// Whether there is a text; without one only the bytes can be shown.
  let isText: Bool

  init(_ body: Data, contentType header: String?, isWhole: Bool, isStopped: () -> Bool) {
    let contentType = ContentType(header)
    original = body
    guard !body.isEmpty else {
      (text, lines, format, notice, isText) = (Data(), LineIndex(.empty), .empty, nil, false)
      picture = nil
      pretty = .flat(SummaryView(sentence: Messages.emptyBody))
      return
    }
    if contentType.format == .multipart, let boundary = contentType.boundary,
      let view = MultipartReader.view(of: body, boundary: boundary, unless: isStopped)
    {
      (text, format, notice, pretty, picture) = (body, .multipart, nil, .flat(view), nil)
      isText = body.withUnsafeBytes { firstInvalidUTF8(in: $0) == nil && !$0.contains(0) }
      lines = isText ? body.withUnsafeBytes { LineIndex($0) } : LineIndex(.empty)
      return
    }
    if let fact = BinaryFacts(of: body, contentType) {
      (text, lines, format, isText) = (Data(), LineIndex(.empty), fact.format, false)
      (picture, notice) = isWhole && fact.format == .image ? Self.picture(of: body) : (nil, nil)
      pretty = .flat(SummaryView(sentence: fact.sentence, details: fact.details))
      return
    }
    let charset = contentType.charset ?? DeclaredCharset.name(in: body, contentType.format)
    let decoded = BodyText(isWhole ? body : body.withoutCutCharacter, charset: charset)
    let reading = Reading(of: decoded.bytes, as: contentType, isWhole: isWhole, isStopped)
    text = reading.text
    lines = reading.lines
    format = reading.format
    // What is wrong with the beginning of something may be that it is one.
    notice =
      isWhole ? [decoded.notice, reading.notice].compactMap(\.self).joined(separator: " · ").nonEmpty : nil
    pretty = reading.pretty
    picture = nil
    isText = true
  }

  /// The picture, or why there is none.
  private static func picture(of body: Data) -> (Picture?, String?) {
    do throws(PictureProblem) {
      let picture = try Picture(body)
      return (picture, picture.notice)
    } catch {
      return (nil, error.description)
    }
  }

  /// In the order that a key goes through them. Text that is only text has no pretty view beside its own lines.
  var views: [BodyDocument.View] {
    if picture != nil { return [.picture, .hex] }
    guard isText else { return format == .empty ? [.pretty] : [.pretty, .hex] }
    if case .flat(let view) = pretty, view is TextView { return [.raw, .hex] }
    return table == nil ? [.pretty, .raw, .hex] : [.pretty, .table, .raw, .hex]
  }

  /// The objects of JSON as a table, where there is one.
  private var table: JSONTable? {
    if case .tree(let view as JSONView) = pretty { view.table } else { nil }
  }

  /// Whether it is JSON with escapes in its strings.
  var hasEscapes: Bool { if case .tree(let view as JSONView) = pretty { view.hasEscapes } else { false } }

  func shape(of view: BodyDocument.View) -> Shape {
    switch view {
    case .pretty, .picture: pretty
    case .table: table.map { .flat(TableView(rows: $0)) } ?? pretty
    case .raw: .flat(TextView(lines: lines))
    case .hex: .flat(HexView(byteCount: original.count))
    }
  }

  /// The bytes that a view's offsets count in.
  func source(of view: BodyDocument.View) -> Data {
    switch view {
    case .pretty, .picture, .table, .raw: text
    case .hex: original
    }
  }
}

/// A text read by the rules of its format.
private struct Reading {
  var format: BodyFormat
  /// The text that is shown: of the beginning of JSON, as much as can be laid out.
  var text: Data
  var lines: LineIndex
  var pretty: Shape
  var notice: String?

  /// In bytes, of a JSON body that is laid out while it comes: what is shown stays the same beyond it, and closing the
  /// brackets of a larger one would copy it again and again.
  private static let beginningLimit = 32 << 20

  init(of received: Data, as type: ContentType, isWhole: Bool, _ isStopped: () -> Bool) {
    let named = type.format
    format = named ?? Sniffing.textFormat(of: received)
    text = !isWhole && format == .json ? received.prefix(Self.beginningLimit) : received
    let json = format == .json || format == .jsonLines ? Self.rows(of: text, isWhole, isStopped) : nil
    if case .success(let rows) = json { text = rows.text(of: text) }
    let lines = text.withUnsafeBytes { LineIndex($0) }
    self.lines = lines
    pretty = .flat(TextView(lines: lines))
    let text = text
    switch format {
    case .json, .jsonLines: if let json { show(json, isExpected: named != nil, allowsSequence: named != .json) }
    case .xml: readMarkup(text, .xml, isExpected: named != nil || Sniffing.declaresXML(text), lines, isStopped)
    case .html: readMarkup(text, .html, isExpected: true, lines, isStopped)
    case .form: show(isStopped) { text.withUnsafeBytes { FormView($0, unless: isStopped) } }
    case .multipart: notice = isStopped() ? Messages.stopped : Messages.notMultipart
    case .table:
      let delimiter = type.type == "text/tab-separated-values" ? UInt8(ascii: "\t") : nil
      show(isStopped) {
        TableView(rows: text.withUnsafeBytes { DelimitedTable($0, delimiter: delimiter, unless: isStopped) })
      }
    default: break
    }
  }

  private static func rows(
    of text: Data, _ isWhole: Bool, _ isStopped: () -> Bool
  ) -> Result<JSONRows, JSONProblem> {
    text.withUnsafeBytes { bytes in
      Result { () throws(JSONProblem) in try JSONIndexer.rows(of: bytes, isWhole: isWhole, unless: isStopped) }
    }
  }

  /// Takes a view of lines for the pretty one, unless its making was stopped half-way.
  private mutating func show(_ isStopped: () -> Bool, _ view: () -> any FlatView) {
    let view = view()
    if isStopped() { notice = Messages.stopped } else { pretty = .flat(view) }
  }

  private mutating func readMarkup(
    _ text: Data, _ language: MarkupLanguage, isExpected: Bool, _ lines: LineIndex, _ isStopped: () -> Bool
  ) {
    text.withUnsafeBytes { bytes in
      do throws(MarkupProblem) {
        let tree = try MarkupIndexer.rows(of: bytes, as: language, unless: isStopped)
        if tree.count > 0 { pretty = .tree(MarkupView(tree: tree)) }
      } catch {
        guard isExpected else { return format = .text }
        let (line, column) = lines.place(of: error.offset, in: bytes)
        notice = Messages.notXML(error, line: line, column: column)
      }
    }
  }

  private mutating func show(_ json: Result<JSONRows, JSONProblem>, isExpected: Bool, allowsSequence: Bool) {
    do throws(JSONProblem) {
      let rows = try json.get()
      format = rows.documents > 1 ? .jsonLines : .json
      var view = JSONView(tree: rows.tree, isSequence: rows.documents > 1, hasEscapes: rows.hasEscapes)
      view.table = JSONTable(of: view, text)
      pretty = .tree(view)
      notice = rows.documents > 1 && !allowsSequence ? Messages.severalValues(rows.documents) : nil
    } catch {
      // A text that only looks like JSON, as a log in brackets does, is no broken JSON.
      guard isExpected else { return format = .text }
      let (line, column) = text.withUnsafeBytes { lines.place(of: error.offset, in: $0) }
      format = .json
      notice = Messages.notJSON(error, line: line, column: column)
    }
  }
}

extension LineIndex {
  /// The line and the column of a byte as a person counts them, in characters of Unicode from 1.
  fileprivate func place(of offset: Int, in bytes: UnsafeRawBufferPointer) -> (line: Int, column: Int) {
    let line = line(at: offset, in: bytes)
    let start = min(range(of: line, in: bytes).lowerBound, offset)
    return (line + 1, bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1)
  }
}

extension UnsafeRawBufferPointer {
  static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
