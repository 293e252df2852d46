internal import Foundation

/// Text as it comes: characters that stand across two pieces are put together, bytes that are no UTF-8 replaced.
struct TextParser: StreamParser {
  private var rest = Data()

  mutating func take(_ piece: Data) -> [Result<String, any Error>] {
    rest.append(piece)
    let whole = rest.count - Self.unfinished(rest)
    if whole == 0 { return [] }
    defer { rest = Data(rest.suffix(rest.count - whole)) }
    return [.success(String(decoding: rest.prefix(whole), as: UTF8.self))]
  }

  mutating func end() -> [Result<String, any Error>] {
    rest.isEmpty ? [] : [.success(String(decoding: rest, as: UTF8.self))]
  }

  /// How many bytes at the end begin a character whose other bytes have not come.
  private static func unfinished(_ bytes: Data) -> Int {
    for (count, byte) in bytes.suffix(3).reversed().enumerated() {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : byte >= 0x80 ? 0 : 1
      if length == 0 { continue }
      return length > count + 1 ? count + 1 : 0
    }
    return 0
  }
}

/// Lines of text, their ends and empty ones left out.
struct LineParser: StreamParser {
  private var lines: FramedParser<LineSerializer>

  init(limit: Int) { lines = FramedParser(LineSerializer(), framing: .lines(limit: limit)) }

  mutating func take(_ piece: Data) -> [Result<String, any Error>] { lines.take(piece) }
  mutating func end() -> [Result<String, any Error>] { lines.end() }

  private struct LineSerializer: DataStreamSerializer {
    func serialize(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
  }
}
