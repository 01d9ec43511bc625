// Settings from environment variables, validated before anything starts.
import { isCommonPassword } from '@shuyuan/contract/kernel/password.ts'
import { isIP } from 'node:net'
import * as z from 'zod'
import { type AllowList, readAllowList } from './http/outgoing-allow.ts'
import { readKey } from './sealed/seal.ts'

const port = z.coerce.number().int().min(1).max(65_535)
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

const limit = z.coerce.number().int().min(1).max(100_000_000)

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).optional(),
  DEMO: z.stringbool().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
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
  SHARE_PORT: z.stringbool().default(false),
  DB_POOL: z.coerce.number().int().min(2).max(200).default(16),
  LOG_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
  UPLOAD_DAY_FILES: limit.default(200),
  UPLOAD_DAY_MB: limit.default(1_024),
  UPLOAD_TOTAL_MB: limit.default(2_048),
  STAFF_UPLOAD_DAY_FILES: limit.default(5_000),
  STAFF_UPLOAD_DAY_MB: limit.default(51_200),
  UNUSED_FILES_DAYS: z.coerce.number().int().min(0).max(36_500).default(30),
  RUN_AS: z.string().min(1).max(64).optional(),
  DISK_WARN_MB: limit.default(2_048),
  DISK_MIN_MB: limit.default(100),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/, 'must have 16 to 200 letters, digits or -._~+/=')
    .optional(),
  SEAL_KEYS: sealKeys.optional(),
  OUTGOING_ALLOW: outgoingAllow.optional(),
  LIBREOFFICE: z.string().min(1).optional(),
  LICENSE_REQUIRED: z.stringbool().default(false),
  LICENSE_PUBLIC_KEY: z.string().min(1).optional(),
  LICENSE_PUBLIC_KEY_FILE: z.string().min(1).optional(),
})

export type Config = {
  port: number
  host: string
  /** a demonstration: demo data, published passwords, a banner on every page */
  demo: boolean
  dataDir: string
  databaseUrl: string | undefined
  adminPassword: string | undefined
  redisUrl: string | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  timeZone: string
  /** trusted reverse proxies: none, their number, or their addresses */
  trustProxy: false | number | string[]
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
  /** the bearer token for /metrics; undefined: there is no such page */
  metricsToken: string | undefined
  /** the keys of the seal, the one that seals first; undefined: a key in the data folder */
  sealKeys: readonly Buffer[] | undefined
  /** what providers may be reached besides public https addresses */
  outgoingAllow: AllowList
  /** path of LibreOffice's program soffice; undefined: of the search path */
  office: string | undefined
  /** whether calls require a valid licence */
  licenseRequired: boolean
  /** the Ed25519 public key that verifies licences */
  licensePublicKey: string | undefined
  licensePublicKeyFile: string | undefined
}

/** Variables that contain a password or a key; errors do not repeat their value. */
const secret = new Set(['ADMIN_PASSWORD', 'DATABASE_URL', 'REDIS_URL', 'METRICS_TOKEN', 'SEAL_KEYS'])
const shown = (name: string, given: Record<string, string | undefined>) => (secret.has(name) ? name : `${name}=${String(given[name])}`)

/** Reads the environment. Throws an Error that names every wrong variable with its expected form. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `  ${shown(String(path[0]), given)}: ${message}`)
    throw new Error(`Wrong settings in the environment:\n${lines.join('\n')}`)
  }
  const env = read.data
  const demo = env.DEMO ?? env.DATABASE_URL === undefined
  return {
    port: env.PORT,
    host: env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    demo,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    adminPassword: env.ADMIN_PASSWORD,
    redisUrl: env.REDIS_URL,
    logLevel: env.LOG_LEVEL,
    timeZone: env.TIME_ZONE,
    trustProxy: env.TRUST_PROXY,
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
    metricsToken: env.METRICS_TOKEN,
    sealKeys: env.SEAL_KEYS,
    outgoingAllow: env.OUTGOING_ALLOW ?? { hosts: [], ranges: [] },
    office: env.LIBREOFFICE,
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
