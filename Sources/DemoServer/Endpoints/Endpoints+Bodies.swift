import Pictures

extension Endpoints {
  static func gzip(_ call: Call) -> MockReply {
    compressed(call, "gzip", flag: "gzipped", Compression.gzip)
  }

  static func deflate(_ call: Call) -> MockReply {
    compressed(call, "deflate", flag: "deflated", Compression.zlib)
  }

  private static func compressed(
    _ call: Call, _ encoding: String, flag: String, _ compress: ([UInt8]) -> [UInt8]
  ) -> MockReply {
    let members: [(String, JSON)] = [
      (flag, true), ("headers", call.headers), ("method", .string(call.request.method)),
      ("origin", call.origin),
    ]
    let json = JSON.object(members.sorted { $0.0 < $1.0 })
    var response = MockReply.bytes(compress(Array(json.pretty.utf8)), type: "application/json")
    response.set("Content-Encoding", encoding)
    return response
  }

  static func bytes(_ call: Call) throws -> MockReply {
    let count = try call.number("count", in: 0...Limits.bytes)
    var random = SplitMix64(seed: try seed(of: call))
    return .bytes(random.bytes(count), type: "application/octet-stream")
  }

  /// Returns the seed of the query, else a random one.
  static func seed(of call: Call) throws(Refusal) -> UInt64 {
    guard let text = call.arguments["seed"] else { return .random(in: .min ... .max) }
    guard let seed = Int64(text) else { throw Refusal(400, "\"seed\" is \"\(text)\", not a whole number") }
    return UInt64(bitPattern: seed)
  }

  /// A square with a colour gradient.
  static func png(_ call: Call) throws -> MockReply {
    let side = 96
    func scale(_ place: Int) -> UInt8 { UInt8(place * 255 / (side - 1)) }
    var pixels: [UInt8] = []
    for row in 0..<side {
      for column in 0..<side { pixels += [scale(column), scale(row), 160] }
    }
    guard let file = PNGEncoder.encode(pixels, width: side, height: side) else {
      throw Refusal(500, "Not enough memory for a picture")
    }
    return .bytes(file, type: "image/png")
  }

  static func image(_ call: Call) throws -> MockReply {
    let accepted = (call.request.header("Accept") ?? "*/*").lowercased().split(separator: ",")
      .map { HeaderValue(String($0)).name }
    for type in accepted {
      switch type {
      case "image/png", "image/*", "*/*": return try png(call)
      case "image/svg+xml": return .text(Documents.svg, type: "image/svg+xml")
      default: continue
      }
    }
    throw Refusal(406, "\"Accept\" allows neither image/png nor image/svg+xml")
  }

  static func utf8(_ call: Call) -> MockReply { .text(Documents.scripts, type: "text/html; charset=utf-8") }

  static func html(_ call: Call) -> MockReply { .text(Documents.page, type: "text/html; charset=utf-8") }

  static func xml(_ call: Call) -> MockReply { .text(Documents.slideshowXML, type: "application/xml") }

  static func json(_ call: Call) -> MockReply { .json(Documents.slideshow) }

  static func robots(_ call: Call) -> MockReply { .text("User-agent: *\nDisallow: /deny\n", type: "text/plain") }
}
