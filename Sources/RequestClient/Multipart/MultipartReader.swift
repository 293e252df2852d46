/// The bytes of a form, section by section; one file or producer is open at a time.
final class MultipartReader: BodyReader {
  let length: Int?
  private var sections: ArraySlice<MultipartSection>
  private var current: (any BodyReader)?
  private let whenReady: @Sendable () -> Void

  init(_ form: MultipartFormData, whenReady: @escaping @Sendable () -> Void) throws(BodyFailure) {
    let sections = try form.sections()
    let isLengthKnown = sections.allSatisfy { $0.length != nil }
    length = isLengthKnown ? sections.lazy.compactMap(\.length).reduce(0, +) : nil
    self.sections = sections[...]
    self.whenReady = whenReady
  }

  /// Fills the whole buffer where it can: many small parts go out together.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyPiece {
    var count = 0
    while count < buffer.count, let section = sections.first {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      switch try read(section, into: rest) {
      case .bytes(let more): count += more
      case .wait: return count > 0 ? .bytes(count) : .wait
      case .end:
        current = nil
        sections.removeFirst()
      }
    }
    return count > 0 ? .bytes(count) : .end
  }

  private func read(
    _ section: MultipartSection, into buffer: UnsafeMutableRawBufferPointer
  ) throws(BodyFailure) -> BodyPiece {
    do throws(BodyFailure) {
      if current == nil { current = try section.open(whenReady: whenReady) }
      return try current?.read(into: buffer) ?? .end
    } catch {
      guard let part = section.part else { throw error }
      throw .partFailed(name: part, error)
    }
  }
}
