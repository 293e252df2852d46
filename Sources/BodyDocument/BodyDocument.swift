package import Foundation
package import Pictures
import RequestModel
import Synchronization

/// A body of any size as lines formatted on demand.
///
/// The initializer indexes the body once on the caller's thread, at several hundred megabytes a second. Everything else
/// takes time proportional to the screen. Copies share the index; each copy has its own view and folds. Two values are
/// equal if they share an index, view and folds.
package struct BodyDocument: Sendable {
  package enum View: Hashable, Sendable, CaseIterable {
    /// Indented and decoded, with folds if the format has structure.
    case pretty
    /// The received text.
    case raw
    /// Half blocks, two pixels a cell.
    case picture
    /// The objects of a JSON array as rows, their keys as columns. The pretty view of CSV is a table.
    case table
    /// The received bytes in hexadecimal.
    case hex
  }

  /// The default columns of `line(at:)`.
  package static let screenful = 0..<4096

  let content: BodyContent
  package private(set) var view: View
  var folds = RowFolds()
  /// Whether the body is complete.
  package let isWhole: Bool

  /// - Parameters:
  ///   - body: Kept without a copy if it is UTF-8.
  ///   - isStopped: Called about once a megabyte. If it returns `true`, the document shows only raw text.
  ///   - isWhole: Whether the body is complete. Partial JSON shows its complete values and closes open brackets, also in
  ///     `text`.
  ///   - isMasked: Whether secrets are masked in the body. Those in strings of bytes are asterisks, not digits, then.
  package init(
    _ body: Data, contentType: String?, isWhole: Bool = true, isMasked: Bool = false,
    isStopped: () -> Bool = { Task.isCancelled }
  ) {
    content = BodyContent(
      body, contentType: contentType, isWhole: isWhole, isMasked: isMasked, isStopped: isStopped)
    self.isWhole = isWhole
    view = content.views[0]
  }

  /// A body that should be JSON, whatever its type says: JSON, or bytes that mean a JSON value.
  package init(json body: Data, contentType: String?, isStopped: () -> Bool = { Task.isCancelled }) {
    let type = Self.mayMeanJSON(body, contentType: contentType) ? contentType : "application/json"
    self.init(body, contentType: type, isStopped: isStopped)
  }

  /// Whether the bytes may mean a JSON value without being text, by their type or else the first one of them.
  package static func mayMeanJSON(_ body: Data, contentType: String?) -> Bool {
    !BinaryEncoding.possible(for: body, contentType: contentType).isEmpty
  }

  package var format: BodyFormat { content.format }

  /// A remark about how the body is shown, such as a wrong content type; `nil` if there is none.
  package var notice: String? { content.notice }

  /// The received bytes.
  package var body: Data { content.original }

  /// The text in UTF-8 without its byte order mark, or the JSON that the bytes mean. The `bytes` of lines refer to it.
  package var text: Data { content.text }

  /// Whether the view shows the JSON that the bytes mean.
  package var showsMeaning: Bool { content.isBinaryDocument && view != .hex }

  /// The input of a command that filters the body.
  package var filterInput: Data { showsMeaning ? text : body }

  /// Whether the `bytes` of the view's lines are places in the received bytes: not if they were decoded.
  package var hasPlacesOfBody: Bool { view == .hex || content.decoding == .none }

  /// The views of this body, in the order that a key cycles through them. Never empty; the first is the default.
  package var views: [View] { content.views }

  package var picture: Picture? { content.picture }

  /// Selects a view; does nothing if this body lacks it.
  package mutating func show(_ view: View) { if views.contains(view) { self.view = view } }

  /// The number of visible lines, not counting folded ones.
  package var lineCount: Int {
    switch shape {
    case .flat(let view): view.lineCount
    case .tree(let view): folds.lineCount(in: view.tree)
    }
  }

  /// Whether the first line is a header that should not scroll.
  package var hasHeader: Bool { if case .flat(let view) = shape { view.hasHeader } else { false } }

  /// The number of lines formatted so far by all copies.
  package var linesMade: Int { content.linesMade.load(ordering: .relaxed) }

  /// Formats one visible line.
  ///
  /// Columns are UTF-8 bytes: exact for ASCII, more than a terminal uses for other text. A range never cuts a character.
  /// The cost depends on the requested columns, not on the line's length, except for keys, which are read completely.
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

  /// The path of a line, such as `$.items[3].name` in JSON. Empty if the format has no paths.
  package func path(at line: Int) -> String {
    guard view != .hex, case .tree(let tree) = content.pretty, line < lineCount else { return "" }
    return content.text.withUnsafeBytes { source in tree.path(of: row(at: line, in: tree, source), in: source) }
  }

  /// The row of the tree shown by a line, or the closest one before it.
  private func row(at line: Int, in tree: any TreeView, _ source: UnsafeRawBufferPointer) -> Int {
    switch shape {
    case .tree: folds.row(at: line)
    case .flat(let flat): tree.tree.row(at: flat.bytes(of: line, in: source).lowerBound)
    }
  }

  /// The content of the current view.
  var shape: Shape { content.shape(of: view) }

  /// The bytes that `Line.bytes` refers to.
  var source: Data { content.source(of: view) }
}

extension BodyDocument: Equatable {
  package static func == (a: BodyDocument, b: BodyDocument) -> Bool {
    a.content === b.content && a.view == b.view && a.folds == b.folds
  }
}
