internal import Foundation

/// The bytes of a producer that runs in a task of its own, for as long as the reader lives.
final class StreamReader: BodyReader {
  let length: Int?
  private let pieces: StreamBuffer
  private let producer: Task<Void, Never>
  private var piece = Data()
  private var position = 0
  private var received = 0

  init(_ produce: @escaping BodyStream.Producer, length: Int?, whenReady: @escaping @Sendable () -> Void) {
    let pieces = StreamBuffer(whenReady: whenReady)
    self.length = length
    self.pieces = pieces
    producer = Task {
      do {
        try await produce { try await pieces.append($0) }
        pieces.end(.success(()))
      } catch {
        pieces.end(.failure(error))
      }
    }
  }

  deinit {
    producer.cancel()
    pieces.close()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyPiece {
    // The piece that completes the length waits for the end, which tells that it was the last.
    while position == piece.count || received == length {
      switch pieces.next() {
      case .piece(let next): try accept(next)
      case .end:
        if let length, received < length { throw .wrongLength(expected: length, actual: received) }
        return position == piece.count ? .end : copy(into: buffer)
      case .failure(let error): throw .producerFailed(error)
      case .wait: return .wait
      }
    }
    return copy(into: buffer)
  }

  private func accept(_ next: Data) throws(BodyFailure) {
    received += next.count
    if let length, received > length { throw .wrongLength(expected: length, actual: received) }
    (piece, position) = (next, 0)
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) -> BodyPiece {
    let count = piece.copyBytes(from: position, into: buffer)
    position += count
    if position == piece.count { (piece, position) = (Data(), 0) }
    return .bytes(count)
  }
}
