import Foundation

/// `multipart/form-data`, RFC 7578, with the escapes of the HTML Standard for names.
struct MultipartForm {
  private let boundary: String
  private var content = Data()

  init(boundary: String = "workbench-" + UUID().uuidString.lowercased()) { self.boundary = boundary }

  var contentType: String { "multipart/form-data; boundary=" + boundary }

  /// The whole body, its last boundary included.
  var encoded: Data { content + Data("--\(boundary)--\r\n".utf8) }

  mutating func append(_ bytes: Data, name: String, fileName: String?, type: String?) {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
    head += "\r\n"
    if let type { head += "Content-Type: \(type)\r\n" }
    content += Data((head + "\r\n").utf8) + bytes + Data("\r\n".utf8)
  }

  private static func escaped(_ name: String) -> String {
    name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
