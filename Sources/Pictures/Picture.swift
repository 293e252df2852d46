package import Foundation

/// A decoded picture, reduced to at most `PictureLimits.keptEdge` pixels on its longer edge.
///
/// Copies share the pixels. Two pictures are equal if they come from the same decoding.
package struct Picture: Sendable {
  package let kind: PictureKind
  /// The size in the file, in pixels, before orientation.
  package let width: Int
  package let height: Int
  /// Kind, dimensions and file size: `PNG image, 640 × 480, 12.3 kB`.
  package let caption: String
  /// A remark about how the picture is shown.
  package let notice: String?
  private let kept: Kept

  private final class Kept: Sendable {
    let pixels: Pixels

    init(_ pixels: Pixels) { self.pixels = pixels }
  }

  /// Decodes `body`, or the first picture of an animation, on the caller's thread.
  ///
  /// Rejects pictures whose header exceeds `limits`. Takes about 20 ns per pixel in the file and cannot be stopped.
  package init(_ body: Data, limits: PictureLimits = .standard) throws(PictureProblem) {
    guard let kind = PictureKind(of: body) else { throw .unknownKind }
    let decoded = try Self.decode(body, kind, limits)
    let edge = limits.keptEdge
    let size = Pixels.size((decoded.pixels.width, decoded.pixels.height), fitting: edge, edge)
    self.kind = kind
    width = decoded.width
    height = decoded.height
    caption = Messages.caption(kind, width, height, byteCount: body.count)
    notice = decoded.isPartial ? Messages.partial : nil
    let orientation = kind == .jpeg ? Orientation(ofJPEG: body) : .upright
    kept = Kept(orientation.turn(decoded.pixels.reduced(to: size.width, size.height)))
  }

  private static func decode(
    _ body: Data, _ kind: PictureKind, _ limits: PictureLimits
  ) throws(PictureProblem) -> DecodedPicture {
    switch kind {
    case .png: try PNGDecoder.decode(body, limits)
    case .jpeg: try JPEGDecoder.decode(body, limits)
    case .gif: try GIFDecoder.decode(body, limits)
    case .webP: try WebPDecoder.decode(body, limits)
    }
  }

  /// Scales the picture to at most `columns` × `rows` cells, keeping its aspect ratio and never enlarging it.
  ///
  /// Reads each kept pixel once. Returns `nil` if there is no room.
  package func cells(columns: Int, rows: Int) -> PictureCells? {
    guard columns > 0, rows > 0 else { return nil }
    let pixels = kept.pixels
    let size = Pixels.size((pixels.width, pixels.height), fitting: columns, 2 * rows)
    // Always fill whole cells.
    return PictureCells(pixels.reduced(to: size.width, size.height + size.height % 2))
  }

  /// Straight RGBA, four bytes per pixel, scaled to at most the given size, for terminals that show pictures.
  package func rgba(width: Int, height: Int) -> (width: Int, height: Int, bytes: Data) {
    let pixels = kept.pixels
    let size = Pixels.size((pixels.width, pixels.height), fitting: max(1, width), max(1, height))
    let reduced = pixels.reduced(to: size.width, size.height)
    return (size.width, size.height, Data(reduced.straight))
  }
}

extension Picture: Equatable {
  package static func == (a: Picture, b: Picture) -> Bool { a.kept === b.kept }
}
