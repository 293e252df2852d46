import Dispatch
import Foundation
import Glibc
import Synchronization

/// The messages of a connection on the command line: the lines of standard input are sent, and those received printed.
/// Without input and options for it, the steps of the request are carried out instead.
/// Of a response that is a stream, the events are printed, and nothing is sent.
final class Conversation: Sendable {
  private let request: SavedRequest
  private let isInteractive: Bool
  private let isBinary: Bool
  private let limits: ConversationLimits
  private let first: [ChannelMessage]
  /// Whether the lines of standard input are messages.
  private let readsInput: Bool
  private let writesJSON: Bool
  /// Whether nothing is sent but the messages of steps.
  let runsSteps: Bool
  private let prints: Bool
  /// Whether the head of the response is printed before the messages.
  private let printsHead: Bool
  /// The file in place of standard output.
  private let output: OutputFile?
  private let state = Mutex(State())
  private let input = Mutex(InputLines())
  /// Fewer messages wait than an exchange takes. It begins with zero, below which no semaphore may end.
  private let room = DispatchSemaphore(value: 0)
  private static let roomSize = 500
  private let queue = DispatchQueue(label: "workbench.conversation")

  /// - Throws: A usage error, such as an unknown saved message.
  init(
    _ request: SavedRequest, _ options: MessageOptions, part: ExchangePrinter.Part, readsInput: Bool = true,
    output: OutputFile? = nil
  ) throws {
    (self.request, self.readsInput, self.output) = (request, readsInput, output)
    (isInteractive, isBinary) = (options.interactive, options.binary)
    limits = try options.limits()
    if request.kind.takesMessages, limits.until?.isAboutEvents == true {
      throw CommandExit.usageError("--until: only the events of a stream have a name and an ID")
    }
    first = try options.first(of: request)
    runsSteps = !request.steps.isEmpty && options.used.isEmpty && !(readsInput && InputLines.areThere)
    writesJSON = part == .messages
    printsHead = part == .response && request.kind.takesMessages
    prints = part == .messages || part == .body || printsHead
    let pieces = try options.pieces()
    state.withLock { $0.pieces = pieces }
    for _ in 0..<Self.roomSize { room.signal() }
  }

  /// Takes the run to send on. It replaces one that was refused.
  func begin(_ run: Run) {
    let deadline = state.withLock { state in
      let isFirst = state.run == nil
      state.run = run
      // The refused one has ended.
      (state.isOver, state.isCounted) = (false, false)
      return isFirst ? state.deadline : nil
    }
    guard let deadline else { return }
    queue.asyncAfter(deadline: .now() + deadline / .seconds(1)) { [weak self] in self?.expire() }
  }

  /// Sends messages of history in place of standard input.
  func replay(_ script: ReplayedMessages) { state.withLock { $0.script = script } }

  /// Closes the connection after this time, which begins before it is opened.
  func end(after time: Duration) { state.withLock { $0.deadline = time } }

  /// The message after which the connection is closed. More of them may have arrived by then.
  var messageEnd: MessageEnd { MessageEnd(count: limits.count, until: limits.until) }

  private func expire() {
    let isLate = state.withLock { state in
      if state.isOver || state.isClosing { return false }
      state.isExpired = true
      return true
    }
    if isLate { close() }
  }

  /// Whether the time of the whole conversation was over before its end.
  var isExpired: Bool { state.withLock(\.isExpired) }

  /// The problem of standard output, which ended the conversation.
  var problem: OutputProblem? { state.withLock(\.problem) }

  /// Whether the head of the response was printed, so that all of it is.
  var hasPrintedHead: Bool { state.withLock(\.hasPrintedHead) }

  /// How it was closed, for standard error.
  var closeText: String? { state.withLock(\.closeText) }

  /// The sentence about what was waited for in vain.
  var disappointment: String? {
    let (received, unsent, isFound) = state.withLock { ($0.received, $0.unsent, $0.isFound) }
    let mistakes = state.withLock(\.mistakes)
    if mistakes > 0 { return "\(Formatting.count(mistakes, "line")) of the input had a mistake, so not all was done" }
    if unsent > 0 {
      return (state.withLock(\.hasMoreInput) ? "At least " : "") + "\(Formatting.count(unsent, "message")) not sent"
    }
    if state.withLock({ $0.pieces != nil && !$0.hasPiece }) { return "No message has a text for --join" }
    if let count = limits.count, received < count { return "\(received) of \(count) messages were received" }
    if isExpired, let deadline = state.withLock(\.deadline) {
      return "The conversation was closed after \(Formatting.duration(deadline)), the limit of --timeout"
    }
    return limits.until != nil && !isFound ? "No message passed --until" : nil
  }

  /// Ends the line of a joined text.
  func finish() throws(OutputProblem) {
    if state.withLock(\.hasPiece) { try StandardOutput.write(Data("\n".utf8)) }
  }

