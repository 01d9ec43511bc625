// Zod, whose schemas are made when they are first used. The contract declares some 12,000 of them, of which a page or a call needs a few dozen;
// to make all costs a page of the back office a third of its processor time, and a server a second of its start.
import * as zod from 'zod'

// oxlint-disable-next-line import/export -- what is not deferred below is Zod's own
export * from 'zod'

type Schema = zod.ZodType
type Shape = Record<string, unknown>
type Make = (...args: never[]) => Schema

/** Reads the recipe behind a deferred schema. */
const recipeOf = Symbol('recipe')

/** How a schema is made: a function of Zod with its arguments, or a method of another schema. */
class Recipe {
  readonly #of: Recipe | undefined
  readonly #how: Make | string
  readonly #args: readonly unknown[]
  #made: Schema | undefined
  #shape: Shape | undefined

  constructor(of: Recipe | undefined, how: Make | string, args: readonly unknown[]) {
    this.#of = of
    this.#how = how
    this.#args = args
  }

  get made(): Schema {
    this.#made ??= this.#make()
    return this.#made
  }

  #make(): Schema {
    const how = this.#how
    const args = takesShape.has(how) ? [madeShape(this.#args[0] as Shape), ...this.#args.slice(1)] : this.#args.map(madeArgument)
    if (typeof how === 'function') return how(...(args as never[]))
    const of = this.#of!.made as unknown as Record<string, (...rest: unknown[]) => Schema>
    return of[how]!(...args)
  }

  /** The members of an object schema, which are known without making it; undefined where Zod has to say. */
  get shape(): Shape | undefined {
    this.#shape ??= this.#membersOf()
    return this.#shape
  }

  #membersOf(): Shape | undefined {
    const how = this.#how
    const own = this.#args[0] as Shape
    if (takesShape.has(how) && hasGetters(own)) return undefined
    if (typeof how === 'function') return takesShape.has(how) ? own : undefined
    const before = this.#of!.shape
    if (before === undefined || keepsMembers.has(how)) return before
    if (takesShape.has(how)) return { ...before, ...own }
    if (how === 'pick') return membersWhere(before, (name) => own[name] === true)
    return how === 'omit' ? membersWhere(before, (name) => own[name] !== true) : undefined
  }

  /** The schema of the elements of an array; undefined for any other schema. */
  get element(): unknown {
    return this.#how === zod.array ? this.#args[0] : undefined
  }
}

const membersWhere = (shape: Shape, isKept: (name: string) => boolean): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => isKept(name)))
const hasGetters = (shape: Shape) => Object.values(Object.getOwnPropertyDescriptors(shape)).some((one) => one.get !== undefined)

/** Functions and methods whose first argument has the members of an object schema. */
const takesShape: ReadonlySet<Make | string> = new Set<Make | string>([zod.object, zod.strictObject, 'extend', 'safeExtend'])
/** Methods that leave the members of an object schema as they are. */
const keepsMembers: ReadonlySet<string> = new Set(['meta', 'describe', 'refine', 'superRefine', 'check', 'strict', 'loose', 'readonly'])
const furtherMethods =
  'extend safeExtend pick omit partial required catchall exclude extract unwrap optional nullable nullish nonoptional default prefault catch ' +
  'transform overwrite pipe or and array brand min max length nonempty regex startsWith endsWith includes trim toLowerCase toUpperCase int gt ' +
  'gte lt lte positive nonnegative negative multipleOf'
/** Methods that answer with a schema. Whatever else is read from a deferred schema makes it. */
const methods: ReadonlySet<string | symbol> = new Set([...keepsMembers, ...furtherMethods.split(' ')])

const isDeferred = (value: unknown): value is { [recipeOf]: Recipe } =>
  typeof value === 'object' && value !== null && (value as { [recipeOf]?: Recipe })[recipeOf] instanceof Recipe

/** The schema itself: a key of maps and registries is not the deferred one. */
export const made = <T>(schema: T): T => (isDeferred(schema) ? (schema[recipeOf].made as T) : schema)

const madeArgument = (value: unknown): unknown => (Array.isArray(value) ? value.map(made) : made(value))

/** Members that refer to their own schema are getters, and stay so. */
function madeShape(shape: Shape): Shape {
  const members = Object.entries(Object.getOwnPropertyDescriptors(shape)).map(([name, one]) => [
    name,
    one.get ? { ...one, get: () => made(shape[name]) } : { ...one, value: made(one.value) },
  ])
  return Object.defineProperties({}, Object.fromEntries(members))
}

const traps: ProxyHandler<Recipe> = {
  get(recipe, name) {
    if (name === recipeOf) return recipe
    // without arguments, meta() reads
    if (methods.has(name))
      return (...args: unknown[]) =>
        name === 'meta' && args.length === 0 ? recipe.made.meta() : deferredBy(new Recipe(recipe, name as string, args))
    const known = name === 'shape' ? recipe.shape : name === 'element' ? recipe.element : undefined
    return known ?? Reflect.get(recipe.made, name)
  },
  has: (recipe, name) => Reflect.has(recipe.made, name),
  getPrototypeOf: (recipe) => Reflect.getPrototypeOf(recipe.made),
}
const deferredBy = (recipe: Recipe) => new Proxy(recipe, traps)

/** A function of Zod whose schemas are made when they are first used. */
const deferred = <F>(make: F): F => ((...args: unknown[]) => deferredBy(new Recipe(undefined, make as Make, args))) as F

export const object = /* @__PURE__ */ deferred(zod.object)
export const strictObject = /* @__PURE__ */ deferred(zod.strictObject)
export const string = /* @__PURE__ */ deferred(zod.string)
export const uuid = /* @__PURE__ */ deferred(zod.uuid)
export const url = /* @__PURE__ */ deferred(zod.url)
export const int = /* @__PURE__ */ deferred(zod.int)
export const number = /* @__PURE__ */ deferred(zod.number)
export const boolean = /* @__PURE__ */ deferred(zod.boolean)
export const stringbool = /* @__PURE__ */ deferred(zod.stringbool)
export const literal = /* @__PURE__ */ deferred(zod.literal)
export const unknown = /* @__PURE__ */ deferred(zod.unknown)
export const array = /* @__PURE__ */ deferred(zod.array)
export const tuple = /* @__PURE__ */ deferred(zod.tuple)
export const record = /* @__PURE__ */ deferred(zod.record)
export const union = /* @__PURE__ */ deferred(zod.union)
export const codec = /* @__PURE__ */ deferred(zod.codec)
const deferredEnum = /* @__PURE__ */ deferred(zod.enum)
export { deferredEnum as enum }
