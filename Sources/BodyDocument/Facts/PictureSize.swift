import Foundation
import Pictures

/// The width and height from a picture's header.
struct PictureSize {
  private let body: Data

  init(_ body: Data) { self.body = body }

  func size(of kind: Signature.Kind) -> (Int, Int)? {
    switch kind {
    case .picture: PictureKind(of: body)?.size(of: body)
    case .icon: sizeOfIcon
    case .itemPicture: sizeOfItems
    case .pdf, .zip, .other: nil
    }
  }

  private func size(width: Int, height: Int, _ bytes: Int) -> (Int, Int)? {
    guard let width = body.number(at: width, bytes, .big), let height = body.number(at: height, bytes, .big) else {
      return nil
    }
    return (width, height)
  }

  /// The size of the first picture in an ICO file; 0 means 256.
  private var sizeOfIcon: (Int, Int)? {
    guard let (width, height) = size(width: 6, height: 7, 1) else { return nil }
    return (width == 0 ? 256 : width, height == 0 ? 256 : height)
  }

  /// The largest of the `ispe` boxes near the start; the others are thumbnails and tiles. ISO 23008-12, 6.5.3.
  private var sizeOfItems: (Int, Int)? {
    let head = body.prefix(8192)
    var largest: (Int, Int)?
    var rest = head
    while let box = rest.range(of: Data("ispe".utf8)) {
      let offset = box.upperBound - body.startIndex
      if let size = size(width: offset + 4, height: offset + 8, 4), size.0 > largest?.0 ?? 0 { largest = size }
      rest = rest[box.upperBound...]
    }
    return largest
  }
}
