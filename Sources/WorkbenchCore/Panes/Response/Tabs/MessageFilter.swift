import Foundation

/// The messages that are listed: all but pings and pongs, or those that contain a typed text.
struct MessageFilter: Equatable, Sendable {
  /// The field for the text; `nil` lists all.
  var field: ListFilter?
  private(set) var showsPings = false
  private(set) var numbers = RowNumbers(generation: 0)
  /// The number of messages that were looked at.
  private var scannedCount = 0
  private var generation = 0
  /// The task that looks at many messages.
  private(set) var task: TaskID?

  /// The number of messages that are looked at without delay.
  private static let mostAtOnce = 20_000

  var isOpen: Bool { field?.isOpen ?? false }
  var text: String { field?.text ?? "" }

  private var criterion: MessageCriterion { MessageCriterion(text, showsPings: showsPings) }

  /// Chooses the rows anew after a change.
  ///
  /// - Parameter nextTask: The task, if there are many messages.
  /// - Returns: The work of the task.
  mutating func apply(to rows: MessageRows?, nextTask: () -> TaskID) -> MessageFilterJob? {
    restart()
    guard let rows, rows.count > Self.mostAtOnce, !text.isEmpty else {
      follow(rows)
      return nil
    }
    let next = nextTask()
    task = next
    return MessageFilterJob(task: next, rows: rows, criterion: criterion, numbers: numbers)
  }

  /// Looks at the messages that have arrived since.
  mutating func follow(_ rows: MessageRows?) {
    guard task == nil, let rows, scannedCount < rows.count else { return }
    let criterion = criterion
    for index in scannedCount..<rows.count where criterion.accepts(rows, index) { numbers.append(index) }
    scannedCount = rows.count
  }

  /// Takes the result of the task.
  mutating func adoptNumbers(_ numbers: RowNumbers, scanned: Int, of task: TaskID) -> Bool {
    guard self.task == task else { return false }
    (self.task, self.numbers, scannedCount) = (nil, numbers, scanned)
    return true
  }

  mutating func togglePings() { showsPings.toggle() }

  /// Looks at all messages anew, such as those of another exchange.
  mutating func restart() {
    generation += 1
    (numbers, scannedCount, task) = (RowNumbers(generation: generation), 0, nil)
  }
}

/// A criterion for listed messages: a text, and a direction if the text begins with `>` or `<`.
struct MessageCriterion: Equatable, Sendable {
  private let search: BodySearch?
  private let direction: LogEvent.Message.Direction?
  private let showsPings: Bool

  init(_ text: String, showsPings: Bool) {
    self.showsPings = showsPings
    let sign = text.first
    direction = sign == ">" ? .sent : sign == "<" ? .received : nil
    let rest = direction == nil ? text : String(text.dropFirst())
    // A literal pattern is always valid.
    search = try? BodySearch(SearchPattern(rest.trimmingBlanks, isRegularExpression: false))
  }

  func accepts(_ rows: MessageRows, _ index: Int) -> Bool {
    guard let message = rows.message(at: index) else { return false }
    if !showsPings, message.isPing { return false }
    if let direction, message.direction != direction { return false }
    guard let search else { return true }
    return !search.hits(in: rows.text(at: index)).isEmpty
  }
}

/// Looking for the messages that are listed. `run` runs it on the calling thread.
package struct MessageFilterJob: Equatable, Sendable {
  package let task: TaskID
  let rows: MessageRows
  let criterion: MessageCriterion
  let numbers: RowNumbers

  /// - Returns: `nil` if it was stopped.
  package func run(isStopped: () -> Bool) -> BodyTaskEvent? {
    var numbers = numbers
    for index in 0..<rows.count {
      if index % 256 == 0, isStopped() { return nil }
      if criterion.accepts(rows, index) { numbers.append(index) }
    }
    return .messagesChosen(numbers, scanned: rows.count)
  }
}
