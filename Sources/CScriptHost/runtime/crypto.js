// Digests, HMAC, PBKDF2 and ciphers, which libcrypto computes, and the interface of crypto-js over them.
(function (runtime) {
  "use strict";
  const { define, host, lack } = runtime;

  // The bytes of an array whose buffer begins with them.
  const ownBytes = bytes => bytes.byteOffset === 0 ? bytes : bytes.slice();

  define("digests", () => {
    const digest = (name, block) => ({
      name, block,
      digest: bytes => host.digest(name, ownBytes(bytes)),
      hmac: (key, bytes) => host.digest(name, ownBytes(bytes), ownBytes(key)),
    });
    return {
      MD5: digest("MD5", 64), SHA1: digest("SHA1", 64), SHA224: digest("SHA224", 64), SHA256: digest("SHA256", 64),
      SHA384: digest("SHA384", 128), SHA512: digest("SHA512", 128), RIPEMD160: digest("RIPEMD160", 64),
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

    // RFC 2104, for digests that libcrypto does not have.
    function ownHMAC({ digest, block }, key, message) {
      const padded = new Uint8Array(block);
      padded.set(key.length > block ? digest(key) : key);
      const inner = digest(joined(padded.map(byte => byte ^ 0x36), message));
      return digest(joined(padded.map(byte => byte ^ 0x5c), inner));
    }
    const hmac = (hash, key, message) => hash.hmac === undefined ? ownHMAC(hash, key, message) : hash.hmac(key, message);

    // RFC 8018.
    function ownPBKDF2(hash, password, salt, iterations, size) {
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
    const pbkdf2 = (hash, password, salt, iterations, size) => hash.name === undefined
      ? ownPBKDF2(hash, password, salt, iterations, size)
      : host.pbkdf2(hash.name, ownBytes(password), ownBytes(salt), iterations, size);

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

  // The ciphers of crypto-js: the sizes of their blocks, keys and vectors in bytes, and `open(key)`, which returns
  // `run(mode, encrypts, bytes, vector)`.
  define("ciphers", use => {
    const { joined } = use("hmac");

    // CTR counts in the last four bytes only, Gladman's mode in the first eight, with the lowest first and from the second
    // number on.
    function counters(vector, block, count, mode) {
      const output = new Uint8Array(block * count), view = new DataView(output.buffer);
      const vectors = new DataView(vector.buffer, vector.byteOffset);
      const start = vectors.getUint32(block - 4), first = vectors.getBigUint64(0, true);
      for (let i = 0; i < count; i++) {
        output.set(vector.subarray(0, block), i * block);
        if (mode === "CTR") view.setUint32(i * block + block - 4, start + i);
        else view.setBigUint64(i * block, first + BigInt(i + 1), true);
      }
      return output;
    }

    function blockCipher(block, name, key) {
      const run = (mode, encrypts, bytes, vector) =>
        host.cipher(`${name}-${mode}`, encrypts, ownBytes(key), ownBytes(vector), ownBytes(bytes));
      return (mode, encrypts, bytes, given) => {
        const vector = joined(given === undefined ? new Uint8Array() : given.subarray(0, block), new Uint8Array(block)).slice(0, block);
        const count = Math.ceil(bytes.length / block);
        if (mode === "CTR" || mode === "CTRGladman") {
          const key = run("ECB", true, counters(vector, block, count, mode), vector);
          return bytes.map((byte, index) => byte ^ key[index]);
        }
        const whole = joined(bytes, new Uint8Array(count * block - bytes.length));
        return run(mode, encrypts, whole, vector).slice(0, bytes.length);
      };
    }

    function aes(key) {
      if (![16, 24, 32].includes(key.length)) {
        throw new RangeError(`AES needs a key of 16, 24 or 32 bytes, not ${key.length}`);
      }
      return blockCipher(16, `AES-${8 * key.length}`, key);
    }

    // A key of one part is that of DES, one of two parts has the first again.
    function tripleDES(key) {
      if (![8, 16].includes(key.length) && key.length < 24) {
        throw new Error("Invalid key length - 3DES requires the key length to be 64, 128, 192 or >192.");
      }
      const first = key.subarray(0, 8);
      return blockCipher(8, "DES-EDE3", joined(
        first, key.length < 16 ? first : key.subarray(8, 16), key.length < 24 ? first : key.subarray(16, 24)
      ));
    }

    function des(key) {
      const first = joined(key, new Uint8Array(8)).slice(0, 8);
      return blockCipher(8, "DES-EDE3", joined(first, first, first));
    }

    function rc4(key, dropped) {
      const state = Uint8Array.from({ length: 256 }, (_, index) => index);
      const swap = (i, j) => { [state[i], state[j]] = [state[j], state[i]]; };
      for (let i = 0, j = 0; i < 256; i++) {
        j = (j + state[i] + (key.length === 0 ? 0 : key[i % key.length])) & 255;
        swap(i, j);
      }
      let i = 0, j = 0;
      function next() {
        i = (i + 1) & 255;
        j = (j + state[i]) & 255;
        swap(i, j);
        return state[(state[i] + state[j]) & 255];
      }
      for (let n = 0; n < dropped; n++) next();
      return (mode, encrypts, bytes) => bytes.map(byte => byte ^ next());
    }

    // Rabbit: RFC 4503. crypto-js has it for keys of either order of bytes.
    function rabbit(key, isLegacy) {
      const words = (bytes, count) => {
        const view = new DataView(joined(bytes, new Uint8Array(4 * count)).slice(0, 4 * count).buffer);
        return Array.from({ length: count }, (_, index) => view.getUint32(4 * index, !isLegacy || count === 2));
      };
      const k = words(key, 4), state = new Uint32Array(8), counter = new Uint32Array(8);
      const steps = [0x4d34d34d, 0xd34d34d3, 0x34d34d34];
      const turned = (word, bits) => word << bits | word >>> 32 - bits;
      let carry = 0;

      function advance() {
        for (let i = 0; i < 8; i++) {
          const sum = counter[i] + steps[i % 3] + carry;
          counter[i] = sum;
          carry = sum >= 2 ** 32 ? 1 : 0;
        }
        const g = Array.from({ length: 8 }, (_, i) => {
          const square = BigInt(state[i] + counter[i] >>> 0) ** 2n;
          return Number((square ^ square >> 32n) & 0xffffffffn);
        });
        for (let i = 0; i < 8; i++) {
          const one = g[(i + 7) % 8], two = g[(i + 6) % 8];
          state[i] = g[i] + (i % 2 === 0 ? turned(one, 16) + turned(two, 16) : turned(one, 8) + two);
        }
      }

      for (let i = 0; i < 4; i++) {
        state[2 * i] = k[i];
        state[2 * i + 1] = k[(i + 3) % 4] << 16 | k[(i + 2) % 4] >>> 16;
        counter[2 * i] = turned(k[(i + 2) % 4], 16);
        counter[2 * i + 1] = k[i] & 0xffff0000 | k[(i + 1) % 4] & 0xffff;
      }
      for (let i = 0; i < 4; i++) advance();
      for (let i = 0; i < 8; i++) counter[i] ^= state[(i + 4) % 8];

      function useVector(vector) {
        const [low, high] = words(vector, 2);
        const parts = [low, low >>> 16 | high & 0xffff0000, high, high << 16 | low & 0xffff];
        for (let i = 0; i < 8; i++) counter[i] ^= parts[i % 4];
        for (let i = 0; i < 4; i++) advance();
      }

      return (mode, encrypts, bytes, vector) => {
        if (vector !== undefined) useVector(vector);
        const output = new Uint8Array(bytes.length), part = new DataView(new ArrayBuffer(16));
        for (let start = 0; start < bytes.length; start += 16) {
          advance();
          for (let i = 0; i < 4; i++) {
            const word = state[2 * i] ^ state[(2 * i + 5) % 8] >>> 16 ^ state[(2 * i + 3) % 8] << 16;
            part.setUint32(4 * i, word, true);
          }
          for (let i = start; i < Math.min(start + 16, bytes.length); i++) output[i] = bytes[i] ^ part.getUint8(i - start);
        }
        return output;
      };
    }

    return {
      AES: { block: 16, key: 32, vector: 16, open: aes },
      DES: { block: 8, key: 8, vector: 8, open: des },
      TripleDES: { block: 8, key: 24, vector: 8, open: tripleDES },
      RC4: { isStream: true, key: 32, vector: 0, open: key => rc4(key, 0) },
      Rabbit: { isStream: true, key: 16, vector: 8, open: key => rabbit(key, false) },
      RabbitLegacy: { isStream: true, key: 16, vector: 8, open: key => rabbit(key, true) },
      RC4Drop: { isStream: true, key: 32, vector: 0, open: (key, { drop = 192 }) => rc4(key, 4 * drop) },
    };
  });

  // https://cryptojs.gitbook.io/docs
  define("cryptoJS", use => {
    const text = use("text"), digests = use("digests");
    const { hmac, pbkdf2, evp, joined } = use("hmac");

    // Members that crypto-js has and that are not here.
    const refused = (object, title, names, instead) =>
      lack(object, names, name => `${title}${name} is not available: ${instead}`);

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
    const mode = {};
    for (const name of ["CBC", "CFB", "CTR", "CTRGladman", "ECB", "OFB"]) mode[name] = { name };

    const lacking = (bytes, block) => block - bytes.length % block;
    const withoutCount = bytes => bytes.slice(0, Math.max(0, bytes.length - bytes[bytes.length - 1]));
    function withoutZeros(bytes) {
      let end = bytes.length;
      while (end > 0 && bytes[end - 1] === 0) end--;
      return bytes.slice(0, end);
    }
    const pad = {
      Pkcs7: {
        pad: (bytes, block) => joined(bytes, new Uint8Array(lacking(bytes, block)).fill(lacking(bytes, block))),
        unpad: withoutCount,
      },
      AnsiX923: {
        pad: (bytes, block) => joined(bytes, new Uint8Array(lacking(bytes, block) - 1), Uint8Array.of(lacking(bytes, block))),
        unpad: withoutCount,
      },
      Iso10126: {
        pad: (bytes, block) => joined(
          bytes, use("random").bytes(lacking(bytes, block) - 1), Uint8Array.of(lacking(bytes, block))
        ),
        unpad: withoutCount,
      },
      Iso97971: {
        pad: (bytes, block) => pad.ZeroPadding.pad(joined(bytes, Uint8Array.of(0x80)), block),
        unpad: bytes => withoutZeros(bytes).slice(0, -1),
      },
      ZeroPadding: {
        pad: (bytes, block) => joined(bytes, new Uint8Array(lacking(bytes, block) % block)), unpad: withoutZeros,
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
    function keyed(cipher, key, given, salt) {
      const options = { mode: mode.CBC, padding: pad.Pkcs7, ...given };
      if (typeof key !== "string") {
        if (!options.iv && cipher.vector > 0 && !cipher.isStream && options.mode !== mode.ECB) {
          throw new TypeError("crypto-js: this mode needs an iv");
        }
        return { options, key: bytesOf(key), iv: options.iv && bytesOf(options.iv) };
      }
      const salted = typeof (salt || options.salt) === "string" ? enc.Hex.parse(salt || options.salt) : salt || options.salt
        || WordArray.random(8);
      const hash = options.hasher === undefined ? digests.MD5 : hashOf(options.hasher);
      const derived = evp(hash, text.encode(key), toBytes(salted), 1, cipher.key + cipher.vector);
      return {
        options, key: derived.slice(0, cipher.key), iv: cipher.vector > 0 ? derived.slice(cipher.key) : undefined,
        salt: salted,
      };
    }

    const run = (cipher, { options, key, iv }, encrypts, bytes) =>
      cipher.open(key, options)(options.mode.name, encrypts, bytes, iv);
    const encrypted = (cipher, keys, bytes) =>
      run(cipher, keys, true, cipher.isStream ? bytes : keys.options.padding.pad(bytes, cipher.block));
    function decrypted(cipher, keys, bytes) {
      const output = run(cipher, keys, false, bytes);
      return cipher.isStream ? output : keys.options.padding.unpad(output);
    }

    const helper = cipher => ({
      encrypt(message, key, given) {
        const keys = keyed(cipher, key, given), { options } = keys;
        return new CipherParams({
          ciphertext: fromBytes(encrypted(cipher, keys, bytesOf(message))), key: fromBytes(keys.key),
          iv: keys.iv && fromBytes(keys.iv), salt: keys.salt, mode: options.mode, padding: options.padding,
          formatter: options.format,
        });
      },
      decrypt(source, key, given) {
        const params = typeof source === "string" ? ((given && given.format) || format.OpenSSL).parse(source) : source;
        return fromBytes(decrypted(cipher, keyed(cipher, key, given, params.salt), bytesOf(params.ciphertext)));
      },
    });
    // Takes a message in parts; all of the output is that of the end.
    const progressive = (cipher, change) => (key, given) => {
      const keys = keyed(cipher, key, given), parts = new Progressive(bytes => change(cipher, keys, bytes));
      return {
        process(part) { parts.update(part); return new WordArray(); }, finalize: part => parts.finalize(part),
        reset() { parts.reset(); },
      };
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

    const CryptoJS = {
      enc, mode, pad, format, lib: { WordArray, CipherParams }, algo: { HMAC: {} }, kdf: {},
    };
    // Keccak, as crypto-js has it, by the bits of its output.
    const sizes = { 224: 28, 256: 32, 384: 48, 512: 64 };
    function sha3({ outputLength = 512 } = {}) {
      const size = sizes[outputLength];
      if (size === undefined) throw new RangeError(`SHA3 has 224, 256, 384 or 512 bits, not ${outputLength}`);
      return { digest: bytes => host.keccak(ownBytes(bytes), size), block: 200 - 2 * size };
    }
    const hashes = { SHA3: sha3 };
    for (const name of Object.keys(digests)) hashes[name] = () => digests[name];
    for (const name of Object.keys(hashes)) {
      const make = hashes[name];
      CryptoJS.algo[name] = { create: options => new Progressive(make(options).digest) };
      CryptoJS[name] = (message, options) => fromBytes(make(options).digest(bytesOf(message)));
      CryptoJS[`Hmac${name}`] = (message, key) => fromBytes(hmac(make(), bytesOf(key), bytesOf(message)));
    }
    function hashOf(algorithm) {
      const name = Object.keys(hashes).find(name => CryptoJS.algo[name] === algorithm);
      if (name === undefined) throw new TypeError("crypto-js needs a digest such as CryptoJS.algo.SHA256");
      return hashes[name]();
    }
    CryptoJS.algo.HMAC.create = (algorithm, key) => new Progressive(message => hmac(
      hashOf(algorithm), bytesOf(key), message
    ));
    const derived = (derive, defaults) => (password, salt, options) => {
      const { hasher, iterations, keySize } = { ...defaults, ...options };
      return fromBytes(derive(hashOf(hasher), bytesOf(password), bytesOf(salt), iterations, keySize * 4));
    };
    // The defaults of crypto-js 3.3, which Postman has; 4.2 has others.
    CryptoJS.PBKDF2 = derived(pbkdf2, { hasher: CryptoJS.algo.SHA1, iterations: 1, keySize: 4 });
    CryptoJS.EvpKDF = derived(evp, { hasher: CryptoJS.algo.MD5, iterations: 1, keySize: 4 });
    for (const [name, derive] of [["PBKDF2", CryptoJS.PBKDF2], ["EvpKDF", CryptoJS.EvpKDF]]) {
      CryptoJS.algo[name] = { create: options => ({ compute: (password, salt) => derive(password, salt, options) }) };
    }
    CryptoJS.kdf.OpenSSL = {
      execute(password, keySize, ivSize, salt = WordArray.random(8), hasher = CryptoJS.algo.MD5) {
        const key = evp(hashOf(hasher), bytesOf(password), bytesOf(salt), 1, 4 * (keySize + ivSize));
        return new CipherParams({ key: fromBytes(key.slice(0, 4 * keySize)), iv: fromBytes(key.slice(4 * keySize)), salt });
      },
    };
    const ciphers = use("ciphers");
    for (const name of Object.keys(ciphers)) {
      const cipher = ciphers[name];
      CryptoJS[name] = helper(cipher);
      CryptoJS.algo[name] = {
        createEncryptor: progressive(cipher, encrypted), createDecryptor: progressive(cipher, decrypted),
        keySize: cipher.key / 4, ivSize: cipher.vector / 4,
      };
    }
    refused(CryptoJS, "CryptoJS.", "Blowfish", "AES, DES, TripleDES, RC4 and Rabbit are");
    refused(CryptoJS.algo, "CryptoJS.algo.", "Blowfish", "AES, DES, TripleDES, RC4 and Rabbit are");
    refused(CryptoJS, "CryptoJS.", "x64", "libcrypto computes digests of 64 bits");
    refused(
      CryptoJS.lib, "CryptoJS.lib.",
      "Base BlockCipher BlockCipherMode BufferedBlockAlgorithm Cipher Hasher PasswordBasedCipher SerializableCipher StreamCipher",
      "libcrypto computes what these classes did; use CryptoJS.AES and its like, or CryptoJS.algo"
    );
    return CryptoJS;
  });
});
