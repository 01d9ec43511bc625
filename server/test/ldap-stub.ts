// A stand-in directory: bind, search (also paged) and StartTLS of LDAP, written with ldapts' own BER classes.
import { BerReader, BerWriter } from 'ldapts'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls'

export type LdapEntry = { dn: string; password: string; attributes: Record<string, string[]> }
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
  close: () => Promise<void>
}
const Op = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77 } as const
const Result = { ok: 0, invalidCredentials: 49 } as const
export const ldapService = { dn: 'cn=reader,dc=school', password: 'reader-secret' }

// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=directory-… -addext subjectAltName=IP:127.0.0.1
const pairs = {
  ldaps: {
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkW2/onYM3N2CK6Pc
5o+xOAWbaBxrWW4KMNMGrKfiAMahRANCAAQc/ggQh2gL4OdJw2dqBKuPcdtQsSaV
Vo1VFa7sABnLM45DQDxRwymSmbQXlSqPXTU+MFk9PI6rUm1yQaknYKNY
-----END PRIVATE KEY-----
`,
    cert: `-----BEGIN CERTIFICATE-----
MIIBmDCCAT6gAwIBAgIUZw+qGIB44F1k1WYINghrXj21IiowCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNZGlyZWN0b3J5LW9uZTAgFw0yNjExMjMwNjQ3MjVaGA8yMTI2
MTAzMDA2NDcyNVowGDEWMBQGA1UEAwwNZGlyZWN0b3J5LW9uZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABBz+CBCHaAvg50nDZ2oEq49x21CxJpVWjVUVruwAGcsz
jkNAPFHDKZKZtBeVKo9dNT4wWT08jqtSbXJBqSdgo1ijZDBiMB0GA1UdDgQWBBSV
F0nwb/kdFt84QNP2V6OIUtmY7DAfBgNVHSMEGDAWgBSVF0nwb/kdFt84QNP2V6OI
UtmY7DAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwCgYIKoZIzj0E
AwIDSAAwRQIhANzt0+alL+DsQJ6tBmVAHhVo4+RKLAmmmlTkW6E1CcdzAiAsB/9C
gBQA8ukpsd4gmWJDgwxXGVMVglI3lEjCdOIpXg==
-----END CERTIFICATE-----
`,
  },
  ldap: {
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFVLZOESRRFax4r+a
31DHi712Km7H9s6B1hsVuKQf9JShRANCAAQShDT450+tqJqtVKRr+w/fsNTirIiD
QzR+q0n4vRw+v9lED1krOFEi59claJMj6c6kCaTzgRtef0r1yWaZgPez
-----END PRIVATE KEY-----
`,
    cert: `-----BEGIN CERTIFICATE-----
MIIBlzCCAT6gAwIBAgIUazHM/IFiL8OEr13EY02WTDC6Hx8wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNZGlyZWN0b3J5LXR3bzAgFw0yNjExMjMwNjQ3MjVaGA8yMTI2
MTAzMDA2NDcyNVowGDEWMBQGA1UEAwwNZGlyZWN0b3J5LXR3bzBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABBKENPjnT62omq1UpGv7D9+w1OKsiINDNH6rSfi9HD6/
2UQPWSs4USLn1yVokyPpzqQJpPOBG15/SvXJZpmA97OjZDBiMB0GA1UdDgQWBBRm
51GmtiJrMwg+z3afrJdLGxJDUTAfBgNVHSMEGDAWgBRm51GmtiJrMwg+z3afrJdL
GxJDUTAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwCgYIKoZIzj0E
AwIDRwAwRAIgcz5niJElZCP2O6zGKDLpEWnjfYUrsouLeZb6S/+GT6YCID951bjm
xfiqo+N93YYIaUjWzfWWj5y4idnlXoGcwvjv
-----END CERTIFICATE-----
`,
  },
}

/** Whether an entry fits the filter at the reader's place, which is left behind it. */
function fits(reader: BerReader, { attributes }: LdapEntry): boolean {
  const tag = reader.peek() ?? 0
  const values = (name: string) => Object.entries(attributes).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1] ?? []
  reader.readSequence(tag)
  const end = reader.offset + reader.length
  if (tag === 0xa0) {
    let isFit = true
    while (reader.offset < end) isFit = fits(reader, { dn: '', password: '', attributes }) && isFit
    return isFit
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
    for (const value of values) writer.writeString(value)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

type State = Pick<LdapStub, 'entries' | 'binds' | 'pages' | 'dropAt' | 'mostInPage'> & { pair: (typeof pairs)['ldap'] }

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
  const from = page?.from ?? 0
  const until = page ? from + Math.min(page.size, state.mostInPage) : found.length
  const shown = found.slice(from, until)
  for (const entry of shown) socket.write(entryAnswer(id, entry))
  if (page) state.pages.push(shown.length)
  socket.write(answer(id, 0x65, Result.ok, page && (until < found.length ? String(until) : '')))
}

/** Starts a directory on a free port, with TLS from the start or by StartTLS. */
export async function startLdapStub(scheme: 'ldaps' | 'ldap', entries: LdapEntry[]): Promise<LdapStub> {
  const pair = pairs[scheme]
  const state: State = { entries, binds: [], pages: [], dropAt: undefined, mostInPage: Infinity, pair }
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
