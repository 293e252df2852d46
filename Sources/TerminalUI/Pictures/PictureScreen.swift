/// Tracks the pictures shown by a terminal and produces the output that updates them.
///
/// A picture covers the half blocks of its cells. If any of these changes, such as below a dialog, the picture is removed
/// and the half blocks remain, because terminals do not reliably draw text over pictures.
package struct PictureScreen: Sendable {
  private struct Shown: Sendable {
    let picture: PlacedPicture
    let kitty: KittyPicture
  }

  /// A cached picture, for when a dialog in front of it closes.
  private struct Encoded: Sendable {
    let source: PictureSource
    let size: PixelSize
    let sequence: String
  }

  private var kind: PictureProtocol
  private var sixel = SixelTerminal()
  private var shown: [Shown] = []
  private var encoded: [Encoded] = []
  /// Whether the last frame contained pictures.
  private var hasPlaces = false
  private var next: UInt32

  /// - Parameter first: The number of the first picture. Other programs may have left pictures with small numbers.
  package init(_ kind: PictureProtocol, first: UInt32 = 0x5742_0001) {
    self.kind = kind
    next = first
  }

  package var isSixel: Bool { kind == .sixel }

  /// Applies a reply of the terminal.
  ///
  /// - Returns: Whether the screen must be redrawn because its pictures are drawn differently now.
  package mutating func adoptCapability(_ reply: TerminalReply) -> Bool {
    let (oldKind, oldSixel) = (kind, sixel)
    switch reply {
    case .attributes(let attributes): kind = kind.after(attributes: attributes)
    case .cell(let cell): sixel.cell = cell
    case .registers(let registers): sixel.registers = registers
    case .largest(let largest): sixel.largest = largest
    case .background, .focus: break
    }
    if sixel != oldSixel { encoded = [] }
    if kind != oldKind { shown = [] }
    return hasPlaces && (kind != oldKind || kind == .sixel && sixel != oldSixel)
  }

  /// The rows to redraw completely before `update`, because only text removes a picture that is written like text.
  package func staleRows(in frame: Frame) -> [Range<Int>] {
    guard kind == .sixel || kind == .inline, !shown.isEmpty else { return [] }
    let wanted = wanted(in: frame)
    return shown.map(\.picture).filter { !wanted.contains($0) }.compactMap { gone in
      let rows = (gone.part.row..<(gone.part.row + gone.part.rows)).clamped(to: 0..<frame.size.rows)
      return rows.isEmpty ? nil : rows
    }
  }

  /// The output to send after drawing the cells of `frame`.
  ///
  /// - Parameter old: The previous frame; `nil` if the screen was cleared.
  package mutating func update(from old: Frame?, to frame: Frame) -> String {
    hasPlaces = !frame.pictures.isEmpty
    encoded.removeAll { encoded in !frame.pictures.contains { $0.source == encoded.source } }
    guard kind != .halfBlocks, !shown.isEmpty || hasPlaces else { return "" }
    let wanted = wanted(in: frame)
    let kept = shown.filter { shown in wanted.contains { $0.source == shown.picture.source } }
    var sequences = ""
    if kind == .kitty {
      for gone in shown where !kept.contains(where: { $0.kitty == gone.kitty }) { sequences += gone.kitty.delete }
    }
    shown = wanted.map { picture in
      let before = kept.first { $0.picture.source == picture.source }
      sequences += show(picture, before, from: old, to: frame)
      return Shown(picture: picture, kitty: before?.kitty ?? takeNumber())
    }
    return sequences
  }

  /// The output to send before giving up the terminal.
  package mutating func clear() -> String {
    defer { shown = [] }
    return kind == .kitty ? shown.map(\.kitty.delete).joined() : ""
  }

  private func wanted(in frame: Frame) -> [PlacedPicture] {
    frame.pictures.filter {
      $0.isUncovered(in: frame) && (kind != .sixel || sixel.canShow(in: $0.part, of: frame.size))
    }
  }

  private mutating func takeNumber() -> KittyPicture {
    defer { next += 1 }
    return KittyPicture(id: next)
  }

  private mutating func show(
    _ picture: PlacedPicture, _ before: Shown?, from old: Frame?, to frame: Frame
  ) -> String {
    // Each cell drawn since has left a hole in a picture that is written like text.
    let isThere = before?.picture == picture
    let isWhole = isThere && old?.isEqual(to: frame, in: picture.part) == true
    switch kind {
    case .halfBlocks: return ""
    case .kitty:
      let kitty = before?.kitty ?? KittyPicture(id: next)
      if isThere, old != nil { return "" }
      return (before == nil ? kitty.send(picture.source.pixels) : "") + kitty.place(in: picture.part)
    case .inline: return isWhole ? "" : InlinePicture.show(picture.source.file, in: picture.part)
    case .sixel: return isWhole ? "" : sixels(of: picture)
    }
  }

  private mutating func sixels(of picture: PlacedPicture) -> String {
    let size = sixel.size(of: picture.part)
    if let known = encoded.first(where: { $0.source == picture.source && $0.size == size }) {
      return ControlSequence.atPlace(picture.part, known.sequence)
    }
    guard let pixels = picture.source.rgba(about: size) else { return "" }
    let sequence = SixelPicture.sequence(pixels, size: size, registers: sixel.registers)
    encoded.removeAll { $0.source == picture.source }
    encoded.append(Encoded(source: picture.source, size: size, sequence: sequence))
    return ControlSequence.atPlace(picture.part, sequence)
  }
}

extension PlacedPicture {
  fileprivate func isUncovered(in frame: Frame) -> Bool {
    (part.row..<(part.row + part.rows)).allSatisfy { row in
      (part.column..<(part.column + part.columns)).allSatisfy { frame[$0, row].pixels != nil }
    }
  }
}

extension Frame {
  fileprivate func isEqual(to other: Frame, in part: Rect) -> Bool {
    guard size == other.size else { return false }
    return (part.row..<(part.row + part.rows)).allSatisfy { row in
      (part.column..<(part.column + part.columns)).allSatisfy { self[$0, row] == other[$0, row] }
    }
  }
}