  // MARK: Events

  /// - Returns: Whether to continue.
  func observe(_ event: RunEvent) -> Bool {
    switch event {
    case .phase(.open):
      guard printHead() else { return false }
      begin()
    case .head: if !request.kind.takesMessages { begin() }
    case .logged(let event):
      switch event.content {
      case .head(let head): state.withLock { $0.head = head }
      case .message(let message): return handleMessage(message, at: event.time)
      default: break
      }
    case .unsent:
      state.withLock { state in if !state.isSatisfied { state.unsent += 1 } }
      room.signal()
    case .ended:
      state.withLock { $0.isOver = true }
      countUnsent()
    default: break
    }
    return true
  }

  /// - Returns: Whether it could be written.
  private func printHead() -> Bool {
    guard printsHead, let head = state.withLock(\.head) else { return true }
    state.withLock { $0.hasPrintedHead = true }
    let response = Response(head, body: LogEvent.Body(Data()))
    return write(Data((ExchangePrinter.head(response) + "\n").utf8))
  }

  /// - Returns: Whether it could be written.
  private func write(_ text: Data) -> Bool {
    do throws(OutputProblem) {
      try StandardOutput.write(text: text)
      return true
    } catch {
      let problem = output?.renamed(error) ?? error
      let run = state.withLock { state in
        state.problem = problem
        return state.run
      }
      if let failure = problem.failure { run?.interrupt(because: failure) }
      return false
    }
  }

  private func begin() {
    guard !runsSteps else { return }
    let isFirst = state.withLock { state in
      defer { state.hasInput = true }
      state.lastMessage = .now
      return !state.hasInput
    }
    guard isFirst else { return }
    if limits.idle != nil { watchIdleness() }
    guard request.kind.takesMessages else { return }
    Thread.detachNewThread { [self] in readInput() }
  }

  private func handleMessage(_ message: LogEvent.Message, at time: Duration) -> Bool {
    // Messages that arrive after --count or --until was met are not printed.
    if message.direction == .received, message.type != "close", state.withLock(\.isSatisfied) { return true }
    // The connection answers pings and closes by itself.
    if message.direction == .sent, !["pong", "close"].contains(message.type) { room.signal() }
    let keepsAlive = message.type == "pong" || message.type == "ping" && message.direction == .received
    if !keepsAlive, message.part?.kind != .comment {
      state.withLock { $0.lastMessage = .now }
    }
    if prints, let text = text(of: message, at: time), !write(text) { return false }
    note(message)
    return true
  }

  /// The output for a message: a line, or the next piece of a text.
  private func text(of message: LogEvent.Message, at time: Duration) -> Data? {
    let (isJoined, piece) = state.withLock { state -> (Bool, String?) in
      guard state.pieces != nil else { return (false, nil) }
      guard message.direction == .received, message.type == "text" else { return (true, nil) }
      let piece = state.pieces?.piece(of: message.body.content)
      state.hasPiece = state.hasPiece || piece != nil
      return (true, piece)
    }
    guard isJoined else { return writesJSON ? MessageText.json(message, at: time) : MessageText.plain(message) }
    return piece.map { Data($0.utf8) }
  }

  private func note(_ message: LogEvent.Message) {
    let text = String(decoding: message.body.content, as: UTF8.self)
    switch (message.type, message.direction) {
    case ("close", _):
      state.withLock { state in
        let by = message.direction == .received && !state.isClosing ? " by the server" : ""
        state.closeText = state.closeText ?? "Closed\(by): \(text.isEmpty ? "no code" : text)"
      }
    case ("text", .received), ("binary", .received):
      let isFound = limits.until?.accepts(message) ?? false
      let isOver = state.withLock { state in
        state.received += 1
        state.isFound = state.isFound || isFound
        state.isSatisfied = state.isSatisfied || isFound || limits.count.map { state.received >= $0 } ?? false
        return state.isSatisfied
      }
      if isOver { close() }
    case ("pong", .received): tellPong()
    default: break
    }
  }

  /// Says how long the answer to a typed ping took, unless the pong is a line of the output.
  private func tellPong() {
    let typed: ContinuousClock.Instant? = state.withLock { $0.pings.isEmpty ? nil : $0.pings.removeFirst() }
    guard let typed, !writesJSON else { return }
    StandardError.write("Pong after \(Formatting.duration(typed.duration(to: .now)))")
  }

  /// The run that takes messages.
  private var current: Run? { state.withLock { $0.isOver || $0.isClosing ? nil : $0.run } }

  private func close(_ reason: CloseReason? = nil) {
    let run = state.withLock { state -> Run? in
      state.isClosing = true
      return state.isOver ? nil : state.run
    }
    if request.kind.takesMessages { run?.close(reason) } else { run?.stopReceiving() }
  }

  // MARK: Idleness

