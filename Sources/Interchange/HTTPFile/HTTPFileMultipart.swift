/// The parts of a multipart body written out in an HTTP file.
struct HTTPFileMultipart {
  let boundary: String

  struct Part {
    var headers: [(name: String, value: String)] = []
    var lines: [String] = []
  }

  /// The boundary that a `Content-Type` names.
  static func boundary(_ header: String) -> String? {
    let value = HeaderParameters.parse(header).first { $0.name == "boundary" }?.value
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// - Returns: `nil` where the text has no such boundary.
  mutating func parts(_ lines: [String]) -> [Part]? {
    var parts: [Part] = []
    var current: Part?
    var isInHeaders = false
    let delimiters = ["--" + boundary, boundary]
    let ends = delimiters.map { $0 + "--" }
    for line in lines {
      let trimmed = line.trimmed
      // Some write a boundary that begins with the hyphens of the delimiter.
      if delimiters.contains(trimmed) {
        if let current { parts.append(current) }
        current = Part()
        isInHeaders = true
      } else if ends.contains(trimmed) {
        if let current { parts.append(current) }
        return parts
      } else if current == nil {
        continue
      } else if isInHeaders, trimmed.isEmpty {
        isInHeaders = false
      } else if isInHeaders, let colon = line.firstIndex(of: ":") {
        let value = String(line[line.index(after: colon)...]).trimmed
        current?.headers.append((String(line[..<colon]).trimmed, value))
      } else {
        isInHeaders = false
        current?.lines.append(line)
      }
    }
    if let current { parts.append(current) }
    return parts.isEmpty ? nil : parts
  }
}

extension HTTPFileMultipart.Part {
  func row(_ templates: inout HTTPFileTemplates) -> JSONValue {
    let disposition = header("content-disposition").map(HeaderParameters.parse) ?? []
    let name = disposition.first { $0.name == "name" }?.value ?? ""
    var row: JSONObject = ["name": .string(templates.translate(name))]
    let content = HTTPFileEntry.withoutEmptyEnds(lines)
    let file = content.count == 1 ? HTTPFileBody.reference(content[0]) : nil
    if let file {
      row["file"] = .string(templates.translate(file.path))
      if file.hasVariables {
        file.noteEncoding(&templates.context)
        row["variables"] = true
      }
    } else {
      if content.contains(where: { HTTPFileBody.reference($0) != nil }) {
        templates.context.note(.changed, "Part \"\(name)\": a file among its text is not sent")
      }
      row["value"] = .string(templates.translate(content.joined(separator: "\n")))
    }
    if let type = header("content-type"), !type.isEmpty { row["type"] = .string(type) }
    if let fileName = disposition.first(where: { $0.name == "filename" })?.value,
      fileName != file.map({ $0.path.split(separator: "/").last.map(String.init) ?? "" })
    {
      row["filename"] = .string(fileName)
    }
    for header in headers where !["content-disposition", "content-type"].contains(header.name.lowercased()) {
      templates.context.note(.dropped, "Part \"\(name)\": the header \(header.name)")
    }
    return .object(row)
  }

  private func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

/// The parameters of a header's value: `form-data; name="a"`.
enum HeaderParameters {
  /// The names in lower case.
  static func parse(_ text: String) -> [(name: String, value: String)] {
    var fields = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        if !"\"\\".contains(character) { fields[fields.count - 1].append("\\") }
        fields[fields.count - 1].append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields.dropFirst().compactMap { field in
      guard let mark = field.firstIndex(of: "=") else { return nil }
      return (
        String(field[..<mark]).trimmed.lowercased(), String(field[field.index(after: mark)...]).trimmed
      )
    }
  }
}
