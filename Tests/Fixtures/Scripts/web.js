// Functions of browsers: URLs, encodings, clones, timers.
pm.test("URL", () => {
  const url = new URL("../b?x=1#h", "https://u:p@Example.com:443/a/c");
  pm.expect(url.href).to.equal("https://u:p@example.com/b?x=1#h");
  pm.expect(url.host).to.equal("example.com");
  pm.expect(url.origin).to.equal("https://example.com");
  url.searchParams.append("y", "a b&c");
  pm.expect(url.search).to.equal("?x=1&y=a+b%26c");
  url.port = "8080";
  url.pathname = "/ü";
  pm.expect(String(url)).to.equal("https://u:p@example.com:8080/%C3%BC?x=1&y=a+b%26c#h");
  pm.expect(new URL("http://münchen.de/").hostname).to.equal("xn--mnchen-3ya.de");
  pm.expect(new URL("http://[::1]:80/").href).to.equal("http://[::1]/");
  pm.expect(new URL("http://0x7f.1/").hostname).to.equal("127.0.0.1");
  pm.expect(() => new URL("nothing")).to.throw(TypeError, "Invalid URL");
  pm.expect(URL.canParse("https://x")).to.be.true;
});
pm.test("URLSearchParams", () => {
  const params = new URLSearchParams("?a=1&b=2&a=3");
  pm.expect(params.get("a")).to.equal("1");
  pm.expect(params.getAll("a")).to.eql(["1", "3"]);
  params.set("a", "9");
  params.delete("b");
  pm.expect(params.toString()).to.equal("a=9");
  pm.expect([...new URLSearchParams({ x: "1", y: "é" })]).to.eql([["x", "1"], ["y", "é"]]);
  pm.expect(params.has("b")).to.be.false;
});
pm.test("base64", () => {
  pm.expect(btoa("hello")).to.equal("aGVsbG8=");
  pm.expect(atob("aGVsbG8")).to.equal("hello");
  pm.expect(() => btoa("€")).to.throw("characters outside of Latin-1");
  pm.expect(() => atob("*")).to.throw("not base64");
});
pm.test("TextEncoder and TextDecoder", () => {
  pm.expect(Array.from(new TextEncoder().encode("é😀"))).to.eql([0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80]);
  pm.expect(new TextDecoder().decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xff))).to.equal("é\ufffd");
  pm.expect(() => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.of(0xff))).to.throw(TypeError);
  const decoder = new TextDecoder();
  pm.expect(decoder.decode(Uint8Array.of(0xc3), { stream: true }) + decoder.decode(Uint8Array.of(0xa9))).to.equal("é");
});
pm.test("structuredClone", () => {
  const source = { a: new Date(5), b: new Map([[1, { c: 2 }]]), d: Uint8Array.of(1, 2) };
  source.self = source;
  const copy = structuredClone(source);
  pm.expect(copy).to.not.equal(source);
  pm.expect(copy.self).to.equal(copy);
  pm.expect(copy.a).to.eql(new Date(5));
  pm.expect(copy.b.get(1)).to.eql({ c: 2 });
  pm.expect(() => structuredClone(() => {})).to.throw("cannot be cloned");
});
pm.test("timers", async () => {
  const order = [];
  queueMicrotask(() => order.push("microtask"));
  const immediate = new Promise(resolve => setImmediate(value => { order.push(value); resolve(); }, "immediate"));
  const cleared = setTimeout(() => order.push("never"), 1);
  clearTimeout(cleared);
  await immediate;
  await new Promise(resolve => setTimeout(resolve, 5));
  pm.expect(order).to.eql(["microtask", "immediate"]);
  let count = 0;
  await new Promise(resolve => {
    const interval = setInterval(() => {
      if (++count === 3) {
        clearInterval(interval);
        resolve();
      }
    }, 1);
  });
  pm.expect(count).to.equal(3);
  pm.expect(() => setTimeout("code")).to.throw("must be a function");
});