  private func watchIdleness() {
    guard let idle = limits.idle, current != nil else { return }
    let rest = idle - state.withLock { $0.lastMessage }.duration(to: .now)
    guard rest > .zero else { return close() }
    queue.asyncAfter(deadline: .now() + rest / .seconds(1)) { [weak self] in self?.watchIdleness() }
  }

  // MARK: Input

  private func readInput() {
    state.withLock { $0.inHand += first.count + ($0.script?.messages.count ?? 0) }
    for message in first { send(message) }
    let isClosed = state.withLock(\.script).map(sendAgain) ?? readLines()
    if isClosed { return }
    guard limits.endsWithInput || isInteractive else { return }
    waitUntilSent()
    waitForAnswers()
    close()
  }

  /// - Returns: Whether a line has closed the connection.
  private func readLines() -> Bool {
    guard readsInput else { return false }
    var number = 0
    while current != nil {
      switch nextLine() {
      case .end: return false
      case .nothing: InputLines.wait()
      case .line(let bytes):
        number += 1
        if act(on: line(bytes, number)) { return true }
      }
    }
    return false
  }

  private func nextLine() -> InputLines.Next {
    input.withLock { input in
      let next = input.next()
      if case .line = next { state.withLock { $0.inHand += 1 } }
      return next
    }
  }

  /// - Returns: Whether the line has closed the connection.
  private func act(on line: InputLine) -> Bool {
    if case .send(let message) = line {
      send(message)
      return false
    }
    state.withLock { $0.inHand -= 1 }
    switch line {
    case .close(let reason):
      waitUntilSent()
      if isatty(STDIN_FILENO) == 0 { waitForAnswers() }
      close(reason)
      return true
    case .mistake(let sentence):
      StandardError.write(sentence)
      // At a terminal it is typed again.
      if isatty(STDIN_FILENO) == 0 { state.withLock { $0.mistakes += 1 } }
    case .send, .nothing: break
    }
    return false
  }

  /// Counts what the end of the connection has left unsent: messages that are in hand, and lines of the input that are
  /// there. Those of a terminal are for the shell.
  private func countUnsent() {
    let isMissed = state.withLock { $0.hasInput && !$0.isSatisfied && $0.script == nil }
    let hasLines = isMissed && request.kind.takesMessages && readsInput && isatty(STDIN_FILENO) == 0
    var rest = (count: 0, isMore: false)
    if hasLines { rest = input.withLock { input in input.countRest { !isInteractive || !$0.isEmpty } } }
    state.withLock { state in
      state.isCounted = true
      if !state.isSatisfied { state.unsent += state.inHand + rest.count }
      state.hasMoreInput = rest.isMore
    }
  }

  /// Sends messages of history, each after its gap.
  ///
  /// - Returns: Whether the connection was closed as then.
  private func sendAgain(_ script: ReplayedMessages) -> Bool {
    for entry in script.messages {
      Thread.sleep(forTimeInterval: entry.gap / .seconds(1))
      if current == nil { return true }
      send(entry.message)
    }
    guard let gap = script.gapBeforeEnd else { return false }
    Thread.sleep(forTimeInterval: gap / .seconds(1))
    waitUntilSent()
    waitForAnswers(script.answers)
    close(script.close)
    return true
  }

  /// Waits for as many messages as had come then, for two seconds at most: this server may be slower.
  private func waitForAnswers(_ count: Int) {
    let end = ContinuousClock.now + .seconds(2)
    while current != nil, ContinuousClock.now < end, state.withLock({ $0.received < count }) {
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Waits until nothing has been sent or received for half a second, and for two at most: a server that gets the close may
  /// not answer what came before.
  private func waitForAnswers() {
    let quiet = Duration.milliseconds(500)
    let end = ContinuousClock.now + .seconds(2)
    while current != nil, ContinuousClock.now < end {
      let rest = quiet - state.withLock { $0.lastMessage }.duration(to: .now)
      if rest <= .zero { return }
      Thread.sleep(forTimeInterval: rest / .seconds(1))
    }
  }

  /// A connection that is being closed has little time for what waits.
  private func waitUntilSent() {
    for _ in 0..<Self.roomSize { room.wait() }
    for _ in 0..<Self.roomSize { room.signal() }
  }

  /// Waits while many messages wait to be sent.
  private func send(_ message: ChannelMessage) {
    room.wait()
    let run = current
    state.withLock { state in
      state.inHand -= 1
      if isInteractive, message.type == "ping" { state.pings.append(.now) }
      if run == nil, !state.isCounted, !state.isSatisfied { state.unsent += 1 }
    }
    run?.send(message)
  }

  private func line(_ bytes: Data, _ number: Int) -> InputLine {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .mistake("Line \(number) is not UTF-8, so it is not sent — write bytes in base64, with --binary")
    }
    if isBinary { return InputLine.binary(text) }
    return isInteractive ? InputLine.command(text, of: request) : .send(InputLine.message(text))
  }
}
