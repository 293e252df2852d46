public import Foundation

/// Encodes `Encodable` values as `name=value&…`, for query strings and form bodies.
///
/// The root must have keys. Values from `superEncoder()` are placed beside those of the subclass;
/// `superEncoder(forKey:)` nests them. `Decimal` is written as digits and `URL` as text.
public struct URLEncodedFormEncoder: Sendable {
  let alphabetizeKeyValuePairs: Bool
  let arrayEncoding: ArrayEncoding
  let boolEncoding: BoolEncoding
  let dataEncoding: DataEncoding
  let dateEncoding: DateEncoding
  let keyEncoding: KeyEncoding
  let keyPathEncoding: KeyPathEncoding
  let nilEncoding: NilEncoding
  let spaceEncoding: SpaceEncoding
  let allowedCharacters: CharacterSet

  /// An encoding error.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// The root of this type is an array or a single value.
    case invalidRootObject(type: String)
  }

  /// Creates an encoder. Most servers expect the defaults.
  ///
  /// - Parameters:
  ///   - alphabetizeKeyValuePairs: Whether pairs are sorted by key on each level, so that equal values have equal
  ///     encodings. Otherwise they are in coding order.
  ///   - dateEncoding: By default seconds since 2001-01-01.
  ///   - allowedCharacters: ASCII characters that are not percent-encoded. All other characters are encoded as UTF-8
  ///     escapes.
  public init(
    alphabetizeKeyValuePairs: Bool = true, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric, dataEncoding: DataEncoding = .base64,
    dateEncoding: DateEncoding = .deferredToDate, keyEncoding: KeyEncoding = .useDefaultKeys,
    keyPathEncoding: KeyPathEncoding = .brackets, nilEncoding: NilEncoding = .dropKey,
    spaceEncoding: SpaceEncoding = .percentEscaped, allowedCharacters: CharacterSet = defaultAllowedCharacters
  ) {
    self.alphabetizeKeyValuePairs = alphabetizeKeyValuePairs
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
    self.dataEncoding = dataEncoding
    self.dateEncoding = dateEncoding
    self.keyEncoding = keyEncoding
    self.keyPathEncoding = keyPathEncoding
    self.nilEncoding = nilEncoding
    self.spaceEncoding = spaceEncoding
    self.allowedCharacters = allowedCharacters
  }

  /// Returns the pairs of `value`.
  ///
  /// - Throws: `Error`, or whatever the value's `encode(to:)` or a custom encoding threw.
  public func encode(_ value: some Encodable) throws -> String {
    let root = FormNode(.unset)
    try FormValueEncoder(node: root, choices: self, codingPath: []).encode(value)
    switch root.content {
    case .object, .unset: return serializer.text(of: root)
    case .text, .null, .array: throw Error.invalidRootObject(type: "\(type(of: value))")
    }
  }

  /// Returns the pairs of `value` as ASCII bytes.
  ///
  /// - Throws: `Error`, or whatever the value's `encode(to:)` or a custom encoding threw.
  public func encode(_ value: some Encodable) throws -> Data {
    let text: String = try encode(value)
    return Data(text.utf8)
  }

  private var serializer: FormSerializer {
    FormSerializer(
      arrayEncoding: arrayEncoding, keyEncoding: keyEncoding, keyPathEncoding: keyPathEncoding,
      nilEncoding: nilEncoding, isAlphabetized: alphabetizeKeyValuePairs,
      escaping: FormEscaping(allowed: allowedCharacters, spaces: spaceEncoding))
  }
}

extension URLEncodedFormEncoder {
  /// Characters allowed in query names and values: unreserved ones, `?` and `/` (RFC 3986, section 3.4).
  public static let defaultAllowedCharacters = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/")

  /// How the keys of types and dictionaries are converted to names.
  public enum KeyEncoding: Sendable {
    /// Unchanged.
    case useDefaultKeys
    /// `oneTwoThree` is `one_two_three`, `myURLPath` is `my_url_path`.
    case convertToSnakeCase
    /// `oneTwoThree` is `one-two-three`.
    case convertToKebabCase
    /// `oneTwoThree` is `OneTwoThree`.
    case capitalized
    /// `oneTwoThree` is `ONETWOTHREE`.
    case uppercased
    /// `oneTwoThree` is `onetwothree`.
    case lowercased
    /// Custom names.
    case custom(@Sendable (String) -> String)

