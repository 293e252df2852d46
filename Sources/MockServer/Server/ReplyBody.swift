/// The body of a response.
enum ReplyBody {
  /// In memory or in a file.
  case whole(PieceReader)
  /// Generated while it is sent.
  case pieces(MockPieces)
  /// Events or lines, each sent when it is due.
  case stream(TimedStream)

  init(_ reply: MockReply) throws(PieceReader.Unreadable) {
    if case .pieces(let pieces) = reply.body {
      self = .pieces(pieces)
      return
    }
    let reader = try PieceReader(reply.body, from: reply.start.offset)
    let format = StreamFormat(contentType: reply.headers.first("Content-Type"))
    if let delays = reply.eventDelays, let format {
      self = .stream(TimedStream(reader, format, delays, first: reply.start.number))
    } else {
      self = .whole(reader)
    }
  }

  /// The `Content-Length`; `nil` for a chunked body.
  var count: Int? {
    switch self {
    case .whole(let reader): reader.count
    case .pieces(let pieces): pieces.count
    case .stream: nil
    }
  }

  /// The size in bytes; `nil` if unknown in advance.
  var size: Int? {
    if case .stream(let stream) = self { stream.size } else { count }
  }

  /// Writes the head and the body. A small body is in the same write as the head.
  ///
  /// - Parameters:
  ///   - limit: In bytes, for a body of known size.
  ///   - isHTTP10: Whether closing the connection ends a body of unknown size.
  /// - Returns: Whether all was written, up to the limit.
  func write(to channel: some ByteChannel, after head: [UInt8], limit: Int, isHTTP10: Bool) async -> Bool {
    switch self {
    case .whole(let reader): return await Self.write(reader, to: channel, after: head, limit: limit)
    case .pieces(let pieces):
      guard await channel.write(head) else { return false }
      return await Self.write(pieces, to: channel, inChunks: pieces.count == nil && !isHTTP10)
    case .stream(var stream):
      guard await channel.write(head) else { return false }
      return await stream.write(to: channel, limit: limit, inChunks: !isHTTP10)
    }
  }

  private static func write(
    _ reader: PieceReader, to channel: some ByteChannel, after head: [UInt8], limit: Int
  ) async -> Bool {
    var (reader, start, left) = (reader, head, min(limit, reader.count))
    repeat {
      let piece = left > 0 ? reader.next(left) : []
      guard await channel.write(start + piece), left == 0 || !piece.isEmpty else { return false }
      start = []
      left -= piece.count
    } while left > 0
    return true
  }

  private static func write(_ pieces: MockPieces, to channel: some ByteChannel, inChunks: Bool) async -> Bool {
    var number = 0
    while let piece = try? await pieces.make(number) {  // One that fails ends the connection within the body.
      if piece.isEmpty { return inChunks ? await channel.write(chunk([])) : true }
      guard await channel.write(inChunks ? chunk(piece) : piece) else { return false }
      number += 1
    }
    return false
  }

  /// A chunk (RFC 9112, section 7.1). An empty one is the last.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }
}
