import Foundation

/// The width and height that the head of a picture tells; nothing of the picture itself is read.
struct PictureSize {
  private let body: Data

  init(_ body: Data) { self.body = body }

  func size(of kind: Signature.Kind) -> (Int, Int)? {
    switch kind {
    case .png: size(width: 16, height: 20, 4)
    case .gif: size(width: 6, height: 8, -2)
    case .jpeg: sizeOfJPEG
    case .webP: sizeOfWebP
    case .bitmap: sizeOfBitmap
    case .icon: sizeOfIcon
    case .itemPicture: sizeOfItems
    case .pdf, .zip, .other: nil
    }
  }

  private func size(width: Int, height: Int, _ bytes: Int) -> (Int, Int)? {
    guard let width = body.number(at: width, bytes), let height = body.number(at: height, bytes) else { return nil }
    return (width, height)
  }

  /// From segment to segment up to the frame header: ITU-T T.81, B.2.2.
  private var sizeOfJPEG: (Int, Int)? {
    var offset = 2
    while let marker = body.number(at: offset, 2), marker >> 8 == 0xFF, let length = body.number(at: offset + 2, 2) {
      let isFrame = (0xFFC0...0xFFCF).contains(marker) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
      if isFrame { return size(width: offset + 7, height: offset + 5, 2) }
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }

  /// RFC 9649, section 2: lossy, lossless or extended.
  private var sizeOfWebP: (Int, Int)? {
    switch String(decoding: body.dropFirst(12).prefix(4), as: UTF8.self) {
    case "VP8 ":
      guard let (width, height) = size(width: 26, height: 28, -2) else { return nil }
      return (width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard let bits = body.number(at: 21, -4) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      guard let (width, height) = size(width: 24, height: 27, -3) else { return nil }
      return (width + 1, height + 1)
    default: return nil
    }
  }

  /// The height is negative where the rows stand from the top. The oldest header, of 12 bytes, has shorter numbers.
  private var sizeOfBitmap: (Int, Int)? {
    if body.number(at: 14, -4) == 12 { return size(width: 18, height: 20, -2) }
    guard let (width, height) = size(width: 18, height: 22, -4) else { return nil }
    return (width, Int(Int32(truncatingIfNeeded: height).magnitude))
  }

  /// Of the first picture in it; 0 means 256.
  private var sizeOfIcon: (Int, Int)? {
    guard let (width, height) = size(width: 6, height: 7, 1) else { return nil }
    return (width == 0 ? 256 : width, height == 0 ? 256 : height)
  }

  /// The largest of the boxes `ispe` near the beginning: the others tell of thumbnails and tiles. ISO 23008-12, 6.5.3.
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

extension Data {
  /// A number of up to four bytes; little-endian where `width` is negative. `nil` where the data ends before.
  func number(at offset: Int, _ width: Int) -> Int? {
    let bytes = dropFirst(offset).prefix(abs(width))
    guard offset >= 0, bytes.count == abs(width) else { return nil }
    return (width > 0 ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}
