// Digests and ciphers, with values of the RFCs and of FIPS.
const CryptoJS = require("crypto-js");
const hex = value => value.toString();

pm.test("digests", () => {
  pm.expect(hex(CryptoJS.MD5(""))).to.equal("d41d8cd98f00b204e9800998ecf8427e");
  pm.expect(hex(CryptoJS.MD5("message digest"))).to.equal("f96b697d7cb7938d525a2f31aaf161d0");
  pm.expect(hex(CryptoJS.SHA1("abc"))).to.equal("a9993e364706816aba3e25717850c26c9cd0d89d");
  pm.expect(hex(CryptoJS.SHA224("abc"))).to.equal("23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  pm.expect(hex(CryptoJS.SHA256("abc"))).to.equal("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  pm.expect(hex(CryptoJS.SHA384("abc"))).to.equal("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7");
  pm.expect(hex(CryptoJS.SHA512("abc"))).to.equal("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
  pm.expect(hex(CryptoJS.SHA256("é€😀"))).to.equal(hex(CryptoJS.SHA256(CryptoJS.enc.Utf8.parse("é€😀"))));
});
pm.test("HMAC: RFC 2202 and RFC 4231", () => {
  pm.expect(hex(CryptoJS.HmacMD5("what do ya want for nothing?", "Jefe"))).to.equal("750c783e6ab0b503eaa86e310a5db738");
  pm.expect(hex(CryptoJS.HmacSHA1("what do ya want for nothing?", "Jefe"))).to.equal("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
  pm.expect(hex(CryptoJS.HmacSHA256("what do ya want for nothing?", "Jefe"))).to.equal("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  pm.expect(hex(CryptoJS.HmacSHA512("what do ya want for nothing?", "Jefe"))).to.equal("164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737");
});
pm.test("PBKDF2: RFC 6070", () => {
  const options = { hasher: CryptoJS.algo.SHA1, iterations: 2, keySize: 5 };
  pm.expect(hex(CryptoJS.PBKDF2("password", "salt", options))).to.equal("ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957");
});
pm.test("AES: FIPS 197", () => {
  const key = CryptoJS.enc.Hex.parse("000102030405060708090a0b0c0d0e0f"), text = CryptoJS.enc.Hex.parse("00112233445566778899aabbccddeeff");
  const options = { mode: CryptoJS.mode.ECB, padding: CryptoJS.pad.NoPadding };
  const output = CryptoJS.AES.encrypt(text, key, options);
  pm.expect(hex(output.ciphertext)).to.equal("69c4e0d86a7b0430d8cdb78070b4c55a");
  pm.expect(hex(CryptoJS.AES.decrypt(output, key, options))).to.equal(hex(text));
});
pm.test("AES with a password", () => {
  const output = CryptoJS.AES.encrypt("a secret é", "password").toString();
  pm.expect(output).to.match(/^U2FsdGVkX1/);
  pm.expect(CryptoJS.AES.decrypt(output, "password").toString(CryptoJS.enc.Utf8)).to.equal("a secret é");
});
pm.test("AES in CBC mode", () => {
  const key = CryptoJS.enc.Utf8.parse("0123456789abcdef"), iv = CryptoJS.enc.Utf8.parse("fedcba9876543210");
  const output = CryptoJS.AES.encrypt("hello", key, { iv });
  pm.expect(CryptoJS.AES.decrypt(output.toString(), key, { iv }).toString(CryptoJS.enc.Utf8)).to.equal("hello");
  pm.expect(() => CryptoJS.AES.encrypt("x", key)).to.throw("this mode needs an iv");
});
pm.test("encodings", () => {
  const { enc } = CryptoJS;
  pm.expect(enc.Base64.stringify(enc.Utf8.parse("héllo"))).to.equal("aMOpbGxv");
  pm.expect(enc.Utf8.stringify(enc.Base64.parse("aMOpbGxv"))).to.equal("héllo");
  pm.expect(enc.Base64url.stringify(enc.Hex.parse("fbff"))).to.equal("-_8");
  pm.expect(enc.Latin1.parse("é").toString()).to.equal("e9");
  pm.expect(CryptoJS.SHA256("abc").toString(enc.Base64)).to.equal("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  pm.expect(CryptoJS.algo.SHA256.create().update("a").update("bc").finalize().toString()).to.equal(CryptoJS.SHA256("abc").toString());
  pm.expect(CryptoJS.lib.WordArray.random(16).sigBytes).to.equal(16);
});
pm.test("random values", () => {
  pm.expect(crypto.randomUUID()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  pm.expect(crypto.randomUUID()).to.not.equal(crypto.randomUUID());
  pm.expect(new Set(crypto.getRandomValues(new Uint8Array(64))).size).to.be.above(20);
  pm.expect(() => crypto.subtle).to.throw("crypto.subtle is not available in scripts");
});
pm.test("uuid", () => {
  const uuid = require("uuid");
  pm.expect(uuid.validate(uuid.v4())).to.be.true;
  pm.expect(uuid.version(uuid.v1())).to.equal(1);
  pm.expect(uuid.version(uuid.v7())).to.equal(7);
  pm.expect(uuid.v5("www.example.com", "6ba7b810-9dad-11d1-80b4-00c04fd430c8")).to.equal("2ed6657d-e927-568b-95e1-2665a8aea6a2");
  pm.expect(uuid.v3("www.example.com", "6ba7b810-9dad-11d1-80b4-00c04fd430c8")).to.equal("5df41881-3aed-3515-88a7-2f4a814cf09e");
  pm.expect(require("uuid/v4")()).to.have.lengthOf(36);
});
