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
  /// Headers that a request gets where it has none of that name.
  var defaultHeaders: [Parameter] = []
  /// What is added to the query as it is.
  var query: String?
  var auth: RequestAuth?
  /// Members of the request's options; rows come before those of the request.
  var options = JSONObject()
  var items: [RequestItem] = []
  /// Files that the command line names: they need no permission.
  var files: Set<OutsideSource> = []

  var hasBody: Bool { body != nil || items.contains(where: \.isInBody) }

  /// - Throws: A usage error for an item that is not of the request's kind of body.
  func applied(to request: SavedRequest) throws -> SavedRequest {
    var request = applyingOptions(to: request)
    try RequestItem.apply(items, to: &request)
    return request
  }

  /// The changes that every request can have.
  func applyingOptions(to request: SavedRequest) -> SavedRequest {
    var request = request
    if let method { request.method = method }
    if let query { request.url = Self.adding(query, to: request.url) }
    let names = Set(headers.map { $0.name.lowercased() })
    if !headers.isEmpty { request.headers = request.headers.filter { !names.contains($0.name.lowercased()) } + headers }
    let own = request.headers.map { $0.name.lowercased() }
    request.headers += defaultHeaders.filter { !own.contains($0.name.lowercased()) }
    if let auth { request.auth = auth }
    request.options = RequestOptions(document: options).inheriting(from: request.options)
    if let body { request.body = body.content(inPlaceOf: request.body) }
    if let timeout { request.options.timeout = timeout }
    if let maxBody { request.options.maxBody = maxBody }
    if !verifiesTLS { request.options.verifiesTLS = false }
    if !followsRedirects { request.options.followsRedirects = false }
    return request
  }

  /// Before the fragment, as `-G` of curl does.
  private static func adding(_ query: String, to url: String) -> String {
    let address = String(url.unicodeScalars.prefix { $0 != "#" })
    return address + (address.containsExactly("?") ? "&" : "?") + query
      + String(url.unicodeScalars.dropFirst(address.unicodeScalars.count))
  }
}

/// Parsing of option values.
enum OptionText {
  /// `Name: value`
  static func header(_ text: String) throws -> Parameter {
    // As in curl, a semicolon at the end is a header without a value.
    if !text.containsExactly(":"), text.unicodeScalars.count > 1, text.endsExactly(with: ";") {
      return Parameter(String(text.unicodeScalars.dropLast()), "")
    }
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

  static func size(_ text: String, of option: String = "--max-body") throws -> Int {
    guard let size = ByteSize.parse(text), size > 0 else {
      throw CommandExit.fail(
        "\(option) takes a number of bytes, or 64k, 256M, 2G, not \"\(text)\"", CommandExit.usage)
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