    func encode(_ key: String) -> String {
      switch self {
      case .useDefaultKeys: key
      case .convertToSnakeCase: key.words.joined(separator: "_")
      case .convertToKebabCase: key.words.joined(separator: "-")
      case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
      case .uppercased: key.uppercased()
      case .lowercased: key.lowercased()
      case .custom(let name): name(key)
      }
    }
  }

  /// How the key of an inner value is appended to the name of the outer one.
  public struct KeyPathEncoding: Sendable {
    /// `a[b][c]`
    public static let brackets = KeyPathEncoding { "[\($0)]" }
    /// `a.b.c`
    public static let dots = KeyPathEncoding { ".\($0)" }

    let suffix: @Sendable (_ subkey: String) -> String

    /// Creates an encoding.
    ///
    /// - Parameter suffix: Returns the suffix for an inner key: `{ "-\($0)" }` makes `a-b`.
    public init(_ suffix: @escaping @Sendable (_ subkey: String) -> String) { self.suffix = suffix }
  }
}

extension String {
  /// The lower-case words of a camel-case name. A word begins at an upper-case letter after a lower-case one, and at
  /// the last upper-case letter of a run that is followed by a lower-case one: `myURLPath` is `my`, `url`, `path`.
  fileprivate var words: [String] {
    let letters = Array(self)
    var words: [String] = [""]
    for (index, letter) in letters.enumerated() {
      if index > 0, letter.isUppercase, Self.isBoundary(letters, index) { words.append("") }
      words[words.count - 1] += letter.lowercased()
    }
    return words
  }

  private static func isBoundary(_ letters: [Character], _ index: Int) -> Bool {
    let previous = letters[index - 1]
    if previous == "_" || previous == "-" { return false }
    return !previous.isUppercase || index + 1 < letters.count && letters[index + 1].isLowercase
  }
}

extension URLEncodedFormEncoder {
  /// How the elements of an array are named.
  public enum ArrayEncoding: Sendable {
    /// `a[]=1&a[]=2`, as in PHP and Rails.
    case brackets
    /// `a=1&a=2`
    case noBrackets
    /// `a[0]=1&a[1]=2`
    case indexInBrackets
    /// Returns the name of the element at `index` of the array `key`.
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

  /// How booleans are written. Does not affect the numbers 0 and 1.
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
    /// The encoding of `Data`: an array of bytes.
    case deferredToData
    /// RFC 4648, section 4.
    case base64
    /// Custom text.
    case custom(@Sendable (Data) throws -> String)

    /// `nil` if the data should encode itself.
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
    /// The encoding of `Date`: seconds since 2001-01-01.
    case deferredToDate
    /// With a fraction: `123.0`.
    case secondsSince1970
    /// With a fraction: `123000.0`.
    case millisecondsSince1970
    /// RFC 3339 in UTC, whole seconds: `1970-01-01T00:02:03Z`.
    case iso8601
    /// Formatted by a `DateFormatter`.
    case formatted(DateFormatter)
    /// Custom text.
    case custom(@Sendable (Date) throws -> String)

    /// `nil` if the date should encode itself.
    func encode(_ date: Date) throws -> String? {
      switch self {
      case .deferredToDate: nil
      case .secondsSince1970: "\(date.timeIntervalSince1970)"
      case .millisecondsSince1970: "\(date.timeIntervalSince1970 * 1000)"
      case .iso8601: UTCTime(date).extended
      case .formatted(let formatter): formatter.string(from: date)
      case .custom(let text): try text(date)
      }
    }
  }

  /// How `nil` is written.
  public struct NilEncoding: Sendable {
    /// Neither name nor value.
    public static let dropKey = NilEncoding { nil }
    /// The name and an empty value: `a=`.
    public static let dropValue = NilEncoding { "" }
    /// `a=null`
    public static let null = NilEncoding { "null" }

    let text: @Sendable () -> String?

    /// Creates an encoding.
    ///
    /// - Parameter text: Returns the text for `nil`, or `nil` to omit the pair.
    public init(_ text: @escaping @Sendable () -> String?) { self.text = text }
  }

  /// How spaces are written.
  public enum SpaceEncoding: Hashable, Sendable {
    /// `%20`
    case percentEscaped
    /// `+`, as in forms sent by browsers. A plus sign is always `%2B`.
    case plusReplaced
  }
}
