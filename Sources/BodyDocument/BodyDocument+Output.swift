import Foundation

extension BodyDocument {
  /// Whether there is no text to copy: the body is bytes, or shown in hex and not text.
  package var isCopiedInHex: Bool {
    !content.isText && !content.original.isEmpty && (view == .hex || content.text.isEmpty)
  }

  /// The size of `copiedText` in bytes.
  package var copiedSize: Int { isCopiedInHex ? 2 * body.count : text.count }

  /// The text of the body, or its bytes as hexadecimal digits.
  package var copiedText: String {
    guard isCopiedInHex else { return String(decoding: text, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: 2 * body.count) { digits in
      for (index, byte) in body.enumerated() {
        digits[2 * index] = (byte >> 4).hexDigit
        digits[2 * index + 1] = (byte & 15).hexDigit
      }
      return 2 * body.count
    }
  }

  /// The whole pretty text without folds, in chunks of about 64 kB with LF line ends.
  package var prettyText: PrettyText { PrettyText(content) }

  package struct PrettyText: Sequence, IteratorProtocol, Sendable {
    private static let pieceSize = 1 << 16

    private let content: BodyContent
    private let lineCount: Int
    private var line = 0

    fileprivate init(_ content: BodyContent) {
      self.content = content
      lineCount =
        switch content.pretty {
        case .flat(let view): view is SummaryView ? 0 : view.lineCount
        case .tree(let view): view.tree.count
        }
    }

    /// The next whole lines. A giant line makes a giant chunk.
    package mutating func next() -> [UInt8]? {
      guard line < lineCount else { return nil }
      var piece: [UInt8] = []
      piece.reserveCapacity(Self.pieceSize + 1024)
      content.text.withUnsafeBytes { source in
        while line < lineCount, piece.count < Self.pieceSize {
          write(line, source, to: &piece)
          piece.append(UInt8(ascii: "\n"))
          line += 1
        }
      }
      return piece
    }

    private func write(_ line: Int, _ source: UnsafeRawBufferPointer, to piece: inout [UInt8]) {
      func write(_ part: Piece) {
        switch part {
        case .bytes(let range, _): piece.append(contentsOf: source[range])
        case .escaped(let range, _):
          piece.append(contentsOf: DecodedText(range, in: source, where: \.isShownDecoded).bytes)
        case .words(let words, _): piece.append(contentsOf: words.utf8)
        }
      }
      switch content.pretty {
      case .flat(let view): view.pieces(of: line, in: source, emit: write)
      case .tree(let view):
        piece.append(contentsOf: repeatElement(UInt8(ascii: " "), count: view.tree.depth(of: line) * 2))
        view.pieces(of: line, isFolded: false, in: source, emit: write)
      }
    }
  }
}

extension UInt8 {
  /// The digit of a value below 16, in lower case.
  var hexDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10 }
}
