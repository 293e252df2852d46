import RequestModel
import Testing

@Suite struct DotenvTests {
  @Test(
    arguments: [
      ("A=1", "1"), ("A = 1 ", "1"), ("  export A=1", "1"), ("export\tA=1", "1"), ("A=", ""), ("A=''", ""),
      ("A=1\nA=2", "2"),
      ("A=a b # comment", "a b"), ("A=a#b", "a#b"), ("A=# all", ""), ("# A=0\nA=1", "1"), ("\u{FEFF}A=1", "1"),
      ("A=1\r\nB=2\r\n", "1"), (#"A="a # b" # c"#, "a # b"), (#"A='a # b'"#, "a # b"),
      (#"A="a\nb\tc\"\\\$d\q""#, "a\nb\tc\"\\$d\\q"),
      (#"A='a\nb'"#, #"a\nb"#), ("A=`it's \"x\"`", "it's \"x\""), ("A=\"one\ntwo\"\nB=1", "one\ntwo"),
      ("A='one\ntwo'", "one\ntwo"), (#"A="open"#, #""open"#), ("A=it's", "it's"), ("A=a=b", "a=b"),
      ("A=$B ${C}", "$B ${C}"),
      ("not a line\n=1\nA=1", "1"), ("A.b-c=0\nA=é", "é"), ("exportA=0\nA=1", "1"),
    ])
  func aValueIsReadAsDotenvPackagesDo(_ text: String, _ value: String) { #expect(Dotenv(text)["A"] == value) }

  @Test(arguments: ["", "B=1", "#A=1", "A", "A: 1", "a=1"]) func whatIsNotThereHasNoValue(_ text: String) {
    #expect(Dotenv(text)["A"] == nil)
  }

  @Test func aQuotedValueDoesNotHideTheLinesAfterIt() {
    let file = Dotenv("KEY=\"-----BEGIN-----\nA=no\n-----END-----\" # key\nexport NEXT='x' ignored\nLAST=y")
    #expect(file["KEY"] == "-----BEGIN-----\nA=no\n-----END-----")
    #expect(file["A"] == nil && file["NEXT"] == "x" && file["LAST"] == "y")
  }
}
