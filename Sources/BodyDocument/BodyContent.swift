import Foundation
import Pictures
import RequestModel
import Synchronization

/// The indexed content of a body, shared by all copies of its document.
final class BodyContent: Sendable {
  /// The number of lines formatted so far, for tests.
  let linesMade = Atomic(0)
  let original: Data
  let text: Data
  let lines: LineIndex
  let format: BodyFormat
  let notice: String?
  let pretty: Shape
  let picture: Picture?
  /// Whether the body is text. Otherwise only its bytes can be shown, or what they mean.
  let isText: Bool
  /// How `text` was made of the bytes.
  let decoding: BodyText.Decoding

  init(_ body: Data, contentType header: String?, isWhole: Bool, isMasked: Bool, isStopped: () -> Bool) {
    let contentType = ContentType(header)
    original = body
    guard !body.isEmpty else {
      (text, lines, format, notice, isText) = (Data(), LineIndex(.empty), .empty, nil, false)
      (picture, decoding) = (nil, .none)
      pretty = .flat(SummaryView(sentence: Messages.emptyBody))
      return
    }
    if contentType.format == .multipart, let boundary = contentType.boundary,
      let view = MultipartReader.view(of: body, boundary: boundary, unless: isStopped)
    {
      (text, format, notice, pretty, picture) = (body, .multipart, nil, .flat(view), nil)
      isText = body.withUnsafeBytes { firstInvalidUTF8(in: $0) == nil && !$0.contains(0) }
      lines = isText ? body.withUnsafeBytes { LineIndex($0) } : LineIndex(.empty)
      decoding = .none
      return
    }
    if isWhole, let document = BinaryDocument.read(body, as: contentType, isMasked: isMasked, unless: isStopped) {
      (format, notice, text, pretty) = Self.shown(document, byteCount: body.count)
      (lines, isText, picture) = (LineIndex(.empty), false, nil)
      decoding = text.isEmpty ? .none : .decoded
      return
    }
    if let fact = BinaryFacts(of: body, contentType) {
      (text, lines, format, isText, decoding) = (Data(), LineIndex(.empty), fact.format, false, .none)
      (picture, notice) = isWhole && fact.format == .image ? Self.picture(of: body) : (nil, nil)
      pretty = .flat(SummaryView(sentence: fact.sentence, details: fact.details))
      return
    }
    let charset = contentType.charset ?? DeclaredCharset.name(in: body, contentType.format)
    let decoded = BodyText(body, charset: charset, isWhole: isWhole)
    let reading = Reading(of: decoded.bytes, as: contentType, isWhole: isWhole, isStopped)
    (text, lines, format, pretty) = (reading.text, reading.lines, reading.format, reading.pretty)
    (picture, isText, decoding) = (nil, true, decoded.decoding)
    // A partial body may look broken only because it is cut off.
    notice = isWhole ? [decoded.notice, reading.notice].compactMap(\.self).joined(separator: " · ").nonEmpty : nil
  }

  /// The JSON that the bytes mean, or why they are shown in hex.
  private static func shown(
    _ document: Result<BinaryDocument, BinaryDocument.Failure>, byteCount: Int
  ) -> (BodyFormat, String?, Data, Shape) {
    switch document {
    case .success(let document):
      return (document.encoding.format, document.notice, document.text, .tree(document.view))
    case .failure(let failure):
      let name = failure.encoding.name
      let summary = Messages.binary(Messages.binarySummary("\(name) data", byteCount: byteCount))
      return (failure.encoding.format, failure.notice, Data(), .flat(SummaryView(sentence: summary)))
    }
  }

  /// The picture, or why it cannot be decoded.
  private static func picture(of body: Data) -> (Picture?, String?) {
    do throws(PictureProblem) {
      let picture = try Picture(body)
      return (picture, picture.notice)
    } catch {
      return (nil, error.description)
    }
  }

  /// Whether `text` is the JSON that the bytes mean, which only the pretty view and the table show.
  var isBinaryDocument: Bool { format.isBinaryDocument && !text.isEmpty }

  /// In the order that a key cycles through them. Plain text has no pretty view.
  var views: [BodyDocument.View] {
    if picture != nil { return [.picture, .hex] }
    if isBinaryDocument { return table == nil ? [.pretty, .hex] : [.pretty, .table, .hex] }
    if format.isBinaryDocument { return [.hex, .pretty] }
    guard isText else { return format == .empty ? [.pretty] : [.pretty, .hex] }
    if case .flat(let view) = pretty, view is TextView { return [.raw, .hex] }
    return table == nil ? [.pretty, .raw, .hex] : [.pretty, .table, .raw, .hex]
  }

  /// The objects of a JSON array as a table, if there is one.
  private var table: JSONTable? {
    if case .tree(let view as JSONView) = pretty { view.table } else { nil }
  }

  /// Whether the body is JSON with escapes in its strings.
  var hasEscapes: Bool { if case .tree(let view as JSONView) = pretty { view.hasEscapes } else { false } }

  func shape(of view: BodyDocument.View) -> Shape {
    switch view {
    case .pretty, .picture: pretty
    case .table: table.map { .flat(TableView(rows: $0)) } ?? pretty
    case .raw: .flat(TextView(lines: lines))
    case .hex: .flat(HexView(byteCount: original.count))
    }
  }

  /// The bytes that a view's offsets refer to.
  func source(of view: BodyDocument.View) -> Data {
    switch view {
    case .pretty, .picture, .table, .raw: text
    case .hex: original
    }
  }
}

/// A text parsed by its format.
private struct Reading {
  var format: BodyFormat
  /// The shown text: of partial JSON, the part that can be formatted.
  var text: Data
  var lines: LineIndex
  var pretty: Shape
  var notice: String?

  /// The size in bytes up to which JSON is formatted while it is received. Closing the brackets of a larger body would
  /// copy it again for each update.
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

  /// Uses a view of lines as the pretty view, unless it was stopped half-way.
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
      // A text that only looks like JSON, such as a log in brackets, is not reported as broken JSON.
      guard isExpected else { return format = .text }
      let (line, column) = text.withUnsafeBytes { lines.place(of: error.offset, in: $0) }
      format = .json
      notice = Messages.notJSON(error, line: line, column: column)
    }
  }
}

extension LineIndex {
  /// The line and column of a byte, in Unicode characters from 1.
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
