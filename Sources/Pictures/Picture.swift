package import Foundation

/// A picture, decoded once, and small enough to keep: its longer edge has at most `PictureLimits.keptEdge` pixels.
///
/// Copies share the pixels. Two are equal where they come from the same decoding.
package struct Picture: Sendable {
  package let kind: PictureKind
  /// In the file, in pixels; a photograph may be shown turned.
  package let width: Int
  package let height: Int
  /// Kind, size and extent, as `PNG image, 640 × 480, 12.3 kB`.
  package let caption: String
  /// What the user should know about how it is shown; `nil` where it is what the file says.
  package let notice: String?
  private let kept: Kept

  private final class Kept: Sendable {
    let pixels: Pixels

    init(_ pixels: Pixels) { self.pixels = pixels }
  }

  /// Decodes `body`, of an animation the first picture, on the caller's thread.
  ///
  /// The header is asked first: what claims more than `limits` is never begun. The cost is some 20 ns for each pixel in
  /// the file; nothing stops it meanwhile.
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

  /// The picture in at most `columns` × `rows` cells, its shape kept, never larger than a pixel for each half of a
  /// cell.
  ///
  /// The cost is one look at each kept pixel. `nil` where there is no room at all.
  package func cells(columns: Int, rows: Int) -> PictureCells? {
    guard columns > 0, rows > 0 else { return nil }
    let pixels = kept.pixels
    let size = Pixels.size((pixels.width, pixels.height), fitting: columns, 2 * rows)
    // A cell is never half a pixel.
    return PictureCells(pixels.reduced(to: size.width, size.height + size.height % 2))
  }

  /// Straight RGBA, four bytes a pixel, in at most that many pixels: for terminals that show real pictures.
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
