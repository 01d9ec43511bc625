// Settings from environment variables, validated before anything starts.
import { isCommonPassword } from '@shuyuan/contract/kernel/password.ts'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { mustBePassphrase } from './backup/envelope.ts'
import { readPassphrase } from './backup/passphrase.ts'
import { type AllowList, readAllowList } from './http/outgoing-allow.ts'
import { faultOf, namesSeveral } from './postgres/database-url.ts'
import { readKey } from './sealed/seal.ts'
import { type TraceConfig, TraceEnvironment, tracesOf } from './trace/trace-config.ts'

/** A whole number within bounds. */
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const port = whole(1, 65_535)
/** An address or a range of addresses, `10.0.0.0/8`, `fd00::/8`. */
function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/**
 * The reverse proxies whose X-Forwarded-For is trusted: their number, or their addresses. A client can write anything in front of what the
 * last proxy adds to the header, so that the whole header is never trusted; `true` means one proxy.
 */
const trustProxy = z.string().transform((text, context): false | number | string[] => {
  if (/^(?:false|no|off|0)$/i.test(text)) return false
  if (/^(?:true|yes|on)$/i.test(text)) return 1
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const ranges = text.split(',').map((one) => one.trim())
  if (ranges.every(isRange)) return ranges
  context.addIssue({
    code: 'custom',
    message: 'must be a number of proxies, or addresses and ranges such as 10.0.0.0/8, separated by commas',
  })
  return z.NEVER
})

/** Keys of the seal: 32 bytes each as base64, separated by commas. */
const sealKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((one) => readKey(one.trim()))
  if (keys.every((key) => key !== undefined)) return keys
  context.addIssue({ code: 'custom', message: 'must be keys of 32 bytes as base64, separated by commas (openssl rand -base64 32)' })
  return z.NEVER
})

const outgoingAllow = z.string().transform((text, context) => {
  const list = readAllowList(text)
  if (list) return list
  const message = 'must be hosts (*.school.example), addresses and ranges (10.0.0.0/8), separated by commas'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** `rtmp://live.school.example/live`, with the port if it is not 1935. */
const rtmpUrl = z.string().transform((text, context) => {
  const found = /^(rtmp:\/\/[\w.\-[\]:]+?(?::(\d{1,5}))?\/live)\/?$/.exec(text)
  const port = Number(found?.[2] ?? 1_935)
  if (found && port > 0 && port < 65_536) return { url: found[1]!, port }
  context.addIssue({ code: 'custom', message: 'must be rtmp://host/live or rtmp://host:port/live' })
  return z.NEVER
})

/** `content.school.example`, with the port if it is another than the site's scheme has. An address would be one of the site's own. */
const contentHost = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,100}$)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?(?::\d{1,5})?$/,
    'must be a host name such as content.school.example, with a port or without',
  )

const databaseUrl = z.string().superRefine((url, context) => {
  const fault = faultOf(url)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})

