// Text as bytes, and base64.
(function (runtime) {
  "use strict";
  const { define, defineLasting } = runtime;

  defineLasting("text", () => {
    const { fromCharCode } = String;

    function utf8Length(text) {
      let length = 0;
      for (const character of text) {
        const code = character.codePointAt(0);
        length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      }
      return length;
    }

    // UTF-8. A surrogate without its partner becomes U+FFFD.
    function encode(text) {
      if (!/[^\0-\x7f]/.test(text)) return fromLatin1(text);
      const bytes = new Uint8Array(utf8Length(text));
      let length = 0;
      for (const character of text) {
        let code = character.codePointAt(0);
        if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
        if (code < 0x80) bytes[length++] = code;
        else if (code < 0x800) bytes[length++] = 0xc0 | code >> 6;
        else if (code < 0x10000) bytes[length++] = 0xe0 | code >> 12;
        else bytes[length++] = 0xf0 | code >> 18;
        if (code >= 0x10000) bytes[length++] = 0x80 | code >> 12 & 0x3f;
        if (code >= 0x800) bytes[length++] = 0x80 | code >> 6 & 0x3f;
        if (code >= 0x80) bytes[length++] = 0x80 | code & 0x3f;
      }
      return bytes;
    }

    // The number of bytes that follow a first byte, and the range of the second: table 3-7 of the Unicode Standard.
    function sequence(first) {
      if (first >= 0xc2 && first <= 0xdf) return [1, 0x80, 0xbf];
      if (first >= 0xe0 && first <= 0xef) return [2, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf];
      if (first >= 0xf0 && first <= 0xf4) return [3, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf];
      return undefined;
    }

    // Decodes UTF-8. Invalid bytes become U+FFFD, or end in a TypeError if `fatal`.
    function decode(bytes, fatal = false) {
      const parts = [];
      let units = [];
      for (let i = 0; i < bytes.length;) {
        const first = bytes[i++];
        const rest = sequence(first);
        let code = rest ? first & 0x3f >> rest[0] : first;
        let isValid = rest !== undefined || first < 0x80;
        for (let n = 0; isValid && rest && n < rest[0]; n++) {
          const [low, high] = n === 0 ? [rest[1], rest[2]] : [0x80, 0xbf];
          if (i < bytes.length && bytes[i] >= low && bytes[i] <= high) code = code << 6 | bytes[i++] & 0x3f;
          else isValid = false;
        }
        if (!isValid && fatal) throw new TypeError("The bytes are not valid UTF-8");
        if (!isValid) code = 0xfffd;
        if (code >= 0x10000) units.push(0xd800 + (code - 0x10000 >> 10), 0xdc00 + (code & 0x3ff));
        else units.push(code);
        if (units.length > 8000) { parts.push(fromCharCode(...units)); units = []; }
      }
      parts.push(fromCharCode(...units));
      return parts.join("");
    }

    function latin1(bytes) {
      const parts = [];
      for (let i = 0; i < bytes.length; i += 8000) parts.push(fromCharCode(...bytes.subarray(i, i + 8000)));
      return parts.join("");
    }

    // https://encoding.spec.whatwg.org/#index-windows-1252: what it has in the place of control characters.
    const windows = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
    const asWindows1252 = text => text.replace(/[\x80-\x9f]/g, character => windows[character.charCodeAt(0) - 0x80]);

    function fromLatin1(text) {
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
      return bytes;
    }

    function utf16(bytes, isBig) {
      const units = [];
      for (let i = 0; i + 1 < bytes.length; i += 2) {
        units.push(fromCharCode(isBig ? bytes[i] << 8 | bytes[i + 1] : bytes[i + 1] << 8 | bytes[i]));
      }
      return units.join("") + (bytes.length % 2 ? "\ufffd" : "");
    }

    const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

    function fromHex(text) {
      const bytes = new Uint8Array(text.length >> 1);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.substr(2 * i, 2), 16);
      return bytes;
    }

    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function base64(bytes) {
      const parts = [];
      for (let i = 0; i < bytes.length; i += 3) {
        const group = bytes[i] << 16 | (bytes[i + 1] || 0) << 8 | (bytes[i + 2] || 0);
        const left = bytes.length - i;
        parts.push(alphabet[group >> 18] + alphabet[group >> 12 & 63]
          + (left > 1 ? alphabet[group >> 6 & 63] : "=") + (left > 2 ? alphabet[group & 63] : "="));
      }
      return parts.join("");
    }

    // Accepts the URL-safe alphabet too. Characters that are not base64 are skipped, as in Node's buffers.
    function fromBase64(text) {
      const bytes = [];
      let bits = 0, count = 0;
      for (const character of text.replace(/-/g, "+").replace(/_/g, "/")) {
        if (character === "=") break;
        const value = alphabet.indexOf(character);
        if (value < 0) continue;
        bits = bits << 6 | value;
        count += 6;
        if (count >= 8) {
          count -= 8;
          bytes.push(bits >> count & 0xff);
        }
      }
      return Uint8Array.from(bytes);
    }

    return { encode, decode, latin1, asWindows1252, fromLatin1, utf16, hex, fromHex, base64, fromBase64, utf8Length };
  });

  define("base64", use => {
    const { base64, fromBase64, latin1, fromLatin1 } = use("text");
    const invalid = message => Object.assign(new Error(message), { name: "InvalidCharacterError", code: 5 });
    return {
      btoa(value) {
        const text = String(value);
        if (/[^\0-\xff]/.test(text)) {
          throw invalid(
            "btoa: the text has characters outside of Latin-1; encode it first, as in Buffer.from(text).toString(\"base64\")"
          );
        }
        return base64(fromLatin1(text));
      },
      atob(value) {
        let text = String(value).replace(/[\t\n\f\r ]/g, "");
        if (text.length % 4 === 0) text = text.replace(/==?$/, "");
        if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw invalid("atob: the text is not base64");
        return latin1(fromBase64(text));
      },
    };
  });

  define("encoding", use => {
    const text = use("text");
    const labels = {
      "utf-8": "utf-8", utf8: "utf-8", "unicode-1-1-utf-8": "utf-8", "utf-16": "utf-16le", "utf-16le": "utf-16le",
      "utf-16be": "utf-16be",
      latin1: "windows-1252", "iso-8859-1": "windows-1252", ascii: "windows-1252", "us-ascii": "windows-1252",
      "windows-1252": "windows-1252",
    };

    const bytesOf = source => source === undefined ? new Uint8Array()
      : ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
        : new Uint8Array(source);

    class TextEncoder {
      get encoding() { return "utf-8"; }
      encode(value = "") { return text.encode(String(value)); }
      encodeInto(value, target) {
        let read = 0, written = 0;
        for (const character of String(value)) {
          const bytes = text.encode(character);
          if (written + bytes.length > target.length) break;
          target.set(bytes, written);
          written += bytes.length;
          read += character.length;
        }
        return { read, written };
      }
    }

    class TextDecoder {
      #encoding; #fatal; #keepsMark; #kept = new Uint8Array();
      constructor(label = "utf-8", options = {}) {
        this.#encoding = labels[String(label).trim().toLowerCase()];
        if (this.#encoding === undefined) throw new RangeError(`TextDecoder: the encoding ${label} is not supported`);
        this.#fatal = Boolean(options.fatal);
        this.#keepsMark = Boolean(options.ignoreBOM);
      }
      get encoding() { return this.#encoding; }
      get fatal() { return this.#fatal; }
      get ignoreBOM() { return this.#keepsMark; }
      decode(source, options = {}) {
        let bytes = bytesOf(source);
        if (this.#kept.length > 0) bytes = Uint8Array.from([...this.#kept, ...bytes]);
        const whole = options.stream ? wholeLength(bytes, this.#encoding) : bytes.length;
        this.#kept = bytes.slice(whole);
        const decoded = decodedAs(this.#encoding, bytes.subarray(0, whole), this.#fatal);
        return this.#keepsMark ? decoded : decoded.replace(/^\ufeff/, "");
      }
    }

    function decodedAs(encoding, bytes, fatal) {
      if (encoding === "utf-8") return text.decode(bytes, fatal);
      return encoding === "windows-1252" ? text.asWindows1252(text.latin1(bytes)) : text.utf16(bytes, encoding === "utf-16be");
    }

    // How many bytes end with a whole character.
    function wholeLength(bytes, encoding) {
      if (encoding.startsWith("utf-16")) return bytes.length & ~1;
      if (encoding !== "utf-8") return bytes.length;
      for (let back = 1; back <= 3 && back <= bytes.length; back++) {
        const byte = bytes[bytes.length - back];
        if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
        if (byte < 0x80) break;
      }
      return bytes.length;
    }

    return { TextEncoder, TextDecoder, wholeLength };
  });
});
