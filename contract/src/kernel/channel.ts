// Declares a socket once, for browser and server: its address, the server's messages and the page's replies.
import type * as z from './z.ts'

/** The names after a colon: `userId` and `examId` of `/api/socket/exam/:userId/:examId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The text that a page sends besides the heartbeat, and how to read it. */
export type Spoken<T> = { write: (value: T) => string; read: (text: string) => T | undefined }

export type Channel<Path extends string = string, M extends z.ZodType = z.ZodType, T = undefined, Query extends string = never> = {
  path: Path
  /** the server's message, as JSON */
  message: M
  /** what the page sends */
  reply?: Spoken<T>
  /** query parameters besides `token` (the ticket) */
  query?: readonly Query[]
  /** the message is a text, sent as it is instead of as JSON */
  plain?: true
  /** instead of 10 s */
  heartbeatMs?: number
}

/** Declares a socket; `path` is written as a route, `/api/socket/user/:userId`. */
export const channel = <const Path extends string, M extends z.ZodType, T = undefined, const Query extends string = never>(
  declared: Channel<Path, M, T, Query>,
): Channel<Path, M, T, Query> => declared

// oxlint-disable-next-line typescript/no-explicit-any -- a channel of any replies
export type AnyChannel = Channel<string, z.ZodType, any, any>
export type MessageOf<C extends AnyChannel> = z.output<C['message']>
export type ReplyOf<C extends AnyChannel> = C extends Channel<string, z.ZodType, infer T, string> ? T : never
/** Values for the names of the path and of the query. */
export type PlaceOf<C extends AnyChannel> = Record<NamesIn<C['path']>, string> &
  Record<C extends Channel<string, z.ZodType, infer _T, infer Query> ? Query : never, string>
/** Path and query parameters as the server's router reads them; a client may omit query parameters. */
export type RouteOf<C extends AnyChannel> = {
  Params: Record<NamesIn<C['path']>, string>
  Querystring: Partial<Record<'token' | (C extends Channel<string, z.ZodType, infer _T, infer Query> ? Query : never), string>>
}

/** The address to which a page connects with a ticket. */
export function channelAddress<C extends AnyChannel>(declared: C, place: PlaceOf<C>, ticket: string): string {
  const values = place as Record<string, string>
  const path = declared.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const names = (declared.query ?? []) as readonly string[]
  return `${path}?${new URLSearchParams([['token', ticket], ...names.map((name) => [name, values[name] ?? ''])]).toString()}`
}

/** Reads a message of the server; undefined when the text does not match the schema. */
export function readMessage<C extends AnyChannel>(declared: C, text: string): MessageOf<C> | undefined {
  try {
    return declared.message.safeParse(declared.plain ? text : JSON.parse(text)).data as MessageOf<C> | undefined
  } catch {
    return undefined
  }
}
