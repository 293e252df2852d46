public import Foundation

extension URLEncodedFormEncoder {
  /// How the elements of an array are named.
  public enum ArrayEncoding: Sendable {
    /// `a[]=1&a[]=2`, as PHP and Rails read them.
    case brackets
    /// `a=1&a=2`
    case noBrackets
    /// `a[0]=1&a[1]=2`
    case indexInBrackets
    /// The name of the element at `index` of the array named `key`.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)

    func encode(_ key: String, at index: Int) -> String {
      switch self {
      case .brackets: key + "[]"
      case .noBrackets: key
      case .indexInBrackets: "\(key)[\(index)]"
      case .custom(let name): name(key, index)
      }
    }
  }

  /// How booleans are written; the numbers 0 and 1 stay what they are.
  public enum BoolEncoding: Hashable, Sendable {
    /// `1` and `0`
    case numeric
    /// `true` and `false`
    case literal

    func encode(_ bool: Bool) -> String {
      switch self {
      case .numeric: bool ? "1" : "0"
      case .literal: bool ? "true" : "false"
      }
    }
  }

  /// How `Data` is written.
  public enum DataEncoding: Sendable {
    /// As `Data` encodes itself: an array of bytes.
    case deferredToData
    /// RFC 4648, section 4.
    case base64
    /// As the closure writes it.
    case custom(@Sendable (Data) throws -> String)

    /// `nil` where the data shall encode itself.
    func encode(_ data: Data) throws -> String? {
      switch self {
      case .deferredToData: nil
      case .base64: data.base64EncodedString()
      case .custom(let text): try text(data)
      }
    }
  }

  /// How `Date` is written.
  public enum DateEncoding: Sendable {
    /// As `Date` encodes itself: seconds since 2001-01-01.
    case deferredToDate
    /// With a fraction: `123.0`.
    case secondsSince1970
    /// With a fraction: `123000.0`.
    case millisecondsSince1970
    /// RFC 3339 in UTC, whole seconds: `1970-01-01T00:02:03Z`.
    case iso8601
    /// As the formatter writes it, in its locale and time zone.
    case formatted(DateFormatter)
    /// As the closure writes it.
    case custom(@Sendable (Date) throws -> String)

    /// `nil` where the date shall encode itself.
    func encode(_ date: Date) throws -> String? {
      switch self {
      case .deferredToDate: nil
      case .secondsSince1970: "\(date.timeIntervalSince1970)"
      case .millisecondsSince1970: "\(date.timeIntervalSince1970 * 1000)"
      case .iso8601: date.formatted(.iso8601)
      case .formatted(let formatter): formatter.string(from: date)
      case .custom(let text): try text(date)
      }
    }
  }

  /// How a missing value is written.
  public struct NilEncoding: Sendable {
    /// Neither name nor value.
    public static let dropKey = NilEncoding { nil }
    /// The name and an empty value: `a=`.
    public static let dropValue = NilEncoding { "" }
    /// `a=null`
    public static let null = NilEncoding { "null" }

    let text: @Sendable () -> String?

    /// - Parameter text: What stands for nothing; `nil` drops the pair.
    public init(_ text: @escaping @Sendable () -> String?) { self.text = text }
  }

  /// How spaces are written.
  public enum SpaceEncoding: Hashable, Sendable {
    /// `%20`
    case percentEscaped
    /// `+`, as browsers send forms; a plus itself is `%2B` in both.
    case plusReplaced
  }
}
