import Foundation

/// The value of curl's `--pinnedpubkey`.
enum PinnedKeys {
  /// The digests as typed, or those of the keys in a file.
  static func digests(_ typed: String) throws -> String {
    if CurlRoute.isPin(typed) { return typed }
    return try CommandExit.failing(with: CommandExit.usage, "--pinnedpubkey: ") {
      try PublicKeyPin.pins(ofKeyIn: URL(fileURLWithPath: typed)).joined(separator: ";")
    }
  }
}
