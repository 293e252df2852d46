import Foundation

/// What was found out about a body once, shared by all values of its document.
final class BodyContent: Sendable {
  enum Pretty: Sendable {
    /// One line of ours, where there is no text to show.
    case fact(String)
    case text
    case tree(any TreeView)
  }

  let original: Data
  let text: Data
  let lines: LineIndex
  let format: BodyFormat
  let notice: String?
  let pretty: Pretty

  init(_ body: Data, contentType header: String?, isStopped: () -> Bool) {
    let contentType = ContentType(header)
    original = body
    guard !body.isEmpty else {
      (text, lines, format, notice, pretty) = (
        Data(), LineIndex(UnsafeRawBufferPointer(start: nil, count: 0)), .empty, nil, .fact(Wording.emptyBody)
      )
      return
    }
    if let fact = BinaryFacts(of: body, contentType) {
      (text, lines, format, notice) = (
        Data(), LineIndex(UnsafeRawBufferPointer(start: nil, count: 0)), fact.format, nil
      )
      pretty = .fact(fact.sentence)
      return
    }
    let decoded = BodyText(body, charset: contentType.charset)
    let lines = decoded.bytes.withUnsafeBytes { LineIndex($0) }
    let reading = Self.read(decoded.bytes, as: contentType.format, lines, isStopped)
    text = decoded.bytes
    self.lines = lines
    format = reading.format
    notice = [decoded.notice, reading.notice].compactMap(\.self).joined(separator: " · ").nonEmpty
    pretty = reading.pretty
  }

  private struct Reading {
    var format: BodyFormat
    var pretty = Pretty.text
    var notice: String?
  }

  private static func read(
    _ text: Data, as named: BodyFormat?, _ lines: LineIndex, _ isStopped: () -> Bool
  ) -> Reading {
    let format = named ?? Sniffing.textFormat(of: text)
    return switch format {
    case .json, .jsonLines: readJSON(text, isExpected: named != nil, allowsSequence: named != .json, lines, isStopped)
    default: Reading(format: format)
    }
  }

  private static func readJSON(
    _ text: Data, isExpected: Bool, allowsSequence: Bool, _ lines: LineIndex, _ isStopped: () -> Bool
  ) -> Reading {
    text.withUnsafeBytes { bytes in
      do throws(JSONProblem) {
        let (tree, documents) = try JSONIndexer.rows(of: bytes, unless: isStopped)
        return Reading(
          format: documents > 1 ? .jsonLines : .json, pretty: .tree(JSONView(tree: tree, isSequence: documents > 1)),
          notice: documents > 1 && !allowsSequence ? Wording.severalValues(documents) : nil)
      } catch {
        // A text that only looks like JSON, as a log in brackets does, is no broken JSON.
        guard isExpected else { return Reading(format: .text) }
        let line = lines.line(at: error.offset, in: bytes)
        let lineStart = lines.range(of: line, in: bytes).lowerBound
        let column = bytes[min(lineStart, error.offset)..<error.offset].count { $0 & 0xC0 != 0x80 }
        return Reading(format: .json, notice: Wording.notJSON(error, line: line + 1, column: column + 1))
      }
    }
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
