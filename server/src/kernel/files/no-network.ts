// Runs a program that reads files of strangers without any network, where the machine lets a process have namespaces of its own.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PROBE_MS = 5_000
/** a user namespace and in it a network namespace, in which there is not even a loopback */
const NAMESPACES = ['--map-root-user', '--net', '--']

/** Whether this machine lets `unshare` (util-linux) make namespaces; it may be forbidden in containers. @param path the search path */
export const canUnshare = (path = process.env.PATH): Promise<boolean> =>
  promisify(execFile)('unshare', [...NAMESPACES, 'true'], { timeout: PROBE_MS, env: { PATH: path } }).then(
    () => true,
    () => false,
  )

/** The command that runs a program without network; unchanged where that is not possible. */
export async function withoutNetwork(program: string, args: readonly string[], path = process.env.PATH): Promise<[string, string[]]> {
  return (await canUnshare(path)) ? ['unshare', [...NAMESPACES, program, ...args]] : [program, [...args]]
}

/** A proxy without an answer: the discard port of this machine. */
const NOWHERE = { host: '127.0.0.1', port: 9 }
export const proxyVariables = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'].map((name) => [name, `http://${NOWHERE.host}:${NOWHERE.port}`]),
)

const item = (path: string, name: string, value: string | number | boolean) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

/** Writes a profile of LibreOffice that sends requests nowhere, runs no macros, and follows no links of documents. */
export async function writeOfflineProfile(folder: string): Promise<void> {
  const proxies = ['HTTP', 'HTTPS'].flatMap((kind) => [
    item('Inet/Settings', `ooInet${kind}ProxyName`, NOWHERE.host),
    item('Inet/Settings', `ooInet${kind}ProxyPort`, NOWHERE.port),
  ])
  const scripting = 'Office.Common/Security/Scripting'
  const items = [
    item('Inet/Settings', 'ooInetProxyType', 2),
    ...proxies,
    item(scripting, 'DisableMacrosExecution', true),
    item(scripting, 'BlockUntrustedRefererLinks', true),
  ]
  const names = 'xmlns:oor="http://openoffice.org/2001/registry"'
  await mkdir(join(folder, 'user'), { recursive: true })
  await writeFile(
    join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${names}>${items.join('\n')}</oor:items>\n`,
  )
}
