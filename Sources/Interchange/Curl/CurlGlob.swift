/// The URLs that curl's globbing of `{a,b}` and `[1-9]` produces.
struct CurlGlob {
  private(set) var urls: [String] = []
  /// How many there are in all.
  private(set) var count = 1
  /// Why curl would refuse the pattern. The URL is then used verbatim.
  private(set) var problem: String?

  /// How many URLs become requests.
  static let most = 100

  private struct Problem: Error { let text: String }

  /// The texts in one place of the URL.
  private struct Part {
    /// The first of them.
    let values: [String]
    let count: Int

    init(_ values: some Collection<String>, count: Int? = nil) {
      (self.values, self.count) = (Array(values.prefix(CurlGlob.most)), count ?? values.count)
    }
  }

  init(_ url: String) {
    do throws(Problem) {
      let parts = try Self.parts(of: Array(url))
      if parts.count > 100 { throw Problem(text: "more than 50 lists") }
      // The first list changes slowest.
      urls = [""]
      for part in parts {
        count = count.multipliedReportingOverflow(by: part.count).overflow ? .max : count * part.count
        urls = urls.flatMap { start in part.values.map { start + $0 } }
        if urls.count > Self.most { urls.removeSubrange(Self.most...) }
      }
    } catch {
      urls = [url]
      problem = error.text
    }
  }

  private static func parts(of text: [Character]) throws(Problem) -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var index = 0
    while index < text.count {
      switch text[index] {
      case "\\" where index + 1 < text.count && "{}[]".contains(text[index + 1]):
        literal.append(text[index + 1])
        index += 2
      case "[" where isAddress(text, index) || (index + 1 < text.count && text[index + 1] == "]"):
        let end = text[index...].firstIndex(of: "]") ?? text.count - 1
        literal += String(text[index...end])
        index = end + 1
      case "{", "[":
        let (values, end) = text[index] == "{" ? try set(text, index) : try range(text, index)
        parts += [Part([literal]), values]
        literal = ""
        index = end
      case "}", "]": throw Problem(text: "a \(text[index]) without its beginning")
      default:
        literal.append(text[index])
        index += 1
      }
    }
    return parts + [Part([literal])]
  }

  /// Whether the bracket begins an IPv6 address.
  private static func isAddress(_ text: [Character], _ start: Int) -> Bool {
    guard let end = text[start...].firstIndex(of: "]") else { return false }
    let inside = text[(start + 1)..<end]
    return inside.contains(":") && inside.prefix { $0 != "%" }.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      && inside.count { $0 == ":" } > 1
  }

  private static func set(_ text: [Character], _ start: Int) throws(Problem) -> (Part, Int) {
    var values = [""]
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case "}":
        if values == [""] { throw Problem(text: "an empty {}") }
        return (Part(values), index + 1)
      case ",": values.append("")
      case "{", "[": throw Problem(text: "a \(text[index]) within braces")
      case "\\" where index + 1 < text.count:
        index += 1
        values[values.count - 1].append(text[index])
      default: values[values.count - 1].append(text[index])
      }
      index += 1
    }
    throw Problem(text: "a { that is not closed")
  }

  /// `[1-10]`, `[001-100:2]` and `[a-z]`.
  private static func range(_ text: [Character], _ start: Int) throws(Problem) -> (Part, Int) {
    guard let end = text[start...].firstIndex(of: "]") else { throw Problem(text: "a [ that is not closed") }
    let inside = String(text[(start + 1)..<end])
    let (bounds, step) = inside.cut(at: ":").map { ($0.before, Int($0.after)) } ?? (inside, 1)
    guard let step, step > 0, let (first, last) = bounds.cut(at: "-") else {
      throw Problem(text: "[\(inside)] is not a range")
    }
    if let from = Int(first), let to = Int(last), from >= 0, from <= to {
      let width = first.hasPrefix("0") ? first.count : 0
      let count = min((to - from) / step + 1, 1_000_000)
      let values = (0..<count).prefix(most).map { (from + $0 * step).padded(to: width) }
      return (Part(values, count: count), end + 1)
    }
    guard let from = letter(first), let to = letter(last), from <= to,
      first.first?.isLowercase == last.first?.isLowercase
    else {
      throw Problem(text: "[\(inside)] is not a range")
    }
    let letters = stride(from: from, through: to, by: min(step, 255)).map { String(Character(Unicode.Scalar($0))) }
    return (Part(letters), end + 1)
  }

  private static func letter(_ text: String) -> UInt8? {
    guard text.count == 1, let value = text.first?.asciiValue, text.first?.isLetter == true else { return nil }
    return value
  }
}
