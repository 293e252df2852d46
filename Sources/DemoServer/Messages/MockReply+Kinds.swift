extension MockReply {
  static func demo(_ status: Int, _ headers: [Header], _ body: Body) -> MockReply {
    MockReply(status: status, headers: headers, body: body, source: "demo")
  }

  static func json(_ value: JSON, status: Int = 200) -> MockReply {
    bytes(Array(value.pretty.utf8), type: "application/json", status: status)
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> MockReply {
    bytes(Array(text.utf8), type: type)
  }

  static func bytes(_ bytes: [UInt8], type: String, status: Int = 200) -> MockReply {
    demo(status, [Header("Content-Type", type)], .bytes(bytes))
  }

  static func empty(_ status: Int, _ headers: [Header]) -> MockReply { demo(status, headers, .bytes([])) }

  static func redirect(to location: String, status: Int = 302) throws(Refusal) -> MockReply {
    empty(status, [Header("Location", try location.asHeaderValue)])
  }

  /// Replaces the headers of that name.
  mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(Header(name, value))
  }
}

extension String {
  /// Rejects text with control characters, such as line breaks, which would begin another header.
  var asHeaderValue: String {
    get throws(Refusal) {
      guard !unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else {
        throw Refusal(400, "A header cannot contain control characters")
      }
      return self
    }
  }
}
