package import Foundation

/// The events of an exchange, in order. The sent request, the timeline and the response are views of it.
package struct ExchangeLog: Equatable, Sendable {
  package var events: [LogEvent]

  package init(_ events: [LogEvent] = []) { self.events = events }

  package mutating func append(_ content: LogEvent.Content, at time: Duration) {
    events.append(LogEvent(content, at: time))
  }
}

/// One event of an exchange.
package struct LogEvent: Equatable, Sendable {
  private var nanoseconds: Int64
  package var content: Content

  package init(_ content: Content, at time: Duration) {
    nanoseconds = time.nanoseconds
    self.content = content
  }

  /// From the start of the exchange, in whole nanoseconds.
  package var time: Duration {
    get { .nanoseconds(nanoseconds) }
    set { nanoseconds = newValue.nanoseconds }
  }

  /// Boxed, as a conversation has a million events, which panes and history keep together.
  package indirect enum Content: Equatable, Sendable {
    case request(SentRequest)
    /// A finished hop: one attempt, or one redirect of it.
    case hop(Timeline.Hop)
    case head(Response.Head)
    case body(Body)
    case message(Message)
    case check(Check)
    case console(ConsoleLine)
    /// An event of unknown kind, stored unchanged.
    case other(kind: String, document: JSONObject)
  }

  /// The response body or a part of it, decompressed and with secrets masked.
  package struct Body: Equatable, Sendable {
    package var content: Data
    /// Properties that few bodies have.
    private var rest: Boxed<Rest>?

    private struct Rest: Equatable, Sendable {
      var omission: BodyOmission?
      var maskedSecrets = MaskedSecrets()
    }

    /// The missing end of `content`; `nil` if it is complete.
    package var omission: BodyOmission? {
      get { rest?.value.omission }
      set { change { $0.omission = newValue } }
    }

    /// The original bytes of masked secrets, kept in memory only.
    package var maskedSecrets: MaskedSecrets {
      get { rest?.value.maskedSecrets ?? MaskedSecrets() }
      set { change { $0.maskedSecrets = newValue } }
    }

    package init(
      _ content: Data, omission: BodyOmission? = nil, maskedSecrets: MaskedSecrets = MaskedSecrets()
    ) {
      self.content = content
      change { ($0.omission, $0.maskedSecrets) = (omission, maskedSecrets) }
    }

    private mutating func change(_ work: (inout Rest) -> Void) {
      var rest = rest?.value ?? Rest()
      work(&rest)
      self.rest = rest == Rest() ? nil : .value(rest)
    }
  }

  /// A value on the heap, which takes one pointer.
  private indirect enum Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
    case value(Value)

    var value: Value {
      switch self {
      case .value(let value): value
      }
    }
  }

  /// A message of a connection that carries many, such as a WebSocket, or a part of a response that is a stream.
  package struct Message: Equatable, Sendable {
    package enum Direction: String, Sendable {
      case sent, received
    }

    package var direction: Direction
    /// The place in `usualTypes`; behind them for another type.
    private var typeNumber: UInt8
    package var body: Body
    private var rest: Boxed<Rest>?

    /// Properties that few messages have.
    private struct Rest: Equatable, Sendable {
      var type: String?
      var part: StreamPart?
    }

    private static let usualTypes = ["text", "binary", "ping", "pong", "close", "ack", "comment"]

    /// The protocol's name for it: `text`, `binary`, `ping`.
    package var type: String {
      get { typeNumber < Self.usualTypes.count ? Self.usualTypes[Int(typeNumber)] : rest?.value.type ?? "" }
      set {
        let number = Self.usualTypes.firstIndex(of: newValue)
        typeNumber = UInt8(number ?? Self.usualTypes.count)
        change { $0.type = number == nil ? newValue : nil }
      }
    }

    /// Set for a part of a response body; `nil` for a message of a connection.
    package var part: StreamPart? {
      get { rest?.value.part }
      set { change { $0.part = newValue } }
    }

    private mutating func change(_ work: (inout Rest) -> Void) {
      var rest = rest?.value ?? Rest()
      work(&rest)
      self.rest = rest == Rest() ? nil : .value(rest)
    }

    package init(_ direction: Direction, type: String, _ body: Body) {
      self.direction = direction
      self.body = body
      typeNumber = 0
      self.type = type
    }
  }

  /// The result of one check of the response.
  package struct Check: Equatable, Sendable {
    package var name: String
    package var isPassed: Bool
    /// Why it failed; may be empty.
    package var detail: String
    /// Whether it is an error of a script, which is a failure and no check.
    package var isScriptError: Bool

    /// The end of the name of a test that a script skipped.
    package static let skippedMark = " (skipped)"

    /// Whether a script skipped the test, which has neither passed nor failed.
    package var isSkipped: Bool { isPassed && !isScriptError && name.endsExactly(with: Self.skippedMark) }

    /// The name without the mark of a skipped test.
    package var unmarkedName: String { isSkipped ? String(name.dropLast(Self.skippedMark.count)) : name }

    package init(_ name: String, isPassed: Bool, detail: String = "", isScriptError: Bool = false) {
      self.name = name
      self.isPassed = isPassed
      self.detail = detail
      self.isScriptError = isScriptError
    }
  }

  /// A variable that was set from the response. Logs keep it as an event of kind `capture`.
  package struct Capture: Equatable, Sendable {
    fileprivate static let kind = "capture"

    package var name: String
    /// The part of the response.
    package var source: String
    /// Shortened; `nil` for a secret.
    package var value: String?

    package init(_ name: String, source: String, value: String?) {
      (self.name, self.source, self.value) = (name, source, value)
    }

    package var content: Content {
      var document: JSONObject = ["name": .string(name), "source": .string(source)]
      document["value"] = value.map { .string(CheckName.shortened($0)) }
      return .other(kind: Self.kind, document: document)
    }

    fileprivate init?(_ content: Content) {
      guard case .other(Self.kind, let document) = content, let name = document["name"]?.string else { return nil }
      self.init(name, source: document["source"]?.string ?? "", value: document["value"]?.string)
    }
  }

  /// A line printed by a script.
  package struct ConsoleLine: Equatable, Sendable {
    /// `log`, `warning` or `error`.
    package var level: String
    package var text: String
    /// Whether it says why further pages of tools are missing. History does not keep this.
    package var endsToolList = false

    package init(_ level: String = "log", _ text: String) {
      self.level = level
      self.text = text
    }
  }
}

