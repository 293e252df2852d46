/// A version of TLS, the oldest first. System-wide settings may refuse old ones whatever is asked for.
public enum TLSVersion: String, CaseIterable, Comparable, Sendable {
  case v1_0 = "1.0"
  case v1_1 = "1.1"
  case v1_2 = "1.2"
  case v1_3 = "1.3"

  /// Whether `a` is the older.
  public static func < (a: TLSVersion, b: TLSVersion) -> Bool { a.rawValue < b.rawValue }
}
