// Declares an endpoint once, for client, server, permission tests and OpenAPI.
import * as z from './z.ts'
import type { Label } from './labels.ts'

/**
 * The callers of an endpoint. '-': every client; 'any': every signed-in user; else a permission tag, which only back-office users
 * (`roleType` 2) can have. Of several tags the caller needs one. The server refuses with `signedOut` or `forbidden`.
 */
export type Permit = '-' | 'any' | (string & {}) | readonly string[]
/** A part of the site that an administrator can switch off for learners. */
export type Module = 'exam' | 'course' | 'cert'
/** At most `max` calls in `seconds`, counted by client address (`ip`) or by sign-in session (`user`). */
export type Rate = { by: 'ip' | 'user'; max: number; seconds: number }

type Declared<I extends z.ZodType, O extends z.ZodType> = {
  title: Label
  permit: Permit
  input: I
  output: O
  /** The endpoint also answers GET, with its input in the query string. */
  get?: boolean
  rate?: Rate
  /**
   * The largest number of these calls that the server handles at the same time. Further calls wait in order. Set it where all candidates call
   * within one second, and the call is less urgent than saving answers.
   */
  atOnce?: number
  /** Bytes that a body may have; of public calls only, which are read before the caller is known. 256 kB without it. */
  mostBytes?: number
  /** `permit` is [tag to add, tag to change]: an input without `id` needs the first, one with `id` the second. */
  addOrUpdate?: true
  /**
   * A command that waits for an outside service or reads a large file before it writes. The transaction does not begin with the call, so
   * that it holds no connection meanwhile: the handler gets a `SlowCtx` without `db` and opens the transaction once, with `ctx.transaction`.
   */
  slow?: true
  /**
   * A command that can be tried: with the header `rehearsal: 1` the server runs the handler and takes everything back, so that a client learns
   * beforehand whether the call would be refused. Nothing is stored, also no audit row, and `afterCommit` does not run.
   */
  rehearsable?: true
  /**
   * The call belongs to a paper that is already open. It is exempt from the licence check and from the module check, so that candidates
   * can finish although the licence ended or the module was switched off.
   */
  begun?: true
  /**
   * Exempt from the licence check. Set on the calls that an administrator needs between signing in and uploading a licence file. While
   * a licence is required and none is valid, all other calls that are not public are refused with `licence`.
   */
  unlicensed?: true
  /** The HTTP status of a refusal, for clients that read no envelope; 200 without it. */
  status?: 403
  /**
   * A session that has not passed its second factor may make the call. All other calls that are not public are refused with
   * `secondFactor`.
   */
  beforeFactor?: true
  /**
   * A session of an account that has to choose a new password first may make the call. All other calls that are not public are refused
   * with `mustChangePass`.
   */
  beforeChange?: true
  /**
   * Whether API tokens may make the call. Without it: calls with a permission tag, and not those for every signed-in user (exams,
   * passwords, the second factor). `false` closes a call with a tag, `true` opens one for every signed-in user.
   */
  apiToken?: boolean
  /**
   * Learners are refused with `moduleOff` while this module is off; back-office users are not. `endpoints` can set it for a whole table;
   * `false` exempts one endpoint. A call with `begun` is exempt in any case.
   */
  module?: Module | false
}
export type Kind = 'query' | 'command' | 'hot' | 'upload' | 'download' | 'callback'
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Declared<I, O> & { kind: Kind; path: string }

type Unplaced<I extends z.ZodType, O extends z.ZodType> = Omit<Endpoint<I, O>, 'path'>
/** `slow` stays in the type of a declaration, because it decides the type of the handler's context. */
type Declare = {
  <I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O> & { slow: true }): Unplaced<I, O> & { slow: true }
  <I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Unplaced<I, O>
}
const declare = (kind: Kind): Declare =>
  (<I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Unplaced<I, O> => ({ ...declared, kind })) as Declare

/** Reads. The handler runs without a transaction and writes no audit row. */
export const query = declare('query')
/** Writes. The server runs the handler in one transaction and adds one audit row to it. */
export const command = declare('command')
/**
 * Writes without the server's transaction and audit row: the handler opens its own transactions and writes its own history. For calls that
 * arrive thousands of times a second (saving an answer), and for calls that must not hold a transaction while they wait.
 */
export const hot = declare('hot')
/** A command with a multipart body: `input` describes its text fields, the file is `ctx.file`. */
export const upload = declare('upload')
/** What the handler of a download returns: file name, media type and bytes. */
export type FileReply = { name: string; type: string; body: Uint8Array | AsyncIterable<Uint8Array> }
/** Output schema of a download; `type` is its media type in the API description. */
export const fileReply = (type: string) => z.custom<FileReply>().meta({ mediaType: type })

/** Answers with a file instead of the JSON envelope. A refusal is still the envelope. */
export const download = declare('download')

/** What another service sent: the bytes of the body as they came, because signatures are over them. Names of headers are in lower case. */
export type CallbackInput = {
  raw: Uint8Array
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}
/** What the other service gets back, without the JSON envelope. */
export type CallbackReply = { status: number; type: string; body: string }

/**
 * Called by another service in that service's own format. The handler proves who called (a signature, a ticket), opens its own
 * transactions and writes its own history, as in a hot call. A refusal of the handler (`fail`) is answered with HTTP 400, because 200
 * tells the other service that the message was taken. `get`: the address answers GET as well. By default 600 calls a minute and client address.
 */
export const callback = ({
  rate = { by: 'ip', max: 600, seconds: 60 },
  ...declared
}: Pick<Declared<never, never>, 'title' | 'rate' | 'get'>) =>
  declare('callback')({ ...declared, rate, permit: '-', input: z.custom<CallbackInput>(), output: z.custom<CallbackReply>() })

type Placed<T> = {
  [K in keyof T]: T[K] extends Unplaced<infer I, infer O>
    ? Endpoint<I, O> & (T[K] extends { slow: true } ? { slow: true } : unknown)
    : never
}

type Table = Record<string, Unplaced<z.ZodType, z.ZodType>>

/**
 * Completes a table of declarations: each endpoint gets the path `/api/<place>/<key>`.
 * @param place the fixed beginning of the path, e.g. `exam/exam`
 * @param module the default `module` of the table's endpoints
 */
export function endpoints<const T extends Table>(place: string, module: Module, table: T): Placed<T>
export function endpoints<const T extends Table>(place: string, table: T): Placed<T>
export function endpoints(place: string, ...rest: [Module, Table] | [Table]) {
  const [all, table] = rest.length === 2 ? [{ module: rest[0] }, rest[1]] : [{}, rest[0]]
  return Object.fromEntries(Object.entries(table).map(([key, one]) => [key, { ...all, ...one, path: `/api/${place}/${key}` }]))
}

/** The input as the handler receives it: parsed, moments as Date, points as 1/100 point. */
export type Input<E extends Endpoint> = z.output<E['input']>
/** The output as the handler returns it, before `compileOutput` builds the wire form. */
export type Output<E extends Endpoint> = z.output<E['output']>
/** The input as a client sends it. */
export type Body<E extends Endpoint> = z.input<E['input']>
/** The output as a client receives it. */
export type Data<E extends Endpoint> = z.input<E['output']>
/** One row of a paged output, as a client receives it. */
export type RowOf<E extends Endpoint> = Data<E> extends { records: (infer R)[] } ? R : never