extension Duration {
  /// Rounded toward zero; the most that 64 bits take for longer ones.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max : whole + attoseconds / 1_000_000_000
  }
}

// MARK: Views

extension ExchangeLog {
  /// The first request as sent; `nil` if nothing was sent.
  package var sent: SentRequest? {
    get { first { if case .request(let sent) = $0 { sent } else { nil } } }
    set { replace(.request, with: newValue.map { [LogEvent(.request($0), at: .zero)] } ?? []) }
  }

  package var timeline: Timeline {
    get { Timeline(hops: events.compactMap { if case .hop(let hop) = $0.content { hop } else { nil } }) }
    set { replace(.hop, with: newValue.hops.map { LogEvent(.hop($0), at: $0.start) }) }
  }

  /// The head and all body events as one response; `nil` if no head was received.
  package var response: Response? {
    get {
      let head: Response.Head? = first { if case .head(let head) = $0 { head } else { nil } }
      return head.map { Response($0, body: body) }
    }
    set {
      let time = events.last { $0.stage == .hop }?.time ?? .zero
      replace(.head, with: newValue.map { [LogEvent(.head($0.head), at: time)] } ?? [])
      let body = newValue.map { LogEvent.Body($0.body, omission: $0.omission, maskedSecrets: $0.maskedSecrets) }
      replace(.body, with: body.map { [LogEvent(.body($0), at: time)] } ?? [])
    }
  }

  /// The fields after the body of the response, which its hop has.
  package var trailers: [Header] {
    for case .hop(let hop) in events.reversed().lazy.map(\.content) where !hop.isAuxiliary {
      return hop.trailers
    }
    return []
  }

  private var body: LogEvent.Body {
    let parts = events.compactMap { if case .body(let body) = $0.content { body } else { nil } }
    guard parts.count > 1 else { return parts.first ?? LogEvent.Body(Data()) }
    return LogEvent.Body(parts.reduce(into: Data()) { $0 += $1.content }, omission: parts.last?.omission)
  }

  /// The messages of both directions, in order.
  package var messages: [LogEvent] {
    events.filter { if case .message = $0.content { true } else { false } }
  }

  /// The results of checks, in order.
  package var checks: [LogEvent.Check] {
    events.compactMap { if case .check(let check) = $0.content { check } else { nil } }
  }

  /// The variables that were set from the response, in order.
  package var captures: [LogEvent.Capture] { events.compactMap { LogEvent.Capture($0.content) } }

  /// The console output of scripts, in order.
  package var console: [LogEvent.ConsoleLine] {
    events.compactMap { if case .console(let line) = $0.content { line } else { nil } }
  }

  package var failedChecks: [LogEvent.Check] { checks.filter { !$0.isPassed } }

  private func first<Value>(_ select: (LogEvent.Content) -> Value?) -> Value? {
    for event in events { if let value = select(event.content) { return value } }
    return nil
  }

  /// Replaces the events of a stage, or inserts them before those of later stages.
  private mutating func replace(_ stage: LogEvent.Stage, with replacements: [LogEvent]) {
    events.removeAll { $0.stage == stage }
    let index = events.firstIndex { $0.stage > stage } ?? events.endIndex
    events.insert(contentsOf: replacements, at: index)
  }
}

extension LogEvent {
  /// The parts of an HTTP exchange, in order.
  fileprivate enum Stage: Comparable { case request, hop, head, body, later }

  fileprivate var stage: Stage {
    switch content {
    case .request: .request
    case .hop: .hop
    case .head: .head
    case .body: .body
    case .message, .check, .console, .other: .later
    }
  }
}
