import Foundation
import RequestBasics

/// Test keys, made with openssl 3 and used nowhere else.
enum PrivateKeyFixtures {
  static let pkcs8 = """
    -----BEGIN PRIVATE KEY-----
    MIICeQIBADANBgkqhkiG9w0BAQEFAASCAmMwggJfAgEAAoGBAMRr15DwF8PT3wrw
    /jrAbbhq8RgweHoINq+TI+eY2LCf2/j9MfMcz42WTi/G27/Z0G6D0Tu7aMh8nNqz
    z3c/keOwHd9FgQxXlh74opVhVXeiJimxNObheO1Iz9dmbMLDWsThplCg+tg6GOdy
    lhtJDbW3UIQIaBhzolPmuO+FEECnAgMBAAECgYEAhHaJ4MfZ7wmiYHmXqb1+ASG1
    x+9gQEPrxUpAq35LnAmiym7OUbq7Siv0PIoqRl65Dt68q0C+8H4BNgiPQEdRtYHB
    3r34Yo97VOkPZ0PmTqZBHny0fk8csIv9IJIba6kEfw7qvlaSDmnoMRRfW0i6qxKs
    rkvE4eda7q3CxU+AankCQQDnsWKuq2deoT70RLSiwcBunCTtCUg5yBO0tJkYU6bG
    YZOvwGyClmLHZjNpm/cfstu9va58bxccly/OvwcHMeuNAkEA2Qco9LJ7frY2Vi+q
    W/jlsURbU6CKv9a1xFWmMAxGafKm+9KeablfjDoOfUV3NFrJ9RSIy//IuCs8Uwx6
    SuX2AwJBAJ/rVPTBBClR3LUXUyLf3uW5ytb9SCfxzIA3A1DCNGPLZ/ewNnVwPZ/q
    D+R+LXVoq7lsWiozN12ZkPr/6Wby8uUCQQCJK5tZPc4MQoKJassUInaa2geXDatk
    oQJ1u2S0ja2bnUCpfW+ehwm7CZ7K0rMLJi7rdjUYKuzkan9QRlytJjedAkEAiqJ5
    wb4T37UEZZqz11II6fxV/vyAyyIDKeWy9iP4qaZU1QmJO1gQp9Aa5u5Bo0B8Kt1i
    Dy6BmMN6oMDG8ipMEw==
    -----END PRIVATE KEY-----

    """

  static let pkcs1 = """
    -----BEGIN RSA PRIVATE KEY-----
    MIICXwIBAAKBgQDEa9eQ8BfD098K8P46wG24avEYMHh6CDavkyPnmNiwn9v4/THz
    HM+Nlk4vxtu/2dBug9E7u2jIfJzas893P5HjsB3fRYEMV5Ye+KKVYVV3oiYpsTTm
    4XjtSM/XZmzCw1rE4aZQoPrYOhjncpYbSQ21t1CECGgYc6JT5rjvhRBApwIDAQAB
    AoGBAIR2ieDH2e8JomB5l6m9fgEhtcfvYEBD68VKQKt+S5wJospuzlG6u0or9DyK
    KkZeuQ7evKtAvvB+ATYIj0BHUbWBwd69+GKPe1TpD2dD5k6mQR58tH5PHLCL/SCS
    G2upBH8O6r5Wkg5p6DEUX1tIuqsSrK5LxOHnWu6twsVPgGp5AkEA57FirqtnXqE+
    9ES0osHAbpwk7QlIOcgTtLSZGFOmxmGTr8BsgpZix2YzaZv3H7Lbvb2ufG8XHJcv
    zr8HBzHrjQJBANkHKPSye362NlYvqlv45bFEW1Ogir/WtcRVpjAMRmnypvvSnmm5
    X4w6Dn1FdzRayfUUiMv/yLgrPFMMekrl9gMCQQCf61T0wQQpUdy1F1Mi397lucrW
    /Ugn8cyANwNQwjRjy2f3sDZ1cD2f6g/kfi11aKu5bFoqMzddmZD6/+lm8vLlAkEA
    iSubWT3ODEKCiWrLFCJ2mtoHlw2rZKECdbtktI2tm51AqX1vnocJuwmeytKzCyYu
    63Y1GCrs5Gp/UEZcrSY3nQJBAIqiecG+E9+1BGWas9dSCOn8Vf78gMsiAynlsvYj
    +KmmVNUJiTtYEKfQGubuQaNAfCrdYg8ugZjDeqDAxvIqTBM=
    -----END RSA PRIVATE KEY-----

    """

