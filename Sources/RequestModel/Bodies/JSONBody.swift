extension BodyKind {
  package static let json = BodyKind(
    "json", "JSON", "JSON as JSON: sent in its own order, with its own numbers.", mediaType: "application/json",
    draftKind: "text",
    fields: [
      Field("json", "JSON", "JSON as JSON: sent in its own order, with its own numbers.", .json(), defaultValue: [:])
    ]
  ) { values, _ in
    .text((values.json("json") ?? .null).compact, contentType: "application/json")
  }
}

extension RequestBody {
  package static func json(_ value: JSONValue) -> RequestBody { RequestBody(.json, ["json": value]) }
}
