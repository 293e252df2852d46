extension BodyKind {
  package static let json = BodyKind(
    "json", "JSON", "Any JSON; key order and number formats are kept.", mediaType: "application/json",
    draftKind: "text",
    fields: [
      Field("json", "JSON", "Any JSON; key order and number formats are kept.", .json(), defaultValue: [:])
    ]
  ) { values, _ in
    .text((values.json("json") ?? .null).compact, contentType: "application/json")
  }
}

extension RequestBody {
  package static func json(_ value: JSONValue) -> RequestBody { RequestBody(.json, ["json": value]) }
}
