@testable import RequestClient
import RequestBasics
import Testing

struct AuthenticationChallengeTests {
  typealias Challenge = AuthenticationChallenge

  @Test(arguments: [
    ("Basic realm=\"a b\"", [Challenge(scheme: "Basic", parameters: ["realm": "a b"])]),
    ("Negotiate", [Challenge(scheme: "Negotiate")]),
    ("Negotiate YII+/_a~.-==", [Challenge(scheme: "Negotiate", token68: "YII+/_a~.-==")]),
    (
      "Basic REALM = x ,charset=\t\"UTF-8\"",
      [Challenge(scheme: "Basic", parameters: ["realm": "x", "charset": "UTF-8"])]
    ),
    (#"Basic realm="a \"b\", \\c""#, [Challenge(scheme: "Basic", parameters: ["realm": #"a "b", \c"#])]),
    ("Basic realm=\"\"", [Challenge(scheme: "Basic", parameters: ["realm": ""])]),
    ("Basic realm=\"grün\"", [Challenge(scheme: "Basic", parameters: ["realm": "grün"])]),
    ("", []), (" , ,, ", []),
  ])
  func oneChallengeIsRead(_ value: String, _ challenges: [Challenge]) {
    #expect(Challenge.challenges(in: [value]) == challenges)
  }

  // RFC 9110, section 11.6.1.
  @Test func theExampleOfTheStandardIsTwoChallenges() {
    let value = #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#
    #expect(
      Challenge.challenges(in: [value]) == [
        Challenge(scheme: "Basic", parameters: ["realm": "simple"]),
        Challenge(scheme: "Newauth", parameters: ["realm": "apps", "type": "1", "title": "Login to \"apps\""]),
      ])
  }

  @Test func severalChallengesMayShareALine() {
    let lines = [",Negotiate,NTLM , Digest realm=\"d\",,nonce=n, What ABC=, Basic realm=b,", "Bearer", "basic realm=c"]
    let challenges = Challenge.challenges(in: lines)
    #expect(challenges.map(\.scheme) == ["Negotiate", "NTLM", "Digest", "What", "Basic", "Bearer", "basic"])
    #expect(challenges.map(\.realm) == [nil, nil, "d", nil, "b", nil, "c"])
    #expect(challenges[2].parameters["nonce"] == "n")
    #expect(challenges[3].token68 == "ABC=")
    #expect(challenges[6].isScheme("BASIC"))
  }

  @Test func theFirstOfARepeatedParameterCounts() {
    #expect(Challenge.challenges(in: ["Basic realm=a, Realm=b"]).map(\.realm) == ["a"])
  }

  @Test(arguments: [
    ("Basic realm=\"a", ["a"]), ("Basic realm=\"a\\", ["a\\"]), ("Basic realm=\"", [""]),
    ("realm=a, Basic realm=b", ["b"]),
    ("Basic realm=a b=c", ["a"]), ("Basic =, realm=a, NTLM", [nil]), ("Basic realm=@\"x, y\", NTLM", [nil, nil]),
    ("@@@, Basic realm=a", ["a"]), ("Basic a b c, NTLM", [nil, nil]),
  ])
  func invalidSyntaxIsSkipped(_ value: String, _ realms: [String?]) {
    #expect(Challenge.challenges(in: [value]).map(\.realm) == realms)
  }

  @Test func anyChunkOfAnythingIsRead() {
    let alphabet = Array("Basic realm=\"\\,= \t@é\u{1}/~")
    var generator = SplitMix64(seed: 7)
    for length in 0..<400 {
      let text = String((0..<length % 40).map { _ in alphabet.randomElement(using: &generator)! })
      let challenges = Challenge.challenges(in: [text])
      #expect(challenges.count <= text.count)
      #expect(challenges.allSatisfy { !$0.scheme.isEmpty })
    }
  }

  @Test func aLongHostileLineTakesNoLongTime() {
    let commas = String(repeating: ",", count: 200_000)
    #expect(Challenge.challenges(in: [commas]).isEmpty)
    let schemes = Challenge.challenges(in: [String(repeating: "a,", count: 50_000)])
    #expect(schemes.count == 50_000)
    #expect(Challenge.challenges(in: ["a b=\"" + String(repeating: "\\\"", count: 100_000)]).count == 1)
  }
}
