import RequestBasics

/// The messages of this module.
enum Messages {
  static let partial = "Incomplete or damaged picture: shown as far as possible"

  static func caption(_ kind: PictureKind, _ width: Int, _ height: Int, byteCount: Int) -> String {
    "\(kind.name), \(width) × \(height), \(Formatting.byteCount(byteCount))"
  }

  static func cannotShow(_ problem: PictureProblem) -> String {
    switch problem {
    case .unknownKind: "Not a PNG, JPEG, GIF or WebP image — V shows hex, w saves"
    case .damaged(let kind): "Cannot show this \(kind.name): damaged or incomplete — V shows hex, w saves"
    case .tooLarge(let kind, let width, let height):
      "Cannot show this \(kind.name): \(width) × \(height) pixels take too much memory — V shows hex, w saves"
    }
  }
}

extension PictureKind {
  package var name: String {
    switch self {
    case .png: "PNG image"
    case .jpeg: "JPEG image"
    case .gif: "GIF image"
    case .webP: "WebP image"
    }
  }
}
