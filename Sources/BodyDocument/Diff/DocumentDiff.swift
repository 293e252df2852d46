import Foundation

/// The differences between two bodies as lines: removed, added and unchanged ones.
///
/// JSON is compared by structure: the order of members, white space, escapes and number formats do not count. Other
/// text is compared line by line, and binary data as a whole. Longer unchanged ranges are folded. Unchanged lines are
/// shown as in the new body.
///
/// Bytes that are not valid in their charset are compared as Latin-1. Texts that are equal only because one of them was
/// decoded so are compared as bytes.
///
/// A comparison takes about a second per hundred megabytes and temporarily 8 bytes per line.
package struct DocumentDiff: Sendable, Equatable {
  let old, new: BodyDocument
  let runs: ContiguousArray<DiffRun>
  /// The number of lines before each run, with nothing folded.
  let starts: ContiguousArray<Int>
  /// The first line of each change, with nothing folded.
  let changes: ContiguousArray<Int>
  var folds: DiffFolds
  /// A remark about the comparison; `nil` if there is none.
  package let notice: String?

  /// - Parameter isStopped: If it returns `true`, the whole old body shows as removed and the new one as added.
  package init(_ old: BodyDocument, _ new: BodyDocument, isStopped: () -> Bool = { Task.isCancelled }) {
    let isJSON = old.content.isJSON && new.content.isJSON
    let isText = old.content.isText && new.content.isText
    var (old, new) = (old.plain(isJSON || !isText ? .pretty : .raw), new.plain(isJSON || !isText ? .pretty : .raw))
    if isJSON || isText {
      let found = isJSON ? Self.compareJSON(old, new, isStopped) : Self.compareText(old, new, isStopped)
      let misread = (old.content.decoding == .misread, new.content.decoding == .misread)
      if misread.0 != misread.1, found?.allSatisfy({ $0.mark == .same }) == true {
        (old, new) = (old.plain(.hex), new.plain(.hex))
        (runs, notice) = (Self.compareBytes(old, new), Self.noticeOnBytes(old, new))
      } else {
        runs = found ?? Self.replacing(old, by: new)
        let remark = misread.0 || misread.1 ? Messages.comparedAsLatin1(old: misread.0, new: misread.1) : nil
        notice = found == nil ? Messages.stoppedComparison : remark
      }
    } else {
      (runs, notice) = (Self.compareBytes(old, new), Self.noticeOnBytes(old, new))
    }
    (self.old, self.new) = (old, new)
    (starts, changes) = Self.places(of: runs)
    folds = DiffFolds(runs, starts)
  }

  private static func compareJSON(
    _ old: BodyDocument, _ new: BodyDocument, _ isStopped: () -> Bool
  ) -> ContiguousArray<DiffRun>? {
    let runs = JSONNodes.read(old.content) { left in
      JSONNodes.read(new.content) { right in JSONComparison.runs(left, right, isStopped: isStopped) }
    }
    return (runs ?? nil) ?? nil
  }

  private static func compareText(
    _ old: BodyDocument, _ new: BodyDocument, _ isStopped: () -> Bool
  ) -> ContiguousArray<DiffRun>? {
    let hash = ContentHash()
    func hashes(_ document: BodyDocument) -> [UInt64] {
      document.text.withUnsafeBytes { TextComparison.hashes(of: $0, hash, count: document.lineCount) }
    }
    return TextComparison.runs(hashes(old), hashes(new), isStopped: isStopped)
  }

  private static func compareBytes(_ old: BodyDocument, _ new: BodyDocument) -> ContiguousArray<DiffRun> {
    guard old.body != new.body else { return [DiffRun(mark: .same, start: 0, count: new.lineCount)] }
    return replacing(old, by: new)
  }

  private static func replacing(_ old: BodyDocument, by new: BodyDocument) -> ContiguousArray<DiffRun> {
    var runs = DiffRuns()
    runs.add(.removed, 0..<old.lineCount)
    runs.add(.added, 0..<new.lineCount)
    return runs.runs
  }

  /// A remark about where two binary bodies begin to differ.
  private static func noticeOnBytes(_ old: BodyDocument, _ new: BodyDocument) -> String? {
    guard !old.body.isEmpty, !new.body.isEmpty, old.body != new.body else { return nil }
    let offset = zip(old.body, new.body).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return Messages.bytesDiffer(
      from: offset ?? min(old.body.count, new.body.count), old.body.count, new.body.count)
  }

  private static func places(
    of runs: ContiguousArray<DiffRun>
  ) -> (starts: ContiguousArray<Int>, changes: ContiguousArray<Int>) {
    var (starts, changes) = (ContiguousArray<Int>(), ContiguousArray<Int>())
    var lines = 0
    var last = DiffMark.same
    for run in runs {
      starts.append(lines)
      if run.mark != .same, last == .same { changes.append(lines) }
      lines += run.count
      last = run.mark
    }
    return (starts, changes)
  }
}

extension BodyDocument {
  /// The document in a view with nothing folded, so that every row is a line.
  fileprivate func plain(_ view: View) -> BodyDocument {
    var copy = self
    copy.show(view)
    copy.unfoldAll()
    return copy
  }
}

extension BodyContent {
  fileprivate var isJSON: Bool {
    if case .tree(let view) = pretty { view is JSONView } else { false }
  }
}
