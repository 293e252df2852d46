import Foundation
import TestSupport

@testable import RequestClient

extension HTTPBody {
  /// All bytes, read like a transport with buffers of `bufferSize` bytes.
  func bytes(bufferSize: @autoclosure () -> Int = 4096) async throws -> Data {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    var calls = ready.makeAsyncIterator()
    let reader = try open { signal.yield() }
    var all = Data()
    while true {
      let (chunk, bytes) = try reader.chunk(bufferSize: bufferSize())
      switch chunk {
      case .bytes: all += bytes
      case .wait: await calls.next()
      case .end:
        return all
      }
    }
  }

  /// The error thrown by reading to the end.
  func failure() async -> BodyFailure? {
    do {
      _ = try await bytes()
      return nil
    } catch {
      return error as? BodyFailure
    }
  }
}

extension BodyReader {
  func chunk(bufferSize: Int = 4096) throws -> (BodyChunk, Data) {
    var buffer = [UInt8](repeating: 0xFF, count: bufferSize)
    let chunk = try buffer.withUnsafeMutableBytes { try read(into: $0) }
    guard case .bytes(let count) = chunk else { return (chunk, Data()) }
    return (chunk, Data(buffer.prefix(count)))
  }
}

/// A temporary folder for one test.
final class Scratch: Sendable {
  let folder = URL.temporaryDirectory.appending(path: "request-client-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }  // What is left goes with the machine's temporary files.

  func file(_ name: String = "file.bin", _ contents: Data = Data()) throws -> URL {
    let url = folder.appending(path: name)
    try contents.write(to: url)
    return url
  }
}

extension Data {
  /// Bytes that depend on their position.
  static func sample(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }) }
}