  static let jwk = #"""
    {"kty": "RSA",
    "kid": "k1",
    "n": "xGvXkPAXw9PfCvD-OsBtuGrxGDB4egg2r5Mj55jYsJ_b-P0x8xzPjZZOL8bbv9nQboPRO7toyHyc2rPPdz-R47Ad30WBDFeWHviilWFVd6\#
    ImKbE05uF47UjP12ZswsNaxOGmUKD62DoY53KWG0kNtbdQhAhoGHOiU-a474UQQKc",
    "e": "AQAB",
    "d": "hHaJ4MfZ7wmiYHmXqb1-ASG1x-9gQEPrxUpAq35LnAmiym7OUbq7Siv0PIoqRl65Dt68q0C-8H4BNgiPQEdRtYHB3r34Yo97VOkPZ0PmTq\#
    ZBHny0fk8csIv9IJIba6kEfw7qvlaSDmnoMRRfW0i6qxKsrkvE4eda7q3CxU-Aank",
    "p": "57FirqtnXqE-9ES0osHAbpwk7QlIOcgTtLSZGFOmxmGTr8BsgpZix2YzaZv3H7Lbvb2ufG8XHJcvzr8HBzHrjQ",
    "q": "2Qco9LJ7frY2Vi-qW_jlsURbU6CKv9a1xFWmMAxGafKm-9KeablfjDoOfUV3NFrJ9RSIy__IuCs8Uwx6SuX2Aw",
    "dp": "n-tU9MEEKVHctRdTIt_e5bnK1v1IJ_HMgDcDUMI0Y8tn97A2dXA9n-oP5H4tdWiruWxaKjM3XZmQ-v_pZvLy5Q",
    "dq": "iSubWT3ODEKCiWrLFCJ2mtoHlw2rZKECdbtktI2tm51AqX1vnocJuwmeytKzCyYu63Y1GCrs5Gp_UEZcrSY3nQ",
    "qi": "iqJ5wb4T37UEZZqz11II6fxV_vyAyyIDKeWy9iP4qaZU1QmJO1gQp9Aa5u5Bo0B8Kt1iDy6BmMN6oMDG8ipMEw"}
    """#

  /// That of "message" by `openssl dgst -sha256 -sign`.
  static let signature = """
    YTJlTS40kt2+883ac3wYc014uOvNUsZ6CfnU5MjlXbJklQpcVqd4iVG0EleRefuJUb6ASieiTvxGFmVzamTTVNH4S4Mrb08hed0t\
    DPbr8ho7LyBevY12Hbv+VO8vugFuaXsCD5b06RJ0g+aIoalFrDCsZgOYQZt1P5n8AIN0eHo=
    """

  /// SEC 1, with the parameters of the curve before the key.
  static let sec1 = """
    -----BEGIN EC PARAMETERS-----
    BggqhkjOPQMBBw==
    -----END EC PARAMETERS-----
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEICHlhglFGlC6YwdLjC9gQ33rve1AikRs++1bdz4sM33woAoGCCqGSM49
    AwEHoUQDQgAESeYPn090mFyct5dTKmnmb54tNbYObnGrfhdKFcgrVKCBmTtXZZ4a
    rtG7g6oFZzo1gB7+T34PwZM+zOVIK/MXjA==
    -----END EC PRIVATE KEY-----

    """

  static let ellipticJWK = #"""
    {"kty": "EC",
    "crv": "P-256",
    "x": "SeYPn090mFyct5dTKmnmb54tNbYObnGrfhdKFcgrVKA",
    "y": "gZk7V2WeGq7Ru4OqBWc6NYAe_k9-D8GTPszlSCvzF4w",
    "d": "IeWGCUUaULpjB0uML2BDfeu97UCKRGz77Vt3PiwzffA"}
    """#

  /// RFC 8037, A.1.
  static let edwardsJWK = #"""
    {"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
    """#

  // MARK: Forms

  private static func lines(_ pem: String) -> [String] { pem.split(separator: "\n").map(String.init) }

  /// The content of a PEM text without its header.
  private static func bare(_ pem: String) -> String { lines(pem).dropFirst().dropLast().joined() }

  private static func broken(_ pem: String, by lineBreak: String) -> String {
    pem.replacing("\n", with: lineBreak)
  }

  /// The same key in many forms, each with its name.
  static let forms: [(String, String)] = [
    ("PKCS #8", pkcs8), ("PKCS #1", pkcs1), ("CRLF", broken(pkcs8, by: "\r\n")), ("CR", broken(pkcs8, by: "\r")),
    ("escaped", broken(pkcs8, by: "\\n")), ("escaped CRLF", broken(pkcs1, by: "\\r\\n")),
    ("escaped in part", pkcs1.replacing("-----\n", with: "-----\\n")), ("folded", broken(pkcs8, by: " ")),
    ("joined", broken(pkcs1, by: "")), ("indented", broken(pkcs8, by: "\n\t  ")),
    ("among other text", "Bag Attributes: <none>\n\(pkcs8)\n"), ("in JSON's quotes", JSONValue.string(pkcs8).compact),
    ("in quotes", "'\(pkcs8)'"), ("in quotes over lines", "\"\(pkcs8)\""),
    ("with a byte order mark", "\u{FEFF}\(pkcs8)"),
    ("PKCS #8 without a header", bare(pkcs8)),
    ("PKCS #1 without a header", lines(pkcs1).dropFirst().dropLast().joined(separator: "\n")),
    ("base64url", bare(pkcs8).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")),
    ("with another header", pkcs1.replacing("RSA PRIVATE KEY", with: "PRIVATE KEY")),
    ("base64 of PEM", Data(pkcs8.utf8).base64EncodedString()),
    ("a data URL", "data:application/pkcs8;kid=a%2Fb;base64,\(PercentEncoding.component(bare(pkcs8)))"),
    ("JWK", jwk), ("JWK as a string", JSONValue.string(jwk).compact), ("a set of keys", "{\"keys\": [{}, \(jwk)]}"),
  ]

  static let formsOfACurve: [String] = {
    let key = lines(sec1).dropFirst(3).joined(separator: "\n")
    return [sec1, broken(sec1, by: " "), key, bare(key), ellipticJWK]
  }()
}
