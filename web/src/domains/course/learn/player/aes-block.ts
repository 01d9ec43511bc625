// AES-128 of one block. Web Crypto is missing on sites without HTTPS, where encrypted videos must play as well.
const SIZE = 16
const ROUNDS = 10

const double = (byte: number) => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff
const turn = (byte: number, by: number) => ((byte << by) | (byte >> (8 - by))) & 0xff

/** The substitution box: inverses in GF(2^8), found by stepping through the powers of 3 and of its inverse. */
function substitutions(): Uint8Array {
  const box = new Uint8Array(256)
  let [power, inverse] = [1, 1]
  do {
    power ^= double(power)
    inverse ^= inverse << 1
    inverse ^= inverse << 2
    inverse ^= inverse << 4
    inverse &= 0xff
    if (inverse & 0x80) inverse ^= 0x09
    box[power] = inverse ^ turn(inverse, 1) ^ turn(inverse, 2) ^ turn(inverse, 3) ^ turn(inverse, 4) ^ 0x63
  } while (power !== 1)
  box[0] = 0x63
  return box
}
const box = substitutions()

/** The eleven round keys, one after the other. */
function roundKeys(key: Uint8Array): Uint8Array {
  const keys = new Uint8Array(SIZE * (ROUNDS + 1))
  keys.set(key)
  let constant = 1
  for (let at = SIZE; at < keys.length; at += 4) {
    const word = [...keys.subarray(at - 4, at)]
    if (at % SIZE === 0) {
      word.push(word.shift()!)
      for (let one = 0; one < 4; one++) word[one] = box[word[one]!]!
      word[0]! ^= constant
      constant = double(constant)
    }
    for (let one = 0; one < 4; one++) keys[at + one] = keys[at + one - SIZE]! ^ word[one]!
  }
  return keys
}

/** Encrypts 16 bytes with a key of 16 bytes. */
export function encryptBlock(block: Uint8Array, key: Uint8Array): Uint8Array {
  const keys = roundKeys(key)
  let state = block.map((byte, at) => byte ^ keys[at]!)
  for (let round = 1; round <= ROUNDS; round++) {
    // substitutes, and moves row n by n columns
    const moved = state.map((_byte, at) => box[state[(at + 4 * (at % 4)) % SIZE]!]!)
    state = moved.map((byte, at) => {
      const column = at - (at % 4)
      const [a, b, c, d] = [0, 1, 2, 3].map((row) => moved[column + ((at + row) % 4)]!) as [number, number, number, number]
      const mixed = round === ROUNDS ? byte : double(a) ^ double(b) ^ b ^ c ^ d
      return mixed ^ keys[SIZE * round + at]!
    })
  }
  return state
}
