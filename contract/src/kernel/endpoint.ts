// How a call is declared: once, for browser, server, permission tests and OpenAPI.
import * as z from 'zod'
import type { Label } from './labels.ts'

/** '-' public, 'any' signed in, else a permission tag of role type 2; several tags: any one of them. */
export type Permit = '-' | 'any' | (string & {}) | readonly string[]
/** A part of the site that can be switched off. */
export type Module = 'exam' | 'course'
export type Rate = { by: 'ip' | 'user'; max: number; seconds: number }

type Declared<I extends z.ZodType, O extends z.ZodType> = {
  title: Label
  permit: Permit
  input: I
  output: O
  /** also answers GET with query parameters */
  get?: boolean
  rate?: Rate
  /** `permit` is [for a new row, for a stored one]: which of the two is needed depends on whether the input has an `id` */
  addOrUpdate?: true
  /** a command that first waits for somebody outside or reads a long file, and opens its transaction itself afterwards */
  slow?: true
  /** concerns a paper that is open already: it goes on, whatever becomes of the licence */
  begun?: true
  /** answers without a valid licence: what an administrator needs to get from the sign-in to the upload of one */
  unlicensed?: true
  /** refused to learners while this module is off; false: open on purpose. What has `begun` goes on in any case. */
  module?: Module | false
}
export type Kind = 'query' | 'command' | 'hot' | 'upload' | 'download'
export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Declared<I, O> & { kind: Kind; path: string }

type Unplaced<I extends z.ZodType, O extends z.ZodType> = Omit<Endpoint<I, O>, 'path'>
/** A slow declaration keeps `slow` in its type: its handler is given another context. */
type Declare = {
  <I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O> & { slow: true }): Unplaced<I, O> & { slow: true }
  <I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Unplaced<I, O>
}
const declare = (kind: Kind): Declare =>
  (<I extends z.ZodType, O extends z.ZodType>(declared: Declared<I, O>): Unplaced<I, O> => ({ ...declared, kind })) as Declare

/** Reads; no transaction. */
export const query = declare('query')
/** Changes something: one transaction, one audit row. */
export const command = declare('command')
/** A change that keeps its own transaction and its own trail, because it is called thousands of times a second. */
export const hot = declare('hot')
/** A multipart command: `input` describes the text fields; the file arrives beside them. */
export const upload = declare('upload')
/** What a download's handler returns: the file's name, media type and bytes. */
export type FileReply = { name: string; type: string; body: Uint8Array | AsyncIterable<Uint8Array> }
export const fileReply = (type: string) => z.custom<FileReply>().meta({ mediaType: type })

/** Answers with a file instead of the envelope; a refusal is still the envelope. */
export const download = declare('download')

type Placed<T> = {
  [K in keyof T]: T[K] extends Unplaced<infer I, infer O>
    ? Endpoint<I, O> & (T[K] extends { slow: true } ? { slow: true } : unknown)
    : never
}

type Table = Record<string, Unplaced<z.ZodType, z.ZodType>>

/**
 * Stamps each endpoint with its path: `/api/` + place + the key, letter for letter.
 * @param module the module of every endpoint of the table that does not declare its own
 */
export function endpoints<const T extends Table>(place: string, module: Module, table: T): Placed<T>
export function endpoints<const T extends Table>(place: string, table: T): Placed<T>
export function endpoints(place: string, ...rest: [Module, Table] | [Table]) {
  const [all, table] = rest.length === 2 ? [{ module: rest[0] }, rest[1]] : [{}, rest[0]]
  return Object.fromEntries(Object.entries(table).map(([key, one]) => [key, { ...all, ...one, path: `/api/${place}/${key}` }]))
}

/** What the server's handler receives. */
export type Input<E extends Endpoint> = z.output<E['input']>
/** What the server's handler returns. */
export type Output<E extends Endpoint> = z.output<E['output']>
/** What a client sends. */
export type Body<E extends Endpoint> = z.input<E['input']>
/** What a client gets. */
export type Data<E extends Endpoint> = z.input<E['output']>
/** One row of a paged list, as a client gets it. */
export type RowOf<E extends Endpoint> = Data<E> extends { records: (infer R)[] } ? R : never
