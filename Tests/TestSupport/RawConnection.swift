import Foundation
import Glibc

/// A connection of a `RawServer`, as seen by its script.
package final class RawConnection {
  private let socket: Int32
  private let record: @Sendable (String) -> Void
  private var buffer: [UInt8] = []
  private var isOpen = true

  init(_ socket: Int32, _ record: @escaping @Sendable (String) -> Void) {
    self.socket = socket
    self.record = record
  }

  /// The client closed the connection.
  package struct EndOfStream: Error {}

  /// Reads the next request head, without the empty line at its end.
  @discardableResult
  package func readHead() throws -> String {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      if let end = buffer.firstRange(of: mark) {
        let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
        buffer.removeSubrange(..<end.upperBound)
        record(head)
        return head
      }
      try fill()
    }
  }

  /// Reads exactly `count` bytes of a body.
  @discardableResult
  package func readBody(_ count: Int) throws -> String {
    let body = String(decoding: try readBytes(count), as: UTF8.self)
    record(body)
    return body
  }

  /// Reads exactly `count` bytes of a binary body.
  package func readBytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }

  /// Adds a line to what was received.
  package func note(_ line: String) { record(line) }

  /// Waits until the client closes the connection.
  package func waitForEnd() {
    do {
      while true { try fill() }
    } catch {}
  }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { throw EndOfStream() }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a complete response with its length.
  package func respond(_ status: String = "200 OK", headers: [String] = [], body: String = "") throws {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
    try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  package func close() {
    if !isOpen { return }
    isOpen = false
    Glibc.close(socket)
  }

  private func fill() throws {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(socket, &chunk, chunk.count, 0)
    if count <= 0 { throw EndOfStream() }
    buffer += chunk[..<count]
  }
}