const limit = whole(1, 100_000_000)

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).optional(),
  DEMO: z.stringbool().optional(),
  DEMO_HISTORY: z.stringbool().default(true),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.refine((url) => !namesSeveral(url), 'must name one host').optional(),
  DATABASE_REPLICA_LAG_S: whole(1, 3_600).default(10),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(60)
    .refine((password) => !isCommonPassword(password, 'admin'), 'is one of the first that somebody would try')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TIME_ZONE: z
    .string()
    .refine(
      (name) => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC',
      'must be an IANA time zone such as Asia/Shanghai',
    )
    .default('Asia/Shanghai'),
  TRUST_PROXY: trustProxy.default(false),
  CONTENT_HOST: contentHost.optional(),
  SHARE_PORT: z.stringbool().default(false),
  DB_POOL: whole(2, 200).default(16),
  LOG_KEEP_DAYS: whole(1, 36_500).default(365),
  UPLOAD_DAY_FILES: limit.default(200),
  UPLOAD_DAY_MB: limit.default(1_024),
  UPLOAD_TOTAL_MB: limit.default(2_048),
  STAFF_UPLOAD_DAY_FILES: limit.default(5_000),
  STAFF_UPLOAD_DAY_MB: limit.default(51_200),
  UNUSED_FILES_DAYS: whole(0, 36_500).default(30),
  RUN_AS: z.string().min(1).max(64).optional(),
  DISK_WARN_MB: limit.default(2_048),
  DISK_MIN_MB: limit.default(100),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 02:30')
    .default('02:30'),
  BACKUP_KEEP: whole(1, 1_000).default(7),
  WAL_ARCHIVE_DIR: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(1).optional(),
  BACKUP_PASSPHRASE_FILE: z.string().min(1).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must have 16 to 200 letters, digits or -._~+/=')
    .optional(),
  ...TraceEnvironment,
  SEAL_KEYS: sealKeys.optional(),
  OUTGOING_ALLOW: outgoingAllow.optional(),
  LIBREOFFICE: z.string().min(1).optional(),
  RTMP_URL: rtmpUrl.optional(),
  LICENSE_REQUIRED: z.stringbool().default(false),
  LICENSE_PUBLIC_KEY: z.string().min(1).optional(),
  LICENSE_PUBLIC_KEY_FILE: z.string().min(1).optional(),
})

export type Config = {
  port: number
  host: string
  /** a demonstration: demo data, published passwords, a banner on every page */
  demo: boolean
  /** a demonstration gets a year of made-up use after its start */
  demoHistory: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** the address of the same database without the pooler, where `databaseUrl` leads to a pooler in transaction mode */
  sessionUrl: string | undefined
  /** a standby of the database that reports are read from; undefined: there is none */
  replicaUrl: string | undefined
  /** seconds that the standby may be behind */
  replicaLagS: number
  adminPassword: string | undefined
  redisUrl: string | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  timeZone: string
  /** trusted reverse proxies: none, their number, or their addresses */
  trustProxy: false | number | string[]
  /** the second host name, with its port if it has one, that serves SCORM packages only; undefined: they are pages of no origin */
  contentHost: string | undefined
  /** other server processes of this machine may listen on the same port */
  sharePort: boolean
  dbPool: number
  /** retention of audit log and sign-in log, in days */
  logKeepDays: number
  /** what one person may upload in 24 hours, and a learner in all */
  uploads: Record<'learner' | 'staff', { dayFiles: number; dayMb: number; totalMb?: number }>
  /** days after which an upload without references may be removed; 0: never */
  unusedFilesDays: number
  /** the account that the server continues as after a start as root */
  runAs: string | undefined
  /** free space in MB below which administrators are warned */
  diskWarnMb: number
  /** free space in MB below which the server is not ready */
  diskMinMb: number
  /** the nightly backup: folder, time of day `HH:MM`, how many are kept; undefined: there is none */
  backup: { dir: string; at: string; keep: number; passphrase: string } | undefined
  /** where the built-in database archives its log; undefined: nowhere */
  walArchiveDir: string | undefined
  /** the bearer token for /metrics; undefined: there is no such page */
  metricsToken: string | undefined
  /** undefined: no traces */
  traces: TraceConfig | undefined
  /** the keys of the seal, the one that seals first; undefined: a key in the data folder */
  sealKeys: readonly Buffer[] | undefined
  /** what providers may be reached besides public https addresses */
  outgoingAllow: AllowList
  /** path of LibreOffice's program soffice; undefined: of the search path; `off`: none */
  office: string | undefined
  /** where OBS broadcasts to; the server listens on its port. undefined: nowhere */
  rtmp: { url: string; port: number } | undefined
  /** whether calls require a valid licence */
  licenseRequired: boolean
  /** the Ed25519 public key that verifies licences */
  licensePublicKey: string | undefined
  licensePublicKeyFile: string | undefined
}

/** Variables that contain a password or a key; errors do not repeat their value. */
const secret = new Set([
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_SESSION_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'SEAL_KEYS',
  'BACKUP_PASSPHRASE',
])
const shown = (name: string, given: Record<string, string | undefined>) => (secret.has(name) ? name : `${name}=${String(given[name])}`)

