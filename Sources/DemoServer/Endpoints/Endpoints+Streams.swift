extension Endpoints {
  static func lines(_ call: Call) throws -> MockReply {
    let count = try call.number("count", in: 0...Limits.lines)
    return .pieces(type: "application/json") { number in
      guard number < count else { return [] }
      let line: JSON = [
        "url": call.url, "args": call.arguments.json, "headers": call.headers, "origin": call.origin,
        "id": .number(number),
      ]
      return Array((line.oneLine + "\n").utf8)
    }
  }

  static func streamBytes(_ call: Call) throws -> MockReply {
    let count = try call.number("count", in: 0...Limits.bytes)
    let chunk = try call.argument("chunk_size", in: 1...(1 << 16), default: 10 << 10)
    let seed = try seed(of: call)
    return .pieces(type: "application/octet-stream") { number in
      // Seeded by number, as pieces share no state.
      var random = SplitMix64(seed: seed &+ UInt64(number))
      return random.bytes(min(chunk, max(count - number * chunk, 0)))
    }
  }

  static func drip(_ call: Call) async throws -> MockReply {
    let count = try call.argument("numbytes", in: 1...Limits.bytes, default: 10)
    let status = try call.argument("code", in: 200...999, default: 200)
    let duration = try call.seconds("duration", default: 2)
    let delay = try call.seconds("delay", default: 2)
    let size = (count + 999) / 1000  // At most a thousand pieces.
    let pause = duration / Double((count + size - 1) / size)
    try await Task.sleep(for: .seconds(delay))
    return .pieces(type: "application/octet-stream", status: status, count: count) { number in
      let piece = [UInt8](repeating: UInt8(ascii: "*"), count: min(size, max(count - number * size, 0)))
      if number > 0, !piece.isEmpty { try await Task.sleep(for: .seconds(pause)) }
      return piece
    }
  }

  static func events(_ call: Call) throws -> MockReply {
    let count = try call.argument("count", in: 1...Limits.events, default: 5)
    let delay = try call.seconds("delay", default: 0.2)
    return .pieces(type: "text/event-stream") { number in
      guard number < count else { return [] }
      if number > 0 { try await Task.sleep(for: .seconds(delay)) }
      let data: JSON = ["id": .number(number), "of": .number(count)]
      return Array("id: \(number)\nevent: tick\ndata: \(data.oneLine)\n\n".utf8)
    }
  }

  static func echoMessages(_ call: Call) -> MockReply {
    var reply = MockReply.empty(101, [])
    reply.conversation = .echo
    return reply
  }

  static func largeJSON(_ call: Call) throws -> MockReply {
    let rows = try call.argument("rows", in: 0...Limits.rows, default: 1000)
    let batch = 200
    return .pieces(type: "application/json") { number in
      let first = number * batch
      guard first < max(rows, 1) else { return [] }
      let last = min(first + batch, rows)
      let text = (first..<max(last, first)).map { (($0 == 0) ? "  " : ",\n  ") + row($0) }.joined()
      return Array(((number == 0 ? "[\n" : "") + text + (last == rows ? "\n]\n" : "")).utf8)
    }
  }

  /// Returns a row of `/json/large`, which depends only on its number.
  private static func row(_ number: Int) -> String {
    let words = ["amber", "birch", "cobalt", "dune", "ember", "fjord", "grove", "harbour"]
    let word = words[number % words.count]
    let row: JSON = [
      "id": .number(number),
      "name": .string("\(word) \(number)"),
      "email": .string("\(word)\(number)@example.com"),
      "price": .number(JSONNumber(text: "\(number % 900 + 10).\(number % 90 + 10)")),
      "active": .bool(number % 3 != 0),
      "tags": .array([.string(word), .string(words[number / 8 % words.count])]),
      "place": ["city": .string("City \(number % 1000)"), "floor": .number(number % 12)],
    ]
    return row.oneLine
  }
}
