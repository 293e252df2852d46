internal import CPcre2

/// A regular expression in Perl's syntax, as PCRE2 reads it. `^` and `$` stand for the ends of a line.
///
/// Hundreds of megabytes a second for most patterns. One that would take for ever on some text ends with `.tooCostly`.
struct RegularExpression: Sendable {
  private let code: CompiledPattern

  enum Syntax {
    case perl
    /// The text itself.
    case literal
  }

  /// What the bytes that are searched are.
  enum Alphabet {
    case utf8, bytes
  }

  /// - Parameter isWholeText: Whether `^` and `$` mean the ends of the whole text rather than of its lines.
  init(
    _ pattern: String, ignoresCase: Bool = false, syntax: Syntax = .perl, over alphabet: Alphabet = .utf8,
    isWholeText: Bool = false
  ) throws(RegularExpressionProblem) {
    var options: UInt32 = alphabet == .utf8 ? PCRE2_UTF : 0
    if ignoresCase { options |= PCRE2_CASELESS }
    switch syntax {
    case .literal: options |= PCRE2_LITERAL
    case .perl: if !isWholeText { options |= PCRE2_MULTILINE }
    }
    code = try CompiledPattern(pattern, options: options)
  }

  /// The first place in `range` of `bytes`, which must be of its alphabet; an empty one counts.
  func first(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    try scanner().next(in: bytes, range)
  }

  /// For many places one after another.
  func scanner() -> Scanner { Scanner(code) }

  /// What matching needs besides the pattern; to be used by one thread at a time.
  final class Scanner {
    private let code: CompiledPattern
    private let data: UnsafeMutableRawPointer?
    private let context: UnsafeMutableRawPointer?
    /// Steps that one match may take back.
    private static let limit: UInt32 = 2_000_000

    fileprivate init(_ code: CompiledPattern) {
      self.code = code
      data = cp_match_data(code.raw)
      context = cp_match_context(Self.limit)
    }

    deinit {
      cp_match_data_free(data)
      cp_match_context_free(context)
    }

    func next(
      in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(RegularExpressionProblem) -> Range<Int>? {
      let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let result = cp_match(code.raw, base, range.upperBound, range.lowerBound, data, context)
      if result == PCRE2_ERROR_NOMATCH { return nil }
      guard result >= 0 else { throw RegularExpressionProblem(.tooCostly) }
      // With \K a match may end before it starts.
      let start = cp_match_start(data)
      return start..<max(start, cp_match_end(data))
    }
  }
}
