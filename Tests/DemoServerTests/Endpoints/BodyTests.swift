import Testing

@Suite struct BodyTests {
  @Test func formPartsAreFieldsAndFiles() async throws {
    let lines = [
      "--x y", "Content-Disposition: form-data; name=\"title\"", "", "Letter", "--x y",
      "Content-Disposition: form-data; name=\"photo\"; filename=\"a; \\\"b\\\".png\"", "Content-Type: image/png", "",
    ]
    let body = Array((lines.joined(separator: "\r\n") + "\r\n").utf8) + [0xFF, 0x00] + Array("\r\n--x y--\r\n".utf8)
    try await serving { client in
      let type = "Content-Type: multipart/form-data; boundary=\"x y\""
      let response = try await client.send("POST", "/post", [type], body: body)
      #expect(response.text.contains("\"form\": {\n    \"title\": \"Letter\"\n  }"))
      #expect(response.text.contains("\"photo\": \"data:image/png;base64,/wA=\""))
    }
  }

  @Test func binaryBodiesAreShownAsADataURL() async throws {
    try await serving { client in
      let response = try await client.send("POST", "/post", body: [0xFF, 0xFE])
      #expect(response.text.contains("\"data\": \"data:application/octet-stream;base64,//4=\""))
    }
  }

  @Test(arguments: ["{\"a\":1,}", "[01]", "{\"a\" 1}", "nul", "\"\u{1}\"", String(repeating: "[", count: 600)])
  func aBodyThatIsNotJSONIsShownAsNull(_ text: String) async throws {
    try await serving { client in
      let response = try await client.send("POST", "/post", body: Array(text.utf8))
      #expect(response.status == 200)
      #expect(response.text.contains("\"json\": null"))
    }
  }

  @Test func theSameSeedGivesTheSameBytes() async throws {
    try await serving { client in
      let first = try await client.get("/bytes/100?seed=7")
      #expect(first.body.count == 100)
      #expect(try await client.get("/bytes/100?seed=7").body == first.body)
      #expect(try await client.get("/bytes/100?seed=8").body != first.body)
    }
  }

  @Test func aStreamHasChunksOfTheRequestedSize() async throws {
    try await serving { client in
      let response = try await client.get("/stream-bytes/2500?chunk_size=1000&seed=1")
      #expect(response.chunks.map(\.count) == [1000, 1000, 500])
    }
  }

  @Test func compressedResponsesDecompressToTheRequest() async throws {
    try await serving { client in
      let gzip = try await client.get("/gzip").body
      let content = gzip[15..<(gzip.count - 8)]
      #expect(String(decoding: content, as: UTF8.self).hasPrefix("{\n  \"gzipped\": true,"))
      #expect(gzip[10] == 1)
      #expect(Int(gzip[11]) | Int(gzip[12]) << 8 == content.count)
      #expect(zip(gzip[11...12], gzip[13...14]).allSatisfy { $0 ^ $1 == 0xFF })
    }
  }
}
