internal import DequeModule

/// A connection of a load, and its messages without an answer.
struct LoadConnection {
  /// A message passed to the connection.
  struct Sent: Equatable {
    /// When it was due, and when it was sent.
    let intended: Duration
    let started: Duration
    /// The value that its answer has, too.
    var key: String?
  }

  enum Phase {
    case opening, open, ended
  }

  /// The index of its request in the plan.
  let position: Int
  private let messages: [ChannelMessage]
  var run: Run?
  var phase = Phase.opening
  /// How the server closed the connection.
  var closeText: String?
  private var taken = 0
  /// Messages that the connection has not accepted, with their numbers in the run.
  private var waiting: Deque<(number: Int, sent: Sent)> = []
  private var unanswered: Deque<Sent> = []

  init(position: Int, messages: [ChannelMessage]) { (self.position, self.messages) = (position, messages) }

  /// A new run replaces one that was refused.
  mutating func begin(_ run: Run) {
    self.run = run
    (taken, waiting) = (0, [])
  }

  /// The next message to send. The messages are sent in turn.
  mutating func takeMessage(for sent: Sent) -> ChannelMessage {
    let message = messages[taken % messages.count]
    taken += 1
    waiting.append((taken, sent))
    return message
  }

  /// The connection has accepted the first message that waits.
  mutating func accept(key: String?) {
    guard var sent = waiting.popFirst()?.sent else { return }
    sent.key = key
    unanswered.append(sent)
  }

  /// Takes back a message that cannot be sent.
  mutating func refuse(_ number: Int) -> Sent? {
    waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).sent }
  }

  /// Takes the first message that waits to be accepted, which has no value to find its answer by.
  mutating func refuseFirst() -> Sent? { waiting.popFirst()?.sent }

  /// Takes the message that a received one answers: the first with this key, without a key the first of all.
  mutating func answer(key: String?) -> Sent? {
    guard let key else { return unanswered.popFirst() }
    return unanswered.firstIndex { $0.key == key }.map { unanswered.remove(at: $0) }
  }

  /// Takes all messages that can get no answer any more.
  mutating func takeAll() -> [Sent] {
    defer { (waiting, unanswered) = ([], []) }
    return Array(unanswered) + waiting.map(\.sent)
  }
}
