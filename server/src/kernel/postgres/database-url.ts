// Addresses of a database with several hosts, as PostgreSQL's own programs take them; pg itself takes one.

export type Host = {
  /** a name, an address, or the folder of a socket */
  host: string
  port: number
}
/** Which hosts are taken: those that accept writes, those that are no standby, or each that answers. */
type Target = 'read-write' | 'primary' | 'any'
export type SeveralHosts = {
  hosts: [Host, ...Host[]]
  target: Target
  /** how long one host may take to answer, in milliseconds */
  connectMs: number
  /** The same address with this host alone. */
  only: (host: Host) => string
}

const DEFAULT_PORT = 5432
const DEFAULT_CONNECT_S = 5
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?/
const targets: readonly string[] = ['read-write', 'primary', 'any'] satisfies Target[]
/** What only a choice between hosts needs. */
const own = new Set(['host', 'port', 'target_session_attrs'])

const isTarget = (text: string): text is Target => targets.includes(text)
const bare = (host: string) => decodeURIComponent(host).replace(/^\[(.+)\]$/, '$1')

function portOf(text: string): number {
  if (text === '') return DEFAULT_PORT
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Error(`${text} is no port`)
  return port
}

/** `h1:5433` or `[::1]:5433`; an encoded folder of a socket has no colon. */
function split(text: string): { name: string; port: string } {
  const { name = '', port = '' } = /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/.exec(text)?.groups ?? {}
  return { name, port }
}

function authority({ host, port }: Host): string {
  if (host.startsWith('/')) return `${encodeURIComponent(host)}:${port}`
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function targetOf(text: string | undefined): Target {
  const target = text ?? 'read-write'
  if (!isTarget(target)) throw new Error(`target_session_attrs must be one of ${targets.join(', ')}: the server writes`)
  return target
}

function secondsOf(text: string | undefined): number {
  const seconds = Number(text ?? DEFAULT_CONNECT_S)
  if (!Number.isInteger(seconds) || seconds < 0) throw new Error('connect_timeout must be a whole number of seconds')
  return seconds || DEFAULT_CONNECT_S
}

/** One port holds for each host. */
function pair(names: string[], ports: string[]): [Host, ...Host[]] {
  if (ports.length > 1 && ports.length !== names.length) throw new Error(`${names.length} hosts have ${ports.length} ports`)
  const [first, ...others] = names.map((name, at) => {
    if (name === '') throw new Error('a host of the list is empty')
    return { host: bare(name), port: portOf(ports[ports.length === 1 ? 0 : at] ?? '') }
  })
  return [first!, ...others]
}

/** The parts of an address, as they are written. */
function listOf(url: string) {
  const [, scheme = '', user = '', named = '', path = '', query = ''] = PARTS.exec(url) ?? []
  const fields = query.split('&').filter((field) => field !== '')
  const values = new Map(fields.map((field) => [field.split('=')[0], field.slice(field.indexOf('=') + 1)]))
  const before = named.split(',').map(split)
  return {
    begin: `${scheme}${user}`,
    names: (values.get('host') || undefined)?.split(',') ?? before.map(({ name }) => name),
    ports: (values.get('port') || undefined)?.split(',') ?? before.map(({ port }) => port),
    path,
    values,
    rest: fields.filter((field) => !own.has(field.split('=')[0] ?? '')).join('&'),
  }
}

/**
 * The hosts of an address that names more than one: `postgresql://u:p@h1:5432,h2,h3/db`, or sockets as `?host=/run/a,/run/b`. A comma within the
 * name of a folder is written `%2C`.
 * @returns undefined for one host: pg reads such an address by itself
 * @throws an Error without the address for a list that cannot be read
 */
export function severalHosts(url: string): SeveralHosts | undefined {
  const { begin, names, ports, path, values, rest } = listOf(url)
  if (names.length < 2) return undefined
  return {
    hosts: pair(names, ports),
    target: targetOf(values.get('target_session_attrs')),
    connectMs: secondsOf(values.get('connect_timeout')) * 1_000,
    only: (host) => `${begin}${authority(host)}${path}${rest === '' ? '' : `?${rest}`}`,
  }
}

/** What is wrong with the address, without its parts; undefined: nothing that can be seen without a connection. */
export function faultOf(url: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return 'must begin with postgres:// or postgresql://'
  try {
    severalHosts(url)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Whether it names more than one host; also true for a list that cannot be read. */
export const namesSeveral = (url: string): boolean => listOf(url).names.length > 1

/** Host and port, for messages. */
export const nameOf = ({ host, port }: Host): string => `${host}:${port}`
