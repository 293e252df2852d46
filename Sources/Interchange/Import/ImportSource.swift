package import Foundation
package import RequestBasics

/// The bytes to import, with the name of their file where there is one.
package struct ImportSource: Sendable {
  package let data: Data
  package let fileName: String?
  /// The source as JSON; `nil` if it is none.
  package let json: JSONValue?
  /// Why it is no JSON.
  package let jsonProblem: String?

  package init(_ data: Data, fileName: String? = nil) {
    self.data = data
    self.fileName = fileName
    do {
      json = try JSONText(Array(data)).value
      jsonProblem = nil
    } catch {
      json = nil
      jsonProblem = "\(error)"
    }
  }

  /// The text, without a byte order mark.
  package var text: String {
    let text = String(decoding: data, as: UTF8.self)
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// The name of the file without its extensions, for what has no name of its own.
  package var stem: String? {
    fileName.map { name in String(name.prefix { $0 != "." }) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
