internal import Foundation

/// The JSON form of a jar.
struct CookieFile: Codable {
  static let currentVersion = 1

  var version = Self.currentVersion
  var cookies: [Cookie]

  static func encode(_ cookies: [Cookie]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(CookieFile(cookies: cookies)) + Data("\n".utf8)
    } catch {
      preconditionFailure("texts and flags can always be written as JSON: \(error)")
    }
  }

  static func decode(_ data: Data) throws(CookieFileError) -> [Cookie] {
    do {
      let version = try JSONDecoder().decode(Version.self, from: data).version
      if version != currentVersion { throw CookieFileError.unsupportedVersion(version) }
      return try JSONDecoder().decode(CookieFile.self, from: data).cookies
    } catch let error as CookieFileError {
      throw error
    } catch {
      throw .invalidJSON(error.decodingFact)
    }
  }

  /// Read first: a later version's cookies may look otherwise.
  private struct Version: Decodable { var version: Int }
}

extension Error {
  /// What is wrong and where, without the file's content.
  fileprivate var decodingFact: String {
    switch self as? DecodingError {
    case .keyNotFound(let key, let context): "\(context.place) has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "\(context.place) is of the wrong kind"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "\(context.place): \(context.debugDescription)"
    default: "it is damaged"
    }
  }
}

extension DecodingError.Context {
  /// `cookies[3].expires`
  fileprivate var place: String {
    let path = codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return path.isEmpty ? "the file" : String(path.drop { $0 == "." })
  }
}
