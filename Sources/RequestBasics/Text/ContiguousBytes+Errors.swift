package import Foundation

extension ContiguousBytes {
  /// Calls `body` with the bytes. Its errors keep their type, which `withUnsafeBytes` loses.
  package func withTypedBytes<Value, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try withUnsafeBytes { bytes in Result<Value, Problem> { () throws(Problem) in try body(bytes) } }.get()
  }
}
