import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct BinaryFactTests {
  private static func bytes(_ text: String, _ rest: [UInt8] = []) -> Data { Data(text.utf8) + Data(rest) }

  private static let kinds: [(Data, String)] = [
    (Data([0x28, 0xB5, 0x2F, 0xFD, 1]), "Zstandard data, 5 bytes"),
    (bytes("BZh9", [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]), "bzip2 data"),
    (Data([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), "xz data"),
    (Data([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), "7z archive"),
    (bytes("Rar!", [0x1A, 7, 0]), "RAR archive"),
    (Data(count: 257) + bytes("ustar", [0, 0x30, 0x30]), "tar archive, 265 bytes"),
    (bytes("\0asm", [1, 0, 0, 0]), "WebAssembly module"),
    (bytes("\u{7F}ELF", [2, 1]), "ELF program"),
    (bytes("ID3", [4, 0, 0, 0, 0, 0, 0]), "MP3 audio"),
    (Data([0xFF, 0xFB, 0x90, 0x64]), "MP3 audio"),
    (Data([0, 0, 0, 0x20]) + bytes("ftypisom"), "MP4 media"),
    (Data([0x1A, 0x45, 0xDF, 0xA3]), "WebM or Matroska media"),
    (bytes("OggS", [0, 2]), "Ogg media"),
    (bytes("fLaC", [0, 0, 0, 0x22]), "FLAC audio"),
    (bytes("RIFF", [1, 0, 0, 0]) + bytes("WAVEfmt "), "WAV audio"),
    (bytes("II*\0"), "TIFF image"), (bytes("MM\0*"), "TIFF image"),
    (bytes("SQLite format 3\0"), "SQLite database"),
    (bytes("wOFF", [0, 1, 0, 0]), "WOFF font"), (bytes("wOF2", [0, 1, 0, 0]), "WOFF2 font"),
    (Data([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65]), "Java class"),
    (bytes("%PDF-1.7\n%"), "PDF 1.7 document, 10 bytes"),
    (
      bytes("BM", [9, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 3, 1, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]),
      "BMP image, 26 bytes"
    ),
    (Data([0, 0, 1, 0, 1, 0, 32, 0]), "ICO image, 32 × 256"),
    (bytes("RIFF....WEBPVP8 ....", [0, 0, 0, 0x9D, 1, 0x2A, 0x20, 0x43, 0x10, 0]), "WebP image, 30 bytes"),
    (bytes("RIFF....WEBPVP8L....", [0x2F, 0x1F, 0xC0, 3, 0]), "WebP image, 25 bytes"),
    (bytes("RIFF....WEBPVP8X....", [0, 0, 0, 0, 0x1F, 1, 0, 0x0F, 0, 0]), "WebP image, 30 bytes"),
    (
      Data([0, 0, 0, 0x20]) + bytes("ftypavif....ispe", [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 8])
        + bytes("....ispe", [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 64]), "AVIF image, 256 × 64"
    ),
    (Data([0, 0, 0, 0x18]) + bytes("ftypheic"), "HEIC image, 12 bytes"),
  ]

  @Test(arguments: kinds)
  func aKindOfFileIsNamedByItsFirstBytes(body: Data, words: String) {
    let document = BodyDocument(body, contentType: nil)
    #expect(document.screen.hasPrefix(words), "\(document.screen)")
    #expect(document.screen.contains("V shows hex, w saves"))
    #expect(document.views == [.pretty, .hex])
  }

  @Test(arguments: ["BM is short for", "ID3 tags", "OggS", "wOFF!", "RIFF....WAVE", "....ftypical", "Rar! ", "fLaC"])
  func textThatBeginsAlikeStaysText(text: String) {
    #expect(BodyDocument(text, as: nil).format == .text)
  }

  @Test(arguments: kinds)
  func cutAndBrokenHeadsNeverTrap(body: Data, words: String) {
    for end in 0...body.count {
      _ = BodyDocument(body.prefix(end), contentType: "image/png").screen
      var broken = Data(body)
      if end < body.count { broken[end] = 0xFF }
      _ = BodyDocument(broken, contentType: nil).screen
    }
  }

  /// A stored archive of two files and a folder.
  private static let archive: Data = {
    var directory = Data()
    for (name, size) in [("docs/", 0), ("docs/ä.txt", 5), ("b.bin", 2000)] {
      let length = UInt8(name.utf8.count)
      directory += Data([0x50, 0x4B, 1, 2]) + Data(count: 20) + Data([UInt8(size & 0xFF), UInt8(size >> 8), 0, 0])
      directory += Data([length, 0, 0, 0, 0, 0]) + Data(count: 12) + Data(name.utf8)
    }
    let size = UInt8(directory.count)
    return Data([0x50, 0x4B, 3, 4]) + Data(count: 26) + directory + Data([0x50, 0x4B, 5, 6, 0, 0, 0, 0, 3, 0, 3, 0])
      + Data([size, 0, 0, 0, 30, 0, 0, 0, 0, 0])
  }()

  @Test func aZIPArchiveTellsWhatIsInIt() {
    let document = BodyDocument(Self.archive, contentType: "application/zip")
    #expect(
      document.screen == """
        ZIP archive, 211 bytes — V shows hex, w saves
        3 entries:
          docs/
          docs/ä.txt, 5 bytes
          b.bin, 2.0 kB
        """)
    #expect(document.prettyOutput == "")
  }

  @Test(arguments: Seeds.some(of: 10))
  func brokenArchivesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var bytes = Array(Self.archive)
      for _ in 0..<6 {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let end = Int.random(in: 30...bytes.count, using: &random)
      exercise(BodyDocument(Data(bytes[..<end]), contentType: nil), &random)
    }
  }
}
