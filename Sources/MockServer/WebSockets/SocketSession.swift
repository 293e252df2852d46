/// An open WebSocket, until one side closes it.
struct SocketSession<Channel: ByteChannel> {
  let channel: Channel
  let conversation: MockConversation
  private(set) var reader = SocketMessageReader()
  private(set) var position = 0

  private static var secondsToBeIdle: Double { 3600 }
  private static var secondsToClose: Double { 5 }

  /// - Parameter first: The bytes that the client sent behind its handshake.
  mutating func serve(after first: [UInt8]) async {
    guard await answer(nil) else { return }
    var bytes = first
    while !Task.isCancelled {
      do throws(SocketViolation) {
        for event in try reader.read(bytes) {
          guard await handle(event) else { return }
        }
      } catch {
        return await close(error.code, Array(error.sentence.utf8))
      }
      bytes = await channel.read(within: Self.secondsToBeIdle)
      if bytes.isEmpty { return }
    }
    await close(1001)
  }

  /// - Returns: Whether the connection stays open.
  private mutating func handle(_ event: SocketMessageReader.Event) async -> Bool {
    switch event {
    case .message(let message): return await answer(message)
    case .ping(let payload): return await channel.write(SocketFrame(.pong, payload).bytes)
    case .close(let payload):
      // The code is repeated.
      if await channel.write(SocketFrame(.close, Array(payload.prefix(2))).bytes) { await channel.finish() }
      return false
    }
  }

  private mutating func answer(_ message: MockMessage?) async -> Bool {
    let turn = conversation.turn(message, position)
    position = turn.position
    for answer in turn.answers {
      if answer.delay > 0 { try? await Task.sleep(for: .seconds(answer.delay)) }  // Ends early when the server stops.
      switch answer.kind {
      case .text: guard await channel.write(SocketFrame(.text, answer.bytes).bytes) else { return false }
      case .binary: guard await channel.write(SocketFrame(.binary, answer.bytes).bytes) else { return false }
      case .close(let code):
        await close(code, answer.bytes)
        return false
      }
    }
    return true
  }

  /// Closes the connection, and continues reading for a moment: ending it at once could destroy what is on its way.
  private func close(_ code: Int, _ reason: [UInt8] = []) async {
    guard await channel.write(SocketFrame.close(code, reason).bytes) else { return }
    await channel.finish()
    let end = ContinuousClock.now + .seconds(Self.secondsToClose)
    while !Task.isCancelled, ContinuousClock.now < end {
      if await channel.read(within: Self.secondsToClose).isEmpty { return }
    }
  }
}
