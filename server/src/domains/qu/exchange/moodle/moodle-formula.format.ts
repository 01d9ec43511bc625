// Evaluates the formulas of Moodle's calculated questions: numbers, wild cards in braces, operators and functions of PHP.

const functions: Record<string, (...values: number[]) => number> = {
  abs: Math.abs,
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atan2: Math.atan2,
  atanh: Math.atanh,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  deg2rad: (degrees) => (degrees * Math.PI) / 180,
  exp: Math.exp,
  expm1: Math.expm1,
  floor: Math.floor,
  fmod: (dividend, divisor) => dividend % divisor,
  log: (value, base) => (base === undefined ? Math.log(value) : Math.log(value) / Math.log(base)),
  log10: Math.log10,
  log1p: Math.log1p,
  max: Math.max,
  min: Math.min,
  pi: () => Math.PI,
  pow: (base, exponent) => base ** exponent,
  rad2deg: (radians) => (radians * 180) / Math.PI,
  round: (value, digits = 0) => Number(`${Math.round(Number(`${value}e${digits}`))}e${-digits}`),
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
}
const token = /\s*(?:(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|\{([^{}=]+)\}|([a-z]\w*)|(\*\*|[-+*/%(),]))/gy
/** Signs of a formula, and depth of its brackets. */
const LONGEST = 2_000
const DEEPEST = 50

type Token = { number?: number; name?: string; sign?: string }

function tokensOf(formula: string, values: ReadonlyMap<string, number>): Token[] | undefined {
  const found: Token[] = []
  const text = formula.trim()
  if (text === '' || text.length > LONGEST) return undefined
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const match = token.exec(text)
    if (!match) return undefined
    const [, digits, card, name, sign] = match
    const number = digits === undefined ? values.get(card?.trim() ?? '') : Number(digits)
    if (card !== undefined && number === undefined) return undefined
    found.push(number !== undefined ? { number } : name !== undefined ? { name } : { sign: sign ?? '' })
  }
  return found
}

/** The value of a formula with these wild cards; undefined where it cannot be evaluated. `^` is no power in Moodle. */
export function evaluate(formula: string, values: ReadonlyMap<string, number>): number | undefined {
  const tokens = tokensOf(formula, values)
  if (!tokens) return undefined
  const reader = new Reader(tokens)
  const value = reader.sum(0)
  return reader.isAtEnd && value !== undefined && Number.isFinite(value) ? value : undefined
}

class Reader {
  #at = 0
  readonly #tokens: Token[]

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd() {
    return this.#at === this.#tokens.length
  }

  #take(...signs: string[]): string | undefined {
    const { sign } = this.#tokens[this.#at] ?? {}
    if (sign === undefined || !signs.includes(sign)) return undefined
    this.#at += 1
    return sign
  }

  sum(depth: number): number | undefined {
    let value = this.#product(depth)
    for (let sign = this.#take('+', '-'); sign !== undefined && value !== undefined; sign = this.#take('+', '-')) {
      const next = this.#product(depth)
      value = next === undefined ? undefined : sign === '+' ? value + next : value - next
    }
    return value
  }

  #product(depth: number): number | undefined {
    let value = this.#signed(depth)
    for (let sign = this.#take('*', '/', '%'); sign !== undefined && value !== undefined; sign = this.#take('*', '/', '%')) {
      const next = this.#signed(depth)
      value =
        next === undefined ? undefined : sign === '*' ? value * next : sign === '/' ? value / next : Math.trunc(value) % Math.trunc(next)
    }
    return value
  }

  #signed(depth: number): number | undefined {
    if (depth > DEEPEST) return undefined
    const sign = this.#take('+', '-')
    if (sign !== undefined) {
      const value = this.#signed(depth + 1)
      return value === undefined ? undefined : sign === '-' ? -value : value
    }
    const base = this.#single(depth)
    if (base === undefined || this.#take('**') === undefined) return base
    const exponent = this.#signed(depth + 1)
    return exponent === undefined ? undefined : base ** exponent
  }

  #single(depth: number): number | undefined {
    const { number, name } = this.#tokens[this.#at] ?? {}
    if (number !== undefined) {
      this.#at += 1
      return number
    }
    if (name === undefined) return this.#bracket(depth)?.[0]
    this.#at += 1
    const act = Object.hasOwn(functions, name) ? functions[name] : undefined
    const given = this.#bracket(depth, name === 'pi')
    return given === undefined ? undefined : act?.(...given)
  }

  /** The values in brackets. */
  #bracket(depth: number, mayBeEmpty = false): number[] | undefined {
    if (this.#take('(') === undefined) return undefined
    if (mayBeEmpty && this.#take(')') !== undefined) return []
    const values: number[] = []
    do {
      const value = this.sum(depth + 1)
      if (value === undefined) return undefined
      values.push(value)
    } while (this.#take(',') !== undefined)
    return this.#take(')') === undefined ? undefined : values
  }
}
