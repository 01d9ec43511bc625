// A stand-in directory: bind, search (also paged) and StartTLS of LDAP, written with ldapts' own BER classes.
import { BerReader, BerWriter } from 'ldapts'
import { pairs } from './ldap-certs.ts'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'

export type LdapEntry = { dn: string; password: string; attributes: Record<string, (string | Buffer)[]> }
export type LdapStub = {
  /** ldaps://… or ldap://… */
  url: string
  /** the certificate that it shows, which signs itself */
  ca: string
  entries: LdapEntry[]
  /** the DN of each bind, and whether it went through TLS */
  binds: { dn: string; isSecure: boolean }[]
  /** the number of entries in each page of a paged search (RFC 2696) */
  pages: number[]
  /** closes the connection instead of sending this page, counted from 0 */
  dropAt: number | undefined
  /** entries in a page at most, as some directories limit them */
  mostInPage: number
  /** result 4 after so many entries in all, as OpenLDAP does by default after 500 */
  sizeLimit: number
  /** sent with each search, as Active Directory does for its other partitions */
  references: string[]
  /** answers this page, counted from 0, without entries but with a cookie */
  emptyAt: number | undefined
  /** result 10 in place of an answer */
  isElsewhere: boolean
  close: () => Promise<void>
}
const Op = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77 } as const
const Result = { ok: 0, sizeLimit: 4, referral: 10, invalidCredentials: 49 } as const
export const ldapService = { dn: 'cn=reader,dc=school', password: 'reader-secret' }

const AND_BITS = '1.2.840.113556.1.4.803'

/** Whether an entry fits the filter at the reader's place, which is left behind it (RFC 4511, section 4.5.1.7). */
function fits(reader: BerReader, { attributes }: LdapEntry): boolean {
  const tag = reader.peek() ?? 0
  const values = (name: string) =>
    (Object.entries(attributes).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1] ?? []).map(String)
  if (tag === 0x87) return values(reader.readString(tag) ?? '').length > 0
  reader.readSequence(tag)
  const end = reader.offset + reader.length
  const inner = () => {
    const all: boolean[] = []
    while (reader.offset < end) all.push(fits(reader, { dn: '', password: '', attributes }))
    return all
  }
  if (tag === 0xa0) return inner().every(Boolean)
  if (tag === 0xa1) return inner().some(Boolean)
  if (tag === 0xa2) return !inner()[0]
  if (tag === 0xa9) {
    const rule = reader.readString(0x81)
    const name = reader.readString(0x82) ?? ''
    const bits = Number(reader.readString(0x83))
    reader.offset = end
    return rule === AND_BITS && values(name).some((one) => (Number(one) & bits) === bits)
  }
  const name = reader.readString() ?? ''
  if (tag === 0xa3) return values(name).includes(reader.readString() ?? '')
  // substrings: a name with an unescaped star finds everybody
  reader.offset = end
  return tag === 0xa4
}

const PAGED = '1.2.840.113556.1.4.319'

function answer(id: number, op: number, code: number, cookie?: string): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(op)
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString('')
  writer.endSequence()
  if (cookie !== undefined) {
    const value = new BerWriter()
    value.startSequence()
    value.writeInt(0)
    value.writeString(cookie)
    value.endSequence()
    writer.startSequence(0xa0)
    writer.startSequence()
    writer.writeString(PAGED)
    writer.writeBuffer(value.buffer, 4)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  return writer.buffer
}

/** The page that the controls at the reader's place ask for; undefined without such a control. */
function pageAsked(reader: BerReader): { size: number; from: number } | undefined {
  if (reader.peek() !== 0xa0) return undefined
  reader.readSequence(0xa0)
  reader.readSequence()
  if (reader.readString() !== PAGED) return undefined
  if (reader.peek() === 1) reader.readBoolean()
  const value = new BerReader(reader.readString(4, true) ?? Buffer.alloc(0))
  value.readSequence()
  const size = value.readInt() ?? 0
  return { size, from: Number(value.readString() ?? '') }
}

