/// The query of a URL.
package enum URLQuery {
  /// Adds parameters behind the query that the URL has, before its fragment. One without a value is a bare name, as in
  /// `?debug`.
  package static func appending(_ parameters: [Parameter], to url: String) -> String {
    guard !parameters.isEmpty else { return url }
    var (address, fragment) = (url, "")
    if let hash = url.unicodeScalars.firstIndex(of: "#") {
      (address, fragment) = (String(url[..<hash]), String(url[hash...]))
    }
    let pairs = parameters.map { row in
      let name = PercentEncoding.component(row.name)
      return row.hasValue ? name + "=" + PercentEncoding.component(row.value) : name
    }
    let isOpen = address.unicodeScalars.last == "?" || address.unicodeScalars.last == "&"
    let joint = !address.unicodeScalars.contains("?") ? "?" : isOpen ? "" : "&"
    return address + joint + pairs.joined(separator: "&") + fragment
  }
}
