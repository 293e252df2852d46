public import Foundation

/// Turns `Encodable` values into `name=value&…` texts, as query strings and form bodies have them.
///
/// The root must have keys. A superclass's values from `superEncoder()` stand beside its subclass's, because a form
/// has no place for them to be nested in; `superEncoder(forKey:)` nests them. `Decimal` is written as its digits and
/// `URL` as its text.
public struct URLEncodedFormEncoder: Sendable {
  /// Whether pairs are sorted by key on each level, which makes equal values equal texts; else they are in coding
  /// order.
  public var alphabetizeKeyValuePairs: Bool
  /// `a[]=1` unless told.
  public var arrayEncoding: ArrayEncoding
  /// `1` and `0` unless told.
  public var boolEncoding: BoolEncoding
  /// Base 64 unless told.
  public var dataEncoding: DataEncoding
  /// Seconds since 2001-01-01 unless told.
  public var dateEncoding: DateEncoding
  /// Keys as they are unless told.
  public var keyEncoding: KeyEncoding
  /// `a[b]` unless told.
  public var keyPathEncoding: KeyPathEncoding
  /// Left out unless told.
  public var nilEncoding: NilEncoding
  /// `%20` unless told.
  public var spaceEncoding: SpaceEncoding
  /// The ASCII characters that stand as they are; all others become percent escapes of their UTF-8.
  public var allowedCharacters: CharacterSet

  /// A value that a form cannot have.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// The root of this type is an array or a single value.
    case invalidRootObject(type: String)
  }

  /// Each argument is what most servers expect where it is left out.
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

  /// The pairs of `value`; empty where it has none.
  ///
  /// - Throws: `Error`, or whatever the value's `encode(to:)` or a custom encoding threw.
  public func encode(_ value: some Encodable) throws -> String {
    let root = FormNode(.unset)
    try FormValueEncoder(root, choices: self).encode(value)
    switch root.content {
    case .object, .unset: return serializer.text(of: root)
    case .text, .null, .array: throw Error.invalidRootObject(type: "\(type(of: value))")
    }
  }

  /// The same as bytes of ASCII.
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
  /// What may stand in a query's names and values: RFC 3986's unreserved characters, `?` and `/` (section 3.4).
  public static let defaultAllowedCharacters = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/")
}
