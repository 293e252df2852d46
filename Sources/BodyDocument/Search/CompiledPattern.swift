internal import CPcre2

/// Owns a pattern compiled by PCRE2.
///
/// The pattern is immutable, and PCRE2 allows concurrent matching with it, so it is safe to share.
final class CompiledPattern: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  init(_ pattern: String, options: UInt32) throws(RegularExpressionProblem) {
    var pattern = pattern
    var code: Int32 = 0
    var offset = 0
    let compiled = pattern.withUTF8 { cp_compile($0.baseAddress, $0.count, options, &code, &offset) }
    guard let compiled else {
      let characters = String(decoding: Array(pattern.utf8.prefix(offset)), as: UTF8.self).count
      throw RegularExpressionProblem(.syntax(Self.message(code), column: characters + 1))
    }
    raw = compiled
  }

  deinit { cp_free(raw) }

  private static func message(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = cp_message(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }
}
