/// The query of a URL.
package enum URLQuery {
  /// Appends parameters to the URL's query, before its fragment. A parameter without a value is a bare name: `?debug`.
  ///
  /// - Parameter asIs: Whether names and values are not percent-encoded.
  package static func appending(_ parameters: [Parameter], to url: String, asIs: Bool = false) -> String {
    guard !parameters.isEmpty else { return url }
    var (address, fragment) = (url, "")
    if let hash = url.unicodeScalars.firstIndex(of: "#") {
      (address, fragment) = (String(url[..<hash]), String(url[hash...]))
    }
    let encode = { asIs ? $0 : PercentEncoding.component($0) }
    let pairs = parameters.map { row in
      let name = encode(row.name)
      return row.hasValue ? name + "=" + encode(row.value) : name
    }
    let isOpen = address.unicodeScalars.last == "?" || address.unicodeScalars.last == "&"
    let joint = !address.unicodeScalars.contains("?") ? "?" : isOpen ? "" : "&"
    return address + joint + pairs.joined(separator: "&") + fragment
  }
}
