/// The header `Content-Length: 0` of requests without a body. Postman sends it with all methods but a few. This program
/// sends it with POST, PUT and PATCH; with others, only if the request has it.
enum PostmanLength {
  static let header: JSONValue = ["name": "Content-Length", "value": "0"]

  /// The methods with which both programs do the same.
  private static let usual: Set = [
    "GET", "HEAD", "TRACE", "DELETE", "CONNECT", "OPTIONS", "POST", "PUT", "PATCH",
  ]

  /// Whether Postman alone adds the header.
  static func isAdded(to document: JSONObject) -> Bool {
    let method = document.text("method") ?? "GET"
    return document["body"] == nil && !method.hasBraces && !usual.contains(method.uppercased())
  }

  /// Whether a header is about the length of the body.
  static func isWritten(_ name: String?) -> Bool {
    ["content-length", "transfer-encoding"].contains(name?.lowercased() ?? "")
  }

  /// Whether a group or item tells Postman not to add the header; `nil` if it says nothing about such headers.
  static func isOff(_ item: JSONObject) -> Bool? {
    item["protocolProfileBehavior"]?.object?["disabledSystemHeaders"]?.object.map { $0.flag("content-length") }
  }

  /// Turns the header on again, as this program does not add it.
  static func setOn(in rest: inout JSONObject) {
    guard var behavior = rest["protocolProfileBehavior"]?.object,
      var off = behavior["disabledSystemHeaders"]?.object
    else { return }
    off["content-length"] = nil
    behavior["disabledSystemHeaders"] = off.members.isEmpty ? nil : .object(off)
    rest["protocolProfileBehavior"] = behavior.members.isEmpty ? nil : .object(behavior)
  }

  /// Leaves a header of the request to Postman, or tells it not to add one.
  static func write(_ document: JSONObject, to request: inout JSONObject, _ behavior: inout JSONObject) {
    guard isAdded(to: document) else { return }
    var rows = request["header"]?.array ?? []
    if let index = rows.firstIndex(of: ["key": "Content-Length", "value": "0"]) {
      rows.remove(at: index)
      request["header"] = .array(rows)
    } else if !rows.contains(where: { isWritten($0.object?.text("key")) && $0.object?["disabled"] != true }) {
      var off = behavior["disabledSystemHeaders"]?.object ?? JSONObject()
      off["content-length"] = true
      behavior["disabledSystemHeaders"] = .object(off)
    }
  }
}
