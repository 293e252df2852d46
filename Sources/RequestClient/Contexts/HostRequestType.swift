/// A request to a fixed host, `urlString` being host and path joined by one slash.
public protocol HostRequestType: RequestType {
  /// Scheme, host and what all paths have in common: `https://api.example.com/v1`.
  var host: String { get }
  /// May have a query.
  var path: String { get }
}

extension HostRequestType {
  /// `host` and `path`, joined by one slash.
  public var urlString: String {
    let base = host.unicodeScalars.last == "/" ? String(host.unicodeScalars.dropLast()) : host
    if path.isEmpty { return base }
    let isJoined = path.unicodeScalars.first == "/" || path.unicodeScalars.first == "?"
    return isJoined ? base + path : base + "/" + path
  }
}
