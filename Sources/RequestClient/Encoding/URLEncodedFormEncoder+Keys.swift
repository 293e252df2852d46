import Foundation

extension URLEncodedFormEncoder {
  /// How the keys of types and dictionaries become names.
  public enum KeyEncoding: Sendable {
    /// As they are.
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
    /// As the closure names them.
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

    /// - Parameter suffix: What is appended for an inner key: `{ "-\($0)" }` makes `a-b`.
    public init(_ suffix: @escaping @Sendable (_ subkey: String) -> String) { self.suffix = suffix }
  }
}

extension String {
  /// The words of a camel-case name in lower case. A new one begins where a capital follows a small letter, and at
  /// the last capital of a run that a small letter follows: `myURLPath` is `my`, `url`, `path`.
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
