/// Parts of a multipart body in programs that have several files in one part.
enum MultipartParts {
  /// - Parameters:
  ///   - fileName: The member for the name that a file is sent with, in programs that let one choose it.
  ///   - row: Makes a row of a part, with its value.
  ///   - files: The paths of a part of the type `file`.
  static func rows(
    _ value: JSONValue?, fileName: String? = nil, row: (JSONObject) -> JSONObject, files: (JSONObject) -> [String],
    _ context: inout InterchangeContext
  ) -> [JSONValue] {
    value.objects.flatMap { source -> [JSONValue] in
      var row = row(source)
      let type = source.filledText("contentType").map { JSONValue.string($0) }
      guard source.text("type") == "file" else {
        row["type"] = type
        return [.object(row)]
      }
      row["value"] = nil
      let files = files(source)
      if files.isEmpty { context.note(.changed, "Part \"\(row.text("name") ?? "")\": no file was chosen") }
      return (files.isEmpty ? [""] : files).map { file -> JSONValue in
        row["file"] = .string(file)
        row["type"] = type
        if let fileName, let name = source.filledText(fileName) { row["filename"] = .string(name) }
        return .object(row)
      }
    }
  }
}
