// Buffers as old scripts make them.
pm.test("a buffer of a text", () => {
  pm.expect(new Buffer("user:pass").toString("base64")).to.equal("dXNlcjpwYXNz");
  pm.expect(Buffer("user:pass").toString("hex")).to.equal("757365723a70617373");
  pm.expect(new Buffer("eA==", "base64").toString()).to.equal("x");
  pm.expect(new Buffer("").length).to.equal(0);
});
pm.test("a buffer of a size, a list, another buffer and its memory", () => {
  pm.expect([...new Buffer(2)]).to.eql([0, 0]);
  pm.expect([...new Buffer([1, 258])]).to.eql([1, 2]);
  const first = Buffer.from("abc"), copy = new Buffer(first);
  copy[0] = 0x78;
  pm.expect([first.toString(), copy.toString()]).to.eql(["abc", "xbc"]);
  pm.expect([...new Buffer(new Uint8Array([1, 2, 3]).buffer, 1, 1)]).to.eql([2]);
});
pm.test("it is a buffer like others", () => {
  const buffer = new Buffer("abc");
  pm.expect(buffer).to.be.an.instanceOf(Buffer).and.an.instanceOf(Uint8Array);
  pm.expect(buffer.constructor).to.equal(Buffer);
  pm.expect(Buffer.isBuffer(buffer) && Buffer.isBuffer(buffer.slice(1))).to.be.true;
  pm.expect(buffer.map(byte => byte + 1).toString()).to.equal("bcd");
  pm.expect(Buffer.concat([buffer, Buffer("d")]).toString()).to.equal("abcd");
  pm.expect(require("buffer").Buffer).to.equal(Buffer);
  pm.expect(buffer.readUInt16BE(0)).to.equal(0x6162);
});
pm.test("texts in a part of a buffer", () => {
  pm.expect(Buffer.alloc(6, ".").fill("ab", 1, 4).toString()).to.equal(".aba..");
  pm.expect(Buffer.alloc(5).fill(Buffer.from("xy")).toString()).to.equal("xyxyx");
  pm.expect([Buffer.from("abcabc").lastIndexOf("bc"), Buffer.from("abcabc").indexOf("bc", -3), Buffer.from("abc").indexOf("x")]).to.eql([4, 4, -1]);
  const small = Buffer.alloc(3);
  pm.expect([small.write("aéé"), small.toString()]).to.eql([3, "aé"]);
  pm.expect([Buffer.alloc(2).write("éé", 1), Buffer.from("abc").toString("utf8", -1, 2)]).to.eql([0, "ab"]);
  pm.expect(Buffer.from("610062", "hex").toString("utf16le")).to.equal("a");
  pm.expect(Buffer.from(new String("abc")).toString()).to.equal("abc");
});
pm.test("numbers of any size", () => {
  const buffer = Buffer.alloc(6);
  pm.expect(buffer.writeIntBE(-2, 0, 3)).to.equal(3);
  pm.expect([buffer.toString("hex"), buffer.readIntBE(0, 3), buffer.readUIntLE(0, 3)]).to.eql(["fffffe000000", -2, 0xfeffff]);
  pm.expect(Buffer.from("0102", "hex").swap16().toString("hex")).to.equal("0201");
  pm.expect(() => buffer.writeUInt8(256)).to.throw(RangeError, "The value must be between 0 and 255, not 256");
  pm.expect(() => buffer.readUInt32BE(4)).to.throw(RangeError, "The offset must be between 0 and 2, not 4");
  pm.expect(() => Buffer.alloc(-1)).to.throw(RangeError);
  pm.expect(() => Buffer.byteLength(5)).to.throw(TypeError);
});