/** The passphrase is read at the start: later the server may be an account that cannot read its file. */
function backupOf({ BACKUP_DIR: dir, BACKUP_AT: at, BACKUP_KEEP: keep, ...env }: z.infer<typeof Environment>): Config['backup'] {
  if (dir === undefined) return undefined
  const passphrase = readPassphrase(env)
  mustBePassphrase(passphrase)
  return { dir: resolve(dir), at, keep, passphrase }
}

/** Each backup removes what no backup needs any more: without backups the archive would grow without end. */
function walArchiveOf({ WAL_ARCHIVE_DIR: dir, BACKUP_DIR: backups, DATABASE_URL: url }: z.infer<typeof Environment>): string | undefined {
  if (dir === undefined) return undefined
  if (url !== undefined) throw new Error('WAL_ARCHIVE_DIR is for the built-in database. Archive the log of another one by its own means.')
  if (backups === undefined) throw new Error('WAL_ARCHIVE_DIR needs BACKUP_DIR: only a backup makes the archived log useful.')
  return resolve(dir)
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

/** Reads the environment. Throws an Error that names every wrong variable with its expected form. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `  ${shown(String(path[0]), given)}: ${message}`)
    throw new Error(`Wrong settings in the environment:\n${lines.join('\n')}`)
  }
  const env = read.data
  if (env.DATABASE_SESSION_URL !== undefined && env.DATABASE_URL === undefined)
    throw new Error('DATABASE_SESSION_URL is for a database elsewhere: set DATABASE_URL, which leads through the pooler.')
  const demo = env.DEMO ?? env.DATABASE_URL === undefined
  return {
    port: env.PORT,
    host: env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    demo,
    demoHistory: demo && env.DEMO_HISTORY,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    sessionUrl: env.DATABASE_SESSION_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    replicaLagS: env.DATABASE_REPLICA_LAG_S,
    adminPassword: env.ADMIN_PASSWORD,
    redisUrl: env.REDIS_URL,
    logLevel: env.LOG_LEVEL,
    timeZone: env.TIME_ZONE,
    trustProxy: env.TRUST_PROXY,
    contentHost: env.CONTENT_HOST,
    sharePort: env.SHARE_PORT,
    dbPool: env.DB_POOL,
    logKeepDays: env.LOG_KEEP_DAYS,
    uploads: {
      learner: { dayFiles: env.UPLOAD_DAY_FILES, dayMb: env.UPLOAD_DAY_MB, totalMb: env.UPLOAD_TOTAL_MB },
      staff: { dayFiles: env.STAFF_UPLOAD_DAY_FILES, dayMb: env.STAFF_UPLOAD_DAY_MB },
    },
    unusedFilesDays: env.UNUSED_FILES_DAYS,
    runAs: env.RUN_AS,
    diskWarnMb: env.DISK_WARN_MB,
    diskMinMb: env.DISK_MIN_MB,
    backup: backupOf(env),
    walArchiveDir: walArchiveOf(env),
    metricsToken: env.METRICS_TOKEN,
    traces: tracesOf(env),
    sealKeys: env.SEAL_KEYS,
    outgoingAllow: env.OUTGOING_ALLOW ?? { hosts: [], ranges: [] },
    office: env.LIBREOFFICE,
    rtmp: env.RTMP_URL,
    licenseRequired: env.LICENSE_REQUIRED,
    licensePublicKey: env.LICENSE_PUBLIC_KEY,
    licensePublicKeyFile: env.LICENSE_PUBLIC_KEY_FILE,
  }
}

/** The value of Fastify's trustProxy: an address of the forwarding chain is trusted while it is one of the proxies, beginning with the nearest. */
export const trustOf = ({ trustProxy }: Pick<Config, 'trustProxy'>): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')
/** Whether other computers reach the server: directly, or through a proxy. */
export const isReachable = ({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): boolean => !isLoopback(host) || trustProxy !== false

/** The address to open in a browser on this computer. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
