// The `:name` segments of the URL and their values.
extension SavedRequest {
  /// The names of the URL's `:name` segments, each once.
  package var pathNames: [String] {
    if kind == .program { return [] }
    var known: Set<ExactText> = []
    return PathSegment.all(in: url).compactMap(\.name).filter { known.insert(ExactText($0)).inserted }
  }

  /// A row for each `:name` segment of the URL, with its value in the file.
  package var urlPathParameters: [Parameter] {
    let known = pathParameters
    return pathNames.map { name in known.first { $0.name.isExactly(name) } ?? Parameter(name, "") }
  }

  /// Sets the values of the URL's path parameters. Values for names that the URL lacks stay.
  mutating func setPathValues(_ rows: [Parameter]) {
    let names = pathNames
    var values = pathParameters
    for row in rows {
      if let index = values.firstIndex(where: { $0.name.isExactly(row.name) }) {
        values[index].value = row.value
      } else if !row.value.isEmpty {
        values.append(row)
      }
    }
    pathParameters = values.filter { value in
      !value.value.isEmpty || !names.contains { $0.isExactly(value.name) }
    }
  }

  /// The request with each empty path parameter set to its own text, so that `:name` is sent literally.
  package var withLiteralPath: SavedRequest {
    guard url.containsExactly("/:") else { return self }
    var request = self
    request.setPathValues(
      urlPathParameters.map { $0.value.isEmpty ? Parameter($0.name, ":" + $0.name) : $0 })
    return request
  }

  /// Renames a path parameter in the URL and keeps its value.
  ///
  /// - Returns: Why the name cannot be used, or `nil`.
  package mutating func renamePathParameter(_ old: String, to new: String) -> String? {
    guard !new.isExactly(old) else { return nil }
    guard !new.isEmpty, PathSegment(":" + new).name?.isExactly(new) == true,
      !new.unicodeScalars.contains(where: { "/?#.{}".unicodeScalars.contains($0) || $0.properties.isWhitespace })
    else { return "\"\(new)\" cannot name a path parameter: use letters, digits, - and _" }
    if pathNames.contains(where: { $0.isExactly(new) }) { return "The URL has a path parameter \"\(new)\" already" }
    let names = pathNames
    url = PathSegment.renaming(old, to: new, in: url)
    movePathValues(from: names)
    return nil
  }

  /// Gives the values of names that are gone to the new names in their places.
  mutating func movePathValues(from old: [String]) {
    let new = pathNames
    guard old.count == new.count else { return }
    var values = pathParameters
    for (before, now) in zip(old, new) where !before.isExactly(now) {
      let isMoved = !new.contains { $0.isExactly(before) } && !values.contains { $0.name.isExactly(now) }
      if isMoved, let index = values.firstIndex(where: { $0.name.isExactly(before) }) {
        values[index] = Parameter(now, values[index].value)
      }
    }
    pathParameters = values
  }
}

/// A part of a URL's path between slashes.
struct PathSegment {
  let text: String

  init(_ text: String) { self.text = text }

  /// The name after a colon, up to a dot.
  var name: String? {
    guard text.utf8.first == UInt8(ascii: ":"), text.utf8.count > 1 else { return nil }
    let name = String(decoding: text.utf8.dropFirst().prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// The segments behind the host.
  static func all(in url: String) -> [PathSegment] {
    let address = URLParts(url).address
    return parts(of: address).dropFirst(first(in: address)).map(PathSegment.init)
  }

  static func parts(of address: String) -> [String] {
    let marks = URLMarks(address)
    return marks.split("/", in: 0..<marks.count)
  }

  /// The number of parts up to the host.
  static func first(in address: String) -> Int { address.schemeMark == nil ? 1 : 3 }

  static func renaming(_ old: String, to new: String, in url: String) -> String {
    let address = URLParts(url).address
    let start = first(in: address)
    let segments = parts(of: address).enumerated().map { index, part in
      guard index >= start, PathSegment(part).name?.isExactly(old) == true else { return part }
      return ":" + new + String(decoding: part.utf8.dropFirst(1 + old.utf8.count), as: UTF8.self)
    }
    return segments.joined(separator: "/") + String(decoding: url.utf8.dropFirst(address.utf8.count), as: UTF8.self)
  }
}
