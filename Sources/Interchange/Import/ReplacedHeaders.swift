/// Headers that the auth of a request replaces in the program that wrote the file. Here they would override the auth.
enum ReplacedHeaders {
  /// Turns off the headers of a name.
  static func turnOff(_ name: String?, in headers: inout [JSONValue], _ context: inout InterchangeContext) {
    guard let name = name?.lowercased() else { return }
    for (index, header) in headers.enumerated() {
      guard var row = header.object, row.text("name")?.lowercased() == name, row["off"] != true else { continue }
      row["off"] = true
      headers[index] = .object(row)
      guard !context.isSentAsIs else { continue }
      context.note(.changed, "Header \(row.text("name") ?? ""): it is off, as the auth of the request replaces it")
    }
  }
}
