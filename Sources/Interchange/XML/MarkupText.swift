extension String {
  /// The text inside of an element or attribute of XML or HTML.
  var escapedForMarkup: String {
    guard utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22].contains($0) }) else { return self }
    return replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
