package import Foundation

/// A supported file type, detected by its first bytes because content types are often wrong.
package enum PictureKind: Hashable, Sendable, CaseIterable {
  case png, jpeg, gif, webP

  package init?(of body: Data) {
    guard let kind = Self.allCases.first(where: { $0.matches(body) }) else { return nil }
    self = kind
  }

  private func matches(_ body: Data) -> Bool {
    switch self {
    case .png: body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: body.starts(with: [0xFF, 0xD8, 0xFF])
    case .gif: body.starts(with: Array("GIF8".utf8))
    case .webP: body.starts(with: Array("RIFF".utf8)) && body.dropFirst(8).starts(with: Array("WEBP".utf8))
    }
  }

  package var fileExtension: String {
    switch self {
    case .png: ".png"
    case .jpeg: ".jpg"
    case .gif: ".gif"
    case .webP: ".webp"
    }
  }

  /// The size from the header, in pixels; `nil` if missing.
  package func size(of body: Data) -> (width: Int, height: Int)? {
    switch self {
    case .png: Self.pair(body.number(at: 16, 4, .big), body.number(at: 20, 4, .big))
    case .jpeg: Self.sizeOfJPEG(body)
    case .gif: Self.pair(body.number(at: 6, 2, .little), body.number(at: 8, 2, .little))
    case .webP: WebPDecoder.size(of: body)
    }
  }

  private static func pair(_ width: Int?, _ height: Int?) -> (width: Int, height: Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }

  /// Walks the segments up to the frame header: ITU-T T.81, B.2.2.
  private static func sizeOfJPEG(_ body: Data) -> (width: Int, height: Int)? {
    var offset = 2
    while let marker = body.number(at: offset, 2, .big), marker >> 8 == 0xFF,
      let length = body.number(at: offset + 2, 2, .big)
    {
      let isFrame = (0xFFC0...0xFFCF).contains(marker) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
      if isFrame { return pair(body.number(at: offset + 7, 2, .big), body.number(at: offset + 5, 2, .big)) }
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }
}
