/// The query of a URL.
package enum URLQuery {
  /// Appends parameters to the URL's query, before its fragment. A parameter without a value is a bare name: `?debug`.
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
