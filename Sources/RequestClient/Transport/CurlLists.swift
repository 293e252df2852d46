internal import CCurl

/// The linked lists that libcurl reads and does not copy.
struct CurlLists {
  private var all: [UnsafeMutablePointer<curl_slist>] = []

  mutating func free() {
    for list in all { curl_slist_free_all(list) }
    all = []
  }

  /// The caller's headers as they are, and what keeps libcurl from adding its own.
  mutating func headers(of hop: HopRequest) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for header in hop.headers {
      // `Name;` is libcurl's way to send a header without a value; blanks alone would take the header out.
      let isBlank = header.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      list = curl_slist_append(list, isBlank ? header.name + ";" : header.name + ": " + header.value)
    }
    for name in ["Accept", "Accept-Encoding", "Content-Type", "Expect"] where !hop.headers.contains(name: name) {
      list = curl_slist_append(list, name + ":")
    }
    if let list { all.append(list) }
    return list
  }

  /// Where to connect instead. Addresses for hosts go the same way, and not into libcurl's name cache, where later
  /// messages without the override would find them.
  mutating func places(of options: TransferOptions) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for text in Self.placeTexts(of: options) { list = curl_slist_append(list, text) }
    if let list { all.append(list) }
    return list
  }

  /// What `places` has, as curl's `--connect-to` takes it too, in a fixed order.
  static func placeTexts(of options: TransferOptions) -> [String] {
    let places = options.connectTo.map { hostAndPort($0.key) + ":" + hostAndPort($0.value) }
    let addresses = options.resolve.map { from, address in
      let bracketed = address.contains(":") && !address.hasPrefix("[") ? "[\(address)]" : address
      return hostAndPort(from) + ":" + bracketed + ":"
    }
    // The first that fits counts.
    return places.sorted() + addresses.sorted()
  }

  /// An empty port is every port, or the same one.
  private static func hostAndPort(_ text: String) -> String {
    let end = text.lastIndex(of: "]") ?? text.startIndex
    return text[end...].contains(":") ? text : text + ":"
  }
}
