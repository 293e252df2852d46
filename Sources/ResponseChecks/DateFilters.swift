internal import Foundation
internal import RequestModel

/// Filters of dates. A date is a text of ISO 8601, in UTC.
struct DateFilters {
  let now: Date

  /// - Returns: `nil` for an unknown filter.
  func apply(_ name: String, to text: String, _ argument: () throws(CheckProblem) -> String) throws(CheckProblem)
    -> CheckValue?
  {
    switch name {
    case "toDate":
      let format = try argument()
      return .text(try (format == Self.standard ? date(text) : parsed(text, format)).formatted(.iso8601))
    case "format", "dateFormat": return .text(try formatted(try date(text), try argument()))
    case "daysAfterNow": return .number(days(try date(text).timeIntervalSince(now)))
    case "daysBeforeNow": return .number(days(now.timeIntervalSince(try date(text))))
    default: return nil
    }
  }

  private func days(_ seconds: TimeInterval) -> Int { Int((seconds / 86_400).rounded(.towardZero)) }

  private func date(_ text: String) throws(CheckProblem) -> Date {
    let fractions = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    if let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: fractions)) { return date }
    throw CheckProblem("\(value: text) is not an ISO 8601 date — use toDate first")
  }

  private func parsed(_ text: String, _ format: String) throws(CheckProblem) -> Date {
    guard let date = try formatter(format).date(from: text) else {
      throw CheckProblem("\(value: text) is not a date of the format \(format)")
    }
    return date
  }

  /// The format of ISO 8601.
  private static let standard = "%+"

  private func formatted(_ date: Date, _ format: String) throws(CheckProblem) -> String {
    if format == Self.standard { return date.formatted(.iso8601) }
    return try formatter(format).string(from: date)
  }

  /// - Parameter format: One of `strftime`: `%a, %d %b %Y %H:%M:%S GMT`.
  private func formatter(_ format: String) throws(CheckProblem) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = try pattern(format)
    return formatter
  }

  private static let patterns: [Character: String] = [
    "Y": "yyyy", "y": "yy", "m": "MM", "d": "dd", "e": "d", "j": "DDD", "H": "HH", "I": "hh", "M": "mm", "S": "ss",
    "p": "a", "b": "MMM", "h": "MMM", "B": "MMMM", "a": "EEE", "A": "EEEE", "z": "ZZZ", "Z": "zzz", "T": "HH:mm:ss",
    "R": "HH:mm", "F": "yyyy-MM-dd", "D": "MM/dd/yy", "f": "SSSSSS", "%": "'%'",
  ]

  private func pattern(_ format: String) throws(CheckProblem) -> String {
    var pattern = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      if character == "%" {
        guard let letter = rest.popFirst(), let part = Self.patterns[letter] else {
          throw CheckProblem("the format \(format) cannot be used: unknown letter after %")
        }
        pattern += part
      } else if character.isLetter {
        let word = String(character) + rest.prefix(while: \.isLetter)
        rest = rest.drop(while: \.isLetter)
        pattern += "'\(word)'"
      } else {
        pattern += character == "'" ? "''" : String(character)
      }
    }
    return pattern
  }
}

/// Escapes of HTML.
enum HTMLEscapes {
  private static let marks = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#x27;")]

  static func escaped(_ text: String) -> String {
    marks.reduce(text) { $0.replacingExactly($1.0, with: $1.1) }
  }

  /// Named references of the characters of Latin-1 and the usual ones beyond, and all numeric ones. As in HTML, numbers
  /// need no semicolon.
  static func unescaped(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<mark]
      rest = rest[rest.utf8.index(after: mark)...]
      let name = rest.prefix { $0 == "#" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      let known = name.first == "#" ? number(name) : name
      let hasEnd = rest[known.endIndex...].first == ";"
      if let scalar = name.first == "#" || hasEnd ? scalar(known) : nil {
        result.unicodeScalars.append(scalar)
        rest = rest[known.endIndex...].dropFirst(hasEnd ? 1 : 0)
      } else {
        result += "&"
      }
    }
    return result + rest
  }

  /// The part of a numeric reference that is a number.
  private static func number(_ name: Substring) -> Substring {
    let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
    var end = name.index(after: name.startIndex)
    if isHexadecimal { end = name.index(after: end) }
    while end < name.endIndex, isHexadecimal ? name[end].isHexDigit : name[end].isNumber {
      end = name.index(after: end)
    }
    return name[..<end]
  }

  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return HTMLNames.scalars[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first?.lowercased() == "x"
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }
}

/// The named characters of HTML 4.
private enum HTMLNames {
  static let scalars: [String: Unicode.Scalar] = {
    var scalars: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    for (index, name) in HTMLEntityNames.latin1.enumerated() {
      scalars[String(name)] = Unicode.Scalar(0xA0 + UInt32(index))
    }
    for entry in others.split(separator: " ") {
      let parts = entry.split(separator: "=")
      scalars[String(parts[0])] = UInt32(parts[1], radix: 16).flatMap(Unicode.Scalar.init)
    }
    return scalars
  }()

  private static let others = """
    OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2C6 tilde=2DC Alpha=391 Beta=392 Gamma=393 \
    Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39A Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F \
    Pi=3A0 Rho=3A1 Sigma=3A3 Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 Psi=3A8 Omega=3A9 alpha=3B1 beta=3B2 gamma=3B3 \
    delta=3B4 epsilon=3B5 zeta=3B6 eta=3B7 theta=3B8 iota=3B9 kappa=3BA lambda=3BB mu=3BC nu=3BD xi=3BE omicron=3BF \
    pi=3C0 rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5 phi=3C6 chi=3C7 psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 \
    piv=3D6 ensp=2002 emsp=2003 thinsp=2009 zwnj=200C zwj=200D lrm=200E rlm=200F ndash=2013 mdash=2014 lsquo=2018 \
    rsquo=2019 sbquo=201A ldquo=201C rdquo=201D bdquo=201E dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030 \
    prime=2032 Prime=2033 lsaquo=2039 rsaquo=203A oline=203E frasl=2044 euro=20AC image=2111 weierp=2118 real=211C \
    trade=2122 alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21B5 lArr=21D0 uArr=21D1 \
    rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 \
    ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D infin=221E ang=2220 and=2227 or=2228 \
    cap=2229 cup=222A int=222B there4=2234 sim=223C cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 \
    sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lceil=2308 rceil=2309 \
    lfloor=230A rfloor=230B lang=2329 rang=232A loz=25CA spades=2660 clubs=2663 hearts=2665 diams=2666
    """
}
