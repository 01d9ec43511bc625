// How the site and its machines are: what an administrator looks at before asking the operator.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { moment } from '../kernel/field.ts'
import { programParts } from '../kernel/program-part.ts'
import { disk } from '../site/config/disk.ts'

/** What is wrong, the worst first. */
export const statusWarnings = [
  'failing',
  'full',
  'bus',
  'low',
  'backupLate',
  'backupOff',
  'connections',
  'services',
  'jobsFailed',
  'jobsWait',
  'sms',
  'mail',
  'versions',
] as const
export type StatusWarning = (typeof statusWarnings)[number]

/** Counts of the last 24 hours. */
const Sent = z.object({ sent: z.int(), failed: z.int() })
const Work = z.object({
  waiting: z.int(),
  running: z.int(),
  /** within the last 24 hours */
  failed: z.int(),
  /** how long the oldest has been due */
  oldestSeconds: z.int(),
})
/** Requests of the last ten minutes to a service of others. */
const Service = z.object({ host: z.string(), calls: z.int(), failed: z.int() })
const Node = z.object({
  name: z.string(),
  version: z.string(),
  startTime: moment('启动时间'),
  seenTime: moment('最近响应'),
  sockets: z.int(),
  memoryMb: z.int(),
})

export const status = endpoints('sys/status', {
  detail: query({
    title: '系统状态',
    permit: 'sys:status',
    input: z.object({}),
    output: z.object({
      warnings: z.array(z.enum(statusWarnings)),
      /** of the program */
      version: z.string(),
      /** of the program's commit; '' where it is not known */
      buildDate: z.string(),
      database: z.object({
        version: z.string(),
        isBuiltIn: z.boolean(),
        bytes: z.number(),
        connections: z.int(),
        mostConnections: z.int(),
        migration: z.string(),
        migrationTime: moment('升级时间').nullable(),
      }),
      /** of the server process that answers */
      disks: disk.detail.output.shape.disks,
      /** over which server processes tell each other of changes, and whether the answering one reaches it */
      bus: z.object({ kind: z.enum(['database', 'redis']), isConnected: z.boolean() }),
      /** short background jobs */
      jobs: Work,
      /** long work: videos, documents, backups */
      tasks: Work,
      sms: Sent,
      mail: Sent,
      /** those of which most requests of the answering process failed */
      services: z.array(Service),
      backup: z.object({ isOn: z.boolean(), lastGood: moment('最近一次完成').nullable() }),
      /** of the server process that answers; source `none` without one */
      encoder: z.object({ source: z.string(), version: z.string() }),
      /** parts of the answering process that are not installed, each with the command that installs it */
      missing: z.array(z.object({ part: z.enum(programParts), install: z.string() })),
      /** server processes that are alive */
      nodes: z.array(Node),
    }),
  }),
})
