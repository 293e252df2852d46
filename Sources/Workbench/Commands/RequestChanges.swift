import ArgumentParser
import Foundation
import RequestModel

/// The changes that the options of `send` make to a request.
struct RequestChanges: Sendable {
  var method: String?
  var headers: [Parameter] = []
  var body: TypedBody?
  var timeout: Double?
  var maxBody: Int?
  var verifiesTLS = true
  var followsRedirects = true

  func applied(to request: SavedRequest) -> SavedRequest {
    var request = request
    if let method { request.method = method }
    let names = Set(headers.map { $0.name.lowercased() })
    if !headers.isEmpty { request.headers = request.headers.filter { !names.contains($0.name.lowercased()) } + headers }
    if let body { request.body = body.content(inPlaceOf: request.body) }
    if let timeout { request.options.timeout = timeout }
    if let maxBody { request.options.maxBody = maxBody }
    if !verifiesTLS { request.options.verifiesTLS = false }
    if !followsRedirects { request.options.followsRedirects = false }
    return request
  }
}

/// Parsing of option values.
enum OptionText {
  /// `Name: value`
  static func header(_ text: String) throws -> Parameter {
    guard let (name, value) = text.cut(at: ":"), !name.isEmpty else {
      throw CommandExit.fail("\"\(text)\" is not a header — write it as 'Name: value'", CommandExit.usage)
    }
    return Parameter(name, String(value.unicodeScalars.drop { $0 == " " }))
  }

  /// `name=value`. The last one of several with the same name wins.
  static func variables(_ texts: [String]) throws -> [String: String] {
    var values: [String: String] = [:]
    for text in texts {
      guard let (name, value) = text.cut(at: "="), !name.isEmpty else {
        throw CommandExit.fail("\"\(text)\" is not a variable — write it as name=value", CommandExit.usage)
      }
      values[name] = value
    }
    return values
  }

  static func size(_ text: String) throws -> Int {
    guard let size = ByteSize.parse(text), size > 0 else {
      throw CommandExit.fail(
        "--max-body takes a number of bytes, or 64k, 256M, 2G, not \"\(text)\"", CommandExit.usage)
    }
    return size
  }

  static func timeout(_ seconds: Double) throws -> Double {
    guard RequestOptions.timeouts.contains(seconds) else {
      throw CommandExit.fail("--timeout takes seconds, or 0 to wait forever, not \(seconds)", CommandExit.usage)
    }
    return seconds
  }
}
