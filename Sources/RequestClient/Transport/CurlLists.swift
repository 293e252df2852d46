internal import CCurl

/// The linked lists that libcurl reads and does not copy.
struct CurlLists {
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var places: UnsafeMutablePointer<curl_slist>?

  /// When nobody reads them any more.
  func free() {
    curl_slist_free_all(headers)
    curl_slist_free_all(places)
  }

  /// The caller's headers as they are, and what keeps libcurl from adding its own.
  mutating func set(_ all: HTTPHeaders, sendsBody: Bool, on easy: UnsafeMutableRawPointer) {
    var list: UnsafeMutablePointer<curl_slist>?
    for header in all {
      // `Name;` is libcurl's way to send a header without a value; blanks alone would take the header out.
      let isBlank = header.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      list = curl_slist_append(list, isBlank ? header.name + ";" : header.name + ": " + header.value)
    }
    let own = sendsBody ? ["Accept", "Accept-Encoding", "Content-Type", "Expect"] : ["Accept", "Accept-Encoding"]
    for name in own where !all.contains(name: name) {
      list = curl_slist_append(list, name + ":")
    }
    curl_easy_set_list(easy, CURLOPT_HTTPHEADER, list)
    curl_slist_free_all(headers)
    headers = list
  }

  /// Where to connect instead. Addresses for hosts go the same way, and not into libcurl's name cache, where later
  /// messages without the override would find them.
  ///
  /// - Returns: Whether there is such a place.
  mutating func setPlaces(of options: TransferOptions, on easy: UnsafeMutableRawPointer) -> Bool {
    if options.connectTo.isEmpty, options.resolve.isEmpty { return false }
    for text in Self.placeTexts(of: options) { places = curl_slist_append(places, text) }
    if let places { curl_easy_set_list(easy, CURLOPT_CONNECT_TO, places) }
    return places != nil
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
