// Digests, HMAC, PBKDF2 and AES, and the interface of crypto-js over them.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // Digest functions from bytes to bytes: RFC 1321, FIPS 180-4.
  define("digests", () => {
    // The message with the bit 1, zeros and its length in bits.
    function padded(bytes, block, isBig) {
      const room = block === 128 ? 17 : 9;
      const output = new Uint8Array(Math.ceil((bytes.length + room) / block) * block);
      output.set(bytes);
      output[bytes.length] = 0x80;
      const view = new DataView(output.buffer);
      const bits = BigInt(bytes.length) * 8n;
      view.setBigUint64(output.length - 8, bits, !isBig);
      return view;
    }

    function written(words, isBig) {
      const view = new DataView(new ArrayBuffer(words.length * 4));
      words.forEach((word, index) => view.setInt32(index * 4, word, !isBig));
      return new Uint8Array(view.buffer);
    }

    const md5Sines = Int32Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32));
    const md5Shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

    // The inner loops are without calls and arrays of their own: the engine interprets them.
    function md5(bytes) {
      const view = padded(bytes, 64, false);
      const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]), w = new Int32Array(16);
      for (let start = 0; start < view.byteLength; start += 64) {
        for (let i = 0; i < 16; i++) w[i] = view.getInt32(start + i * 4, true);
        let a = state[0], b = state[1], c = state[2], d = state[3];
        for (let i = 0; i < 64; i++) {
          let mixed, place;
          if (i < 16) {
            mixed = b & c | ~b & d;
            place = i;
          } else if (i < 32) {
            mixed = d & b | ~d & c;
            place = 5 * i + 1;
          } else if (i < 48) {
            mixed = b ^ c ^ d;
            place = 3 * i + 5;
          } else {
            mixed = c ^ (b | ~d);
            place = 7 * i;
          }
          const sum = a + mixed + md5Sines[i] + w[place & 15] | 0, count = md5Shifts[i >> 4 << 2 | i & 3];
          a = d;
          d = c;
          c = b;
          b = b + (sum << count | sum >>> 32 - count) | 0;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
      }
      return written(state, false);
    }

    function sha1(bytes) {
      const view = padded(bytes, 64, true);
      const state = new Int32Array([
        0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
      ]), w = new Int32Array(80);
      for (let start = 0; start < view.byteLength; start += 64) {
        for (let i = 0; i < 16; i++) w[i] = view.getInt32(start + i * 4);
        for (let i = 16; i < 80; i++) {
          const word = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
          w[i] = word << 1 | word >>> 31;
        }
        let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
        for (let i = 0; i < 80; i++) {
          let mixed;
          if (i < 20) mixed = (b & c | ~b & d) + 0x5a827999;
          else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
          else if (i < 60) mixed = (b & c | b & d | c & d) + 0x8f1bbcdc;
          else mixed = (b ^ c ^ d) + 0xca62c1d6;
          const next = (a << 5 | a >>> 27) + mixed + e + w[i] | 0;
          e = d;
          d = c;
          c = b << 30 | b >>> 2;
          b = a;
          a = next;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
      }
      return written(state, true);
    }

    // FIPS 180-4, sections 4.2.3, 5.3.5 and 5.3.4: the first 64 bits of the fractions of the cube roots of the first 80
    // primes, and of the square roots of the first 16. The shorter digests use halves of them.
    const read = text => BigUint64Array.from(text.match(/.{16}/g), digits => BigInt(`0x${digits}`));
    const high = words => Int32Array.from(words, word => Number(word >> 32n));
    const low = words => Int32Array.from(words, word => Number(word & 0xffffffffn));
    let tables;
    function constants() {
      if (tables === undefined) {
        const cubes = read(""
          + "428a2f98d728ae227137449123ef65cdb5c0fbcfec4d3b2fe9b5dba58189dbbc3956c25bf348b53859f111f1b605d019923f82a4af194f9b"
          + "ab1c5ed5da6d8118d807aa98a303024212835b0145706fbe243185be4ee4b28c550c7dc3d5ffb4e272be5d74f27b896f80deb1fe3b1696b1"
          + "9bdc06a725c71235c19bf174cf692694e49b69c19ef14ad2efbe4786384f25e30fc19dc68b8cd5b5240ca1cc77ac9c652de92c6f592b0275"
          + "4a7484aa6ea6e4835cb0a9dcbd41fbd476f988da831153b5983e5152ee66dfaba831c66d2db43210b00327c898fb213fbf597fc7beef0ee4"
          + "c6e00bf33da88fc2d5a79147930aa72506ca6351e003826f142929670a0e6e7027b70a8546d22ffc2e1b21385c26c9264d2c6dfc5ac42aed"
          + "53380d139d95b3df650a73548baf63de766a0abb3c77b2a881c2c92e47edaee692722c851482353ba2bfe8a14cf10364a81a664bbc423001"
          + "c24b8b70d0f89791c76c51a30654be30d192e819d6ef5218d69906245565a910f40e35855771202a106aa07032bbd1b819a4c116b8d2d0c8"
          + "1e376c085141ab532748774cdf8eeb9934b0bcb5e19b48a8391c0cb3c5c95a634ed8aa4ae3418acb5b9cca4f7763e373682e6ff3d6b2b8a3"
          + "748f82ee5defb2fc78a5636f43172f6084c87814a1f0ab728cc702081a6439ec90befffa23631e28a4506cebde82bde9bef9a3f7b2c67915"
          + "c67178f2e372532bca273eceea26619cd186b8c721c0c207eada7dd6cde0eb1ef57d4f7fee6ed17806f067aa72176fba0a637dc5a2c898a6"
          + "113f9804bef90dae1b710b35131c471b28db77f523047d8432caab7b40c724933c9ebe0a15c9bebc431d67c49c100d4c4cc5d4becb3e42b6"
          + "597f299cfc657e2a5fcb6fab3ad6faec6c44198c4a475817");
        const first = read(""
          + "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b"
          + "5be0cd19137e2179");
        const second = read(""
          + "cbbb9d5dc1059ed8629a292a367cd5079159015a3070dd17152fecd8f70e593967332667ffc00b318eb44a8768581511db0c2e0d64f98fa7"
          + "47b5481dbefa4fa4");
        tables = {
          highs: high(cubes), lows: low(cubes), start512: first, start384: second, start256: high(first), start224: low(second),
        };
      }
      return tables;
    }

    function sha2(bytes, start, size) {
      const view = padded(bytes, 64, true);
      const { highs } = constants();
      const state = start.slice(), w = new Int32Array(64);
      for (let offset = 0; offset < view.byteLength; offset += 64) {
        for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4);
        for (let i = 16; i < 64; i++) {
          const early = w[i - 15], late = w[i - 2];
          const one = (early << 25 | early >>> 7) ^ (early << 14 | early >>> 18) ^ early >>> 3;
          const two = (late << 15 | late >>> 17) ^ (late << 13 | late >>> 19) ^ late >>> 10;
          w[i] = w[i - 16] + one + w[i - 7] + two;
        }
        let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
        for (let i = 0; i < 64; i++) {
          const one = h
            + ((e << 26 | e >>> 6) ^ (e << 21 | e >>> 11) ^ (e << 7 | e >>> 25)) + (e & f ^ ~e & g) + highs[i]
            + w[i] | 0;
          const two = ((a << 30 | a >>> 2) ^ (a << 19 | a >>> 13) ^ (a << 10 | a >>> 22)) + (a & b ^ a & c ^ b & c) | 0;
          h = g;
          g = f;
          f = e;
          e = d + one | 0;
          d = c;
          c = b;
          b = a;
          a = one + two | 0;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
      }
      return written(state, true).slice(0, size);
    }

    // Words of 64 bits are two of 32: big integers are much slower.
    function sha2Long(bytes, start, size) {
      const view = padded(bytes, 128, true);
      const { highs, lows } = constants();
      const sh = high(start), sl = low(start), wh = new Int32Array(80), wl = new Int32Array(80);
      for (let offset = 0; offset < view.byteLength; offset += 128) {
        for (let i = 0; i < 16; i++) {
          wh[i] = view.getInt32(offset + i * 8);
          wl[i] = view.getInt32(offset + i * 8 + 4);
        }
        for (let i = 16; i < 80; i++) {
          let h = wh[i - 15], l = wl[i - 15];
          const oneHigh = (h >>> 1 | l << 31) ^ (h >>> 8 | l << 24) ^ h >>> 7;
          const oneLow = (l >>> 1 | h << 31) ^ (l >>> 8 | h << 24) ^ (l >>> 7 | h << 25);
          h = wh[i - 2];
          l = wl[i - 2];
          const twoHigh = (h >>> 19 | l << 13) ^ (l >>> 29 | h << 3) ^ h >>> 6;
          const twoLow = (l >>> 19 | h << 13) ^ (h >>> 29 | l << 3) ^ (l >>> 6 | h << 26);
          const sum = (wl[i - 16] >>> 0) + (oneLow >>> 0) + (wl[i - 7] >>> 0) + (twoLow >>> 0);
          wl[i] = sum;
          wh[i] = wh[i - 16] + oneHigh + wh[i - 7] + twoHigh + Math.floor(sum / 2 ** 32);
        }
        let ah = sh[0], bh = sh[1], ch = sh[2], dh = sh[3], eh = sh[4], fh = sh[5], gh = sh[6], hh = sh[7];
        let al = sl[0], bl = sl[1], cl = sl[2], dl = sl[3], el = sl[4], fl = sl[5], gl = sl[6], hl = sl[7];
        for (let i = 0; i < 80; i++) {
          const mixHigh = (eh >>> 14 | el << 18) ^ (eh >>> 18 | el << 14) ^ (el >>> 9 | eh << 23);
          const mixLow = (el >>> 14 | eh << 18) ^ (el >>> 18 | eh << 14) ^ (eh >>> 9 | el << 23);
          const oneLow = (hl >>> 0) + (mixLow >>> 0) + ((el & fl ^ ~el & gl) >>> 0) + (lows[i] >>> 0) + (wl[i] >>> 0);
          const oneHigh = hh + mixHigh + (eh & fh ^ ~eh & gh) + highs[i] + wh[i] + Math.floor(oneLow / 2 ** 32) | 0;
          const turnHigh = (ah >>> 28 | al << 4) ^ (al >>> 2 | ah << 30) ^ (al >>> 7 | ah << 25);
          const turnLow = (al >>> 28 | ah << 4) ^ (ah >>> 2 | al << 30) ^ (ah >>> 7 | al << 25);
          const twoLow = (turnLow >>> 0) + ((al & bl ^ al & cl ^ bl & cl) >>> 0);
          const twoHigh = turnHigh + (ah & bh ^ ah & ch ^ bh & ch) + Math.floor(twoLow / 2 ** 32) | 0;
          hh = gh;
          hl = gl;
          gh = fh;
          gl = fl;
          fh = eh;
          fl = el;
          const nextE = (dl >>> 0) + oneLow % 2 ** 32;
          eh = dh + oneHigh + Math.floor(nextE / 2 ** 32) | 0;
          el = nextE | 0;
          dh = ch;
          dl = cl;
          ch = bh;
          cl = bl;
          bh = ah;
          bl = al;
          const nextA = oneLow % 2 ** 32 + twoLow % 2 ** 32;
          ah = oneHigh + twoHigh + Math.floor(nextA / 2 ** 32) | 0;
          al = nextA | 0;
        }
        add(sh, sl, [ah, bh, ch, dh, eh, fh, gh, hh], [al, bl, cl, dl, el, fl, gl, hl]);
      }
      const words = new Int32Array(16);
      for (let i = 0; i < 8; i++) {
        words[2 * i] = sh[i];
        words[2 * i + 1] = sl[i];
      }
      return written(words, true).slice(0, size);
    }

    function add(highs, lows, moreHighs, moreLows) {
      for (let i = 0; i < 8; i++) {
        const sum = (lows[i] >>> 0) + (moreLows[i] >>> 0);
        lows[i] = sum;
        highs[i] += moreHighs[i] + Math.floor(sum / 2 ** 32);
      }
    }

    return {
      MD5: { digest: md5, block: 64 },
      SHA1: { digest: sha1, block: 64 },
      SHA224: { digest: bytes => sha2(bytes, constants().start224, 28), block: 64 },
      SHA256: { digest: bytes => sha2(bytes, constants().start256, 32), block: 64 },
      SHA384: { digest: bytes => sha2Long(bytes, constants().start384, 48), block: 128 },
      SHA512: { digest: bytes => sha2Long(bytes, constants().start512, 64), block: 128 },
    };
  });

  define("hmac", () => {
    const joined = (...parts) => {
      const output = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let place = 0;
      for (const part of parts) {
        output.set(part, place);
        place += part.length;
      }
      return output;
    };

    // RFC 2104.
    function hmac({ digest, block }, key, message) {
      const padded = new Uint8Array(block);
      padded.set(key.length > block ? digest(key) : key);
      const inner = digest(joined(padded.map(byte => byte ^ 0x36), message));
      return digest(joined(padded.map(byte => byte ^ 0x5c), inner));
    }

    // RFC 8018.
    function pbkdf2(hash, password, salt, iterations, size) {
      const parts = [];
      for (let index = 1, length = 0; length < size; index++) {
        let next = hmac(hash, password, joined(salt, Uint8Array.of(index >>> 24, index >>> 16, index >>> 8, index)));
        const output = next.slice();
        for (let i = 1; i < iterations; i++) {
          next = hmac(hash, password, next);
          next.forEach((byte, place) => { output[place] ^= byte; });
        }
        parts.push(output);
        length += output.length;
      }
      return joined(...parts).slice(0, size);
    }

    // OpenSSL's EVP_BytesToKey.
    function evp(hash, password, salt, iterations, size) {
      let output = new Uint8Array(), last = new Uint8Array();
      while (output.length < size) {
        last = hash.digest(joined(last, password, salt));
        for (let i = 1; i < iterations; i++) last = hash.digest(last);
        output = joined(output, last);
      }
      return output.slice(0, size);
    }
    return { hmac, pbkdf2, evp, joined };
  });

  // FIPS 197.
  define("aes", () => {
    const box = new Uint8Array(256), inverse = new Uint8Array(256);
    const double = value => (value << 1 ^ (value & 0x80 ? 0x11b : 0)) & 0xff;
    const times = (value, factor) => {
      let result = 0;
      for (let bit = factor, power = value; bit > 0; bit >>= 1, power = double(power)) if (bit & 1) result ^= power;
      return result;
    };
    for (let value = 0, p = 1, q = 1; value < 255; value++) {
      p ^= double(p);
      q ^= q << 1; q ^= q << 2; q ^= q << 4; q &= 0xff;
      if (q & 0x80) q ^= 0x09;
      box[p] = (q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4) ^ 0x63) & 0xff;
    }
    box[0] = 0x63;
    box.forEach((value, index) => { inverse[value] = index; });

    function expand(key) {
      const words = key.length / 4, rounds = words + 6;
      const output = new Uint8Array(16 * (rounds + 1));
      output.set(key);
      for (let i = words, factor = 1; i < 4 * (rounds + 1); i++) {
        let word = output.slice(4 * i - 4, 4 * i);
        if (i % words === 0) {
          word = Uint8Array.of(box[word[1]] ^ factor, box[word[2]], box[word[3]], box[word[0]]);
          factor = double(factor);
        } else if (words > 6 && i % words === 4) {
          word = word.map(byte => box[byte]);
        }
        for (let n = 0; n < 4; n++) output[4 * i + n] = output[4 * (i - words) + n] ^ word[n];
      }
      return { bytes: output, rounds };
    }

    const mix = (block, factors) => {
      const output = new Uint8Array(16);
      for (let column = 0; column < 16; column += 4) {
        for (let row = 0; row < 4; row++) {
          let sum = 0;
          for (let n = 0; n < 4; n++) sum ^= times(block[column + n], factors[(n - row + 4) % 4]);
          output[column + row] = sum;
        }
      }
      return output;
    };
    const shift = (block, step, table) => block.map(
      (_, index) => table[block[(index + step * 4 * (index % 4) + 64) % 16]]
    );

    return key => {
      if (![16, 24, 32].includes(key.length)) {
        throw new RangeError(`AES needs a key of 16, 24 or 32 bytes, not ${key.length}`);
      }
      const { bytes, rounds } = expand(key);
      const add = (block, round) => block.map((byte, index) => byte ^ bytes[16 * round + index]);
      return {
        encrypt(input) {
          let block = add(input, 0);
          for (let round = 1; round <= rounds; round++) {
            block = shift(block, 1, box);
            if (round < rounds) block = mix(block, [2, 3, 1, 1]);
            block = add(block, round);
          }
          return block;
        },
        decrypt(input) {
          let block = add(input, rounds);
          for (let round = rounds - 1; round >= 0; round--) {
            block = add(shift(block, -1, inverse), round);
            if (round > 0) block = mix(block, [14, 11, 13, 9]);
          }
          return block;
        },
      };
    };
  });

  // https://cryptojs.gitbook.io/docs
  define("cryptoJS", use => {
    const text = use("text"), digests = use("digests");
    const { hmac, pbkdf2, evp, joined } = use("hmac");

    class WordArray {
      constructor(words, sigBytes) {
        if (words instanceof ArrayBuffer || ArrayBuffer.isView(words)) {
          Object.assign(
            this, fromBytes(new Uint8Array(words.buffer || words, words.byteOffset || 0, words.byteLength))
          );
        } else {
          this.words = words || [];
          this.sigBytes = sigBytes === undefined ? this.words.length * 4 : sigBytes;
        }
      }
      toString(encoder) { return (encoder || enc.Hex).stringify(this); }
      concat(other) { return Object.assign(this, fromBytes(joined(toBytes(this), toBytes(other)))); }
      clamp() { return Object.assign(this, fromBytes(toBytes(this))); }
      clone() { return new WordArray(this.words.slice(), this.sigBytes); }
      static create(words, sigBytes) { return new WordArray(words, sigBytes); }
      static random(count) { return fromBytes(use("random").bytes(count)); }
    }

    function fromBytes(bytes) {
      const words = new Array(Math.ceil(bytes.length / 4)).fill(0);
      bytes.forEach((byte, index) => { words[index >> 2] |= byte << 24 - index % 4 * 8; });
      return new WordArray(words, bytes.length);
    }
    const toBytes = array => Uint8Array.from(
      { length: array.sigBytes }, (_, index) => array.words[index >> 2] >>> 24 - index % 4 * 8
    );
    const bytesOf = value => typeof value === "string" ? text.encode(value) : value instanceof WordArray ? toBytes(value)
      : ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : failure(value);
    function failure(value) {
      throw new TypeError(`crypto-js needs a text or a WordArray, not ${use("inspect").inspect(value)}`);
    }

    const encoding = (stringify, parse) => ({
      stringify: array => stringify(toBytes(array)), parse: source => fromBytes(parse(String(source))),
    });
    const url = value => value.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    const toUTF16 = (source, isBig) => Uint8Array.from(
      { length: source.length * 2 },
      (_, index) => source.charCodeAt(index >> 1) >> (index % 2 === (isBig ? 0 : 1) ? 8 : 0)
    );
    const enc = {
      Hex: encoding(text.hex, text.fromHex),
      Base64: encoding(text.base64, text.fromBase64),
      Base64url: encoding(bytes => url(text.base64(bytes)), text.fromBase64),
      Latin1: encoding(text.latin1, text.fromLatin1),
      Utf8: encoding(bytes => {
        try { return text.decode(bytes, true); } catch { throw new Error("Malformed UTF-8 data"); }
      }, text.encode),
      Utf16: encoding(bytes => text.utf16(bytes, true), source => toUTF16(source, true)),
      Utf16LE: encoding(bytes => text.utf16(bytes, false), source => toUTF16(source, false)),
    };
    enc.Utf16BE = enc.Utf16;

    // Ciphers.
    const blocks = (bytes, change) => {
      const output = new Uint8Array(bytes.length);
      for (let i = 0; i < bytes.length; i += 16) {
        output.set(change(bytes.subarray(i, i + 16)).subarray(0, bytes.length - i), i);
      }
      return output;
    };
    const xor = (left, right) => left.map((byte, index) => byte ^ right[index]);
    const stream = next => ({
      isStream: true,
      encrypt: (cipher, bytes, iv) => blocks(bytes, next(cipher, iv, true)),
      decrypt: (cipher, bytes, iv) => blocks(bytes, next(cipher, iv, false)),
    });
    const mode = {
      CBC: {
        encrypt: (cipher, bytes, iv) => {
          let last = iv;
          return blocks(bytes, block => last = cipher.encrypt(xor(block, last)));
        },
        decrypt: (cipher, bytes, iv) => {
          let last = iv;
          return blocks(bytes, block => {
            const output = xor(cipher.decrypt(block), last);
            last = block;
            return output;
          });
        },
      },
      ECB: {
        encrypt: (cipher, bytes) => blocks(bytes, cipher.encrypt),
        decrypt: (cipher, bytes) => blocks(bytes, cipher.decrypt),
      },
      CTR: stream((cipher, iv) => {
        const counter = iv.slice();
        return block => {
          const output = xor(block, cipher.encrypt(counter));
          for (let i = 15; i >= 12 && ++counter[i] > 255; i--) counter[i] = 0;
          return output;
        };
      }),
      CFB: stream((cipher, iv, encrypts) => {
        let last = iv;
        return block => {
          const output = xor(block, cipher.encrypt(last));
          last = encrypts ? output : block;
          return output;
        };
      }),
      OFB: stream((cipher, iv) => {
        let last = iv;
        return block => { last = cipher.encrypt(last); return xor(block, last); };
      }),
    };
    for (const name of Object.keys(mode)) mode[name].name = name;

    const unfilled = bytes => 16 - bytes.length % 16;
    const pad = {
      Pkcs7: {
        pad: bytes => joined(bytes, new Uint8Array(unfilled(bytes)).fill(unfilled(bytes))),
        unpad: bytes => bytes.slice(0, Math.max(0, bytes.length - bytes[bytes.length - 1])),
      },
      ZeroPadding: {
        pad: bytes => joined(bytes, new Uint8Array(unfilled(bytes) % 16)),
        unpad(bytes) {
          let end = bytes.length;
          while (end > 0 && bytes[end - 1] === 0) end--;
          return bytes.slice(0, end);
        },
      },
      NoPadding: { pad: bytes => bytes, unpad: bytes => bytes },
    };

    class CipherParams {
      constructor(parts) { Object.assign(this, parts); }
      toString(formatter) { return (formatter || this.formatter || format.OpenSSL).stringify(this); }
      static create(parts) { return new CipherParams(parts); }
    }
    const mark = text.encode("Salted__");
    const format = {
      OpenSSL: {
        stringify: params => text.base64(
          params.salt ? joined(mark, toBytes(params.salt), toBytes(params.ciphertext)) : toBytes(params.ciphertext)
        ),
        parse(source) {
          const bytes = text.fromBase64(source);
          const isSalted = mark.every((byte, index) => bytes[index] === byte);
          return new CipherParams(
            isSalted ? {
              salt: fromBytes(bytes.slice(8, 16)), ciphertext: fromBytes(bytes.slice(16)),
            } : { ciphertext: fromBytes(bytes) }
          );
        },
      },
      Hex: {
        stringify: params => text.hex(toBytes(params.ciphertext)),
        parse: source => new CipherParams({ ciphertext: fromBytes(text.fromHex(source)) }),
      },
    };

    // A text as key is a password: the key and the vector come from it and a salt, as in OpenSSL.
    function keyed(key, given, salt) {
      const options = { mode: mode.CBC, padding: pad.Pkcs7, ...given };
      if (typeof key !== "string") {
        if (!options.iv && options.mode !== mode.ECB) throw new TypeError("crypto-js: this mode needs an iv");
        return { options, key: bytesOf(key), iv: options.iv && bytesOf(options.iv) };
      }
      const salted = salt || options.salt || WordArray.random(8);
      const derived = evp(digests.MD5, text.encode(key), toBytes(salted), 1, 48);
      return { options, key: derived.slice(0, 32), iv: derived.slice(32), salt: salted };
    }

    const AES = {
      encrypt(message, key, given) {
        const { options, key: bytes, iv, salt } = keyed(key, given);
        const input = bytesOf(message);
        const padded = options.mode.isStream && !(given && given.padding)
          ? pad.Pkcs7.pad(input)
          : options.padding.pad(input);
        const output = options.mode.encrypt(use("aes")(bytes), padded, iv);
        return new CipherParams({
          ciphertext: fromBytes(output), key: fromBytes(bytes), iv: iv && fromBytes(iv), salt,
          formatter: options.format,
        });
      },
      decrypt(source, key, given) {
        const params = typeof source === "string" ? ((given && given.format) || format.OpenSSL).parse(source) : source;
        const { options, key: bytes, iv } = keyed(key, given, params.salt);
        return fromBytes(
          options.padding.unpad(options.mode.decrypt(use("aes")(bytes), bytesOf(params.ciphertext), iv))
        );
      },
    };

    // Digests and HMACs: a function of a message, and an object that takes it in parts.
    class Progressive {
      constructor(finish) { this.finish = finish; this.reset(); }
      reset() { this.parts = []; return this; }
      update(part) { this.parts.push(bytesOf(part)); return this; }
      finalize(part) {
        if (part !== undefined) this.update(part);
        const output = fromBytes(this.finish(joined(...this.parts)));
        this.reset();
        return output;
      }
    }

    const CryptoJS = { enc, mode, pad, format, AES, lib: { WordArray, CipherParams }, algo: { HMAC: {} } };
    for (const [name, hash] of Object.entries(digests)) {
      const algorithm = { create: () => new Progressive(hash.digest) };
      CryptoJS.algo[name] = algorithm;
      hash.algorithm = algorithm;
      CryptoJS[name] = message => fromBytes(hash.digest(bytesOf(message)));
      CryptoJS[`Hmac${name}`] = (message, key) => fromBytes(hmac(hash, bytesOf(key), bytesOf(message)));
    }
    const hashOf = algorithm => Object.values(digests).find(hash => hash.algorithm === algorithm);
    CryptoJS.algo.HMAC.create = (algorithm, key) => new Progressive(message => hmac(
      hashOf(algorithm), bytesOf(key), message
    ));
    const derived = (derive, defaults) => (password, salt, options) => {
      const { hasher, iterations, keySize } = { ...defaults, ...options };
      return fromBytes(derive(hashOf(hasher), bytesOf(password), bytesOf(salt), iterations, keySize * 4));
    };
    CryptoJS.PBKDF2 = derived(pbkdf2, { hasher: CryptoJS.algo.SHA256, iterations: 250000, keySize: 4 });
    CryptoJS.EvpKDF = derived(evp, { hasher: CryptoJS.algo.MD5, iterations: 1, keySize: 4 });
    for (const name of ["SHA3", "RIPEMD160", "DES", "TripleDES", "RC4", "Rabbit", "Blowfish", "HmacSHA3", "HmacRIPEMD160"]) {
      const refuse = () => { throw new Error(`CryptoJS.${name} is not available; SHA-2, HMAC, PBKDF2 and AES are`); };
      CryptoJS[name] = /DES|RC4|Rabbit|Blowfish/.test(name) ? { encrypt: refuse, decrypt: refuse } : refuse;
    }
    return CryptoJS;
  });
});
