internal import DequeModule
internal import Foundation
internal import Synchronization

/// Something to send.
struct WebSocketItem: Sendable {
  enum Content: Sendable {
    case message(WebSocketMessage)
    case ping(Data)
    case pong(Data)
    case close(WebSocketCloseCode?, String)
  }

  let id: Int
  let content: Content
  /// Called once: when the item is in the outbox, or never will be.
  var onTaken: (@Sendable (RequestError?) -> Void)?
  /// Called once: when the last byte was written, or never will be.
  var onSent: WebSocketSendCompletion?

  /// Reports that the item will not be sent.
  func fail(_ error: RequestError) {
    onTaken?(error)
    onSent?(.failure(error))
  }
}

extension WebSocketHub {
  /// Sends when there is room, and returns then.
  func send(_ content: WebSocketItem.Content, of request: RequestCore) async throws(RequestError) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(WebSocketItem(id: id, content: content, onTaken: { continuation.resume(returning: $0) }), request)
        // The handler may have run before the item was added.
        if Task.isCancelled { withdraw(id) }
      }
    } onCancel: {
      withdraw(id)
    }
    if let error { throw error }
  }

  /// Sends when there is room, without waiting.
  func send(
    _ content: WebSocketItem.Content, of request: RequestCore, _ completion: @escaping WebSocketSendCompletion
  ) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    enqueue(WebSocketItem(id: id, content: content, onSent: completion), request)
  }

  /// Takes back an item that waits.
  private func withdraw(_ id: Int) {
    let item = state.withLock { state -> WebSocketItem? in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    item?.fail(.explicitlyCancelled)
  }

  private func enqueue(_ item: WebSocketItem, _ request: RequestCore) {
    if let failure = item.content.failure { return item.fail(.webSocket(failure)) }
    let end: RequestError? = state.withLock { state in
      if let end = state.end ?? (state.isClosing ? .webSocket(.notOpen) : nil) { return end }
      if case .close = item.content { state.isClosing = true }
      state.waiting.append(item)
      return nil
    }
    if let end { return item.fail(end) }
    request.startWithFirstSend()
    pump(request)
  }

  /// Moves waiting items to the outbox while that has room. One thread at a time does it, so that their order stays.
  func pump(_ request: RequestCore) {
    while let (item, connection) = next() { write(item, connection, request) }
  }

  private func next() -> (WebSocketItem, WebSocketConnection)? {
    state.withLock { state in
      guard state.isOpen, !state.isPumping, state.sentClose == nil, let connection = state.connection else {
        return nil
      }
      guard !state.waiting.isEmpty, connection.outbox.hasRoom(below: settings.maxWaitingSize) else { return nil }
      let item = state.waiting.removeFirst()
      state.isPumping = true
      if case .close(let code, let reason) = item.content {
        state.sentClose = WebSocketClose(code: code, reason: reason, isFromServer: false, isClean: false)
      }
      return (item, connection)
    }
  }

  private func write(_ item: WebSocketItem, _ connection: WebSocketConnection, _ request: RequestCore) {
    let frames = item.content.frames(connection)
    if settings.reportsFrames {
      let time = connection.time
      deliver(frames.map { .frame($0.description(at: time)) }, nil, request)
    }
    let details = WebSocketDetails(
      time: connection.time, frameCount: frames.count, wireSize: frames.reduce(0) { $0 + $1.wireSize },
      isCompressed: frames.first?.isCompressed ?? false)
    var completion: WebSocketOutbox.Completion?
    if let onSent = item.onSent {
      completion = { error in
        if let error { onSent(.failure(error)) } else { onSent(.success(details)) }
      }
    }
    let isClose = if case .close = item.content { true } else { false }
    // Before the frame, whose answer may end the connection at once.
    if isClose, let close = state.withLock({ $0.sentClose }) { deliver([.closing(close)], nil, request) }
    let isTaken = connection.outbox.append(frames, completion)
    state.withLock { $0.isPumping = false }
    if isTaken { item.onTaken?(nil) } else { item.fail(.webSocket(.notOpen)) }
    if isClose { endSoon(connection, request) }
  }

  /// Closes after the waiting messages.
  func close(_ code: WebSocketCloseCode?, _ reason: String, of request: RequestCore) throws(RequestError) {
    if let code, !code.mayBeSent { throw .webSocket(.invalidCloseCode(code)) }
    if reason.utf8.count > 123 || code == nil && !reason.isEmpty { throw .webSocket(.controlTooLarge) }
    enum Step {
      case nothing, cancel
      case close(WebSocketConnection)
    }
    let step: Step = state.withLock { state in
      if state.isClosing || state.end != nil { return .nothing }
      guard state.wasOpened, let connection = state.connection else {
        // A lost connection that is not replaced is about to end with its own error.
        return state.wasOpened && settings.reconnection == nil ? .nothing : .cancel
      }
      return .close(connection)
    }
    switch step {
    case .nothing: break
    case .cancel: request.stop(because: .explicitlyCancelled)
    case .close(let connection):
      send(.close(code, reason), of: request) { _ in }
      // Also if the server does not read what is to be sent before.
      endSoon(connection, request)
    }
  }
}

extension WebSocketItem.Content {
  /// Why it cannot be sent on any connection.
  fileprivate var failure: WebSocketFailure? {
    switch self {
    case .ping(let payload), .pong(let payload): payload.count > 125 ? .controlTooLarge : nil
    case .message, .close: nil
    }
  }

  fileprivate func frames(_ connection: WebSocketConnection) -> [WebSocketFrameWriter.Frame] {
    switch self {
    case .message(let message): connection.frames(of: message)
    case .ping(let payload): [WebSocketFrameWriter.Frame(.ping, ArraySlice(payload))]
    case .pong(let payload): [WebSocketFrameWriter.Frame(.pong, ArraySlice(payload))]
    case .close(let code, let reason): [WebSocketFrameWriter.close(code, reason)]
    }
  }
}
