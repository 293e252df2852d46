extension BodyKind {
  package static let form = BodyKind(
    "form", "Form", "A URL-encoded form: application/x-www-form-urlencoded.",
    mediaType: "application/x-www-form-urlencoded",
    fields: [
      Field("form", "Fields", "application/x-www-form-urlencoded.", .rows(.parameter, adding: "add a field"))
    ]
  ) { values, _ in
    let pairs = values.rows("form").map { PercentEncoding.form($0.name) + "=" + PercentEncoding.form($0.value) }
    return .text(pairs.joined(separator: "&"), contentType: "application/x-www-form-urlencoded")
  }
}

extension RequestBody {
  package static func form(_ rows: [Parameter]) -> RequestBody {
    RequestBody(.form, ["form": .array(rows.map { .object($0.document) })])
  }
}
