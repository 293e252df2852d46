internal import Foundation

/// The placeholder for a secret in code.
package enum CodePlaceholder {
  private static let prefix = "YOUR_"

  /// `YOUR_API_KEY`: it needs no escapes in any language, nor in a URL.
  package static func text(for name: String) -> String { prefix + word(name) }

  /// With placeholders for the secrets that are written in options.
  package static func replaced(in options: RequestOptions) -> RequestOptions {
    options.replacingSecrets { field, _ in text(for: field) }
  }

  private static func word(_ name: String) -> String {
    let word = name.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) ? Character(scalar) : "_"
    }
    return String(word).uppercased()
  }

  /// The placeholders of the secrets that a collection declares, and of the tokens that take the place of others, each
  /// with the name of an environment variable: longest first, as one may begin with another.
  static func all(in source: ExportSource) -> [(text: String, variable: String)] {
    if source.includesSecrets { return [] }
    let names = Set((secrets(in: source.collection) + ["access_token", "jwt"]).map(word))
    return names.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
      .map { (prefix + $0, $0.first?.isNumber == true ? "_" + $0 : $0) }
  }

  private static func secrets(in folder: PortableFolder) -> [String] {
    let inner = folder.items.flatMap { item -> [String] in
      if case .folder(let folder) = item { secrets(in: folder) } else { [] }
    }
    return ([folder.settings] + folder.environments.map(\.document)).flatMap(secrets) + inner
  }

  private static func secrets(in document: JSONObject) -> [String] {
    document["variables"].objects.filter { $0["secret"]?.bool == true }
      .compactMap { $0["name"]?.string }
  }

  /// The name and password in Basic credentials that hold a placeholder.
  static func basicLogin(_ value: String) -> String? {
    let login = value.removingExactly(prefix: "Basic ").flatMap { Data(base64Encoded: $0) }?.codeText
    return login.flatMap { $0.containsExactly(prefix) ? $0 : nil }
  }
}

extension CodeRequest {
  /// Where placeholders cannot be seen.
  var placeholderNotes: [String] {
    headers.compactMap { header in
      CodePlaceholder.basicLogin(header.value).map { "\(header.name) has the base64 of \($0)." }
    }
  }
}
