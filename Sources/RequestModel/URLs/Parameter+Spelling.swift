// A row of the query table may have a name and a value that are sent verbatim (`asIs`). The form shows them decoded,
// like parameters of the URL. Until it is edited, the shown row remembers the original spelling.
extension Parameter {
  /// Whether the request sends the name and the value verbatim.
  package var isAsIs: Bool { document["asIs"]?.bool ?? false }

  /// The parameter's original spelling, in a row shown by the form.
  var spelling: String? {
    get { document["asIs"]?.string }
    set { document["asIs"] = newValue.map(JSONValue.string) }
  }

  /// The row with its escapes decoded.
  package var decoded: Parameter {
    guard isAsIs else { return self }
    return taking(QueryPair(self, isAsIs: true).row(isAsIs: false), asIs: nil)
  }

  /// The row as the form shows it.
  func shown(isAsIs: Bool) -> Parameter {
    guard !isAsIs, self.isAsIs else { return self }
    let pair = QueryPair(self, isAsIs: true)
    return taking(pair.row(isAsIs: false), asIs: .string(pair.text))
  }

  /// The row as the file has it.
  ///
  /// - Parameter isAsIs: Whether the request sends all rows verbatim.
  func stored(isAsIs: Bool) -> Parameter {
    guard spelling != nil else { return self }
    let pair = QueryPair(self, isAsIs: false).trimmed
    var row = pair.row(isAsIs: true)
    if !isAsIs {
      let plain = pair.row(isAsIs: false)
      guard pair.needsSpelling(asRow: plain) else { return taking(plain, asIs: nil) }
      row.document["asIs"] = true
    }
    return taking(row, asIs: row.document["asIs"])
  }

  private func taking(_ other: Parameter, asIs: JSONValue?) -> Parameter {
    var row = self
    row.name = other.name
    row.document["value"] = other.document["value"]
    row.document["asIs"] = asIs
    return row
  }
}

extension QueryPair {
  /// The parameter as a row of the form: decoded, with its spelling if a row without one is written or sent otherwise.
  func shownRow(isAsIs: Bool) -> Parameter {
    var row = row(isAsIs: isAsIs)
    if !isAsIs, needsSpelling(asRow: row) { row.spelling = text }
    return row
  }

  /// In a URL, the value of a variable is inserted verbatim; in a row, it is encoded.
  func needsSpelling(asRow row: Parameter) -> Bool { hasTemplate || !isExact(asRow: row, isAsIs: false) }

  /// The parameter without separators around it.
  fileprivate var trimmed: QueryPair {
    let (name, value) = parts
    return QueryPair(name + (value.map { "=" + $0 } ?? ""))
  }
}
