// OpenLDAP's own server over a folder of its own, for tests on machines where it is installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { programOf } from '../../scripts/engines/engine.ts'
import { pairs } from './ldap-certs.ts'
import { ldapService, type LdapEntry } from './ldap-stub.ts'

export type Slapd = { url: string; ca: string; close: () => Promise<void> }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const root = { cn: 'cn=root,dc=school', password: 'root-secret' }
const FIXED = `dn: dc=school
objectClass: dcObject
objectClass: organization
o: school
dc: school

dn: cn=reader,dc=school
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${ldapService.password}

dn: ou=people,dc=school
objectClass: organizationalUnit
ou: people
`
/** The attributes that inetOrgPerson has. */
const ldif = ({ dn, password, attributes }: LdapEntry) =>
  [
    `dn:: ${base64(dn)}`,
    'objectClass: inetOrgPerson',
    `userPassword:: ${base64(password)}`,
    ...Object.entries(attributes).flatMap(([name, values]) => values.map((value) => `${name}:: ${base64(String(value))}`)),
  ].join('\n')

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until it answers with TLS, or has ended. */
async function answering(port: number, ended: AbortSignal): Promise<void> {
  for (;;) {
    ended.throwIfAborted()
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    const outcome = await Promise.race([once(socket, 'secureConnect').then(() => true), once(socket, 'close').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (outcome) return
  }
}

/**
 * Starts slapd with these people below ou=people,dc=school; undefined where it is not installed.
 * @param lines further lines of slapd.conf, for example limits
 */
export async function startSlapd(entries: LdapEntry[], lines: string[] = []): Promise<Slapd | undefined> {
  const installed = programOf('slapd')
  if (!installed) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'))
  // AppArmor of some distributions lets the installed path reach the system's folders only
  const slapd = join(folder, 'slapd')
  copyFileSync(installed, slapd)
  mkdirSync(join(folder, 'data'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const schema = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`)
  const config = file(
    'slapd.conf',
    [
      ...schema,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `pidfile ${join(folder, 'pid')}`,
      `TLSCertificateFile ${file('cert.pem', pairs.ldaps.cert)}`,
      `TLSCertificateKeyFile ${file('key.pem', pairs.ldaps.key)}`,
      'database mdb',
      'suffix dc=school',
      `rootdn ${root.cn}`,
      `rootpw ${root.password}`,
      `directory ${join(folder, 'data')}`,
      'maxsize 67108864',
      ...lines,
      '',
    ].join('\n'),
  )
  const data = file('people.ldif', [FIXED, ...entries.map((one) => `${ldif(one)}\n`)].join('\n'))
  const added = spawnSync(slapd, ['-T', 'add', '-f', config, '-l', data], { encoding: 'utf8' })
  if (added.status !== 0) throw new Error(added.stderr)
  const port = await freePort()
  const url = `ldaps://127.0.0.1:${port}`
  const process = spawn(slapd, ['-f', config, '-h', url, '-d', '0'], { stdio: 'ignore' })
  const ended = new AbortController()
  const exit = once(process, 'exit').then(() => ended.abort(new Error('slapd has ended')))
  const close = async () => {
    process.kill()
    await exit
    rmSync(folder, { recursive: true, force: true })
  }
  await answering(port, ended.signal).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url, ca: pairs.ldaps.cert, close }
}
