// A mail server for tests: checks account and encryption, keeps what it receives, and plays failures.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

// openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj /CN=127.0.0.1 -addext "subjectAltName=IP:127.0.0.1"
const pem = (name: string) => readFileSync(join(import.meta.dirname, `mail-stand-in.${name}.pem`), 'utf8')
export const mailCertificate = pem('cert')
const ACCOUNT = { user: 'sender@school.example', password: 'app-password' }

export type Received = { from: string; to: string[]; raw: string; encrypted: boolean }
/** refuse: the recipient is refused · full: a temporary refusal · cut: the connection breaks after the text */
export type MailPlay = 'accept' | 'refuse' | 'full' | 'cut'
type Secure = 'tls' | 'starttls' | 'plain'
export type MailStandIn = {
  settings: { host: string; port: number; secure: Secure; userName: string; password: string; from: string; ca: string; timeout: number }
  received: Received[]
  play: (next: MailPlay) => void
  close: () => Promise<void>
}

/** Starts a mail server on a free port. */
export async function startMailStandIn(secure: Secure): Promise<MailStandIn> {
  const received: Received[] = []
  let playing: MailPlay = 'accept'
  const answer = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })
  const server = new SMTPServer({
    secure: secure === 'tls',
    key: pem('key'),
    cert: mailCertificate,
    disabledCommands: secure === 'plain' ? ['STARTTLS'] : [],
    // as real servers: no password over an open connection
    allowInsecureAuth: secure === 'plain',
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === ACCOUNT.user && password === ACCOUNT.password ? done(null, { user: username }) : done(answer('Bad credentials', 535)),
    onRcptTo: (_address, _session, done) => {
      if (playing === 'refuse') return done(answer('No such user', 550))
      return playing === 'full' ? done(answer('Too many messages', 451)) : done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(parts).toString('utf8')
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((one) => one.address),
          raw,
          encrypted: session.secure,
        })
        if (playing === 'cut')
          for (const connection of server.connections) (connection as { _socket: { destroy: () => void } })._socket.destroy()
        else done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    settings: {
      host: '127.0.0.1',
      port,
      secure,
      userName: ACCOUNT.user,
      password: ACCOUNT.password,
      from: ACCOUNT.user,
      ca: secure === 'plain' ? '' : mailCertificate,
      timeout: 5,
    },
    received,
    play: (next) => void (playing = next),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
