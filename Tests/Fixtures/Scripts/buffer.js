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
