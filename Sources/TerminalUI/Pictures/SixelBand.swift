/// Six rows of a picture, sorted by colour. Reused for each band.
struct SixelBand {
  /// The pixels of a colour in one column, and the index of its next part to the right.
  private struct Column {
    let column: Int
    var bits: UInt8
    var next = -1
  }

  private var parts: [Column] = []
  /// The indexes of each colour's first and last part; -1 if it has none.
  private var first: [Int]
  private var last: [Int]
  /// The colours in the band, by their first column.
  private var used: [Int] = []

  init(width: Int, colours: Int) {
    parts.reserveCapacity(6 * width)
    first = Array(repeating: -1, count: colours)
    last = first
  }

  /// Loads the pixels of a band.
  ///
  /// - Parameters:
  ///   - rows: The offsets of at most six rows in `indices`.
  ///   - columns: The offset of each column in a row of `indices`.
  mutating func fill(_ indices: [UInt16], rows: [Int], columns: [Int]) {
    clear()
    for (column, offset) in columns.enumerated() {
      var colour = IndexedPixels.clear
      var (bits, bit): (UInt8, UInt8) = (0, 1)
      for row in rows {
        let next = indices[row + offset]
        if next != colour {
          if colour != IndexedPixels.clear { mark(Int(colour), column, bits) }
          (colour, bits) = (next, 0)
        }
        bits |= bit
        bit <<= 1
      }
      if colour != IndexedPixels.clear { mark(Int(colour), column, bits) }
    }
  }

  private mutating func clear() {
    for colour in used { first[colour] = -1 }
    used.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func mark(_ colour: Int, _ column: Int, _ bits: UInt8) {
    if first[colour] < 0 {
      first[colour] = parts.count
      used.append(colour)
    } else if parts[last[colour]].column == column {
      parts[last[colour]].bits |= bits
      return
    } else {
      parts[last[colour]].next = parts.count
    }
    last[colour] = parts.count
    parts.append(Column(column: column, bits: bits))
  }

  /// Writes the band in as few passes as possible, combining colours that do not overlap.
  func write(into writer: inout SixelWriter) {
    var rest = used
    while !rest.isEmpty {
      var (column, later) = (0, 0)
      for index in rest.indices {
        let colour = rest[index]
        if parts[first[colour]].column < column {
          rest[later] = colour
          later += 1
        } else {
          column = write(colour, from: column, into: &writer)
        }
      }
      rest.removeLast(rest.count - later)
      if later > 0 { writer.write(UInt8(ascii: "$")) }
    }
  }

  /// - Returns: The column after the colour's last.
  private func write(_ colour: Int, from start: Int, into writer: inout SixelWriter) -> Int {
    writer.select(colour)
    var (begin, end) = (start, start)
    var bits: UInt8 = 0
    var index = first[colour]
    while index >= 0 {
      let part = parts[index]
      if part.column > end, bits != 0 {
        writer.write(bits, times: end - begin)
        (begin, bits) = (end, 0)
      }
      end = part.column
      if part.bits != bits {
        writer.write(bits, times: end - begin)
        (begin, bits) = (end, part.bits)
      }
      end += 1
      index = part.next
    }
    writer.write(bits, times: end - begin)
    return end
  }
}
