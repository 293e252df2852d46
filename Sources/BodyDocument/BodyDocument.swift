package import Foundation
package import Pictures
import Synchronization

/// A body of any size as lines that are made when they are asked for.
///
/// Making one reads the body once, at some hundred megabytes a second, on the caller's thread; everything else costs a screenful. What was
/// read is shared by all copies; a copy is a view with folds of its own. Two are equal where they show the same of the same reading.
package struct BodyDocument: Sendable {
  package enum View: Hashable, Sendable, CaseIterable {
    /// Indented, decoded, with folds: as far as the format allows.
    case pretty
    /// The text as it was received, in its own lines.
    case raw
    /// In half blocks, two pixels a cell.
    case picture
    /// The objects of a JSON array as rows, their keys as columns. CSV is a table in its pretty view.
    case table
    /// The bytes as they came, in hexadecimal.
    case hex
  }

  /// The columns that `line(at:)` formats where the caller names none.
  package static let screenful = 0..<4096

  let content: BodyContent
  package private(set) var view: View
  var folds = RowFolds()
  /// Whether more of the body is to come.
  package let isWhole: Bool

  /// - Parameters:
  ///   - body: It is kept, not copied, where it is UTF-8.
  ///   - isStopped: Asked about every megabyte. A stopped reading leaves a document that shows the text alone.
  ///   - isWhole: Whether that is all of the body. Of the beginning of JSON the values are shown that are whole, with the brackets
  ///     closed that are open; `text` then has these too.
  package init(
    _ body: Data, contentType: String?, isWhole: Bool = true, isStopped: () -> Bool = { Task.isCancelled }
  ) {
    content = BodyContent(body, contentType: contentType, isWhole: isWhole, isStopped: isStopped)
    self.isWhole = isWhole
    view = content.views[0]
  }

  package var format: BodyFormat { content.format }

  /// What the user should know about how the body is shown; `nil` where it is what it says it is.
  package var notice: String? { content.notice }

  /// The bytes as received.
  package var body: Data { content.original }

  /// The text in UTF-8 without its byte order mark, which the `bytes` of lines count in.
  package var text: Data { content.text }

  /// The views that make sense for this body, never none, in the order that a key goes through them; the first is shown at first.
  package var views: [View] { content.views }

  /// The picture that the body is.
  package var picture: Picture? { content.picture }

  /// Changes nothing where this body has no such view.
  package mutating func show(_ view: View) { if views.contains(view) { self.view = view } }

  /// Visible lines: what is folded does not count.
  package var lineCount: Int {
    switch shape {
    case .flat(let view): view.lineCount
    case .tree(let view): folds.lineCount(in: view.tree)
    }
  }

  /// Whether the first line names what stands below it, and should stay on the screen.
  package var hasHeader: Bool { if case .flat(let view) = shape { view.hasHeader } else { false } }

  /// Lines that were made of this body so far, of all its copies.
  package var linesMade: Int { content.linesMade.load(ordering: .relaxed) }

  /// Formats one visible line.
  ///
  /// Columns count the bytes of UTF-8: exact for ASCII, more than a terminal's for all else; a range never cuts a character. The cost is
  /// that of the columns asked for, however long the line is, save for a key, which is read whole.
  ///
  /// - Precondition: `0 <= index < lineCount`.
  package func line(at index: Int, columns: Range<Int> = screenful) -> Line {
    precondition(index >= 0 && index < lineCount, "line \(index) of \(lineCount)")
    content.linesMade.add(1, ordering: .relaxed)
    return source.withUnsafeBytes { source in
      var builder = LineBuilder(source, columns: columns)
      switch shape {
      case .flat(let view):
        view.pieces(of: index, in: source) { builder.add($0) }
        return Line(
          indent: 0, spans: builder.spans, width: builder.width, isFoldable: false, isFolded: false,
          bytes: view.bytes(of: index, in: source))
      case .tree(let view):
        let row = folds.row(at: index)
        let isFolded = folds.isFolded(row, in: view.tree)
        view.pieces(of: row, isFolded: isFolded, in: source) { builder.add($0) }
        return Line(
          indent: view.tree.depth(of: row) * 2, spans: builder.spans, width: builder.width,
          isFoldable: view.tree.isContainer(row), isFolded: isFolded, bytes: view.bytes(of: row, in: source))
      }
    }
  }

  /// Where a line stands: `$.items[3].name` in JSON. Empty where the format has no paths.
  package func path(at line: Int) -> String {
    guard view != .hex, case .tree(let tree) = content.pretty, line < lineCount else { return "" }
    return content.text.withUnsafeBytes { source in tree.path(of: row(at: line, in: tree, source), in: source) }
  }

  /// The row of the tree that a line shows, or that begins at or before it.
  private func row(at line: Int, in tree: any TreeView, _ source: UnsafeRawBufferPointer) -> Int {
    switch shape {
    case .tree: folds.row(at: line)
    case .flat(let flat): tree.tree.row(at: flat.bytes(of: line, in: source).lowerBound)
    }
  }

  /// What the view in force shows.
  var shape: Shape { content.shape(of: view) }

  /// The bytes that `Line.bytes` counts in.
  var source: Data { content.source(of: view) }
}

extension BodyDocument: Equatable {
  package static func == (a: BodyDocument, b: BodyDocument) -> Bool {
    a.content === b.content && a.view == b.view && a.folds == b.folds
  }
}
