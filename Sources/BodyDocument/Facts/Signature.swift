import Foundation

/// The magic bytes of a file type.
struct Signature {
  enum Kind {
    case pdf, zip
    /// A `PictureKind`.
    case picture
    case icon
    /// AVIF and HEIC.
    case itemPicture
    case other
  }

  private struct Mark {
    var offset: Int
    var bytes: [UInt8]
  }

  let kind: Kind
  let format: BodyFormat
  private let words: String
  private let marks: [Mark]
  /// Whether text could start with the same bytes.
  private let needsZero: Bool

  private init(
    _ words: String, _ marks: [(Int, [UInt8])], _ kind: Kind = .other, _ format: BodyFormat = .binary,
    needsZero: Bool = false
  ) {
    self.words = words
    self.marks = marks.map { Mark(offset: $0.0, bytes: $0.1) }
    self.kind = kind
    self.format = format
    self.needsZero = needsZero
  }

  /// The type of a body; `nil` if its bytes name none.
  static func of(_ body: Data) -> Signature? {
    // All marks are in the first 512 bytes, those of a tar header.
    let head = [UInt8](body.prefix(512))
    return all.first { $0.matches(head) }
  }

  private func matches(_ head: [UInt8]) -> Bool {
    marks.allSatisfy { head.dropFirst($0.offset).starts(with: $0.bytes) } && (!needsZero || head.prefix(64).contains(0))
  }

  func name(_ body: Data) -> String {
    guard kind == .pdf else { return words }
    let version = body.dropFirst(5).prefix(8).prefix { $0 == UInt8(ascii: ".") || $0 &- UInt8(ascii: "0") < 10 }
    return version.isEmpty ? words : Messages.pdf(version: String(decoding: version, as: UTF8.self))
  }

  func size(_ body: Data) -> (Int, Int)? { PictureSize(body).size(of: kind) }

  private static let all: [Signature] = pictures + archives + sounds + others

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let pictures = [
    Signature("PNG image", [(0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])], .picture, .image),
    Signature("GIF image", [(0, text("GIF8"))], .picture, .image),
    Signature("JPEG image", [(0, [0xFF, 0xD8, 0xFF])], .picture, .image),
    Signature("WebP image", [(0, text("RIFF")), (8, text("WEBP"))], .picture, .image),
    Signature("BMP image", [(0, text("BM")), (6, [0, 0, 0, 0])], .other, .image),
    Signature("ICO image", [(0, [0, 0, 1, 0])], .icon, .image),
    Signature("TIFF image", [(0, [0x49, 0x49, 0x2A, 0])], .other, .image),
    Signature("TIFF image", [(0, [0x4D, 0x4D, 0, 0x2A])], .other, .image),
    Signature("AVIF image", [(4, text("ftypavi"))], .itemPicture, .image, needsZero: true),
    Signature("HEIC image", [(4, text("ftyphe"))], .itemPicture, .image, needsZero: true),
    Signature("HEIC image", [(4, text("ftypmif1"))], .itemPicture, .image, needsZero: true),
  ]

  private static let archives = [
    Signature("ZIP archive", [(0, [0x50, 0x4B, 3, 4])], .zip),
    Signature("ZIP archive", [(0, [0x50, 0x4B, 5, 6])], .zip),
    Signature("gzip data", [(0, [0x1F, 0x8B, 0x08])]),
    Signature("Zstandard data", [(0, [0x28, 0xB5, 0x2F, 0xFD])]),
    Signature("bzip2 data", [(0, text("BZh")), (4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])]),
    Signature("xz data", [(0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])]),
    Signature("7z archive", [(0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])]),
    Signature("RAR archive", [(0, text("Rar!") + [0x1A, 0x07])]),
    // POSIX writes a zero after the word, GNU two spaces and a zero.
    Signature("tar archive", [(257, text("ustar") + [0])]),
    Signature("tar archive", [(257, text("ustar  ") + [0])]),
  ]

  private static let sounds = [
    Signature("MP4 media", [(4, text("ftyp"))], needsZero: true),
    Signature("WebM or Matroska media", [(0, [0x1A, 0x45, 0xDF, 0xA3])]),
    Signature("Ogg media", [(0, text("OggS") + [0])]),
    Signature("FLAC audio", [(0, text("fLaC"))], needsZero: true),
    Signature("WAV audio", [(0, text("RIFF")), (8, text("WAVE"))], needsZero: true),
    Signature("MP3 audio", [(0, text("ID3"))], needsZero: true),
    Signature("MP3 audio", [(0, [0xFF, 0xFB])]),
    Signature("MP3 audio", [(0, [0xFF, 0xF3])]),
    Signature("MP3 audio", [(0, [0xFF, 0xF2])]),
  ]

  private static let others = [
    Signature("PDF document", [(0, text("%PDF-"))], .pdf),
    Signature("WebAssembly module", [(0, [0] + text("asm"))]),
    Signature("ELF program", [(0, [0x7F] + text("ELF"))]),
    Signature("Java class", [(0, [0xCA, 0xFE, 0xBA, 0xBE])]),
    Signature("SQLite database", [(0, text("SQLite format 3") + [0])]),
    Signature("WOFF font", [(0, text("wOFF"))], needsZero: true),
    Signature("WOFF2 font", [(0, text("wOF2"))], needsZero: true),
  ]
}
