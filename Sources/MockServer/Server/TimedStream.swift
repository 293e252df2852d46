/// The body of a stream. Each event or line is a chunk of its own, sent when it is due.
///
/// Due times count from the head, so that a late chunk does not delay all others.
struct TimedStream {
  private var reader: PieceReader
  private var splitter: StreamSplitter
  private let delays: EventDelays
  /// The number of the next event or line, from 0.
  private var number: Int
  /// The time when it is due.
  private var due = ContinuousClock.now

  /// The maximum time until a closed connection is noticed.
  private static var longestSleep: Duration { .seconds(1) }

  /// - Parameter number: The number of the first event or line.
  init(_ reader: PieceReader, _ format: StreamFormat, _ delays: EventDelays, first number: Int) {
    (self.reader, self.delays, self.number) = (reader, delays, number)
    splitter = StreamSplitter(format)
  }

  /// In bytes.
  var size: Int { reader.count }

  /// - Returns: Whether everything was written: `false` for a limit below the size, or if the client disconnects or the
  ///   server stops.
  mutating func write(to channel: some ByteChannel, limit: Int, inChunks: Bool) async -> Bool {
    due = .now
    var left = min(limit, size)
    while left > 0 {
      let piece = reader.next(left)
      guard !piece.isEmpty, await write(piece, to: channel, inChunks) else { return false }
      left -= piece.count
    }
    guard limit >= size else { return false }
    return inChunks ? await channel.write(ReplyBody.chunk([])) : true
  }

  private mutating func write(_ piece: [UInt8], to channel: some ByteChannel, _ inChunks: Bool) async -> Bool {
    var start = 0
    for (index, byte) in piece.enumerated() where splitter.begins(with: byte) {
      guard await send(piece[start..<index], to: channel, inChunks), await waitForNext(channel) else { return false }
      start = index
    }
    return await send(piece[start...], to: channel, inChunks)
  }

  private func send(_ part: ArraySlice<UInt8>, to channel: some ByteChannel, _ inChunks: Bool) async -> Bool {
    part.isEmpty ? true : await channel.write(inChunks ? ReplyBody.chunk(Array(part)) : Array(part))
  }

  /// Waits until the next event or line is due. Returns `false` early if the client disconnects or the server
  /// stops.
  private mutating func waitForNext(_ channel: some ByteChannel) async -> Bool {
    due = due.advanced(by: delays.delay(before: number))
    number += 1
    while true {
      let left: Duration = due - ContinuousClock.now
      guard left > .zero else { return true }
      do { try await Task.sleep(for: min(left, Self.longestSleep)) } catch { return false }
      if await channel.isClosed() { return false }
    }
  }
}
