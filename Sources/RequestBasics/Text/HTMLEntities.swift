/// The character references of HTML: `&amp;`, `&#38;` and `&#x26;`.
package enum HTMLEntities {
  /// Decodes names with a semicolon, and numbers with or without one. Unknown names are kept.
  package static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], text[...].utf8)
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      bytes += rest[..<mark]
      rest = rest[mark...].dropFirst()
      if let (scalar, end) = reference(rest) {
        bytes += String(scalar).utf8
        rest = rest[end...]
      } else {
        bytes.append(UInt8(ascii: "&"))
      }
    }
    return String(decoding: bytes + rest, as: UTF8.self)
  }

  package static func escaped(_ text: String) -> String {
    marks.reduce(text) { $0.replacingExactly($1.0, with: $1.1) }
  }

  private static let marks = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#x27;")]

  /// The character of the reference that `text` starts with, without its `&`.
  package static func reference(_ text: Substring.UTF8View) -> (scalar: Unicode.Scalar, end: Substring.Index)? {
    if text.first == UInt8(ascii: "#") { return number(text.dropFirst()) }
    let name = text.prefix(longestName).prefix { $0.isASCIIAlphanumeric }
    guard text[name.endIndex...].first == UInt8(ascii: ";"), let scalar = scalars[key(name)] else { return nil }
    return (scalar, text.index(after: name.endIndex))
  }

  private static func number(_ text: Substring.UTF8View) -> (scalar: Unicode.Scalar, end: Substring.Index)? {
    let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let digits = text.dropFirst(isHexadecimal ? 1 : 0)
    var (value, end): (UInt32, Substring.Index) = (0, digits.startIndex)
    while end < digits.endIndex, let digit = PercentEncoding.value(digits[end]).map({ UInt32($0) }), digit < radix {
      value = min(value * radix + digit, 0x110000)
      end = digits.index(after: end)
    }
    guard end > digits.startIndex else { return nil }
    // Numbers of no character are this one in browsers, too.
    let scalar: Unicode.Scalar = (value == 0 ? nil : Unicode.Scalar(value)) ?? "\u{FFFD}"
    return (scalar, digits[end...].first == UInt8(ascii: ";") ? digits.index(after: end) : end)
  }
}

/// Names as numbers made of their letters, for searches that read byte by byte.
extension HTMLEntities {
  /// The letters that a key has room for. No known name has more.
  @inlinable package static var longestName: Int { 10 }

  /// Appends a letter to a name's key, six bits per letter.
  @inlinable package static func appending(_ byte: UInt8, to name: UInt64) -> UInt64 {
    let code =
      switch byte {
      case 0x30...0x39: byte - 0x30 + 1
      case 0x41...0x5A: byte - 0x41 + 11
      default: byte - 0x61 + 37
      }
    return name << 6 | UInt64(code)
  }

  package static func scalar(named name: UInt64) -> Unicode.Scalar? { scalars[name] }

  private static func key(_ name: some Sequence<UInt8>) -> UInt64 { name.reduce(0) { appending($1, to: $0) } }

  private static let scalars: [UInt64: Unicode.Scalar] = {
    var scalars: [UInt64: Unicode.Scalar] = [:]
    for (index, name) in latin1.split(separator: " ").enumerated() {
      scalars[key(name.utf8)] = Unicode.Scalar(0xA0 + UInt32(index))
    }
    for entry in others.split(separator: " ") {
      let parts = entry.split(separator: "=")
      scalars[key(parts[0].utf8)] = UInt32(parts[1], radix: 16).flatMap(Unicode.Scalar.init)
    }
    return scalars
  }()

  /// Those of Latin-1, from U+00A0 on, in order.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """

  /// Those of ASCII and, beyond Latin-1, of HTML 4.
  private static let others = """
    Tab=9 NewLine=A excl=21 quot=22 QUOT=22 num=23 dollar=24 percnt=25 amp=26 AMP=26 apos=27 lpar=28 rpar=29 ast=2A \
    midast=2A plus=2B comma=2C period=2E sol=2F colon=3A semi=3B lt=3C LT=3C equals=3D gt=3E GT=3E quest=3F \
    commat=40 lsqb=5B lbrack=5B bsol=5C rsqb=5D rbrack=5D Hat=5E lowbar=5F UnderBar=5F grave=60 lcub=7B lbrace=7B \
    verbar=7C vert=7C rcub=7D rbrace=7D OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2C6 \
    tilde=2DC Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39A \
    Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1 Sigma=3A3 Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 Psi=3A8 \
    Omega=3A9 alpha=3B1 beta=3B2 gamma=3B3 delta=3B4 epsilon=3B5 zeta=3B6 eta=3B7 theta=3B8 iota=3B9 kappa=3BA \
    lambda=3BB mu=3BC nu=3BD xi=3BE omicron=3BF pi=3C0 rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5 phi=3C6 \
    chi=3C7 psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 piv=3D6 ensp=2002 emsp=2003 thinsp=2009 zwnj=200C zwj=200D \
    lrm=200E rlm=200F ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201A ldquo=201C rdquo=201D bdquo=201E \
    dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030 prime=2032 Prime=2033 lsaquo=2039 rsaquo=203A \
    oline=203E frasl=2044 euro=20AC image=2111 weierp=2118 real=211C trade=2122 alefsym=2135 larr=2190 uarr=2191 \
    rarr=2192 darr=2193 harr=2194 crarr=21B5 lArr=21D0 uArr=21D1 rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 part=2202 \
    exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220B prod=220F sum=2211 minus=2212 lowast=2217 \
    radic=221A prop=221D infin=221E ang=2220 and=2227 or=2228 cap=2229 cup=222A int=222B there4=2234 sim=223C \
    cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 \
    oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lceil=2308 rceil=2309 lfloor=230A rfloor=230B lang=2329 rang=232A \
    loz=25CA spades=2660 clubs=2663 hearts=2665 diams=2666
    """
}