function entryAnswer(id: number, { dn, attributes }: LdapEntry): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(0x64)
  writer.writeString(dn)
  writer.startSequence()
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence()
    writer.writeString(name)
    writer.startSequence(0x31)
    for (const value of values)
      if (Buffer.isBuffer(value)) writer.writeBuffer(value, 4)
      else writer.writeString(value)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function referenceAnswer(id: number, addresses: string[]): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(0x73)
  for (const address of addresses) writer.writeString(address)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

type State = Omit<LdapStub, 'url' | 'ca' | 'close'> & { pair: (typeof pairs)['ldap'] }

function serve(socket: Socket, state: State) {
  let waiting = Buffer.alloc(0)
  socket.on('error', () => undefined)
  const read = (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length > 0) {
      const reader = new BerReader(waiting)
      if (reader.readSequence() === null) return
      const end = reader.offset + reader.length
      waiting = waiting.subarray(end)
      const id = reader.readInt() ?? 0
      const op = reader.peek() ?? 0
      reader.readSequence(op)
      if (op === Op.bind) socket.write(answer(id, 0x61, bind(reader, socket, state)))
      else if (op === Op.search) search(id, reader, socket, state)
      else if (op === Op.extended) {
        socket.off('data', read)
        socket.write(answer(id, 0x78, Result.ok))
        serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(state.pair) }), state)
        return
      } else socket.end()
    }
  }
  socket.on('data', read)
}

function bind(reader: BerReader, socket: Socket, { entries, binds }: State): number {
  reader.readInt()
  const dn = reader.readString() ?? ''
  const password = reader.readString(0x80) ?? ''
  binds.push({ dn, isSecure: socket instanceof TLSSocket })
  // as real directories do: a bind without a password is anonymous and succeeds
  if (password === '') return Result.ok
  const isIt = [ldapService, ...entries].some((one) => one.dn === dn && one.password === password)
  return isIt ? Result.ok : Result.invalidCredentials
}

function search(id: number, reader: BerReader, socket: Socket, state: State) {
  reader.readString()
  reader.readEnumeration()
  reader.readEnumeration()
  reader.readInt()
  reader.readInt()
  reader.readBoolean()
  const start = reader.offset
  const { buffer } = reader
  const found = state.entries.filter((entry) => {
    const at = new BerReader(buffer)
    at.offset = start
    return fits(at, entry)
  })
  // behind the filter: the attributes, then the controls
  fits(reader, { dn: '', password: '', attributes: {} })
  reader.readSequence()
  reader.offset += reader.length
  const page = pageAsked(reader)
  if (page && state.dropAt === state.pages.length) {
    socket.destroy()
    return
  }
  if (state.isElsewhere) {
    socket.write(answer(id, 0x65, Result.referral))
    return
  }
  const from = page?.from ?? 0
  const isEmpty = page !== undefined && state.emptyAt === state.pages.length
  const until = isEmpty ? from : page ? from + Math.min(page.size, state.mostInPage) : found.length
  const shown = found.slice(from, Math.min(until, state.sizeLimit))
  for (const entry of shown) socket.write(entryAnswer(id, entry))
  if (!isEmpty && state.references.length > 0) socket.write(referenceAnswer(id, state.references))
  if (page) state.pages.push(shown.length)
  const isCut = until > state.sizeLimit && found.length > state.sizeLimit
  socket.write(answer(id, 0x65, isCut ? Result.sizeLimit : Result.ok, page && (!isCut && until < found.length ? String(until) : '')))
}

/** No fault and no limit. */
export const plainly = {
  dropAt: undefined,
  mostInPage: Infinity,
  sizeLimit: Infinity,
  references: [] as string[],
  emptyAt: undefined,
  isElsewhere: false,
}

/** Starts a directory on a free port, with TLS from the start or by StartTLS. */
export async function startLdapStub(scheme: 'ldaps' | 'ldap', entries: LdapEntry[]): Promise<LdapStub> {
  const pair = pairs[scheme]
  const state: State = { entries, binds: [], pages: [], ...plainly, pair }
  const sockets = new Set<Socket>()
  const take = (socket: Socket) => serve(socket, state)
  const server = scheme === 'ldaps' ? createTlsServer(pair, take) : createServer(take)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  const close = () =>
    new Promise<void>((closed) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => closed())
    })
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
  // tests set the values of the state itself
  return Object.assign(state, { url, ca: pair.cert, close })
}
