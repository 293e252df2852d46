internal import Foundation

extension OutgoingRequest {
  /// The bytes in memory, if there are any.
  var compressibleBody: Data? {
    guard let body, !body.isEmpty else { return nil }
    return body
  }

  var contentEncoding: String? { headers.first("Content-Encoding") }

  /// The request with another body and with the headers that belong to it.
  func withBody(_ data: Data, encodedAs encoding: String) -> OutgoingRequest {
    var request = self
    request.body = data
    request.headers.removeAll { ["content-encoding", "content-length"].contains($0.name.lowercased()) }
    request.headers.append(Header("Content-Encoding", encoding))
    return request
  }
}
