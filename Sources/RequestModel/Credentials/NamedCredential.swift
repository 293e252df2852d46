/// Values that their names say are credentials: `password`, `api_key`, `accessToken`.
///
/// Decides about the texts of files. `SuppliedCredential` masks values of more names.
enum NamedCredential {
  /// A shorter value is hardly a credential, and masking it would hide half of a report.
  static let shortest = 6

  /// Whether a value is a password or token by its name, and mixes letters with digits or marks. Words with dashes, such
  /// as `demo-token`, do not.
  static func isLikely(_ name: String, _ value: String) -> Bool {
    guard isPossible(name, value), value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    return value.utf8.contains(where: isLetter) && value.utf8.contains { !isLetter($0) && !dashes.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static let dashes = Array("-_.".utf8)

  /// Whether a value may be a password or token by its name, even if it is a word or a number.
  static func isPossible(_ name: String, _ value: String) -> Bool {
    isNamed(name) && value.utf8.count >= shortest && !isExample(value) && !isPlaceholder(value) && !isReference(value)
      && Template(value).isPlainText
  }

  static func isNamed(_ name: String) -> Bool {
    let name = innermost(name)
    let letters = SecretName.letters(of: name)
    return names.contains(letters)
      || endings.contains { letters.endsExactly(with: $0) } && !SecretName.isPosition(name)
  }

  /// The last part of a nested name of a form: `password` of `user[password]`.
  private static func innermost(_ name: String) -> String {
    guard name.utf8.last == UInt8(ascii: "]") else { return name }
    return name.split { $0 == "[" || $0 == "]" }.last.map { String($0) } ?? name
  }

  private static let names: Set<String> = ["jwt", "pass", "pwd"]
  private static let endings = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey",
    "credential", "credentials", "authorization",
  ]

  /// Whether a value names the place of a credential: a URL or a path.
  private static func isReference(_ text: String) -> Bool {
    text.containsExactly("://") || ["/", "./", "../", "~/"].contains { text.startsExactly(with: $0) }
  }

  static func isExample(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["example", "changeme", "change-me", "placeholder", "your", "dummy", "sample", "xxxx", "0000", "1234567"]
      .contains { text.contains($0) } || text.first == "<" || text.first == "$"
  }

  /// Whether a text is a placeholder such as `token`.
  static func isPlaceholder(_ text: String) -> Bool {
    let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty || placeholders.contains(letters)
  }

  private static let placeholders: Set<String> = [
    "password", "passwd", "pass", "secret", "token", "key", "apikey", "accesstoken", "credential", "test", "demo",
    "wrong", "invalid", "none", "null", "foo", "bar", "todo", "tbd", "x", "xx", "xxx", "abc", "123",
  ]
}
