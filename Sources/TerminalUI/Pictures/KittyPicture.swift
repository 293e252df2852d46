internal import Foundation

/// A picture shown with kitty's graphics protocol. It is sent once and placed whenever it moves.
///
/// All sequences suppress replies (`q=2`), which would arrive among the keys.
package struct KittyPicture: Equatable, Sendable {
  /// A positive number, preferably large to avoid those of other programs.
  package let id: UInt32

  package init(id: UInt32) { self.id = id }

  /// Sends the picture without showing it.
  package func send(_ pixels: PictureSource.Pixels) -> String {
    switch pixels {
    case .png(let file): send(file, "f=100")
    case .rgba(let bytes, let width, let height): send(bytes, "f=32,s=\(width),v=\(height)")
    }
  }

  // The protocol's limit per sequence, in Base64 characters. All but the last must be a multiple of four.
  private static let chunk = 4096

  private func send(_ data: Data, _ format: String) -> String {
    let text = data.base64EncodedData()
    var sequences = ""
    var offset = 0
    repeat {
      let piece = text.dropFirst(offset).prefix(Self.chunk)
      let first = offset == 0 ? "a=t,\(format),i=\(id),q=2," : "q=2,"
      offset += piece.count
      sequences += "\u{1B}_G\(first)m=\(offset < text.count ? 1 : 0);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
    } while offset < text.count
    return sequences
  }

  /// Shows the sent picture stretched over `part`, relative to the screen, and removes it from its previous place. Does
  /// not move the cursor.
  package func place(in part: Rect) -> String {
    guard !part.isEmpty else { return remove }
    return ControlSequence.atPlace(part, "\u{1B}_Ga=p,i=\(id),p=1,c=\(part.columns),r=\(part.rows),C=1,q=2\u{1B}\\")
  }

  /// Removes it from the screen. It can be placed again.
  package var remove: String { "\u{1B}_Ga=d,d=i,i=\(id),q=2\u{1B}\\" }

  /// Removes it from the screen and from the terminal's memory.
  package var delete: String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }
}
