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
pm.test("SHA-3 as crypto-js has it, and RIPEMD-160", () => {
  pm.expect(hex(CryptoJS.SHA3("", { outputLength: 256 }))).to.equal("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
  pm.expect(hex(CryptoJS.SHA3("abc"))).to.equal("18587dc2ea106b9a1563e32b3312421ca164c7f1f07bc922a9c83d77cea3a1e5d0c69910739025372dc14ac9642629379540c17e2a65b19d77aa511a9d00bb96");
  pm.expect(() => CryptoJS.SHA3("abc", { outputLength: 100 })).to.throw("SHA3 has 224, 256, 384 or 512 bits, not 100");
  pm.expect(hex(CryptoJS.RIPEMD160("abc"))).to.equal("8eb208f7e05d987a9b044a8e98c6b087f15a0bfc");
  pm.expect(hex(CryptoJS.HmacSHA256("", ""))).to.equal("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
  pm.expect(hex(CryptoJS.algo.HMAC.create(CryptoJS.algo.SHA3, "k").update("a").finalize("b"))).to.equal(hex(CryptoJS.HmacSHA3("ab", "k")));
});
pm.test("PBKDF2 with the default options of Postman's version", () => pm.expect(hex(CryptoJS.PBKDF2("password", "salt"))).to.equal("0c60c80f961f0e71f3a9b524af601206"));
pm.test("DES, Triple DES and RC4", () => {
  const { enc, mode, pad } = CryptoJS, block = { mode: mode.ECB, padding: pad.NoPadding };
  const key = enc.Hex.parse("0123456789abcdef"), text = enc.Hex.parse("0123456789abcde7");
  pm.expect(hex(CryptoJS.DES.encrypt(text, key, block).ciphertext)).to.equal("c95744256a5ed31d");
  pm.expect(hex(CryptoJS.TripleDES.encrypt(text, key, block).ciphertext)).to.equal("c95744256a5ed31d");
  pm.expect(hex(CryptoJS.RC4.encrypt("Plaintext", enc.Utf8.parse("Key")).ciphertext)).to.equal("bbf316e8d940af0ad3");
  pm.expect(() => CryptoJS.TripleDES.encrypt("a", enc.Utf8.parse("abc"), block)).to.throw("3DES requires the key length");
  for (const name of ["AES", "DES", "TripleDES", "RC4", "RC4Drop", "Rabbit", "RabbitLegacy"]) {
    pm.expect(CryptoJS[name].decrypt(CryptoJS[name].encrypt("ä secret", "password").toString(), "password").toString(enc.Utf8), name).to.equal("ä secret");
  }
});
pm.test("all modes and paddings", () => {
  const { enc, mode, pad } = CryptoJS, key = enc.Utf8.parse("0123456789abcdef"), iv = enc.Utf8.parse("fedcba9876543210");
  for (const way of ["CBC", "CFB", "CTR", "CTRGladman", "ECB", "OFB"]) {
    for (const filling of ["Pkcs7", "AnsiX923", "Iso10126", "Iso97971", "ZeroPadding"]) {
      const options = { iv, mode: mode[way], padding: pad[filling] };
      pm.expect(CryptoJS.AES.decrypt(CryptoJS.AES.encrypt("x".repeat(40), key, options).toString(), key, options).toString(enc.Utf8), way + filling).to.equal("x".repeat(40));
    }
  }
  const parts = CryptoJS.algo.AES.createEncryptor(key, { iv });
  pm.expect(hex(parts.process("one")) + hex(parts.process("two")) + hex(parts.finalize())).to.equal(hex(CryptoJS.AES.encrypt("onetwo", key, { iv }).ciphertext));
});
pm.test("Rabbit: RFC 4503", () => {
  const { enc } = CryptoJS, zeros = enc.Hex.parse("0".repeat(32));
  const cipher = (name, key, iv) => hex(CryptoJS[name].encrypt(zeros, enc.Hex.parse(key), iv && { iv: enc.Hex.parse(iv) }).ciphertext);
  pm.expect(cipher("Rabbit", "0".repeat(32))).to.equal("02f74a1c26456bf5ecd6a536f05457b1");
  pm.expect(cipher("Rabbit", "c21fcf3881cd5ee8628accb0a9890df8")).to.equal("3d02e0c730559112b473b790dee018df");
  pm.expect(cipher("Rabbit", "0053a6f94c9ff24598eb3e91e4378add", "0d74db42a91077de")).to.equal("75d186d6bc6905c64f1b2dfdd51f7bfc");
  pm.expect(cipher("RabbitLegacy", "dc51c3ac3bfc62f12e3d36fe91281329")).to.equal("9c51e28784c37fe9a127f63ec8f32d3d");
});
pm.test("CTR of Gladman counts from the lowest byte", () => {
  const { enc, mode, pad } = CryptoJS, key = enc.Hex.parse("0".repeat(32));
  const zeros = enc.Hex.parse("0".repeat(64)), iv = enc.Hex.parse("feffffff" + "0".repeat(24));
  const counters = enc.Hex.parse("ffffffff" + "0".repeat(24) + "0000000001" + "0".repeat(22));
  pm.expect(hex(CryptoJS.AES.encrypt(zeros, key, { iv, mode: mode.CTRGladman, padding: pad.NoPadding }).ciphertext))
    .to.equal(hex(CryptoJS.AES.encrypt(counters, key, { mode: mode.ECB, padding: pad.NoPadding }).ciphertext));
});
pm.test("a cipher that is not there is named", () => {
  pm.expect(() => CryptoJS.Blowfish.encrypt("a", "b")).to.throw("CryptoJS.Blowfish is not available: AES, DES, TripleDES, RC4 and Rabbit are");
  pm.expect(() => CryptoJS.lib.SerializableCipher).to.throw("CryptoJS.lib.SerializableCipher is not available: libcrypto computes");
});
