internal import CPcre2

/// A regular expression in PCRE2 syntax. `^` and `$` match at line ends.
///
/// Most patterns match at several hundred megabytes a second. Excessive backtracking ends with `.tooCostly`.
struct RegularExpression: Sendable {
  private let code: CompiledPattern

  enum Syntax {
    case perl
    /// The text itself.
    case literal
  }

  /// The encoding of the searched bytes.
  enum Alphabet {
    case utf8, bytes
  }

  /// - Parameter isWholeText: Whether `^` and `$` match only at the ends of the whole text.
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

  /// The first match in `range`, which may be empty. `bytes` must have the pattern's encoding.
  func first(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(RegularExpressionProblem) -> Range<Int>? {
    try scanner().next(in: bytes, range)
  }

  /// A scanner for repeated matching.
  func scanner() -> Scanner { Scanner(code) }

  /// The mutable state of matching, for one thread at a time.
  final class Scanner {
    private let code: CompiledPattern
    private let data: UnsafeMutableRawPointer?
    private let context: UnsafeMutableRawPointer?
    /// The backtracking limit of one match.
    private static let limit: UInt32 = 2_000_000
    /// A stack for matches that need more than the usual 32 kB.
    private var stack: UnsafeMutableRawPointer?
    private static let stackSize = 32 << 20

    fileprivate init(_ code: CompiledPattern) {
      self.code = code
      data = cp_match_data(code.raw)
      context = cp_match_context(Self.limit)
    }

    deinit {
      cp_match_data_free(data)
      cp_match_context_free(context)
      if let stack { cp_stack_free(stack) }
    }

    func next(
      in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(RegularExpressionProblem) -> Range<Int>? {
      let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      var result = cp_match(code.raw, base, range.upperBound, range.lowerBound, data, context)
      if result == PCRE2_ERROR_JIT_STACKLIMIT, stack == nil, let context {
        stack = cp_add_stack(context, Self.stackSize)
        result = cp_match(code.raw, base, range.upperBound, range.lowerBound, data, context)
      }
      if result == PCRE2_ERROR_NOMATCH { return nil }
      guard result >= 0 else { throw RegularExpressionProblem(.tooCostly) }
      // With \K a match may end before it starts.
      let start = cp_match_start(data)
      return start..<max(start, cp_match_end(data))
    }

    /// The number of groups, the whole match included.
    var groupCount: Int { cp_group_count(data) }

    /// A group of the last match; `nil` if it took no part in it, or does not exist.
    func group(_ number: Int) -> Range<Int>? {
      guard number >= 0, number < cp_group_count(data) else { return nil }
      let (start, end) = (cp_group_start(data, number), cp_group_end(data, number))
      // PCRE2_UNSET
      if start == -1 || start == .max { return nil }
      return start <= end ? start..<end : nil
    }
  }
}
