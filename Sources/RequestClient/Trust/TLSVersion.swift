/// A version of TLS, the oldest first. System-wide settings may refuse old ones whatever is asked for.
public enum TLSVersion: String, CaseIterable, Comparable, Sendable {
  /// RFC 2246; deprecated since 2021.
  case v1_0 = "1.0"
  /// RFC 4346; deprecated since 2021.
  case v1_1 = "1.1"
  /// RFC 5246.
  case v1_2 = "1.2"
  /// RFC 8446.
  case v1_3 = "1.3"

  /// Whether `a` is the older.
  public static func < (a: TLSVersion, b: TLSVersion) -> Bool { a.rawValue < b.rawValue }
}
