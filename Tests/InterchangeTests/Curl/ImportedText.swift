import Foundation
import RequestModel

@testable import Interchange

/// The result of importing a text, as lines that show all of it.
struct ImportedText {
  let result: ImportResult
  private let format: ImportFormat

  init(_ format: ImportFormat, _ text: String, files: [String: String] = [:]) throws {
    self.format = format
    let files = SourceFiles(files.mapValues { Data($0.utf8) })
    result = try format.read(ImportSource(Data(text.utf8), files: files))
  }

  /// The documents of the requests, without what curl commands have in common.
  var requests: [JSONValue] {
    result.collections.flatMap(\.items).compactMap { item in
      guard case .request(let request) = item else { return nil }
      var document = request.document
      document["headers"] = document["headers"]?.array.map { rows in
        .array(rows.filter { $0 != ["name": "Accept", "value": "*/*"] })
      }
      if document["headers"] == [] { document["headers"] = nil }
      var options = document["options"]?.object ?? JSONObject()
      if format.name == "curl" {
        for name in ["followRedirects", "cookies"] where options[name] == false { options[name] = nil }
      }
      let usual = ["Accept-Encoding, Accept-Language", "Accept-Encoding, Accept-Language, Content-Length"]
      if let names = options.text("omitHeaders"), usual.contains(names) { options["omitHeaders"] = nil }
      document["options"] = options.members.isEmpty ? nil : .object(options)
      return .object(document)
    }
  }

  var variables: JSONValue? { result.collections.first?.settings["variables"] }
  var secrets: [String: String] {
    Dictionary(result.collections.flatMap(\.secrets).map { ($0.name, $0.value) }) { first, _ in first }
  }
  var notes: [String] { result.notes.map { "\($0.kind.rawValue): \($0.text)" } }
}
