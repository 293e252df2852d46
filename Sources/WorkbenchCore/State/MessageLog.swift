package import Foundation

/// The notices of the session, newest last.
package struct MessageLog: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var notice: Notice
    /// The time of its last report.
    package var time: Date
    /// The number of consecutive reports.
    package var count = 1
  }

  package private(set) var entries: [Entry] = []
  /// The time of the next entry.
  package var now = Date(timeIntervalSince1970: 0)

  /// The number of entries that are kept.
  package static let limit = 500

  mutating func add(_ notice: Notice) {
    if let last = entries.last, last.notice == notice {
      entries[entries.count - 1].count += 1
      entries[entries.count - 1].time = now
      return
    }
    entries.append(Entry(notice: notice, time: now))
    if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
  }

  /// Adds the failure of a request, which is not reported as a notice.
  mutating func add(failureOf exchange: Exchange) {
    guard case .failed(let failure, _) = exchange.outcome else { return }
    let origin = exchange.origin?.address
    let ofNew = exchange.request.name ?? "New request"
    let name = origin?.isScratch == true ? ofNew : origin?.path ?? exchange.request.shownMethod
    add(Notice(.failure, "\(name): \(failure.sentence)"))
  }

  func screen(_ clock: Clock) -> TextScreen {
    let lines = self.lines(clock)
    let copy = Confirm.Choice.letter(
      "y", "copy all", .effect(.copy(lines.map(\.text).joined(separator: "\n"), what: "the messages")))
    return TextScreen(title: "Messages", lines: lines, choices: [copy])
  }

  /// The entries as lines, newest first: time, kind and the whole sentence.
  func lines(_ clock: Clock) -> [Span] {
    entries.reversed().map { entry in
      let times = entry.count > 1 ? " (\(entry.count) times)" : ""
      return Span(
        "\(clock.fullText(entry.time))  \(entry.notice.kind.word)\(entry.notice.text)\(times)", entry.notice.role)
    }
  }
}

extension Notice {
  /// The colour of its text.
  var role: Style.Role {
    switch kind {
    case .failure: .error
    case .success: .success
    case .information: .title
    }
  }
}

extension Notice.Kind {
  /// Distinguishes failures without colour.
  fileprivate var word: String { self == .failure ? "Failed: " : "" }
}
