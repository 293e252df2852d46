import Pictures
import Synchronization

/// A picture with cached scaled versions.
package final class ShownPicture: Sendable {
  let picture: Picture
  /// The data for terminals that show pictures; `nil` if it would take too long to send.
  private let source: PictureSource?
  private let newest = Mutex<(size: Size, cells: PictureCells)?>(nil)

  /// The largest file sent unchanged, in bytes.
  private static let maxSentBytes = 1_000_000
  /// The longer edge, in pixels, of pictures sent to terminals that cannot read the file's format.
  private static let maxSentEdge = 640

  init(_ picture: Picture, of body: BodyDocument) {
    self.picture = picture
    guard body.body.count <= Self.maxSentBytes else {
      source = nil
      return
    }
    let reduced: @Sendable (PixelSize) -> RGBAPixels? = {
      let pixels = picture.rgba(width: $0.width, height: $0.height)
      return RGBAPixels(width: pixels.width, height: pixels.height, bytes: pixels.bytes)
    }
    if picture.kind == .png {
      source = PictureSource(.png(body.body), file: body.body, reduced: reduced)
    } else {
      let pixels = picture.rgba(width: Self.maxSentEdge, height: Self.maxSentEdge)
      source = PictureSource(
        .rgba(pixels.bytes, width: pixels.width, height: pixels.height), file: body.body, reduced: reduced)
    }
  }

  func cells(fitting size: Size) -> PictureCells? {
    newest.withLock { newest in
      if let newest, newest.size == size { return newest.cells }
      let cells = picture.cells(columns: size.columns, rows: size.rows)
      newest = cells.map { (size, $0) }
      return cells
    }
  }

  func draw(into canvas: inout Canvas) {
    guard let cells = cells(fitting: canvas.size) else { return }
    let part = Rect(
      column: (canvas.size.columns - cells.columns) / 2, row: 0, columns: cells.columns, rows: cells.rows)
    canvas.drawPicture(in: part, source: source) { column, row in
      let (top, bottom) = cells[column, row]
      return PixelPair(top: RGB(top), bottom: RGB(bottom))
    }
  }
}

extension ShownPicture: Equatable {
  package static func == (a: ShownPicture, b: ShownPicture) -> Bool { a === b }
}

extension RGB {
  init(_ colour: PictureColour) { self.init(red: colour.red, green: colour.green, blue: colour.blue) }
}
